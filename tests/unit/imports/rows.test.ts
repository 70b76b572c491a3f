import { writeFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it, test } from "vitest";
import { readIngredients } from "@/lib/imports/catalogue/ingredients";
import { checkRegisterRow } from "@/lib/imports/catalogue/register-row";
import { checkLimitation, LimitationIdentities } from "@/lib/imports/pula/limitation";
import { readRow, sharedString } from "@/lib/imports/read/xlsx-markup";
import { openTable } from "@/lib/imports/read/table-rows";

const row = (members: object) =>
  checkLimitation({ pula_id: 121, code: "DC125", limitation: "Text.", effective_date: "2026-02-09", ...members });

describe("limitation rows", () => {
  it("names a product by its canonical number, or an ingredient in lower case", () => {
    expect(row({ product_registration_number: "000264-01241" })).toMatchObject({
      ok: true,
      row: { registration: "264-1241", activeIngredient: null },
    });
    expect(row({ active_ingredient: " Malathion " })).toMatchObject({
      ok: true,
      row: { registration: null, activeIngredient: "malathion" },
    });
  });

  it.each([
    [{}, "names neither a product nor an ingredient"],
    [{ product_registration_number: "none" }, "bad registration number"],
    [{ product_registration_number: "1-1", effective_date: null }, "has no effective date"],
    [{ product_registration_number: "1-1", code: " " }, "bad members"],
  ])("refuses %j", (members, kind) => expect(row(members)).toMatchObject({ ok: false, kind }));

  it("shows uses with their form and keeps them apart from methods", () => {
    const umf = [
      { use: "Soybeans", method: "Groundboom", form: "Liquid" },
      { use: "Cotton", method: "Aerial", form: null },
      { use: null, method: "Groundboom", form: null },
    ];
    expect(row({ product_registration_number: "1-1", umf })).toMatchObject({
      row: { uses: ["Soybeans (Liquid)", "Cotton"], methodClasses: ["ground", "aerial"] },
    });
  });

  const identityOf = (identities: LimitationIdentities, more: object) => {
    const checked = row({ product_registration_number: "264-01241", ...more });
    return checked.ok ? identities.of(checked.row) : null;
  };

  it("is known by PULA, product or ingredient, code and text", () => {
    const identities = new LimitationIdentities();
    const [first, second] = [identityOf(identities, {}), identityOf(identities, { limitation: "Leave 300 feet." })];
    expect(first).toMatchObject({ limitationId: null, sourceKey: "121|264-1241|DC125" });
    expect(second).toMatchObject({ limitationId: null, sourceKey: "121|264-1241|DC125" });
    expect(second?.textHash).not.toBe(first?.textHash);
    expect(row({ limitation_id: "88", product_registration_number: "1-1" })).toMatchObject({ row: { sourceId: 88 } });
  });

  it("has the source's number, but for a further text under one number", () => {
    const identities = new LimitationIdentities();
    const texts = ["Leave 50 feet.", "Leave 300 feet.", "Leave 50 feet."];
    const numbers = texts.map((limitation) => identityOf(identities, { limitation_id: 88, limitation })?.limitationId);
    expect(numbers).toEqual([88, null, 88]);
  });
});

