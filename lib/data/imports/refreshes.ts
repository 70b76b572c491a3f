import type { ImportClient } from "@/lib/data/imports/sets";
import type { DataRefresh, RefreshKind } from "@/lib/domain/data-refresh";

/** Two refreshes of one kind at once would load the same set twice. The lock dies with the process. */
export async function lockRefresh(client: ImportClient, kind: RefreshKind): Promise<boolean> {
  const { rows } = await client.query<{ held: boolean }>(
    "SELECT pg_try_advisory_lock(hashtext('hedgerow refresh ' || $1)) AS held",
    [kind],
  );
  return rows[0]?.held === true;
}

/** Notes the beginning, and that runs of the kind which never ended have died: the caller holds its lock. */
export async function beginRefresh(
  client: ImportClient,
  { kind, askedBy, dryRun }: Pick<DataRefresh, "kind" | "askedBy" | "dryRun">,
): Promise<number> {
  await client.query(
    `UPDATE data_refresh SET outcome = 'failed', ended_at = now(), detail = 'its process ended'
     WHERE kind = $1 AND outcome = 'running'`,
    [kind],
  );
  const { rows } = await client.query<{ refresh_id: number }>(
    "INSERT INTO data_refresh (kind, asked_by, dry_run) VALUES ($1, $2, $3) RETURNING refresh_id",
    [kind, askedBy, dryRun],
  );
  return rows[0]?.refresh_id ?? 0;
}

export async function endRefresh(
  client: ImportClient,
  refreshId: number,
  { outcome, version, detail, report }: Pick<DataRefresh, "outcome" | "version" | "detail" | "report">,
): Promise<void> {
  await client.query(
    `UPDATE data_refresh SET outcome = $2, version = $3, detail = $4, report = $5, ended_at = now()
     WHERE refresh_id = $1`,
    [refreshId, outcome, version, detail, JSON.stringify(report)],
  );
}

/** Runs, newest first. */
export async function listRefreshes(client: ImportClient, most: number): Promise<DataRefresh[]> {
  const { rows } = await client.query<DataRefresh>(
    `SELECT refresh_id AS "refreshId", kind, asked_by AS "askedBy", dry_run AS "dryRun", outcome, version, detail, report,
            started_at AS "startedAt", ended_at AS "endedAt"
     FROM data_refresh ORDER BY refresh_id DESC LIMIT $1`,
    [most],
  );
  return rows;
}

/** Sets that earlier refreshes loaded and no one switched to: a newer one takes their place. */
export async function findWaitingSets(
  client: ImportClient,
  kind: "pula" | "county",
): Promise<{ dataSetId: number; version: string }[]> {
  const { rows } = await client.query<{ dataSetId: number; version: string }>(
    `SELECT d.data_set_id AS "dataSetId", d.version FROM data_set d
     WHERE d.kind = $1 AND d.state = 'ready'
       AND EXISTS (SELECT FROM data_refresh r WHERE r.kind = d.kind AND r.version = d.version)
       AND NOT EXISTS (SELECT FROM active_data_set a WHERE d.data_set_id IN (a.data_set_id, a.previous_data_set_id))
       AND NOT EXISTS (SELECT FROM data_set_use u WHERE u.kind = d.kind AND u.version = d.version)
     ORDER BY d.data_set_id`,
    [kind],
  );
  return rows;
}

/** A product of the rule files and the newest label that they know of it. */
export interface HeldLabel {
  registration: string;
  labelDate: string;
}

export async function findHeldLabels(client: ImportClient): Promise<HeldLabel[]> {
  const { rows } = await client.query<HeldLabel>(
    `SELECT p.registration,
            greatest(p.record->>'newestLabelDate',
                     (SELECT max(e->>'labelDate') FROM jsonb_array_elements(p.record->'editions') AS e)) AS "labelDate"
     FROM active_data_set a JOIN catalogue_product p USING (data_set_id)
     WHERE a.kind = 'catalogue' AND p.origin = 'rule_file' AND jsonb_typeof(p.record->'editions') = 'array'
       AND jsonb_array_length(p.record->'editions') > 0
     ORDER BY p.registration`,
  );
  return rows;
}

/** Marks labels as seen. An earlier date never takes the place of a later one. */
export async function noteSeenLabels(
  client: ImportClient,
  labels: readonly { registration: string; labelDate: string; file: string }[],
): Promise<void> {
  await client.query(
    `INSERT INTO seen_label AS s (registration, label_date, file)
     SELECT * FROM unnest($1::text[], $2::date[], $3::text[])
     ON CONFLICT (registration) DO UPDATE SET label_date = excluded.label_date, file = excluded.file, seen_at = now(), announced_at = NULL
       WHERE excluded.label_date > s.label_date`,
    [labels.map((l) => l.registration), labels.map((l) => l.labelDate), labels.map((l) => l.file)],
  );
}
