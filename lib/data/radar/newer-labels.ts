import type { ProviderTx } from "@/lib/data/db";
import type { ImportClient } from "@/lib/data/imports/sets";
import { CHECKED_AT } from "@/lib/data/radar/listed-rechecks";

/** A newer label that EPA lists, whose planned applications have yet to be announced. */
export interface UnannouncedLabel {
  /** Canonical registration number. */
  registration: string;
  /** The same with the numbers given up in a transfer to it. */
  numbers: string[];
  /** `YYYY-MM-DD` */
  labelDate: string;
  seenAt: Date;
}

/** Those that were seen this long ago, so that no request is at work that knows nothing of them. */
export async function findUnannouncedLabels(client: ImportClient, settledForMs: number): Promise<UnannouncedLabel[]> {
  const { rows } = await client.query<UnannouncedLabel>(
    `SELECT s.registration, to_char(s.label_date, 'YYYY-MM-DD') AS "labelDate", s.seen_at AS "seenAt",
            s.registration || ARRAY(SELECT alias.former FROM active_data_set a JOIN catalogue_alias alias USING (data_set_id)
                                    WHERE a.kind = 'catalogue' AND alias.registration = s.registration) AS numbers
     FROM seen_label s
     WHERE s.announced_at IS NULL AND s.seen_at <= now() - make_interval(secs => $1)
     ORDER BY s.registration`,
    [settledForMs / 1000],
  );
  return rows;
}

/** One that was seen again meanwhile, with a later date, stays open. */
export async function noteAnnouncedLabels(client: ImportClient, labels: readonly UnannouncedLabel[]): Promise<void> {
  await client.query(
    `UPDATE seen_label s SET announced_at = now() FROM unnest($1::text[], $2::date[]) AS done (registration, label_date)
     WHERE s.registration = done.registration AND s.label_date = done.label_date`,
    [labels.map(({ registration }) => registration), labels.map(({ labelDate }) => labelDate)],
  );
}

/** A planned application with what its labels are looked up by. */
export interface CheckedMix {
  applicationEventId: string;
  /** `YYYY-MM-DD` */
  applicationDate: string;
  /** Of its last check, which a computation does not move; null: none was saved. */
  checkedAt: Date | null;
  products: unknown;
}

export const findCheckedMixes = (
  tx: ProviderTx,
  providerId: string,
  applicationEventIds: readonly string[],
): Promise<CheckedMix[]> =>
  tx.$queryRaw<CheckedMix[]>`
    SELECT a.application_event_id::text AS "applicationEventId", to_char(a.application_date, 'YYYY-MM-DD') AS "applicationDate",
           ${CHECKED_AT} AS "checkedAt", a.products
    FROM application a
    WHERE a.provider_id = ${providerId} AND a.application_event_id = ANY(${applicationEventIds}::uuid[])
    ORDER BY a.application_event_id`;
