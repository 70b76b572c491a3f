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

/** What is looked for: applications from a day on, in areas that differ, past the last one that was dealt with. */
export interface PlannedQuery {
  pulaIds: readonly number[];
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

/**
 * Planned applications on ground that two sets do not hold alike, each once, in order.
 *
 * The server keeps the list, on disk where it is long, and hands it out in parts without an open transaction: its length
 * costs this process no memory and does not hold back the database's clean-up.
 */
export async function* plannedOnChangedGround(
  client: ImportClient,
  { beforeId, afterId }: SetPair,
  { pulaIds, fromDay, reached }: PlannedQuery,
): AsyncGenerator<PlannedApplication[]> {
  // A role's own limit is meant for requests.
  await client.query("SET statement_timeout = 0");
  await client.query(
    `DECLARE radar_planned NO SCROLL CURSOR WITH HOLD FOR
     SELECT DISTINCT provider_id AS "providerId", field_id AS "fieldId", application_event_id AS "applicationEventId"
     FROM find_planned_on_changed_ground($1::int, $2::int, $3::int[], $4::date)
     WHERE $5::text IS NULL OR (provider_id, field_id, application_event_id) > ($5, $6::uuid, $7::uuid)
     ORDER BY 1, 2, 3`,
    [
      beforeId,
      afterId,
      pulaIds,
      fromDay,
      reached?.providerId ?? null,
      reached?.fieldId ?? null,
      reached?.applicationEventId ?? null,
    ],
  );
  try {
    for (;;) {
      const { rows } = await client.query<PlannedApplication>(`FETCH ${ROWS_AT_ONCE} FROM radar_planned`);
      if (rows.length === 0) return;
      yield rows;
    }
  } finally {
    await client.query("CLOSE radar_planned").catch(() => undefined);
  }
}
