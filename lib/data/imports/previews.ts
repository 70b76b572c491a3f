import type { ImportClient } from "@/lib/data/imports/sets";
import type { DataPreview } from "@/lib/domain/data-preview";

/** A preview that a worker takes up. */
export interface BegunPreview extends Pick<DataPreview, "previewId" | "kind" | "fromVersion" | "toVersion"> {
  tables: { file: string; json: unknown }[] | null;
}

/** Takes up what an operator asked for; null where it has ended already. */
export async function beginPreview(client: ImportClient, previewId: string): Promise<BegunPreview | null> {
  const { rows } = await client.query<BegunPreview>(
    `UPDATE data_preview SET state = 'running' WHERE preview_id = $1 AND ended_at IS NULL
     RETURNING preview_id AS "previewId", kind, from_version AS "fromVersion", to_version AS "toVersion", tables`,
    [previewId],
  );
  return rows[0] ?? null;
}

/** With what it came to, or why it came to nothing. */
export async function endPreview(
  client: ImportClient,
  previewId: string,
  end: { fields: number; failed: number } | { detail: string },
): Promise<void> {
  const [fields, failed, detail] = "detail" in end ? [null, null, end.detail] : [end.fields, end.failed, null];
  await client.query(
    `UPDATE data_preview SET state = $2, fields = $3, failed = $4, detail = $5, ended_at = now() WHERE preview_id = $1`,
    [previewId, detail === null ? "done" : "failed", fields, failed, detail],
  );
}
