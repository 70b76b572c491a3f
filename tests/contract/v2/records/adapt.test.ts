import { randomUUID } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { Ajv2020 } from "ajv/dist/2020";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { GET } from "@/app/api/v2/applications/[applicationEventId]/record/adapt/route";
import { POST } from "@/app/api/v2/applications/[applicationEventId]/record/route";
import { POST as SIGN } from "@/app/api/v2/applications/[applicationEventId]/record/sign-off/route";
import { adaptDatasetSchema, type AdaptDataset } from "@/lib/contracts/v2/adapt/dataset";
import { adaptDataset } from "@/tests/contract/clients/adapt-dataset";
import { saved } from "@/tests/contract/v2/compliance/support";
import { prepareSoundGround } from "@/tests/contract/v2/drift/support";
import { type Body, sql } from "@/tests/contract/v2/esa-check/support";
import { call, makeCaller, refusal, type Caller } from "@/tests/support/api";
import { squareField } from "@/tests/support/requests";
import type { Connected } from "@/tests/support/soil-ground";

/**
 * The published root schema, where someone fetched it (`adapt-root-schema.json` of https://github.com/ADAPT/Standard): it is
 * not ours to hand on. Without it our own transcript judges alone, and the run names this test as skipped.
 */
const PUBLISHED = process.env.ADAPT_SCHEMA ?? "../shared/data/adapt-root-schema.json";
const addFormats = createRequire(import.meta.url)("ajv-formats") as (ajv: Ajv2020) => void;

interface Check extends Body {
  field_boundary?: { geometry: { coordinates: unknown[] } };
}
/** Of the package, which is compiled by itself: its types are made when it is built. */
let checksOfWorkOrders: (dataset: unknown) => { check: Check }[];
let caller: Caller;
let soil: Connected;
beforeAll(async () => {
  soil = await prepareSoundGround();
  const adapt = pathToFileURL(resolve("clients/typescript/src/adapt.ts")).href;
  ({ checksOfWorkOrders } = (await import(/* @vite-ignore */ adapt)) as {
    checksOfWorkOrders: typeof checksOfWorkOrders;
  });
  caller = await makeCaller("adapt");
});
afterAll(() => soil.close());

const at = (id: string) => ({ params: { applicationEventId: id } });
async function download(id: string): Promise<AdaptDataset> {
  const response = await call(GET, caller, { method: "GET", ...at(id) });
  expect(response.status).toBe(200);
  expect(response.headers.get("content-disposition")).toContain(`record-${id}.adapt.json`);
  return adaptDatasetSchema.parse(await response.json());
}

const entry = (more: Body) => ({ entry_id: randomUUID(), written_at: "2026-06-15T09:05:00-05:00", ...more });
const reading = (moment: string, clock: string, more: Body = {}) =>
  entry({
    kind: "reading",
    moment,
    read_at: `2026-06-15T${clock}:00-05:00`,
    wind_speed_mph: 10,
    wind_direction_deg: 210,
    temperature_f: 77,
    ...more,
  });
const fact = (name: string, value: unknown) => entry({ kind: "fact", name, value });
const write = async (id: string, ...entries: unknown[]): Promise<void> => {
  expect((await call(POST, caller, { body: { entries }, ...at(id) })).status).toBe(200);
};

const WKT = "POLYGON ((-87.25 32.89, -87.246 32.89, -87.246 32.894, -87.25 32.894, -87.25 32.89))";

/** An application that a work order of the standard was made into, and its record. */
async function sprayed(name: string, more: Body = {}): Promise<string> {
  const [found] = checksOfWorkOrders(adaptDataset(WKT));
  if (found === undefined) throw new Error("no check");
  const { id } = await saved(caller, {
    ...found.check,
    application_id: name,
    provider_field_id: name,
    application_method: "Broadcast-Ground",
    gpa: 15,
    droplet_size: "VC",
    boom_height: "low",
    ...more,
  });
  await write(
    id,
    reading("start", "09:05"),
    reading("refill", "10:20", { temperature_f: null }),
    reading("end", "12:00", { wind_speed_mph: null, wind_direction_deg: null, temperature_f: null }),
    fact("applicator_name", 'Jo "Field" ../etc'),
    fact("operator_name", "Kim Row"),
    fact("area_treated_ac", 40),
  );
  return id;
}

