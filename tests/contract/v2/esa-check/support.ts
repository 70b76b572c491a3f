import { beginAs } from "@/lib/data/db";
import type { Geometry } from "geojson";
import pg from "pg";
import { expect } from "vitest";
import type { z } from "zod";
import { POST } from "@/app/api/v2/esa-check/route";
import { esaCheckResponse } from "@/lib/contracts/v2/esa-check";
import { importCounties } from "@/lib/imports/county/import-counties";
import { answer, call, refusal, type Caller } from "@/tests/support/api";
import { asOwner } from "@/tests/support/owner-connections";
import {
  box,
  loadCatalogue,
  loadPulas,
  type SyntheticLimitation,
  type SyntheticPula,
} from "@/tests/support/reference-data";
import { ownerUrl } from "@/tests/support/owner-connections";
import { checkBody, NO_ESA } from "@/tests/support/requests";

export type CheckAnswer = z.output<typeof esaCheckResponse>;
export type Body = Record<string, unknown>;

/**
 * Runs SQL as the owner, who sees no provider's rows, or with a provider's name as the service does for that provider:
 * under its role and row-level security. Nothing of it lasts on its connection.
 */
export const sql = <Row extends pg.QueryResultRow>(
  providerId: string | null,
  statement: string,
  values: unknown[] = [],
): Promise<Row[]> => ask(providerId === null ? null : beginAs(providerId, {}), statement, values);

/** As the owner, who may change every row of one provider. */
export const sqlAsOwner = <Row extends pg.QueryResultRow>(
  providerId: string,
  statement: string,
  values: unknown[] = [],
): Promise<Row[]> => ask(beginAs(providerId, { isOwnRole: true }), statement, values);

function ask<Row extends pg.QueryResultRow>(
  begin: string | null,
  statement: string,
  values: unknown[],
): Promise<Row[]> {
  return asOwner(async (client) => {
    if (begin === null) return (await client.query<Row>(statement, values)).rows;
    await client.query(begin);
    const { rows } = await client.query<Row>(statement, values);
    await client.query("COMMIT");
    return rows;
  });
}

const PROVIDER_TABLES = [
  "field",
  "application",
  "requirement",
  "measure_selection",
  "assessment",
  "claim",
  "portal_token",
] as const;

/** How many rows a provider has in each table that a check can write. */
export async function rowCounts(providerId: string): Promise<Record<(typeof PROVIDER_TABLES)[number], number>> {
  const counts = PROVIDER_TABLES.map((name) => `(SELECT count(*)::int FROM ${name}) AS ${name}`).join(", ");
  const [row] = await sql<Record<(typeof PROVIDER_TABLES)[number], number>>(providerId, `SELECT ${counts}`);
  if (row === undefined) throw new Error("no counts");
  return row;
}

/** Every row a provider has in those tables, as text to compare. */
export async function snapshot(providerId: string): Promise<string> {
  const rows = PROVIDER_TABLES.map((name) => `SELECT '${name}' AS name, to_jsonb(t) AS row FROM ${name} t`).join(
    " UNION ALL ",
  );
  return JSON.stringify(await sql(providerId, `SELECT * FROM (${rows}) every ORDER BY name, row::text`));
}

export interface SyntheticCounty {
  geoId: string;
  name: string;
  geometry: Geometry;
}

/** Counties made up for one test, under real codes so that the class table speaks of them. */
export const loadCounties = (counties: readonly SyntheticCounty[], precision: "exact" | "coarse" = "exact") =>
  importCounties(ownerUrl(), {
    source: {
      name: "synthetic counties",
      records: counties.map(({ geoId, name, geometry }) => ({
        type: "Feature",
        properties: { geo_id: geoId, county_name: name },
        geometry,
      })),
    },
    precision,
    activate: true,
    force: true,
  });

/** Ground that synthetic sets cover: two degrees of Alabama round the field of `checkBody`. */
export const GROUND = box(-88, 32, -86, 34);
/** A PULA that no test field comes near, so that a set without others is still a set. */
export const FAR_PULA: SyntheticPula = { pulaId: 900, geometry: box(-86.2, 33.8, -86.1, 33.9) };

/** Catalogue, one county of 2 points (Bibb, Alabama) and the given PULAs. */
export async function loadGround(
  pulas: readonly SyntheticPula[] = [],
  limitations: readonly SyntheticLimitation[] = [],
): Promise<void> {
  await loadCatalogue();
  await loadCounties([{ geoId: "01007", name: "Bibb", geometry: GROUND }]);
  await loadPulas([...pulas, FAR_PULA], limitations, GROUND);
}

