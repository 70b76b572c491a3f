import type { ReactNode } from "react";
import { TableHead } from "@/components/ui/table-head";
import table from "@/components/ui/stacked-table.module.css";
import styles from "./records.module.css";

export interface RecordRow {
  id: string;
  cells: readonly ReactNode[];
}

interface Props {
  caption: string;
  columns: readonly string[];
  rows: readonly RecordRow[];
  /** Stands in place of a table without rows. */
  empty: string;
}

/** A table of records; on a phone each row is a list of its own. The first cell names the row. */
export function Records({ caption, columns, rows, empty }: Props) {
  if (rows.length === 0) return <p>{empty}</p>;
  return (
    <table className={table.table} role="table">
      <caption>{caption}</caption>
      <TableHead columns={columns} />
      <tbody role="rowgroup">
        {rows.map(({ id, cells }) => (
          <tr key={id} role="row">
            {cells.map((cell, index) =>
              index === 0 ? (
                <th key={columns[index]} scope="row" role="rowheader" className={styles.name}>
                  {cell}
                </th>
              ) : (
                <td key={columns[index]} role="cell" data-label={columns[index]}>
                  <div>{cell}</div>
                </td>
              ),
            )}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
