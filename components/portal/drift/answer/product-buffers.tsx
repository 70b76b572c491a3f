import { StatusBadge } from "@/components/ui/status-badge";
import { TableHead } from "@/components/ui/table-head";
import type { ProductBufferView } from "@/lib/views/portal/drift";
import { formatFeet } from "@/lib/views/figures";
import styles from "@/components/ui/stacked-table.module.css";
import { wordsIn } from "@/lib/views/language";

const words = wordsIn({
  en: {
    caption: "Product by product",
    product: "Product",
    distance: "Distance",
    takenOff: "Taken off",
    buffer: "Buffer",
    standsAt: "Stands at",
    notKnown: "Not known",
    noneAsked: "None asked",
  },
  es: {
    caption: "Producto por producto",
    product: "Producto",
    distance: "Distancia",
    takenOff: "Se descuenta",
    buffer: "Zona",
    standsAt: "Estado",
    notKnown: "No se sabe",
    noneAsked: "No se pide",
  },
});

const feet = (value: number | null): string => (value === null ? words().notKnown : formatFeet(value));
const percent = (value: number | null): string => (value === null ? words().notKnown : `${value} %`);

/** What each product's rules ask, before and after what is taken off. */
export function ProductBuffers({ products }: { products: readonly ProductBufferView[] }) {
  return (
    <table className={styles.table} role="table" data-table="products">
      <caption>{words().caption}</caption>
      <TableHead columns={[words().product, words().distance, words().takenOff, words().buffer, words().standsAt]} />
      <tbody role="rowgroup">
        {products.map((product) => (
          <ProductRow key={product.productIndex} product={product} />
        ))}
      </tbody>
    </table>
  );
}

function ProductRow({ product }: { product: ProductBufferView }) {
  const { name, registration, rawDistanceFt, reductionPercent, bufferFt, standing, badge, issues } = product;
  const isAsked = standing !== "not_applicable";
  return (
    <tr role="row">
      <th role="rowheader" scope="row" className={styles.rowHead}>
        <span translate="no">{name}</span>
        <span className={styles.small} translate="no">
          {registration}
        </span>
      </th>
      <td role="cell" data-label={words().distance}>
        {isAsked ? feet(rawDistanceFt) : words().noneAsked}
      </td>
      <td role="cell" data-label={words().takenOff}>
        {isAsked ? percent(reductionPercent) : "–"}
      </td>
      <td role="cell" data-label={words().buffer}>
        {isAsked ? feet(bufferFt) : "–"}
      </td>
      <td role="cell" data-label={words().standsAt}>
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
