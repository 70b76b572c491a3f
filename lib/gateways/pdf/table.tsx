import { Text, View } from "@react-pdf/renderer";
import type { ReportTable } from "@/lib/domain/report";
import { fitted } from "@/lib/gateways/pdf/letters";
import { CONTENT_WIDTH, styles } from "@/lib/gateways/pdf/styles";

const CELL = { paddingPt: 10, type: { sizePt: 8 } };
/** A first row of three lines. */
const FIRST_ROW_PT = 38;

/**
 * A table as pieces of the box it stands in, which has to hold nothing after it: its head is drawn again on every page
 * that the box reaches. A row is never cut.
 */
export function Table({ table: { columns, rows, foot } }: { table: ReportTable }) {
  const whole = columns.reduce((sum, { share }) => sum + share, 0);
  const cells = columns.map(({ share, align }) => ({
    innerPt: (CONTENT_WIDTH * share) / whole - CELL.paddingPt,
    style: { width: (CONTENT_WIDTH * share) / whole, ...(align === undefined ? {} : { textAlign: align }) },
  }));
  const row = (values: readonly string[]) =>
    cells.map(({ innerPt, style }, index) => (
      <Text key={index} style={[styles.cell, style]}>
        {fitted(values[index] ?? "", innerPt, CELL.type)}
      </Text>
    ));
  // A foot is never parted from the last row: a sum with nothing above it says nothing.
  const alone = foot === undefined ? rows.length : Math.max(0, rows.length - 1);
  return (
    <>
      <View style={styles.tableHead} fixed wrap={false} minPresenceAhead={FIRST_ROW_PT}>
        {cells.map(({ style }, index) => (
          <Text key={index} style={[styles.cellHead, style]}>
            {columns[index]?.head}
          </Text>
        ))}
      </View>
      {rows.slice(0, alone).map((values, at) => (
        <View key={at} style={styles.tableRow} wrap={false}>
          {row(values)}
        </View>
      ))}
      {foot === undefined ? null : (
        <View wrap={false}>
          {rows.slice(alone).map((values, at) => (
            <View key={at} style={styles.tableRow}>
              {row(values)}
            </View>
          ))}
          <View style={[styles.tableRow, styles.tableFoot]}>{row(foot)}</View>
        </View>
      )}
    </>
  );
}
