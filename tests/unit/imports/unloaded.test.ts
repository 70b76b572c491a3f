import { expect, it } from "vitest";
import { UnloadedLog } from "@/lib/imports/pula/unloaded";

/** What is kept of the products that a refused limitation names. */
function named(product_registration_number: string | null): (string | null)[] {
  const log = new UnloadedLog();
  const row = { pula_id: 121, code: "DC125", product_registration_number };
  log.addLimitation({ number: 3, line: null }, row, "bad registration number");
  for (const record of log.records) expect(record).toMatchObject({ recordNumber: 3, pulaId: 121, code: "DC125" });
  return log.records.map(({ registration }) => registration);
}

it.each([
  ["EPA Reg. No. 000264-01241", ["264-1241"]],
  ["264-1241, 264-1242", ["264-1241", "264-1242"]],
  ["264-1241/62719-695-1381 (Stryax)", ["264-1241", "62719-695-1381"]],
  ["264–1241 and 264–1241", ["264-1241"]],
  ["none", ["none"]],
  [null, [null]],
])("a refused limitation of %j limits %j", (text, numbers) => {
  expect(named(text)).toEqual(numbers);
});
