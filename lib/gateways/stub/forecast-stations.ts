import type { StubHour } from "@/lib/gateways/stub/forecast-weather";

/** What stations of the stub can have wrong; the real ones have been seen with each. */
export const STATION_FAULTS = [
  "null_wind",
  "old_reading",
  "future_reading",
  "doubtful_wind",
  "station_unit",
  "variable_wind",
  "calm",
  "no_reading",
  "broken_nearest",
  "quiet_nearest",
  "no_stations",
  "far_stations",
  "odd_stations",
] as const;
export type StationFault = (typeof STATION_FAULTS)[number];

export const isStationFault = (fault: string | null): fault is StationFault =>
  STATION_FAULTS.some((each) => each === fault);

const READ_MS_AGO = 22 * 60_000;
const OLD_MS_AGO = 3 * 3_600_000;

/** Degrees from the cell's place; about 9 and 16 miles in the middle of the country. */
const STATIONS = [
  { id: "KSTB", name: "Stub Municipal Airport", east: 0.12, south: 0.09 },
  { id: "KSTC", name: "Far Stub Airport", east: -0.25, south: -0.12 },
] as const;
const FAR_DEG = 2;

/** The stations around a cell of the stub's grid, the farther first: the service promises no order. */
export function stationsOf(x: number, y: number, fault: StationFault | null): object {
  const far = fault === "far_stations" ? FAR_DEG : 0;
  const features = STATIONS.toReversed().map(({ id, name, east, south }) => ({
    type: "Feature",
    geometry: { type: "Point", coordinates: [x / 20 - 180 + east + far, y / 20 - south] },
    properties: { stationIdentifier: fault === "odd_stations" ? `../${id}` : id, name },
  }));
  return { type: "FeatureCollection", features: fault === "no_stations" ? [] : features };
}

/** What a station read last; null: it has not reported anything, or there is no such station. */
export function observationOf(id: string, weather: StubHour, fault: StationFault | null, nowMs: number): object | null {
  const isNearest = id === STATIONS[0].id;
  if (!STATIONS.some((station) => station.id === id) || fault === "no_reading") return null;
  if (fault === "quiet_nearest" && isNearest) return null;
  const ago = { old_reading: OLD_MS_AGO, future_reading: -OLD_MS_AGO };
  const readMs = nowMs - (fault === "old_reading" || fault === "future_reading" ? ago[fault] : READ_MS_AGO);
  const mark = fault === "doubtful_wind" ? "X" : "V";
  return {
    properties: {
      timestamp: `${new Date(readMs).toISOString().slice(0, 19)}+00:00`,
      windDirection: {
        unitCode: "wmoUnit:degree_(angle)",
        value: fault === "variable_wind" ? null : weather.windDirection,
        qualityControl: "V",
      },
      windSpeed: {
        unitCode: fault === "station_unit" ? "wmoUnit:kt" : "wmoUnit:km_h-1",
        value: fault === "null_wind" ? null : fault === "calm" ? 0 : weather.windSpeed,
        qualityControl: mark,
      },
    },
  };
}
