import { forecastBeforeStart, keptForecast, type KeptForecastJson } from "@/lib/data/kept-forecasts";
import { applicationAsJson, KNOWN_SETS, toRecord, type ApplicationJson } from "@/lib/data/compliance-reads";
import { fieldCounties } from "@/lib/data/field-counties";
import { Prisma, readReference, type Db, type ProviderTx } from "@/lib/data/db";
import { CHECKED_AT } from "@/lib/data/radar/listed-rechecks";
import { timeAsText } from "@/lib/data/time-as-text";
import type { NewRecordEntry, RecordEntry, RecordStatement } from "@/lib/domain/application-record";
import type { SavedWeather } from "@/lib/domain/drift-saved";
import type { KeptForecast } from "@/lib/domain/kept-weather";
import type { FoundCounty } from "@/lib/domain/pula";
import type { SavedApplicationRecord } from "@/lib/domain/saved-application";

/** What an applicator put their name to. */
export interface RecordSignature {
  signedBy: string;
  signedAt: Date;
  /** SHA-256 of `signedRecord`, hexadecimal. */
  recordHash: string;
  /** Canonical JSON. */
  signedRecord: string;
}

/** What a record is filled from beside what an application's compliance is read from. */
export interface RecordGround {
  applicationEventId: string;
  /** What was sent beside what every check needs; null: nothing. */
  details: unknown;
  /** Longitude and latitude of a point in the field; null without a boundary. */
  place: [lon: number, lat: number] | null;
  /** Ground that the last placement on the present boundary left to treat; null: none was placed on it. */
  treatableSqm: number | null;
  /** Of the present boundary; null without one. */
  fieldSqm: number | null;
  counties: FoundCounty[];
  entries: RecordEntry[];
  signature: RecordSignature | null;
  /** The application was checked again after it was signed: what is saved of it is not what was signed. */
  isCheckedSinceSigned: boolean;
  /** The air as it was last told for the application; null: none was. */
  weather: SavedWeather | null;
  /** The last that was read before the start; null: none was. */
  forecast: KeptForecast | null;
}

type EntryJson = Omit<RecordEntry, "savedAt" | "statement"> & { savedAt: string; statement: RecordStatement };
type GroundRow = Omit<RecordGround, "entries" | "counties" | "signature" | "weather" | "forecast"> & {
  weather: (Omit<SavedWeather, "observedAt"> & { observedAt: string }) | null;
  forecast: KeptForecastJson | null;
  counties: FoundCounty[] | null;
  entries: EntryJson[] | null;
  signature: (Omit<RecordSignature, "signedAt"> & { signedAt: string }) | null;
};

/** The grounds of live applications' records, and what was written into them: one statement. */
export async function findRecordGrounds(
  tx: ProviderTx,
  providerId: string,
  applicationEventIds: readonly string[],
  { withArchived = false } = {},
): Promise<RecordGround[]> {
  const rows = await tx.$queryRaw<GroundRow[]>`
    WITH site AS MATERIALIZED (
      SELECT a.application_event_id, f.boundary FROM application a JOIN field f USING (provider_id, field_id)
      WHERE a.provider_id = ${providerId} AND a.application_event_id = ANY(${applicationEventIds}::uuid[])
    ), around AS MATERIALIZED (
      SELECT site.application_event_id, ${fieldCounties(Prisma.sql`site.boundary`)} AS counties FROM site
    )
    SELECT a.application_event_id::text AS "applicationEventId", a.details, a.weather,
           ${forecastBeforeStart} AS forecast,
           (SELECT json_build_array(ST_X(mid.at), ST_Y(mid.at)) FROM ST_PointOnSurface(f.boundary) AS mid(at)
            WHERE mid.at IS NOT NULL) AS place,
           (SELECT ST_Area(d.treatable::geography) FROM drift_placement d
            WHERE d.provider_id = a.provider_id AND d.application_event_id = a.application_event_id
              AND d.boundary_hash = f.boundary_hash) AS "treatableSqm",
           ST_Area(f.boundary::geography) AS "fieldSqm",
           (SELECT around.counties FROM around WHERE around.application_event_id = a.application_event_id) AS counties,
           (SELECT json_agg(json_build_object(
               'entryId', e.entry_id, 'statement', e.statement, 'replaces', e.replaces,
               'writtenAt', ${timeAsText("e.written_at")}, 'savedAt', ${timeAsText("e.saved_at")},
               'isAddition', e.is_addition) ORDER BY e.place)
            FROM record_entry e
            WHERE e.provider_id = a.provider_id AND e.application_event_id = a.application_event_id) AS entries,
           (SELECT json_build_object('signedBy', r.signed_by, 'signedAt', ${timeAsText("r.signed_at")},
                                     'recordHash', r.record_hash, 'signedRecord', r.signed_record)
            FROM application_record r
            WHERE r.provider_id = a.provider_id AND r.application_event_id = a.application_event_id
              AND r.signed_at IS NOT NULL) AS signature,
           coalesce((SELECT r.signed_at < ${CHECKED_AT} FROM application_record r
            WHERE r.provider_id = a.provider_id AND r.application_event_id = a.application_event_id), false)
             AS "isCheckedSinceSigned"
    FROM application a JOIN field f USING (provider_id, field_id)
    WHERE a.provider_id = ${providerId} AND a.application_event_id = ANY(${applicationEventIds}::uuid[])
      AND (${withArchived} OR f.archived_at IS NULL)`;
  return rows.map(({ counties, entries, signature, weather, forecast, ...row }) => ({
    ...row,
    weather: weather === null ? null : { ...weather, observedAt: new Date(weather.observedAt) },
    forecast: forecast === null ? null : keptForecast(forecast),
    counties: counties ?? [],
    entries: (entries ?? []).map(({ savedAt, ...entry }) => ({ ...entry, savedAt: new Date(savedAt) })),
    signature: signature === null ? null : { ...signature, signedAt: new Date(signature.signedAt) },
  }));
}

