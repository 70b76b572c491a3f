import type { Forecast, ForecastFailure } from "@/lib/domain/forecast";

/** What a weather service answered, or why there is no forecast. */
export type ForecastResult = { ok: true; forecast: Forecast } | { ok: false; failure: ForecastFailure };

/** Where forecasts come from. Never throws for a source that fails: that is a result. */
export interface ForecastSource {
  /** The coming hours at a place (degrees), within the source's own deadline. */
  fetchForecast: (place: readonly [lon: number, lat: number]) => Promise<ForecastResult>;
}

/** The source of an installation to which no weather service is connected. Nothing invents weather. */
export const noForecastSource: ForecastSource = {
  fetchForecast: async () => ({ ok: false, failure: "not_connected" }),
};
