import type { QueryResultRow } from "pg";
import type { ImportClient } from "@/lib/data/imports/sets";

/** A planned application that a run looks at. A list goes by these four in this order: who is due first hears first. */
export interface PlannedApplication {
  /** `YYYY-MM-DD` */
  applicationDate: string;
  providerId: string;
  fieldId: string;
  applicationEventId: string;
}

/** One of a list of all. */
export interface ListedApplication extends PlannedApplication {
  /** No other application of its field stands before it in the whole list, so that fields can be counted. */
  isFirstOfField: boolean;
}

/** The set in force before, and the one since. */
export interface SetPair {
  beforeId: number;
  afterId: number;
}

/** Where a list begins: applications from a day on, past the last one that was dealt with. */
export interface PlannedFrom {
  /** `YYYY-MM-DD` */
  fromDay: string;
  reached: PlannedApplication | null;
}

/** Rows of one answer: little memory, and few enough messages. */
const ROWS_AT_ONCE = 500;

export const lockRadar = (client: ImportClient): Promise<boolean> => lockWork(client, "hedgerow radar");
export const lockNewerLabels = (client: ImportClient): Promise<boolean> => lockWork(client, "hedgerow newer labels");

/** Ends with the connection, so that a worker that dies holds up no other. Needs a connection without a pooler. */
async function lockWork(client: ImportClient, name: string): Promise<boolean> {
  const { rows } = await client.query<{ held: boolean }>("SELECT pg_try_advisory_lock(hashtext($1)) AS held", [name]);
  return rows[0]?.held === true;
}

/** Areas and products of which two sets of areas say something else. */
interface ChangedAreas {
  pulaIds: readonly number[];
  /** As products were sent; left out: none. */
  numbers?: readonly string[];
}

const KEY = "application_date, provider_id, field_id, application_event_id";
const ON_CHANGED_GROUND = "find_planned_on_changed_ground($6::int, $7::int, $8::int[], $5::date)";
/** One list after the other: whether each application with a product stands in the other list may be asked one by one, of millions. */
const ON_CHANGED_GROUND_OR_WITH_NUMBERS = `(
  SELECT ${KEY} FROM ${ON_CHANGED_GROUND}
  UNION ALL
  SELECT ${KEY} FROM find_planned_products($5::date) WHERE numbers && $9::text[]) AS either`;

/** Planned applications on ground that two sets of areas do not hold alike, or with one of some products, each once, in order. */
export const plannedOnChangedGround = (
  client: ImportClient,
  { beforeId, afterId }: SetPair,
  { pulaIds, numbers = [], ...from }: PlannedFrom & ChangedAreas,
): AsyncGenerator<ListedApplication[]> =>
  planned(client, from, {
    from: numbers.length === 0 ? ON_CHANGED_GROUND : ON_CHANGED_GROUND_OR_WITH_NUMBERS,
    values: [beforeId, afterId, pulaIds, ...(numbers.length === 0 ? [] : [numbers])],
  });

/** All planned applications, each once, in order. */
export const plannedOnAnyGround = (client: ImportClient, from: PlannedFrom): AsyncGenerator<ListedApplication[]> =>
  planned(client, from, { from: "find_planned_applications($5::date)", values: [] });

/** Planned applications with a product, their own or another of their field and year, that was sent by one of these registration numbers. */
export const plannedWithNumbers = (
  client: ImportClient,
  { numbers, ...from }: PlannedFrom & { numbers: readonly string[] },
): AsyncGenerator<ListedApplication[]> =>
  planned(client, from, {
    from: "(SELECT * FROM find_planned_products($5::date) WHERE numbers && $6::text[]) AS with_numbers",
    values: [numbers],
  });

/** Every registration number that such a product was sent by, once. */
export async function findSentNumbers(client: ImportClient, fromDay: string): Promise<string[]> {
  await client.query(WITHOUT_LIMIT);
  const { rows } = await client.query<{ number: string }>(
    "SELECT DISTINCT unnest(numbers) AS number FROM find_planned_products($1::date)",
    [fromDay],
  );
  return rows.map(({ number }) => number);
}

/** Written out, days stand in the order in which the database has them. */
const LISTED = `to_char(application_date, 'YYYY-MM-DD') AS "applicationDate", provider_id AS "providerId",
       field_id AS "fieldId", application_event_id AS "applicationEventId"`;
const planned = (
  client: ImportClient,
  { fromDay, reached }: PlannedFrom,
  { from, values }: { from: string; values: readonly unknown[] },
): AsyncGenerator<ListedApplication[]> =>
  handOut(
    client,
    `SELECT ${LISTED}, "isFirstOfField"
     FROM (SELECT ${KEY}, row_number() OVER (PARTITION BY provider_id, field_id
                                             ORDER BY application_date, application_event_id) = 1 AS "isFirstOfField"
           FROM (SELECT DISTINCT ${KEY} FROM ${from}) AS found) AS planned
     WHERE $1::date IS NULL OR (${KEY}) > ($1, $2::text, $3::uuid, $4::uuid)
     ORDER BY ${KEY}`,
    [
      ...[reached?.applicationDate, reached?.providerId, reached?.fieldId, reached?.applicationEventId].map(
        (part) => part ?? null,
      ),
      fromDay,
      ...values,
    ],
  );

/** A role's own limit is meant for requests. */
const WITHOUT_LIMIT = "SET statement_timeout = 0";

/**
 * The server keeps the list, on disk where it is long, and hands it out in parts without an open transaction: its length
 * costs this process no memory and does not hold back the database's clean-up.
 */
export async function* handOut<Row>(
  client: ImportClient,
  query: string,
  values: readonly unknown[],
): AsyncGenerator<Row[]> {
  await client.query(WITHOUT_LIMIT);
  await client.query(`DECLARE radar_planned NO SCROLL CURSOR WITH HOLD FOR ${query}`, [...values]);
  try {
    for (;;) {
      const { rows } = await client.query<Row & QueryResultRow>(`FETCH ${ROWS_AT_ONCE} FROM radar_planned`);
      if (rows.length === 0) return;
      yield rows;
    }
  } finally {
    await client.query("CLOSE radar_planned").catch(() => undefined);
  }
}