/** What a summary value says of a variable, with the product it is about. */
function measured(
  { documents: { workRecords } }: Pick<AdaptDataset, "documents">,
  code: string,
): [string | undefined, number][] {
  const [{ operations }] = workRecords;
  const [{ variables, summaryValues }] = operations;
  return variables
    .filter(({ definitionCode }) => definitionCode === code)
    .map(({ id, productId }) => [
      productId,
      Number(summaryValues.find(({ variableId }) => variableId === id.referenceId)?.valueText),
    ]);
}

describe("a record as a work record of the ADAPT Standard", () => {
  it("says what the work order said that it was made from, with what was written down since", async () => {
    const id = await sprayed("round");
    const dataset = await download(id);
    const { catalog, documents } = dataset;
    const [field] = catalog.fields;
    expect(field).toMatchObject({ name: "North 40", timeZone: "America/Chicago" });
    expect(field.id.uniqueIds).toEqual([{ idText: "round", idTypeCode: "STRING" }]);
    // The same ground, read back by the code that reads work orders.
    const [again] = checksOfWorkOrders({ ...adaptDataset(catalog.fieldBoundaries[0]?.boundary.geometry ?? "") });
    const [order] = checksOfWorkOrders(adaptDataset(WKT));
    const first = (check: typeof again) => check?.check.field_boundary?.geometry.coordinates.flat(3).toSorted();
    expect(first(again)).toEqual(first(order));
    expect(catalog.crops.map(({ name }) => name)).toEqual(["soybeans"]);
    expect(catalog.products.map(({ name, contextItems }) => [name, contextItems?.[0]?.valueText])).toEqual([
      ["DEMO Tiered", "99002-1"],
      ["Drift reducing adjuvant", undefined],
    ]);
    const [[mass], [volume]] = [
      measured(dataset, "AppliedMassPerAreaTarget"),
      measured(dataset, "AppliedVolumePerAreaTarget"),
    ];
    expect(mass?.[0]).toBe("product-1");
    expect(mass?.[1]).toBeCloseTo(1.12, 9);
    expect(volume?.[1]).toBeCloseTo(0.3, 9);
    const [{ operations, notes, id: own }] = documents.workRecords;
    const [operation] = operations;
    expect(own.uniqueIds).toEqual([{ idText: id, idTypeCode: "UUID" }]);
    expect(operation.timeScopes).toEqual([
      { dateContextCode: "ACTUAL", start: "2026-06-15T14:05:00.000Z", end: "2026-06-15T17:00:00.000Z" },
    ]);
    // A mile an hour is 0.44704 m/s; what no one read is not there.
    expect(measured(dataset, "WindSpeed").map(([, value]) => value)).toEqual([4.4704, 4.4704]);
    expect(measured(dataset, "AirTemperature").map(([, value]) => value)).toEqual([25]);
    expect(operation.contextItems?.map(({ valueText }) => Number(valueText))).toEqual([16.1874256896]);
    expect(catalog.parties.map(({ name }) => name)).toEqual(['Jo "Field" ../etc', "Kim Row"]);
    expect(operation.partyRoles.map(({ roleCode }) => roleCode)).toEqual(["UNKNOWN", "OPERATOR"]);
    expect(notes).toContain("Not signed.");
    expect(notes.join("\n")).toMatch(/Missing: /);
  });

  it("names nothing within it that is not there", async () => {
    const { catalog, documents } = await download(await sprayed("named"));
    const [{ operations, fieldId, cropZoneId, seasonId }] = documents.workRecords;
    const [{ variables, summaryValues, productIds, partyRoles }] = operations;
    const ids = (items: readonly { id: { referenceId: string } }[]) => items.map(({ id }) => id.referenceId);
    const every = [...Object.values(catalog).flatMap(ids), ...ids(variables)];
    expect(new Set(every).size).toBe(every.length);
    const named = [
      fieldId,
      cropZoneId,
      seasonId,
      catalog.fields[0].activeBoundaryId,
      ...productIds,
      ...summaryValues.map(({ variableId }) => variableId),
      ...partyRoles.map(({ partyId }) => partyId),
      ...variables.flatMap(({ productId }) => productId ?? []),
    ];
    expect(every).toEqual(expect.arrayContaining(named));
  });

  it("holds injected names as they were sent, and none of them in its header", async () => {
    const name = String.raw`"},{"x":"</script>'; DROP TABLE field; -- ..\..\etc/🌾𠮷%0d%0aX-Bad: 1`;
    const { catalog } = await download(await sprayed("injected", { field_name: name }));
    expect(catalog.fields.map((field) => field.name)).toEqual([name]);
  });

  it("holds what was signed, and names what came after it", async () => {
    const id = await sprayed("signed");
    const body = { signed_by: "Jo Field", entries_seen: 6 };
    expect((await call(SIGN, caller, { body, ...at(id) })).status).toBe(200);
    await write(id, fact("operator_name", "Lee Late"), reading("end", "13:00"));
    const { catalog, documents } = await download(id);
    expect(catalog.parties.map(({ name }) => name)).not.toContain("Lee Late");
    const [{ operations, notes }] = documents.workRecords;
    expect(operations[0].timeScopes[0]?.end).toBe("2026-06-15T17:00:00.000Z");
    expect(notes.filter((note) => note.startsWith("Added after the signature"))).toHaveLength(2);
    expect(notes.find((note) => note.startsWith("Signed by Jo Field"))).toMatch(/SHA-256 [0-9a-f]{64}/);
  });

  it("holds nothing of what was sent after the signature", async () => {
    const id = await sprayed("sent-again");
    expect((await call(SIGN, caller, { body: { signed_by: "Jo Field", entries_seen: 6 }, ...at(id) })).status).toBe(
      200,
    );
    const before = await download(id);
    // As a check of another application on the field names it.
    await sql(caller.providerId, "UPDATE field SET field_name = 'North 40' WHERE provider_field_id = 'sent-again'");
    expect((await download(id)).catalog.fields[0]).toEqual(before.catalog.fields[0]);
    const product = { product_name: "Other", epa_number: "99001-3", rate: 24, rate_unit: "fl oz/ac" };
    const again = { application_id: "sent-again", provider_field_id: "sent-again", field_name: "South 40" };
    const boundary = squareField(-87.25, 32.89, 0.003);
    await saved(caller, {
      ...again,
      application_date: "2027-05-01",
      crop: ["corn"],
      products: [product],
      field_boundary: boundary,
    });
    const { catalog, documents } = await download(id);
    expect(catalog.fields[0]).toEqual({ ...before.catalog.fields[0], activeBoundaryId: undefined });
    expect(catalog.fieldBoundaries).toEqual([]);
    expect(catalog.crops).toEqual(before.catalog.crops);
    expect(catalog.seasons).toMatchObject([{ name: "2026" }]);
    expect(catalog.products.map(({ name }) => name)).toEqual(before.catalog.products.map(({ name }) => name));
    expect(measured({ documents }, "AppliedMassPerAreaTarget")).toEqual([]);
    const notesOf = (dataset: Pick<AdaptDataset, "documents">) => dataset.documents.workRecords[0].notes;
    expect(notesOf({ documents }).filter((note) => !notesOf(before).includes(note))).toEqual([
      expect.stringContaining("sent again after the signature"),
    ]);
  });

  it("is another provider's business as little as the record is", async () => {
    const id = await sprayed("tenant");
    const other = await makeCaller("adapt-other");
    await refusal(await call(GET, other, { method: "GET", ...at(id) }), 404);
  });

  it.skipIf(!existsSync(PUBLISHED))(`is valid by the published schema (needs ${PUBLISHED})`, async () => {
    const ajv = new Ajv2020({ strict: false, allErrors: true });
    addFormats(ajv);
    const schema = JSON.parse(readFileSync(PUBLISHED, "utf8")) as { $id: string };
    const validate = ajv.compile(schema);
    expect(validate(await download(await sprayed("valid"))), JSON.stringify(validate.errors)).toBe(true);
    expect(validate({ catalog: {} })).toBe(false);
  });
});
