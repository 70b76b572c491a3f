import { Prisma, type ProviderTx } from "@/lib/data/db";
import { timeAsText } from "@/lib/data/time-as-text";
import { HOUR_MS, type ForecastHour } from "@/lib/domain/forecast";
import { MOST_KEPT_FORECASTS, type KeptForecast } from "@/lib/domain/kept-weather";

/** An hour without its time: each follows the one before by an hour. A list takes a third of the room of an object. */
const MEMBERS = [
  "windDirectionDeg",
  "windSpeedMph",
  "windGustMph",
  "temperatureF",
  "humidityPercent",
  "rainChancePercent",
  "rainMm",
  "skyCoverPercent",
] as const satisfies readonly (keyof ForecastHour)[];
type Values = Pick<ForecastHour, (typeof MEMBERS)[number]>;

interface HoursJson {
  from: string;
  values: (number | null)[][];
}

/** A forecast as its row comes back in JSON. */
export interface KeptForecastJson {
  source: KeptForecast["source"];
  issuedAt: string;
  readAt: string;
  timeZone: string;
  note: string | null;
  hours: HoursJson;
  highs: { startsAt: string; endsAt: string; temperatureF: number }[];
}

/** The forecast of a row, as it was read. */
export const keptForecast = ({ issuedAt, readAt, hours, highs, ...same }: KeptForecastJson): KeptForecast => ({
  ...same,
  issuedAt: new Date(issuedAt),
  readAt: new Date(readAt),
  hours: hours.values.map((values, index) => ({
    startsAt: new Date(Date.parse(hours.from) + index * HOUR_MS),
    ...(Object.fromEntries(MEMBERS.map((member, place) => [member, values[place] ?? null])) as unknown as Values),
  })),
  highs: highs.map(({ startsAt, endsAt, temperatureF }) => ({
    startsAt: new Date(startsAt),
    endsAt: new Date(endsAt),
    temperatureF,
  })),
});

/** The start that stands in the record of the application row `a`; null where none does. */
const writtenStart = Prisma.sql`(
  SELECT (s.statement->>'readAt')::timestamptz FROM record_entry s
  WHERE s.provider_id = a.provider_id AND s.application_event_id = a.application_event_id
    AND s.statement->>'kind' = 'reading' AND s.statement->>'moment' = 'start'
    AND NOT EXISTS (
      SELECT 1 FROM record_entry r
      WHERE r.provider_id = s.provider_id AND r.application_event_id = s.application_event_id
        AND r.replaces = s.entry_id)
  ORDER BY s.place DESC LIMIT 1)`;

/**
 * Keeps a forecast that an application was planned by. One of the same issue stays as it was read first, and of older ones
 * only the newest stay, beside the one that the record shows: the last that was read before the start.
 */
export async function keepForecast(
  tx: ProviderTx,
  providerId: string,
  applicationEventId: string,
  { source, issuedAt, readAt, timeZone, note, hours, highs }: KeptForecast,
): Promise<void> {
  const [first] = hours;
  if (first === undefined) return;
  const compact: HoursJson = {
    from: first.startsAt.toISOString(),
    values: hours.map((hour) => MEMBERS.map((member) => hour[member])),
  };
  const [shown] = await tx.$queryRaw<{ source: string; issuedAt: Date }[]>`
    SELECT k.source, k.issued_at AS "issuedAt"
    FROM application a JOIN kept_forecast k USING (provider_id, application_event_id)
    WHERE a.provider_id = ${providerId} AND a.application_event_id = ${applicationEventId}::uuid AND k.read_at <= ${writtenStart}
    ORDER BY k.read_at DESC LIMIT 1`;
  await tx.$executeRaw`
    WITH kept AS (
      INSERT INTO kept_forecast (provider_id, application_event_id, source, issued_at, read_at, time_zone, note, hours, highs)
      VALUES (${providerId}, ${applicationEventId}::uuid, ${source}, ${issuedAt}, ${readAt}, ${timeZone}, ${note},
              ${JSON.stringify(compact)}::jsonb, ${JSON.stringify(highs)}::jsonb)
      ON CONFLICT (provider_id, application_event_id, source, issued_at) DO NOTHING RETURNING 1
    )
    DELETE FROM kept_forecast k
    WHERE k.provider_id = ${providerId} AND k.application_event_id = ${applicationEventId}::uuid
      AND EXISTS (SELECT 1 FROM kept)
      AND (k.source, k.issued_at) IS DISTINCT FROM (${shown?.source ?? null}::text, ${shown?.issuedAt ?? null}::timestamptz)
      AND k.issued_at < (
        SELECT n.issued_at FROM kept_forecast n
        WHERE n.provider_id = k.provider_id AND n.application_event_id = k.application_event_id
          -- The new one, which Citus shows to the rest of the statement and one PostgreSQL does not.
          AND (n.source, n.issued_at) <> (${source}, ${issuedAt}::timestamptz)
        ORDER BY n.issued_at DESC OFFSET ${MOST_KEPT_FORECASTS - 2} LIMIT 1)`;
}

/**
 * The last forecast that was read before the start of the application `a`, as JSON: the start that stands in its record, or
 * the present where none does.
 */
export const forecastBeforeStart = Prisma.sql`(
  SELECT json_build_object('source', k.source, 'issuedAt', ${timeAsText("k.issued_at")},
                           'readAt', ${timeAsText("k.read_at")}, 'timeZone', k.time_zone, 'note', k.note, 'hours', k.hours,
                           'highs', k.highs)
  FROM kept_forecast k
  WHERE k.provider_id = a.provider_id AND k.application_event_id = a.application_event_id
    AND k.read_at <= coalesce(${writtenStart}, 'infinity')
  ORDER BY k.read_at DESC LIMIT 1)`;