/** What a record says of itself, kept beside it to be found by. */
export interface RecordDays {
  keptUntil: string;
  /** Day at the field of the start; null: none is written down. */
  appliedOn: string | null;
}

/**
 * Holds an application's record until the transaction ends, and begins it where there is none. Answers whether it is
 * signed. The last day it is kept is never moved to an earlier one, nor the day of a signed one to another.
 */
export async function holdRecord(
  tx: ProviderTx,
  providerId: string,
  applicationEventId: string,
  { at, keptUntil, appliedOn }: RecordDays & { at: Date },
): Promise<{ isSigned: boolean }> {
  const rows = await tx.$queryRaw<{ isSigned: boolean }[]>`
    INSERT INTO application_record (provider_id, application_event_id, kept_until, begun_at, applied_on)
    VALUES (${providerId}, ${applicationEventId}::uuid, ${keptUntil}::date, ${at}, ${appliedOn}::date)
    ON CONFLICT (provider_id, application_event_id)
      DO UPDATE SET kept_until = greatest(application_record.kept_until, excluded.kept_until),
        applied_on = CASE WHEN application_record.signed_at IS NULL THEN excluded.applied_on
                          ELSE application_record.applied_on END
    RETURNING signed_at IS NOT NULL AS "isSigned"`;
  const [row] = rows;
  if (row === undefined) throw new RangeError("an upsert gave no row");
  return row;
}

/** Adds entries in their order behind those that are there. One whose id is kept already is left as it was kept. */
export async function addRecordEntries(
  tx: ProviderTx,
  providerId: string,
  applicationEventId: string,
  { entries, savedAt, isAddition }: { entries: readonly NewRecordEntry[]; savedAt: Date; isAddition: boolean },
): Promise<void> {
  await tx.$executeRaw`
    INSERT INTO record_entry (provider_id, application_event_id, entry_id, place, statement, replaces, written_at, saved_at,
                              is_addition)
    SELECT ${providerId}::text, ${applicationEventId}::uuid, sent."entryId",
           (SELECT coalesce(max(e.place), 0) FROM record_entry e
            WHERE e.provider_id = ${providerId} AND e.application_event_id = ${applicationEventId}::uuid) + sent.place,
           sent.statement, sent.replaces, sent."writtenAt", ${savedAt}, ${isAddition}
    FROM jsonb_to_recordset(${JSON.stringify(entries.map((entry, index) => ({ ...entry, place: index + 1 })))}::jsonb)
      AS sent("entryId" uuid, statement jsonb, replaces uuid, "writtenAt" timestamptz, place int)
    ORDER BY sent.place
    ON CONFLICT (provider_id, application_event_id, entry_id) DO NOTHING`;
}

/** Signs a record that is held and not signed yet. */
export async function putSignature(
  tx: ProviderTx,
  providerId: string,
  applicationEventId: string,
  { signedBy, signedAt, recordHash, signedRecord }: RecordSignature,
): Promise<void> {
  await tx.$executeRaw`
    UPDATE application_record SET signed_by = ${signedBy}, signed_at = ${signedAt}, record_hash = ${recordHash},
           signed_record = ${signedRecord}
    WHERE provider_id = ${providerId} AND application_event_id = ${applicationEventId}::uuid`;
}