test.each([
  ["Dicamba (128931/104040-79-1) - (42.8%)", [["Dicamba", "128931", 42.8]]],
  [
    "2,4-D choline (051505/1048373-72-3) - (24.4%), Glyphosate (103603/) - (22.1%)",
    [
      ["2,4-D choline", "051505", 24.4],
      ["Glyphosate", "103603", 22.1],
    ],
  ],
  [
    "Glyphosate, 417300, 1071-83-6, 41%|Diquat, 32201, 85-00-7, 0.73 %",
    [
      ["Glyphosate", "417300", 41],
      ["Diquat", "032201", 0.73],
    ],
  ],
  [
    "Glyphosate (103603/) - (22.1%), Dicamba (128931/104040-79-1)",
    [
      ["Glyphosate", "103603", 22.1],
      ["Dicamba", null, null],
    ],
  ],
  [
    "Glyphosate, 417300, 1071-83-6, 41%|2,4-D, choline salt",
    [
      ["Glyphosate", "417300", 41],
      ["2,4-D, choline salt", null, null],
    ],
  ],
  [
    "Dicamba (128931/) - (10%) and\nAtrazine (80803/) - (20%);",
    [
      ["Dicamba", "128931", 10],
      ["Atrazine", "080803", 20],
    ],
  ],
  ['[{"ai_name":"Atrazine","pc_code":80803,"percent":"42.2"}]', [["Atrazine", "080803", 42.2]]],
  [
    '[{"ai_name":"Atrazine","pc_code":80803,"percent":"42.2"},"Mesotrione"]',
    [
      ["Atrazine", "080803", 42.2],
      ["Mesotrione", null, null],
    ],
  ],
  [
    '[{"ai_name":"Atrazine","pc_code":80803,"percent":"42.2"},{"pc_code":122990},{"name":" "},12345,null]',
    [
      ["Atrazine", "080803", 42.2],
      ["unnamed ingredient", "122990", null],
      ["unnamed ingredient", null, null],
      ["unnamed ingredient", null, null],
    ],
  ],
  [
    "Dicamba (128931/) - (10%)|(80803/1912-24-9) - (20%)",
    [
      ["Dicamba", "128931", 10],
      ["unnamed ingredient", "080803", null],
    ],
  ],
  [
    "Glyphosate, 417300, 1071-83-6, 41%|, 80803, 1912-24-9, 20%",
    [
      ["Glyphosate", "417300", 41],
      ["unnamed ingredient", "080803", null],
    ],
  ],
  ["", []],
  [null, []],
  ["[]", []],
])("the ingredients of %j", (text, want) =>
  expect(readIngredients(text)?.map(({ name, pcCode, percentByWeight }) => [name, pcCode, percentByWeight])).toEqual(
    want,
  ),
);

it.each(["mostly water", '[{"pc_code":80803}]', "(80803/1912-24-9) - (20%)"])(
  "says that it could not read an ingredient of %j",
  (text) => expect(readIngredients(text)).toBeNull(),
);

it("counts a product of which an ingredient has no name among those that are not read whole", () => {
  const row = { reg_num: "100-1", product_name: "X", status_group: "Active" };
  const read = (ais: string) => checkRegisterRow({ ...row, ais });
  expect(read('[{"name":"Atrazine"},{"pc_code":1}]')).toMatchObject({ hasUnreadIngredients: true });
  expect(read('[{"name":"Atrazine"}]')).toMatchObject({ hasUnreadIngredients: false });
});

it("knows a register's product by number, name, status and ingredients alone", () => {
  expect(
    checkRegisterRow({ REG_NUM: "000100-00001", PRODUCT_NAME: " X ", STATUS_GROUP: "ACTIVE", AIS: "" }),
  ).toMatchObject({
    ok: true,
    product: { registration: "100-1", name: "X", status: "Active", esaLabelLanguage: null, rules: null },
  });
  expect(checkRegisterRow({ reg_num: "100-1", product_name: "X", status_group: "Pending" })).toMatchObject({
    product: { status: null },
  });
});

describe("tables", () => {
  it("gives the line each CSV record begins on, across quoted line breaks", async () => {
    const folder = await mkdtemp(join(tmpdir(), "hedgerow-csv-"));
    const path = join(folder, "t.csv");
    writeFileSync(path, '\uFEFFReg Num,Name\r\n1-1,"two\r\nlines"\r\n\r\n1-2,"a ""quoted"" word",extra\r\n1-3\r\n');
    const found = [];
    for await (const { line, value } of (await openTable(path, ["reg_num"])).records) found.push([line, value]);
    await rm(folder, { recursive: true });
    expect(found).toEqual([
      [2, { reg_num: "1-1", name: "two\r\nlines" }],
      [5, { reg_num: "1-2", name: 'a "quoted" word' }],
      [6, { reg_num: "1-3", name: null }],
    ]);
  });

  it("leaves cells of a workbook in their columns when those before them are empty", () => {
    const body =
      '<c r="A7" t="s"><v>1</v></c><c r="C7" s="4"/><c r="D7" t="inlineStr"><is><t>in &amp; line</t></is></c><c r="AB7"><v>4.5</v></c>';
    const cells = readRow(body, ["zero", "one"]);
    expect([cells.length, cells[0], cells[1], cells[2], cells[3], cells[27]]).toEqual([
      28,
      "one",
      undefined,
      undefined,
      "in & line",
      "4.5",
    ]);
  });

  it("joins the runs of a shared string and leaves out its reading", () => {
    expect(
      sharedString('<r><t>a </t></r><r><t xml:space="preserve">&lt;b&gt;&#65;</t></r><rPh sb="0"><t>x</t></rPh>'),
    ).toBe("a <b>A");
  });
});
