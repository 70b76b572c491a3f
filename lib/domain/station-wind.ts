import type { ForecastFailure, ForecastSourceName } from "@/lib/domain/forecast";

/** The wind that a weather station read last, and where it stands. It is another place's wind: someone has to confirm it. */
export interface StationWind {
  source: ForecastSourceName;
  stationId: string;
  stationName: string;
  /** From the place that was asked about to the station, on the ground. */
  distanceM: number;
  /** The same way, degrees clockwise from north. */
  bearingDeg: number;
  observedAt: Date;
  /** IANA name of the zone that the place keeps. */
  timeZone: string;
  /** Where the wind comes from, degrees clockwise from north, 0 up to but excluding 360. */
  windDirectionDeg: number;
  windSpeedMph: number;
}

/** Why there is no wind of a station: as of a forecast, or no station near enough read one lately. */
export type StationFailure = ForecastFailure | "no_wind";
