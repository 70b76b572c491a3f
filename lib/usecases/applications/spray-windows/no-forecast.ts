import { ServiceError } from "@/lib/domain/errors";
import type { ForecastFailure } from "@/lib/domain/forecast";

/** What asking again does not help. */
const LASTING: Partial<Record<ForecastFailure, string>> = {
  not_connected: "No weather service is connected to this installation.",
  not_covered: "The weather service has no forecast for this place.",
};
const PASSING: Partial<Record<ForecastFailure, string>> = {
  expired: "The weather service's forecast for this place has expired and was not renewed yet.",
  stale: "The weather service answers with a forecast that is more than 12 hours old.",
};

/** Why there are no windows: without a forecast there is none, and nothing stands in for one. */
export function noForecast(failure: ForecastFailure): ServiceError {
  const lasting = LASTING[failure];
  if (lasting !== undefined) return new ServiceError("noForecast", `${lasting} Without a forecast there is no window.`);
  const why = PASSING[failure] ?? "The weather service did not answer.";
  return new ServiceError("dependencyFailed", `${why} Without a forecast there is no window. Ask again later.`);
}
