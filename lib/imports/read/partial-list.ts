import { isRecord } from "@/lib/imports/read/values";

/**
 * Whether what stands around a list says that the list goes on: ArcGIS's mark (beside the list, or among the properties of GeoJSON),
 * `hasMore`, or a count of what matched that is above what is given. Missing data: a list with nothing around it says nothing.
 */
export function saysMoreFollow(around: unknown, given: number): boolean {
  if (!isRecord(around)) return false;
  const { exceededTransferLimit, hasMore, numberMatched, properties } = around;
  const isMarked = isRecord(properties) && properties.exceededTransferLimit === true;
  const isCounted = typeof numberMatched === "number" && numberMatched > given;
  return isMarked || isCounted || exceededTransferLimit === true || hasMore === true;
}

/** Limits that services set where no one asks for one: multiples of a hundred, and these. */
const SMALL_LIMITS: readonly number[] = [10, 20, 25, 50];
const LIMIT_STEP = 100;

/** Whether a list that cannot be asked for in pages is as long as a service's own limit may be. */
export const mayBeLimit = (given: number): boolean =>
  given > 0 && (given % LIMIT_STEP === 0 || SMALL_LIMITS.includes(given));
