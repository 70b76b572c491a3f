"use client";

import { useToday } from "@/components/portal/group/use-today";
import { whenInShort } from "@/lib/views/portal/day-words";
import { wordsIn } from "@/lib/views/language";
import type { SeasonKind, SeasonRow, SeasonView } from "@/lib/views/portal/season";
import styles from "./season-page.module.css";

const words = wordsIn({
  en: {
    field: "Field",
    caption: "What is left on each field, product by product",
    pick: (field: string) => `Pick ${field}`,
    none: "not applied",
  },
  es: {
    field: "Campo",
    caption: "Lo que falta en cada campo, producto por producto",
    pick: (field) => `Elegir ${field}`,
    none: "no se aplica",
  },
});

type TableProps = Pick<SeasonView, "kinds" | "rows" | "products" | "today"> & { canPick: boolean };

/**
 * As plain as it can be: three thousand cells of it have to come at once. It runs in the browser too, although nothing in it
 * changes, because then the page has its figures alone beside the drawn table, and not every tag of it a second time. Its
 * roles are said, because on a phone it is laid out as cards.
 */
export function SeasonTable({ kinds, rows, products, today, canPick }: TableProps) {
  const text = words();
  const now = useToday(today);
  const said = kinds.map((kind) => saidOn(kind, now));
  return (
    <table className={styles.table} role="table">
      <caption>{text.caption}</caption>
      <thead role="rowgroup">
        <tr role="row">
          <th role="columnheader" scope="col">
            {text.field}
          </th>
          {products.map((product) => (
            <th key={product} role="columnheader" scope="col" translate="no">
              {product}
            </th>
          ))}
        </tr>
      </thead>
      <tbody role="rowgroup">
        {rows.map((row) => (
          <Row key={row.fieldId} {...{ row, products, canPick, text, said }} />
        ))}
      </tbody>
    </table>
  );
}

/** What cells of a kind say, once for all of them. */
const saidOn = ({ standing, words: left, when }: SeasonKind, now: string): Said => ({
  standing,
  left,
  when: whenInShort(when, now),
  isNow: when.day === now && when.record !== "signed" ? "" : undefined,
});

interface Said {
  standing: SeasonKind["standing"];
  left: string;
  when: string;
  isNow: "" | undefined;
}

interface RowProps extends Pick<TableProps, "products" | "canPick"> {
  row: SeasonRow;
  text: ReturnType<typeof words>;
  /** By the kind of a cell. */
  said: readonly Said[];
}

const Row = ({ row: { fieldId, name, cells }, products, canPick, text, said }: RowProps) => (
  <tr role="row">
    {/* With the name of its tick box in it, each cell would be read out under "Pick Creek bottom Creek bottom". */}
    <th role="rowheader" scope="row" aria-label={name}>
      {canPick ? (
        <label className={styles.pick}>
          <input type="checkbox" name="field" value={fieldId} aria-label={text.pick(name)} />
          <span translate="no">{name}</span>
        </label>
      ) : (
        <span translate="no">{name}</span>
      )}
    </th>
    {cells.map((cell, index) => {
      const found = cell === null ? undefined : said[cell[0]];
      return (
        <td key={products[index]} role="cell" data-label={products[index]} data-standing={found?.standing}>
          {cell === null || found === undefined ? (
            <span className={styles.none}>
              <span aria-hidden="true">–</span>
              <span className="visually-hidden">{text.none}</span>
            </span>
          ) : (
            // Relative to the page's own address: three thousand whole ones would be half of it.
            <a href={`${fieldId}?application=${cell[1]}`}>
              {found.left}
              <span data-now={found.isNow}>{found.when}</span>
            </a>
          )}
        </td>
      );
    })}
  </tr>
);
