import { expect } from "vitest";
import type { z } from "zod";
import { POST as postBaseline } from "@/app/api/v2/field/runoff-baseline/route";
import { POST as postField } from "@/app/api/v2/process-field/route";
import { POST as postSoil } from "@/app/api/v2/soil/process/route";
import { processFieldResponse } from "@/lib/contracts/v2/process-field";
import { runoffBaselineResponse } from "@/lib/contracts/v2/runoff-baseline";
import { soilProcessResponse } from "@/lib/contracts/v2/soil-process";
import { getDeps } from "@/lib/runtime/deps";
import { openLink, type RefusedLink } from "@/lib/usecases/portal/open-link";
import { loadCounties, sql, type Body } from "@/tests/contract/v2/esa-check/support";
import { answer, call, refusal, type Caller, type Refusal } from "@/tests/support/api";
import { box, loadCatalogue, loadPulas } from "@/tests/support/reference-data";
import { squareField, type Boundary } from "@/tests/support/requests";
import { connectStub, groundOf, type Connected, type Soil } from "@/tests/support/soil-ground";

/**
 * A piece of ground two degrees wide on which every threshold can be met: counties side by side from west to east,
 * soils above each other from south to north, so that a place is a county and a soil.
 */
export const COUNTY = {
  otherMedium: -87.9,
  medium: -87.5,
  high: -86.9,
  low: -86.65,
  veryLow: -86.4,
  unclassed: -86.1,
} as const;
/** Where two counties meet. */
export const COUNTY_LINE = { mediumHigh: -87, highLow: -86.75, lowVeryLow: -86.5, veryLowUnclassed: -86.25 } as const;

/** Latitudes in the middle of each soil; what it is stands in the name. */
export const SOIL = {
  sandyFlat: 32.1,
  moderateFlat: 32.3,
  moderateSteep: 32.5,
  dualAtThreshold: 32.7,
  clayFlat: 32.9,
  mixedAB: 33.1,
  water: 33.3,
  wetSteep: 33.5,
  outside: 33.8,
} as const;

const soilRow = (south: number, mukey: string, more: Pick<Soil, "group" | "slope">): Soil => ({
  box: [-88, south, -86, south + 0.2],
  mukey,
  ...more,
});

const SOILS: Soil[] = [
  soilRow(32, "1", { group: "A", slope: 1 }),
  soilRow(32.2, "2", { group: "B", slope: 2.99 }),
  soilRow(32.4, "3", { group: "B", slope: 5 }),
  soilRow(32.6, "4", { group: "A/D", slope: 3 }),
  soilRow(32.8, "5", { group: "C", slope: 0 }),
  soilRow(33, "6", { group: "A/B", slope: 8 }),
  soilRow(33.2, "7", { group: null, slope: null }),
  soilRow(33.4, "8", { group: "D", slope: 8 }),
];

/** The only PULA near a test field; it covers the square round one place. */
export const PULA_ID = 501;
export const IN_PULA = [-87.7, 32.5] as const;

/** Loads counties, soils and one PULA, and connects the stub survey. Close it when the file is done. */
export async function prepareFields(options: Parameters<typeof connectStub>[1] = {}): Promise<Connected> {
  await loadCatalogue();
  await loadCounties([
    { geoId: "01001", name: "Other medium", geometry: box(-88, 32, -87.75, 34) },
    { geoId: "01007", name: "Medium", geometry: box(-87.75, 32, -87, 34) },
    { geoId: "01003", name: "High", geometry: box(-87, 32, -86.75, 34) },
    { geoId: "04003", name: "Low", geometry: box(-86.75, 32, -86.5, 34) },
    { geoId: "04001", name: "Very low", geometry: box(-86.5, 32, -86.25, 34) },
    { geoId: "01999", name: "Unclassed", geometry: box(-86.25, 32, -86, 34) },
  ]);
  const [lon, lat] = IN_PULA;
  const geometry = box(lon - 0.01, lat - 0.01, lon + 0.01, lat + 0.01);
  await loadPulas([{ pulaId: PULA_ID, geometry }], [], box(-88, 32, -86, 34));
  return connectStub(groundOf(SOILS), options);
}

/** A field in a county, or across a county line, on a soil; `shift` moves it within them. */
export const fieldOn = (lon: number, lat: number, shift = 0): Boundary =>
  squareField(lon - 0.002 + shift, lat - 0.002 + shift / 2);

export type FieldAnswer = z.output<typeof processFieldResponse>;
export type BaselineAnswer = z.output<typeof runoffBaselineResponse>;
export type SoilAnswer = z.output<typeof soilProcessResponse>;

/** A request that is right in every part; tests change the part they are about. */
export const fieldBody = (providerId: string, more: Body = {}): Body => ({
  provider_id: providerId,
  account_id: "account-1",
  provider_field_id: "field-1",
  field_name: "Home quarter",
  field_boundary: fieldOn(COUNTY.medium, SOIL.moderateSteep),
  ...more,
});

export const sendField = (caller: Caller, more: Body = {}): Promise<Response> =>
  call(postField, caller, { body: fieldBody(caller.providerId, more) });

export const processField = async (caller: Caller, more: Body = {}): Promise<FieldAnswer> =>
  answer(await sendField(caller, more), processFieldResponse);

export const sendSoil = (caller: Caller | null, body: unknown): Promise<Response> => call(postSoil, caller, { body });

