import type { QueryResultRow } from "pg";
import type { ImportClient } from "@/lib/data/imports/sets";

/** A planned application that a run looks at, in the order of its list. */
export interface PlannedApplication {
  providerId: string;
  fieldId: string;
  applicationEventId: string;
}

/** The set in force before, and the one since. */
export interface SetPair {
  beforeId: number;
  afterId: number;
}

/** Where a list begins: applications from a day on, past the last one that was dealt with. */
interface PlannedFrom {
  /** `YYYY-MM-DD` */
  fromDay: string;
  reached: PlannedApplication | null;
}

/** Rows of one answer: little memory, and few enough messages. */
const ROWS_AT_ONCE = 500;

/** Ends with the connection, so that a worker that dies holds up no other. Needs a connection without a pooler. */
export async function lockRadar(client: ImportClient): Promise<boolean> {
  const { rows } = await client.query<{ held: boolean }>(
    "SELECT pg_try_advisory_lock(hashtext('hedgerow radar')) AS held",
  );
  return rows[0]?.held === true;
}

/** Planned applications on ground that two sets of areas do not hold alike, each once, in order. */
export const plannedOnChangedGround = (
  client: ImportClient,
  { beforeId, afterId }: SetPair,
  { pulaIds, fromDay, reached }: PlannedFrom & { pulaIds: readonly number[] },
): AsyncGenerator<PlannedApplication[]> =>
  listed(client, reached, {
    columns: "",
    from: "find_planned_on_changed_ground($4::int, $5::int, $6::int[], $7::date)",
    values: [beforeId, afterId, pulaIds, fromDay],
  });

/** Planned applications with the registration numbers of their products as they were sent, each once, in order. */
export const plannedWithNumbers = (
  client: ImportClient,
  { fromDay, reached }: PlannedFrom,
): AsyncGenerator<(PlannedApplication & { numbers: string[] })[]> =>
  listed(client, reached, { columns: ", numbers", from: "find_planned_products($4::date)", values: [fromDay] });

/**
 * The server keeps the list, on disk where it is long, and hands it out in parts without an open transaction: its length
 * costs this process no memory and does not hold back the database's clean-up.
 */
export async function* listed<Row extends PlannedApplication>(
  client: ImportClient,
  reached: PlannedApplication | null,
  { columns, from, values }: { columns: string; from: string; values: readonly unknown[] },
): AsyncGenerator<Row[]> {
  // A role's own limit is meant for requests.
  await client.query("SET statement_timeout = 0");
  await client.query(
    `DECLARE radar_planned NO SCROLL CURSOR WITH HOLD FOR
     SELECT DISTINCT provider_id AS "providerId", field_id AS "fieldId", application_event_id AS "applicationEventId"
                     ${columns}
     FROM ${from}
     WHERE $1::text IS NULL OR (provider_id, field_id, application_event_id) > ($1, $2::uuid, $3::uuid)
     ORDER BY 1, 2, 3`,
    [reached?.providerId ?? null, reached?.fieldId ?? null, reached?.applicationEventId ?? null, ...values],
  );
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
