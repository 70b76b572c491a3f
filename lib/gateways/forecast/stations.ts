import { z } from "zod";
import { isCalm } from "@/lib/domain/calm-air";
import type { StationWind } from "@/lib/domain/station-wind";
import { ask, type Asked } from "@/lib/gateways/forecast/ask";
import { describe, fault, type ForecastFault, type GridCell, type Read } from "@/lib/gateways/forecast/grid";
import { DIRECTION, WIND, type Quantity } from "@/lib/gateways/forecast/series";
import { localPlane } from "@/lib/geo/plane";

/** A station with where it stands from the place that was asked about. */
export type Station = Pick<StationWind, "stationId" | "stationName" | "distanceM" | "bearingDeg">;

/** 25 miles: farther away the air is another. */
const FARTHEST_M = 40_234;
/** Each is a question of its own, and someone waits. */
const MOST_STATIONS = 3;
const MOST_LISTED = 1000;

const listSchema = z.object({ features: z.array(z.unknown()).max(MOST_LISTED) });
const stationSchema = z.object({
  geometry: z.object({ coordinates: z.array(z.number()).min(2).max(3) }),
  properties: z.object({
    // It is put into the next address, so nothing but what a name can be is taken.
    stationIdentifier: z.string().regex(/^[A-Z0-9]{3,8}$/),
    name: z.string().trim().min(1).max(100),
  }),
});

/** The nearest stations to a place, nearest first. One that cannot be read is left out, and so is what is far away. */
export function readStations(json: unknown, place: { lon: number; lat: number }): Read<Station[]> {
  const parsed = listSchema.safeParse(json);
  if (!parsed.success) return fault("schema", `stations: ${describe(parsed.error)}`);
  const plane = localPlane(place);
  const stations = parsed.data.features.flatMap((feature): Station[] => {
    const station = stationSchema.safeParse(feature);
    if (!station.success) return [];
    const { geometry, properties } = station.data;
    const [eastM, northM] = plane.toPlane(geometry.coordinates);
    const distanceM = Math.hypot(eastM, northM);
    if (!(distanceM <= FARTHEST_M)) return [];
    const bearingDeg = ((Math.atan2(eastM, northM) * 180) / Math.PI + 360) % 360;
    return [{ stationId: properties.stationIdentifier, stationName: properties.name, distanceM, bearingDeg }];
  });
  return { ok: true, value: stations.toSorted((a, b) => a.distanceM - b.distanceM).slice(0, MOST_STATIONS) };
}

const measured = z
  .object({ unitCode: z.string().max(60), value: z.unknown(), qualityControl: z.string().max(10).nullish() })
  .optional()
  // A value in another form is no value.
  .catch(undefined);
const observationSchema = z.object({
  properties: z.object({
    timestamp: z.iso.datetime({ offset: true }),
    windDirection: measured,
    windSpeed: measured,
  }),
});

/** Stations report once an hour, some minutes after they read. */
const MOST_AGE_MS = 90 * 60_000;
/** Clocks of two machines may differ. */
const CLOCK_SKEW_MS = 5 * 60_000;
/** The service's marks for what it rejected, doubts, or calls bad. */
const DOUBTFUL: ReadonlySet<string> = new Set(["X", "Q", "B"]);

interface Measured {
  observedAt: Date;
  windDirectionDeg: number | null;
  /** Never null: without it a station read no wind. */
  windSpeedMph: number;
}

/** What a station read last; null where that is old, in doubt, or has no speed. */
export function readObservation(json: unknown, now: Date): Read<Measured | null> {
  const parsed = observationSchema.safeParse(json);
  if (!parsed.success) return fault("schema", `observation: ${describe(parsed.error)}`);
  const { timestamp, windDirection, windSpeed } = parsed.data.properties;
  const observedAt = new Date(timestamp);
  const ageMs = now.getTime() - observedAt.getTime();
  const windSpeedMph = valueOf(windSpeed, WIND);
  if (ageMs > MOST_AGE_MS || ageMs < -CLOCK_SKEW_MS || windSpeedMph === null) return { ok: true, value: null };
  const from = valueOf(windDirection, DIRECTION);
  return { ok: true, value: { observedAt, windSpeedMph, windDirectionDeg: from === null ? null : from % 360 } };
}

function valueOf(found: z.output<typeof measured>, { units, atLeast, atMost }: Quantity): number | null {
  const convert = units[found?.unitCode ?? ""];
  if (found === undefined || convert === undefined || DOUBTFUL.has(found.qualityControl ?? "")) return null;
  const value = typeof found.value === "number" ? convert(found.value) : Number.NaN;
  return value >= atLeast && value <= atMost ? value : null;
}

/**
 * The last wind of the nearest station that read one. Where the nearest that did reports calm or variable wind, there is
 * no direction to begin with: that of a station beyond it would be another wind. Null: there is none.
 */
export async function readNearestWind(
  asked: Asked,
  { timeZone }: Pick<GridCell, "timeZone">,
  stations: readonly Station[],
  { signal, now }: { signal: AbortSignal; now: () => number },
): Promise<Read<StationWind | null>> {
  let failed: ForecastFault | null = null;
  for (const station of stations) {
    const read = await ask(asked, `/stations/${station.stationId}/observations/latest`, signal, (json) =>
      readObservation(json, new Date(now())),
    );
    if (signal.aborted) return fault("timeout", "no answer within the deadline");
    if (!read.ok) {
      // The service knows stations that have not reported anything; another fault may be that of one station.
      if (read.failure !== "not_covered") failed ??= read;
      continue;
    }
    if (read.value === null) continue;
    const { windDirectionDeg, ...wind } = read.value;
    if (windDirectionDeg === null || isCalm(wind.windSpeedMph)) return { ok: true, value: null };
    return { ok: true, value: { source: "nws", ...station, timeZone, windDirectionDeg, ...wind } };
  }
  return failed ?? { ok: true, value: null };
}
