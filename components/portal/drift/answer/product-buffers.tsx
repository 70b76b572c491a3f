import { StatusBadge } from "@/components/ui/status-badge";
import { TableHead } from "@/components/ui/table-head";
import type { ProductBufferView } from "@/lib/views/portal/drift";
import { formatFeet } from "@/lib/views/figures";
import styles from "@/components/ui/stacked-table.module.css";

const feet = (value: number | null): string => (value === null ? "Not known" : formatFeet(value));
const percent = (value: number | null): string => (value === null ? "Not known" : `${value} %`);

/** What each product's rules ask, before and after what is taken off. */
export function ProductBuffers({ products }: { products: readonly ProductBufferView[] }) {
  return (
    <table className={styles.table} role="table" data-table="products">
      <caption>Product by product</caption>
      <TableHead columns={["Product", "Distance", "Taken off", "Buffer", "Stands at"]} />
      <tbody role="rowgroup">
        {products.map((product) => (
          <ProductRow key={product.productIndex} product={product} />
        ))}
      </tbody>
    </table>
  );
}

function ProductRow({ product }: { product: ProductBufferView }) {
  const { name, epaNumber, rawDistanceFt, reductionPercent, bufferFt, standing, badge, issues } = product;
  const isAsked = standing !== "not_applicable";
  return (
    <tr role="row">
      <th role="rowheader" scope="row" className={styles.rowHead}>
        {name}
        <span className={styles.small}>{epaNumber === null ? "No registration number" : `EPA ${epaNumber}`}</span>
      </th>
      <td role="cell" data-label="Distance">
        {isAsked ? feet(rawDistanceFt) : "None asked"}
      </td>
      <td role="cell" data-label="Taken off">
        {isAsked ? percent(reductionPercent) : "–"}
      </td>
      <td role="cell" data-label="Buffer">
        {isAsked ? feet(bufferFt) : "–"}
      </td>
      <td role="cell" data-label="Stands at">
        <StatusBadge standing={standing}>{badge}</StatusBadge>
        {issues.map((text) => (
          <span key={text} className={styles.small}>
            {text}
          </span>
        ))}
      </td>
    </tr>
  );
}
