import { expect, it } from "vitest";
import { importPulas } from "@/lib/imports/pula/import-pulas";
import { limitationRow, rows, squareFeature } from "@/tests/contract/imports/support";
import { ownerUrl } from "@/tests/support/owner-connections";

const given = (records: unknown[]) => ({ name: "given", records });

/** The numbers that an import gives to texts of one area, product and code, in the order of its rows. */
async function load(pulaId: number, texts: string[], { sourceId, activate = false }: Options = {}): Promise<number[]> {
  const members = { pula_id: pulaId, ...(sourceId === undefined ? {} : { limitation_id: sourceId }) };
  const { dataSetId } = await importPulas(ownerUrl(), {
    source: given([squareFeature({ objectid: 1, pula_id: pulaId })]),
    limitations: given(texts.map((limitation) => limitationRow({ limitation, ...members }))),
    activate,
  });
  const found = await rows<{ limitation_id: number }>(
    "SELECT limitation_id FROM limitation WHERE data_set_id = $1 ORDER BY row_number",
    [dataSetId],
  );
  return found.map((row) => row.limitation_id);
}

interface Options {
  sourceId?: number;
  activate?: boolean;
}

it("each text of a PULA, product and code has a number, and keeps it over a second import", async () => {
  const texts = ["Leave 50 feet.", "Leave 300 feet.", "Leave 50 feet."];
  const [first, second, third, ...others] = await load(30, texts);
  expect(others).toEqual([]);
  expect(third).toBe(first);
  expect(second).not.toBe(first);
  expect(await load(30, texts)).toEqual([first, second, third]);
});

it("each text keeps its number in whatever order rows come, and after another one has ended", async () => {
  const [a, b] = await load(31, ["A.", "B."]);
  expect(b).not.toBe(a);
  expect(await load(31, ["B.", "A."])).toEqual([b, a]);
  expect(await load(31, ["B."])).toEqual([b]);
  expect(await load(31, ["C.", "A.", "B."])).toEqual([expect.any(Number), a, b]);
});

it("a number from before texts were noted stays with the text that the set in force gives it", async () => {
  const [a] = await load(32, ["A."], { activate: true });
  await rows("UPDATE limitation_identity SET text_hash = NULL");
  const [b, ...others] = await load(32, ["B.", "A."]);
  expect(others).toEqual([a]);
  expect(b).not.toBe(a);
});

it("a second text has another number where the source gives both one", async () => {
  const [first, second, third] = await load(33, ["A.", "B.", "A."], { sourceId: 900_007 });
  expect([first, third]).toEqual([900_007, 900_007]);
  expect(second).toBeGreaterThan(0);
  expect(second).not.toBe(900_007);
});
