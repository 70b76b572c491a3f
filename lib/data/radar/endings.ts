import { type Db, type ProviderTx, readReference } from "@/lib/data/db";
import type { ImportClient } from "@/lib/data/imports/sets";
import { handOut } from "@/lib/data/radar/planned";
import type { RecheckEnding } from "@/lib/domain/recheck";

/** A planned application whose bulletin ends before its day. */
export interface EndingBulletin {
  providerId: string;
  applicationEventId: string;
  endsOn: string;
}

/** A planned application with what its labels are looked up by. */
export interface PlannedMix {
  providerId: string;
  applicationEventId: string;
  applicationDate: string;
  /** The day of its last check. */
  checkedOn: string;
  products: unknown;
}

const LISTED = `provider_id AS "providerId", application_event_id AS "applicationEventId"`;
/** A provider's rows come together, so that what is kept of it takes few transactions. */
const KEY = "provider_id, field_id, application_event_id";

/** Planned from a day on, with a bulletin that ends by another and before they are due. */
export const endingBulletins = (
  client: ImportClient,
  { fromDay, untilDay }: { fromDay: string; untilDay: string },
): AsyncGenerator<EndingBulletin[]> =>
  handOut(
    client,
    `SELECT ${LISTED}, to_char(ends_on, 'YYYY-MM-DD') AS "endsOn"
     FROM find_ending_bulletins($1::date, $2::date) ORDER BY ${KEY}`,
    [fromDay, untilDay],
  );

/** Planned from a day on, and last checked before another. */
export const plannedMixes = (
  client: ImportClient,
  { fromDay, checkedBefore }: { fromDay: string; checkedBefore: string },
): AsyncGenerator<PlannedMix[]> =>
  handOut(
    client,
    `SELECT ${LISTED}, to_char(application_date, 'YYYY-MM-DD') AS "applicationDate",
            to_char(checked_on, 'YYYY-MM-DD') AS "checkedOn", products
     FROM find_planned_mixes($1::date, $2::date) ORDER BY ${KEY}`,
    [fromDay, checkedBefore],
  );

/**
 * Numbers, those given up in a transfer included, of the catalogue's products with a label or a registration that ends
 * between two days. Found by the index of dated products, so that the register's many are not read. Shared reference data.
 */
export async function findEndingNumbers(
  db: Db,
  { firstDay, lastDay }: { firstDay: string; lastDay: string },
): Promise<Set<string>> {
  const rows = await readReference(
    () => db.prisma.$queryRaw<{ number: string }[]>`
      WITH ending AS MATERIALIZED (
        SELECT p.data_set_id, p.registration
        FROM active_data_set a JOIN catalogue_product p USING (data_set_id)
        WHERE a.kind = 'catalogue'
          AND (p.record ? 'editions' OR p.record->'rules' ? 'expiresOn' OR p.record->>'statusSince' IS NOT NULL)
          AND EXISTS (
            SELECT FROM (
              SELECT jsonb_path_query(p.record, '$.editions[*].until') #>> '{}' AS day
              UNION ALL SELECT jsonb_path_query(p.record, '$.editions[*].rules.expiresOn') #>> '{}'
              UNION ALL SELECT p.record->'rules'->>'expiresOn'
              UNION ALL SELECT p.record->>'statusSince') AS ends
            WHERE ends.day BETWEEN ${firstDay} AND ${lastDay}))
      SELECT registration AS number FROM ending
      UNION
      SELECT alias.former FROM catalogue_alias alias JOIN ending USING (data_set_id, registration)`,
  );
  return new Set(rows.map(({ number }) => number));
}

/**
 * Keeps what ends, of one provider, and how many are new. The first worker to find it tells the provider; later ones change nothing. What
 * was erased since it was listed is left out, and would otherwise end the run for all others.
 */
export async function putEndings(
  tx: ProviderTx,
  providerId: string,
  endings: readonly RecheckEnding[],
): Promise<number> {
  const live = await holdApplications(tx, providerId, endings);
  const found = endings.filter(({ applicationEventId }) => live.has(applicationEventId));
  if (found.length === 0) return 0;
  // Rows are counted as they come back: Citus says of a list how many were to be written, and not how many were.
  const rows = await tx.$queryRaw<unknown[]>`
    INSERT INTO recheck_ending (provider_id, application_event_id, reason, subject, ends_on)
    SELECT ${providerId}::text, e."applicationEventId", e.reason, coalesce(e.registration, ''), e."endsOn"
    FROM jsonb_to_recordset(${JSON.stringify(found)}::jsonb)
      AS e("applicationEventId" uuid, reason text, registration text, "endsOn" date)
    ON CONFLICT DO NOTHING RETURNING application_event_id::text AS "applicationEventId"`;
  return rows.length;
}

/** Those of some applications that are there, and stay until the transaction ends. */
async function holdApplications(
  tx: ProviderTx,
  providerId: string,
  named: readonly { applicationEventId: string }[],
): Promise<Set<string>> {
  const rows = await tx.$queryRaw<{ applicationEventId: string }[]>`
    SELECT application_event_id::text AS "applicationEventId" FROM application
    WHERE provider_id = ${providerId} AND application_event_id = ANY(${named.map((each) => each.applicationEventId)}::uuid[])
    ORDER BY application_event_id FOR KEY SHARE`;
  return new Set(rows.map(({ applicationEventId }) => applicationEventId));
}
