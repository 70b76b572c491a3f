import type { StationWind } from "@/lib/domain/station-wind";
import type { Deps } from "@/lib/runtime/deps";
import { waitingOutside } from "@/lib/runtime/work-turn";

/**
 * The wind that the nearest weather station to a place read last; null where there is none. Nothing rests on it: it is a
 * start for someone who measures at the sprayer, and is saved nowhere.
 */
export async function readStationWind(
  { forecasts }: Pick<Deps, "forecasts">,
  place: readonly [lon: number, lat: number],
): Promise<StationWind | null> {
  const result = await waitingOutside(() => forecasts.fetchStationWind(place));
  return result.ok ? result.wind : null;
}