/** Sends a check and reads its answer with the strict schema. */
export async function check(caller: Caller, more: Body = {}, query?: string): Promise<CheckAnswer> {
  const body = checkBody(caller.providerId, more);
  return answer(await call(POST, caller, { body, ...(query === undefined ? {} : { query }) }), esaCheckResponse);
}

/** Sends a check that is to be refused, and reads its error with the strict schema. */
export const refusedCheck = async (caller: Caller, status: number, more: Body = {}) =>
  refusal(await call(POST, caller, { body: checkBody(caller.providerId, more) }), status);

export const codesOf = (found: CheckAnswer): string[] => found.compliance.issues.map(({ code }) => code);

/** A body that is answered without any work, for what is about the request alone. */
export const plainBody = (providerId: string, more: Body = {}): Body =>
  checkBody(providerId, { products: [NO_ESA], ...more });

export interface ExpectedFault {
  path: (string | number)[];
  code?: string;
  message?: RegExp;
  keys?: string[];
}

const pointerOf = (path: readonly (string | number)[]): string =>
  path.map((part) => `/${String(part).replaceAll("~", "~0").replaceAll("/", "~1")}`).join("");

/** 422 with exactly this fault, told by path and by pointer. */
export async function expectFault(caller: Caller, body: unknown, wanted: ExpectedFault): Promise<void> {
  const found = await refusal(await call(POST, caller, { body }), 422);
  expect(found.code).toBe("INVALID_REQUEST");
  expect(found.retryable).toBe(false);
  // One fault, but for unknown members: each is a fault of its own, and points at itself.
  const keys = wanted.keys ?? [];
  expect(found.details).toHaveLength(Math.max(1, keys.length));
  const [detail] = found.details ?? [];
  expect(detail).toMatchObject({ path: wanted.path, pointer: pointerOf([...wanted.path, ...keys.slice(0, 1)]) });
  if (wanted.code !== undefined) expect(detail?.code).toBe(wanted.code);
  if (wanted.message !== undefined) expect(detail?.message).toMatch(wanted.message);
  expect(found.details?.flatMap((each) => each.keys ?? [])).toEqual(keys);
}

export interface HeldGround {
  /** Resolves when so many checks wait for the ground: they hold their claims and have saved nothing. */
  arrived: (checks?: number) => Promise<void>;
  /** Waits until no statement waits for the ground any more. */
  left: () => Promise<void>;
  letGo: () => Promise<void>;
}

/**
 * Keeps every check waiting at its spatial search, by locking the table it reads: a real dependency that is slow,
 * between the transaction that claims and the one that saves.
 */
export async function holdGround(): Promise<HeldGround> {
  const client = new pg.Client({ connectionString: ownerUrl() });
  await client.connect();
  await client.query("BEGIN; LOCK TABLE pula_piece IN ACCESS EXCLUSIVE MODE");
  let isOpen = true;
  const waiting = async (): Promise<number> => {
    const { rows } = await client.query<{ waiting: number }>(
      "SELECT count(*)::int AS waiting FROM pg_locks WHERE relation = 'pula_piece'::regclass AND NOT granted",
    );
    return rows[0]?.waiting ?? 0;
  };
  return {
    left: () => expect.poll(waiting, { timeout: 30_000 }).toBe(0),
    arrived: (checks = 1) => expect.poll(waiting, { timeout: 30_000 }).toBeGreaterThanOrEqual(checks),
    letGo: async () => {
      if (!isOpen) return;
      isOpen = false;
      await client.query("COMMIT");
      await client.end();
    },
  };
}

/** Sends a check, does something while it is at work, and gives back the check's answer. */
export const whileChecking = (caller: Caller, more: Body, meanwhile: () => Promise<unknown>): Promise<Response> =>
  whileAtWork(caller, () => call(POST, caller, { body: checkBody(caller.providerId, more) }), meanwhile);

/** The same of a check that is sent in another way. */
export async function whileAtWork(
  { providerId }: Caller,
  send: () => Promise<Response>,
  meanwhile: () => Promise<unknown>,
): Promise<Response> {
  const held = await holdGround();
  try {
    const answered = send();
    await held.arrived();
    // The areas are looked up beside the claim, so the claim and what it read may come later.
    const claims = () => sql<{ kind: string }>(providerId, "SELECT kind FROM claim");
    await expect.poll(async () => (await claims()).length, { timeout: 30_000 }).toBeGreaterThanOrEqual(2);
    await meanwhile();
    await held.letGo();
    return await answered;
  } finally {
    await held.letGo();
  }
}