export interface SeasonQuery {
  year: number;
  accountId: string | null;
  offset: number;
  limit: number;
}

/** Live applications that were made in a year and have a record, in order of their reference. Without a start their own date counts. */
export async function findSeasonApplications(
  tx: ProviderTx,
  providerId: string,
  { year, accountId, offset, limit }: SeasonQuery,
): Promise<SavedApplicationRecord[]> {
  const isOfAccount = accountId === null ? Prisma.sql`true` : Prisma.sql`a.account_id = ${accountId}`;
  const [first, last] = [`${year}-01-01`, `${year}-12-31`];
  const rows = await tx.$queryRaw<{ application: ApplicationJson }[]>`
    WITH made AS MATERIALIZED (
      SELECT r.application_event_id FROM application_record r
      WHERE r.provider_id = ${providerId} AND r.applied_on BETWEEN ${first}::date AND ${last}::date
      UNION ALL
      SELECT r.application_event_id FROM application_record r JOIN application a USING (provider_id, application_event_id)
      WHERE r.provider_id = ${providerId} AND r.applied_on IS NULL
        AND a.application_date BETWEEN ${first}::date AND ${last}::date
    ), ${KNOWN_SETS}
    SELECT ${applicationAsJson({})} AS application
    FROM made JOIN application a USING (application_event_id) JOIN field f USING (provider_id, field_id)
    WHERE a.provider_id = ${providerId} AND f.archived_at IS NULL AND ${isOfAccount}
    ORDER BY a.application_event_id OFFSET ${offset} LIMIT ${limit}`;
  return rows.map(({ application }) => toRecord(application));
}

/** References of applications whose record is past the day that its rules named when it was last written, in order; archived ones too. */
export async function listOutlivedRecords(
  tx: ProviderTx,
  providerId: string,
  { after, most }: { after: string | null; most: number },
): Promise<string[]> {
  const isAfter = after === null ? Prisma.sql`true` : Prisma.sql`r.application_event_id > ${after}::uuid`;
  const rows = await tx.$queryRaw<{ id: string }[]>`
    SELECT r.application_event_id::text AS id FROM application_record r
    WHERE r.provider_id = ${providerId} AND r.kept_until < current_date AND ${isAfter}
    ORDER BY r.application_event_id LIMIT ${most}`;
  return rows.map(({ id }) => id);
}

/** Applications by their references, those of archived fields too. */
export async function findRecorded(
  tx: ProviderTx,
  providerId: string,
  applicationEventIds: readonly string[],
): Promise<SavedApplicationRecord[]> {
  const rows = await tx.$queryRaw<{ application: ApplicationJson }[]>`
    WITH ${KNOWN_SETS}
    SELECT ${applicationAsJson({})} AS application
    FROM application a JOIN field f USING (provider_id, field_id)
    WHERE a.provider_id = ${providerId} AND a.application_event_id = ANY(${applicationEventIds}::uuid[])
    ORDER BY a.application_event_id`;
  return rows.map(({ application }) => toRecord(application));
}

/** Moves the last days of records to later ones. How many: one that is kept so long already is none of them. */
export const keepRecordsUntil = (
  tx: ProviderTx,
  providerId: string,
  days: readonly { applicationEventId: string; keptUntil: string }[],
): Promise<number> => tx.$executeRaw`
  UPDATE application_record r SET kept_until = later."keptUntil"
  FROM jsonb_to_recordset(${JSON.stringify(days)}::jsonb) AS later("applicationEventId" uuid, "keptUntil" date)
  WHERE r.provider_id = ${providerId} AND r.application_event_id = later."applicationEventId"
    AND r.kept_until < later."keptUntil"`;

/** Forgets records that no rule asks to keep any longer, a thousand at most. How often: the worker's task. */
export async function purgeApplicationRecords(db: Db): Promise<number> {
  const rows = await readReference(
    () => db.prisma.$queryRaw<{ purged: number }[]>`SELECT purge_application_records() AS purged`,
  );
  return rows[0]?.purged ?? 0;
}

/** Forgets forecasts whose record has gone, or never was: a thousand at most. */
export async function purgeKeptForecasts(db: Db): Promise<number> {
  const rows = await readReference(
    () => db.prisma.$queryRaw<{ purged: number }[]>`SELECT purge_kept_forecasts() AS purged`,
  );
  return rows[0]?.purged ?? 0;
}