export const processSoil = async (caller: Caller, boundary: unknown): Promise<SoilAnswer> => {
  const body = { provider_id: caller.providerId, field_boundary: boundary };
  return answer(await sendSoil(caller, body), soilProcessResponse);
};

export const sendBaseline = (caller: Caller | null, body: unknown): Promise<Response> =>
  call(postBaseline, caller, { body });

export const baseline = async (caller: Caller, boundary: unknown): Promise<BaselineAnswer> =>
  answer(await sendBaseline(caller, { field_boundary: boundary }), runoffBaselineResponse);

/** 503 `REQUEST_FAILED`, to be tried again in five seconds. */
export async function expectDependencyFailed(
  response: Response,
  /** The cause lasts, so that asking again is of no use. */
  { isLasting = false }: { isLasting?: boolean } = {},
): Promise<Refusal> {
  expect(response.headers.get("retry-after")).toBe(isLasting ? null : "5");
  const found = await refusal(response, 503);
  expect(found).toMatchObject({ code: "REQUEST_FAILED", retryable: !isLasting });
  return found;
}

/**
 * Rows of every table that holds a provider's, counted under row-level security as that provider. Refused requests are
 * left out: their rows are written a moment after the answer, so that the count would be one of another moment.
 */
export async function everyCount(providerId: string): Promise<Record<string, number>> {
  const tables = await sql<{ name: string }>(
    null,
    `SELECT c.oid::regclass::text AS name FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
     WHERE c.relkind IN ('r', 'p') AND NOT c.relispartition AND c.relname <> 'refused_request' AND n.nspname NOT IN ('pg_catalog', 'information_schema', 'gis')
       AND EXISTS (SELECT FROM pg_attribute WHERE attrelid = c.oid AND attname = 'provider_id' AND NOT attisdropped)
     ORDER BY 1`,
  );
  const counts = tables.map(({ name }) => `(SELECT count(*)::int FROM ${name}) AS "${name}"`).join(", ");
  const [row] = await sql<Record<string, number>>(providerId, `SELECT ${counts}`);
  if (row === undefined || tables.length < 9) throw new Error("no counts");
  return row;
}

export interface SavedRow {
  [column: string]: unknown;
  field_id: string;
  account_id: string;
  field_name: string;
  revision: number;
  boundary_hash: string;
  boundary: string;
  ground: { soil: { dominantGroup: string | null } | null; derivedByYear: Record<string, number[]> };
}

/** Live rows of a field, as saved. */
export const fieldRows = (providerId: string, providerFieldId = "field-1"): Promise<SavedRow[]> =>
  sql<SavedRow>(
    providerId,
    `SELECT field_id, account_id, field_name, revision, boundary_hash, gis.ST_AsText(boundary) AS boundary, ground
     FROM field WHERE provider_field_id = $1 AND archived_at IS NULL ORDER BY field_id`,
    [providerFieldId],
  );

export async function fieldRow(providerId: string, providerFieldId = "field-1"): Promise<SavedRow> {
  const [row, ...others] = await fieldRows(providerId, providerFieldId);
  if (row === undefined || others.length > 0) throw new Error(`not one field ${providerFieldId}`);
  return row;
}

export interface SavedCredit {
  [column: string]: unknown;
  year: number;
  id: number;
  source: string;
  day: string | null;
  notes: string | null;
}

/** Credits and selections of a field, by year and id. */
export const savedCredits = (providerId: string, providerFieldId = "field-1"): Promise<SavedCredit[]> =>
  sql<SavedCredit>(
    providerId,
    `SELECT year, sub_option_id AS id, source, to_char(implementation_date, 'YYYY-MM-DD') AS day, m.notes
     FROM measure_selection m JOIN field f USING (provider_id, field_id)
     WHERE f.provider_field_id = $1 ORDER BY year, sub_option_id`,
    [providerFieldId],
  );

export const creditIds = async (providerId: string, year: number, providerFieldId = "field-1"): Promise<number[]> =>
  (await savedCredits(providerId, providerFieldId)).filter((each) => each.year === year).map(({ id }) => id);

/** What a portal link opens. */
export async function opened(url: string): Promise<RefusedLink | { field: { fieldId: string; fieldName: string } }> {
  const link = await openLink(await getDeps(), url.split("/portal/f/")[1] ?? "");
  return "refusal" in link ? link : { field: { fieldId: link.field.fieldId, fieldName: link.field.fieldName } };
}

/** Runs with another clock and puts the right one back. */
export async function atTime<T>(moment: string, work: () => Promise<T>): Promise<T> {
  const deps = await getDeps();
  const { clock } = deps;
  deps.clock = () => new Date(moment);
  try {
    return await work();
  } finally {
    deps.clock = clock;
  }
}

/** Every sub-option of a tree, in the order it stands. */
export const subOptionsIn = (tree: NonNullable<FieldAnswer["mitigation_options"]>) =>
  tree.flatMap(({ options }) => options.flatMap(({ sub_options }) => sub_options));

/** An answer without what differs from request to request. */
export const without = <T extends object>(whole: T, ...names: (keyof T)[]): Partial<T> =>
  Object.fromEntries(Object.entries(whole).filter(([name]) => !names.includes(name as keyof T))) as Partial<T>;

/** The members of a field's answer that are new at every request. */
export const PER_REQUEST = ["mitigation_portal_url", "mitigation_portal_url_expires_at", "expires_at"] as const;
