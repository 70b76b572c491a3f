import { StatusBadge } from "@/components/ui/status-badge";
import { TableHead } from "@/components/ui/table-head";
import type { ProductBufferView } from "@/lib/views/portal/drift";
import type { AnswerWords } from "@/lib/views/portal/drift-answer-words";
import { formatFeet } from "@/lib/views/figures";
import styles from "@/components/ui/stacked-table.module.css";
interface Shared {
  text: AnswerWords;
  /** Of other conditions than those that are set: in no color. */
  isEarlier: boolean;
}

/** What each product's rules ask, before and after what is taken off. */
export function ProductBuffers({ products, ...rest }: Shared & { products: readonly ProductBufferView[] }) {
  const { text } = rest;
  return (
    <table className={styles.table} role="table" data-table="products">
      <caption>{text.products}</caption>
      <TableHead columns={[text.product, text.distance, text.takenOff, text.buffer, text.standsAt]} />
      <tbody role="rowgroup">
        {products.map((product) => (
          <ProductRow key={product.productIndex} product={product} {...rest} />
        ))}
      </tbody>
    </table>
  );
}

function ProductRow({ product, text: words, isEarlier }: Shared & { product: ProductBufferView }) {
  const { name, registration, rawDistanceFt, reductionPercent, bufferFt, standing, badge, issues } = product;
  const feet = (value: number | null): string => (value === null ? words.notKnown : formatFeet(value));
  const isAsked = standing !== "not_applicable";
  return (
    <tr role="row">
      <th role="rowheader" scope="row" className={styles.rowHead}>
        <span translate="no">{name}</span>
        <span className={styles.small} translate="no">
          {registration}
        </span>
      </th>
      <td role="cell" data-label={words.distance}>
        {isAsked ? feet(rawDistanceFt) : words.noneAsked}
      </td>
      <td role="cell" data-label={words.takenOff}>
        {isAsked ? (reductionPercent === null ? words.notKnown : `${reductionPercent} %`) : "–"}
      </td>
      <td role="cell" data-label={words.buffer}>
        {isAsked ? feet(bufferFt) : "–"}
      </td>
      <td role="cell" data-label={words.standsAt}>
        <StatusBadge standing={isEarlier ? "not_applicable" : standing}>{badge}</StatusBadge>
        {issues.map((text) => (
          <span key={text} className={styles.small}>
            {text}
          </span>
        ))}
      </td>
    </tr>
  );
}
