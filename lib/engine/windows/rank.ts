import { HOUR_MS } from "@/lib/domain/forecast";
import type { SprayHour, SprayWindow } from "@/lib/domain/spray-windows";

/** Hours that differ by less of the field are one window. */
const ALIKE_SHARE = 0.05;
/** Windows that differ by less go by when they begin. */
const RANK_SHARE = 0.01;

/**
 * Open hours in a row that leave nearly the same ground, the window that leaves most first, of like ones the earlier.
 *
 * Units: square meters. Source: none. Missing data: an hour that is not open ends a window. Throws: never.
 */
export function rankWindows(hours: readonly SprayHour[], fieldSqm: number): SprayWindow[] {
  const step = fieldSqm * RANK_SHARE;
  return inOrder(hours, fieldSqm).toSorted(
    (a, b) =>
      Math.round(b.leastSqm / step) - Math.round(a.leastSqm / step) || a.startsAt.getTime() - b.startsAt.getTime(),
  );
}

function inOrder(hours: readonly SprayHour[], fieldSqm: number): SprayWindow[] {
  const windows: SprayWindow[] = [];
  for (const { air, state, treatableSqm, mayBeInverted } of hours) {
    if (state !== "open" || treatableSqm === null) continue;
    const { startsAt } = air;
    const endsAt = new Date(startsAt.getTime() + HOUR_MS);
    const last = windows.at(-1);
    const least = Math.min(last?.leastSqm ?? treatableSqm, treatableSqm);
    const most = Math.max(last?.mostSqm ?? treatableSqm, treatableSqm);
    const isNext = last?.endsAt.getTime() === startsAt.getTime();
    if (last !== undefined && isNext && most - least <= fieldSqm * ALIKE_SHARE) {
      last.endsAt = endsAt;
      last.leastSqm = least;
      last.mostSqm = most;
      last.mayBeInverted ||= mayBeInverted !== false;
    } else {
      const isHinted = mayBeInverted !== false;
      windows.push({ startsAt, endsAt, leastSqm: treatableSqm, mostSqm: treatableSqm, mayBeInverted: isHinted });
    }
  }
  return windows;
}

/** The first later window that leaves more than the hour of now does; null where none does. */
export function nextBetter({
  hours,
  windows,
  fieldSqm,
}: {
  hours: readonly SprayHour[];
  windows: readonly SprayWindow[];
  fieldSqm: number;
}): SprayWindow | null {
  const [now] = hours;
  if (now === undefined) return null;
  const leavesNow = now.treatableSqm ?? 0;
  return (
    windows
      .filter(({ startsAt }) => startsAt > now.air.startsAt)
      .filter(({ leastSqm }) => now.state !== "open" || leastSqm > leavesNow + fieldSqm * ALIKE_SHARE)
      .toSorted((a, b) => a.startsAt.getTime() - b.startsAt.getTime())[0] ?? null
  );
}
