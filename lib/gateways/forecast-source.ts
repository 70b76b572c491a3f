import type { Forecast, ForecastFailure } from "@/lib/domain/forecast";
import type { StationFailure, StationWind } from "@/lib/domain/station-wind";

/** What a weather service answered, or why there is no forecast. */
export type ForecastResult = { ok: true; forecast: Forecast } | { ok: false; failure: ForecastFailure };

/** What the nearest station read, or why there is no such wind. */
export type StationResult = { ok: true; wind: StationWind } | { ok: false; failure: StationFailure };

type Place = readonly [lon: number, lat: number];

/** Where weather comes from. Never throws for a source that fails: that is a result. */
export interface ForecastSource {
  /** The coming hours at a place (degrees), within the source's own deadline. */
  fetchForecast: (place: Place) => Promise<ForecastResult>;
  /** The last wind of the nearest station to a place that read one lately, within the source's own deadline. */
  fetchStationWind: (place: Place) => Promise<StationResult>;
}

/** The source of an installation to which no weather service is connected. Nothing invents weather. */
export const noForecastSource: ForecastSource = {
  fetchForecast: async () => ({ ok: false, failure: "not_connected" }),
  fetchStationWind: async () => ({ ok: false, failure: "not_connected" }),
};
