import { cpSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { diffCatalogueSets } from "@/lib/data/imports/catalogue-difference";
import { findProducts } from "@/lib/data/products";
import { importCatalogue } from "@/lib/imports/catalogue/import-catalogue";
import { withClient } from "@/lib/imports/switch";
import { DEMONSTRATION_DIRECTORY, RULEBOOK_DIRECTORY } from "@/lib/rulebook/read-rule-files";
import { getDeps } from "@/lib/runtime/deps";
import { count, rows, switchOf } from "@/tests/contract/imports/support";
import { ownerUrl } from "@/tests/support/owner-connections";
import { workFolder } from "@/tests/support/work-folder";
import { startArcgisStub } from "@/tests/support/arcgis-stub";
import { writeXlsx } from "@/tests/contract/imports/xlsx-file";

const OURS = { source: RULEBOOK_DIRECTORY, demonstrationFiles: DEMONSTRATION_DIRECTORY };
const COLUMNS = ["reg_num", "reg_type", "product_name", "company_name", "status", "status_group", "ais", "phys_form"];
const row = (number: string, name: string, group: string, ais = ""): (string | null)[] => [
  number,
  "Section 3",
  name,
  "SOMEONE, INC",
  group.slice(0, 1),
  group,
  ais,
  "Liquid",
];

/** Leading zeros, a repeat, nameless and state rows, a product the rule files know, and text with commas and quotes. */
const REGISTER = [
  row("000264-01241", "STRYAX HERBICIDE", "Inactive", "Dicamba (128931/104040-79-1) - (42.8%)"),
  row("100-1070", "FUSILADE DX", "Inactive"),
  row("000100-01070", 'FUSILADE "DX", NEW', "Active", "Fluazifop-P-butyl (122809/79241-46-6) - (24.5%)"),
  row("100-1070-5905", "ADDITIONAL NAME", "Active", "A, 1, 1-1-1, 10%; B, 2, , 20%"),
  row("9999-1", "", "Inactive"),
  row("CA960012", "STATE USE", "Active"),
  row("not a number", "NO PRODUCT", "Active"),
  row("5000-3", "UNREADABLE", "Active", "something else"),
];
/** A product that has a file here, and no ingredients in it. */
const FIERCE_MTZ = "59639-236";
const OF_FIERCE_MTZ = "Flumioxazin (129034/103361-09-7) - (5.5%); Metribuzin (101101/21087-64-9) - (19.3%)";
const PADDING = Array.from({ length: 30 }, (_, i) =>
  row(`7000-${i + 1}`, `PRODUCT ${i + 1}`, i % 3 === 0 ? "Inactive" : "Active"),
);

const quoted = (text: string | null): string => `"${(text ?? "").replaceAll('"', '""')}"`;
const csv = (lines: readonly (readonly (string | null)[])[]): string =>
  [COLUMNS, ...lines].map((line) => line.map(quoted).join(",")).join("\n");

function writeRegister(name: string, lines: readonly (readonly (string | null)[])[]): string {
  const path = join(workFolder(), name);
  writeFileSync(path, csv(lines));
  return path;
}

interface Product {
  registration: string;
  status: string | null;
  origin: string;
  record: {
    name: string;
    status?: string | null;
    isDemonstration: boolean;
    esaLabelLanguage: boolean | null;
    rules: unknown;
    ingredients: { name: string }[];
  };
  register_record: { name: string } | null;
}

const inForce = (registration?: string) =>
  rows<Product>(
    `SELECT registration, status, origin, record, register_record FROM catalogue_product
     JOIN active_data_set a USING (data_set_id) WHERE a.kind = 'catalogue' AND coalesce(registration = $1, true)
     ORDER BY registration`,
    [registration ?? null],
  );

it("loads the project's rule files: products and limitation rules", async () => {
  const summary = await importCatalogue(ownerUrl(), { ...OURS, version: "rules", activate: true });
  expect(summary).toMatchObject({
    activated: true,
    refusals: [],
    counts: { register_products: 0, carried_from: null },
  });
  const [stryax] = await inForce("264-1241");
  expect(stryax).toMatchObject({
    origin: "rule_file",
    register_record: null,
    record: { registration: "264-1241", esaLabelLanguage: true },
  });
  expect(await count("SELECT count(*) FROM limitation_rule")).toBe(summary.counts.limitation_rules);
});

it("finds a product by the number it had before a transfer, and keeps the names it goes by", async () => {
  const aliases = await rows<{ registration: string }>(
    `SELECT registration FROM catalogue_alias JOIN active_data_set a USING (data_set_id)
     WHERE a.kind = 'catalogue' AND former = '524-659'`,
  );
  expect(aliases).toEqual([{ registration: "105211-118" }]);
  const names = await rows<{ name_key: string }>(
    `SELECT name_key FROM catalogue_name JOIN active_data_set a USING (data_set_id)
     WHERE a.kind = 'catalogue' AND registration = '105211-118' ORDER BY name_key`,
  );
  expect(names.map(({ name_key }) => name_key)).toEqual(["mon 301108", "roundup powermax 3"]);
});

it("loads no made-up product unless the demonstration's own files are named", async () => {
  const real = await importCatalogue(ownerUrl(), { source: RULEBOOK_DIRECTORY, dryRun: true });
  expect(real.refusals).toEqual([]);
  const wrong = await importCatalogue(ownerUrl(), { source: DEMONSTRATION_DIRECTORY, activate: true });
  expect(wrong.activated).toBe(false);
  expect(wrong.refusals[0]?.reason).toMatch(/made up for the demonstration/);
});

it("carries the rule files' part into a register import, and lets the register say only the status", async () => {
  const path = writeRegister("register.csv", [...REGISTER, ...PADDING]);
  const summary = await importCatalogue(ownerUrl(), { source: path, version: "with-register", activate: true });
  expect(summary.counts).toMatchObject({
    register: { read: 38, loaded: 35, refused: 3, repeated_numbers: 1, ingredients_unread: 1 },
    register_products: 34,
    products_of_both: 1,
    carried_from: "rules",
  });
  expect(summary.refusals.map(({ line, reason }) => `${line} ${reason}`)).toEqual([
    "6 has no name: 9999-1",
    "7 is a state or experimental registration: CA960012",
    '8 has no registration number: "not a number"',
  ]);
  expect(summary.activated).toBe(true);

  const [stryax] = await inForce("264-1241");
  expect(stryax).toMatchObject({
    origin: "rule_file",
    status: "Inactive",
    register_record: { name: "STRYAX HERBICIDE" },
  });
  expect(stryax?.record.rules).not.toBeNull();
  const [fusilade] = await inForce("100-1070");
  // Listed twice, once as active and once as not.
  expect(fusilade).toMatchObject({
    origin: "register",
    status: null,
    record: {
      status: null,
      name: 'FUSILADE "DX", NEW',
      esaLabelLanguage: null,
      rules: null,
      ingredients: [{ name: "Fluazifop-P-butyl", pcCode: "122809", percentByWeight: 24.5 }],
    },
  });
  const [distributed] = await inForce("100-1070-5905");
  expect(distributed?.record.ingredients).toMatchObject([
    { name: "A", pcCode: "000001" },
    { name: "B", percentByWeight: 20 },
  ]);
});

it("carries the register's part into an import of rule files, also what it said of products they know", async () => {
  const before = await inForce();
  const summary = await importCatalogue(ownerUrl(), { ...OURS, version: "again", activate: true });
  expect(summary.counts).toMatchObject({ register_products: 34, products_of_both: 1, carried_from: "with-register" });
  // The register's import left the made-up products behind.
  expect((await inForce()).filter(({ record }) => !record.isDemonstration)).toEqual(before);

  const one = join(workFolder(), "one");
  cpSync(RULEBOOK_DIRECTORY, one, { recursive: true, filter: (path) => !path.includes("264-1241") });
  const without = await importCatalogue(ownerUrl(), {
    source: one,
    demonstrationFiles: DEMONSTRATION_DIRECTORY,
    version: "without-stryax",
    activate: true,
    force: true,
  });
  expect(without.counts).toMatchObject({ products_of_both: 0, register_products: 34 });
  expect(await inForce("264-1241")).toMatchObject([
    { origin: "register", status: "Inactive", record: { name: "STRYAX HERBICIDE", rules: null } },
  ]);
});

it("finds a product whose file names no ingredients with those of the register", async () => {
  const { db } = await getDeps();
  const found = async () => (await findProducts(db, [FIERCE_MTZ]))?.products.get(FIERCE_MTZ);
  expect((await found())?.ingredients).toEqual([]);
  const path = writeRegister("made-of.csv", [
    ...REGISTER,
    ...PADDING,
    row(FIERCE_MTZ, "FIERCE MTZ", "Active", OF_FIERCE_MTZ),
  ]);
  await importCatalogue(ownerUrl(), { source: path, version: "made-of", activate: true, force: true });
  expect((await found())?.ingredients.map(({ name }) => name)).toEqual(["Flumioxazin", "Metribuzin"]);
  expect((await found())?.name).toBe("Fierce MTZ");
  const less = [...REGISTER, ...PADDING, row(FIERCE_MTZ, "FIERCE MTZ", "Active", OF_FIERCE_MTZ.split(";")[0])];
  const source = writeRegister("made-of-less.csv", less);
  await importCatalogue(ownerUrl(), { source, version: "made-of-less", force: true });
  const [sets] = await rows<{ before: number; after: number }>(
    `SELECT min(data_set_id) AS before, max(data_set_id) AS after FROM data_set WHERE version IN ('made-of', 'made-of-less')`,
  );
  const differing = await withClient(ownerUrl(), (client) =>
    diffCatalogueSets(client, sets?.before ?? 0, sets?.after ?? 0),
  );
  expect(differing).toEqual({ registrations: new Set([FIERCE_MTZ]), isAnyPossible: false });
});

it("refuses to activate rule files of which one has a fault, and says what the fault is", async () => {
  const folder = join(workFolder(), "faulty");
  cpSync(RULEBOOK_DIRECTORY, folder, { recursive: true });
  writeFileSync(join(folder, "catalogue", "zz-broken.json"), '{"note": "no citations", "products": []}');
  const summary = await importCatalogue(ownerUrl(), { ...OURS, source: folder, activate: true });
  expect(summary.activated).toBe(false);
  expect(summary.refusals[0]?.reason).toMatch(/zz-broken\.json: citations/);
});

it("refuses a register that has lost more than 5 percent of its products", async () => {
  const path = writeRegister("shrunken.csv", [...REGISTER, ...PADDING.slice(0, 20)]);
  const before = await switchOf("catalogue");
  const summary = await importCatalogue(ownerUrl(), { source: path, activate: true });
  expect(summary.objections).toMatchObject([
    { name: "drop", detail: expect.stringContaining("register_products") as string },
  ]);
  expect(await switchOf("catalogue")).toEqual(before);
});

it("reads the register as a workbook just as it reads the CSV", async () => {
  const path = join(workFolder(), "register.xlsx");
  writeXlsx(path, [COLUMNS, ...REGISTER, ...PADDING]);
  const fromCsv = await importCatalogue(ownerUrl(), { source: join(workFolder(), "register.csv"), version: "csv" });
  const fromXlsx = await importCatalogue(ownerUrl(), { source: path, version: "xlsx" });
  const records = (id: number) =>
    rows("SELECT registration, name, status, record FROM catalogue_product WHERE data_set_id = $1 ORDER BY 1", [id]);
  expect(await records(fromXlsx.dataSetId)).toEqual(await records(fromCsv.dataSetId));
  expect(fromXlsx.refusals.map(({ line }) => line)).toEqual([6, 7, 8]);
});

it("reads the register from its service, page by page", async () => {
  const stub = await startArcgisStub([]);
  stub.lists["/ords/appril"] = [...REGISTER, ...PADDING].map((line) =>
    Object.fromEntries(COLUMNS.map((name, i) => [name, line[i]])),
  );
  const source = new URL("/ords/appril", stub.layer).href;
  const summary = await importCatalogue(ownerUrl(), {
    source,
    version: "service",
    backOffMs: 1,
    workFolder: join(workFolder(), "pages"),
  });
  await stub.close();
  expect(summary.counts).toMatchObject({ register: { read: 38, loaded: 35 }, register_products: 34 });
});

it("names the columns that a file lacks", async () => {
  const path = join(workFolder(), "columns.csv");
  writeFileSync(path, "REG NUM,Product Name\n1-1,X\n");
  await expect(importCatalogue(ownerUrl(), { source: path })).rejects.toThrow(
    /no column status_group; it has reg_num, product_name/,
  );
});

const madeUpProducts = (dataSetId: number) =>
  count("SELECT count(*) FROM catalogue_product WHERE data_set_id = $1 AND (record->>'isDemonstration')::boolean", [
    dataSetId,
  ]);

it("loads no made-up product by force, nor by a register carried over the demonstration's catalogue", async () => {
  const forced = await importCatalogue(ownerUrl(), {
    source: DEMONSTRATION_DIRECTORY,
    version: "forced-demonstration",
  });
  expect(await madeUpProducts(forced.dataSetId)).toBe(0);
  const before = await importCatalogue(ownerUrl(), { ...OURS, version: "made-up", activate: true, force: true });
  expect(await madeUpProducts(before.dataSetId)).toBeGreaterThan(0);
  const path = writeRegister("over-demonstration.csv", PADDING);
  const real = await importCatalogue(ownerUrl(), { source: path, version: "over-demonstration" });
  expect(real.counts.carried_from).toBe("made-up");
  expect(await madeUpProducts(real.dataSetId)).toBe(0);
});
