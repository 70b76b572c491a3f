import { HOUR_MS } from "@/lib/domain/forecast";
import type { SprayHour, SprayWindow } from "@/lib/domain/spray-windows";

/** Hours that differ by less of the field are one window. */
const ALIKE_SHARE = 0.05;
/** Windows that differ by less count as alike. */
const RANK_SHARE = 0.01;

type Hints = Pick<SprayWindow, "areGustsOver" | "mayBeInverted">;

/** Gusts that the forecast does not name come after those known to be low, and before those known to be high. */
const gustRank = ({ areGustsOver }: Hints): number => (areGustsOver === null ? 1 : Number(areGustsOver) * 2);

const byHints = (a: Hints, b: Hints): number =>
  gustRank(a) - gustRank(b) || Number(a.mayBeInverted) - Number(b.mayBeInverted);

/**
 * Open hours in a row that leave nearly the same ground: those without the hint of gusts first, then those without that of an inversion,
 * then the window that leaves most, then the earlier. Labels forbid spraying in both, and weak wind, which asks for least buffer, is the wind of
 * an inversion: by ground alone its hours would come first.
 *
 * Units: square meters. Source: none. Missing data: an hour that is not open ends a window. Throws: never.
 */
export function rankWindows(hours: readonly SprayHour[], fieldSqm: number): SprayWindow[] {
  const step = fieldSqm * RANK_SHARE;
  return inOrder(hours, fieldSqm).toSorted(
    (a, b) =>
      byHints(a, b) ||
      Math.round(b.leastSqm / step) - Math.round(a.leastSqm / step) ||
      a.startsAt.getTime() - b.startsAt.getTime(),
  );
}

function inOrder(hours: readonly SprayHour[], fieldSqm: number): SprayWindow[] {
  const windows: SprayWindow[] = [];
  for (const hour of hours) {
    const window = windowOf(hour);
    if (window === null) continue;
    const last = windows.at(-1);
    const joined = last === undefined ? null : join(last, window, fieldSqm);
    if (joined === null) windows.push(window);
    else windows.splice(-1, 1, joined);
  }
  return windows;
}

/** An open hour by itself. */
function windowOf({ air: { startsAt }, state, treatableSqm, ...hints }: SprayHour): SprayWindow | null {
  if (state !== "open" || treatableSqm === null) return null;
  return {
    startsAt,
    endsAt: new Date(startsAt.getTime() + HOUR_MS),
    leastSqm: treatableSqm,
    mostSqm: treatableSqm,
    ...hintsOf(hints),
  };
}

/** Where no hint can be given of an inversion, one may form. */
const hintsOf = ({ mayBeInverted, areGustsOver }: Pick<SprayHour, keyof Hints>): Hints => ({
  mayBeInverted: mayBeInverted !== false,
  areGustsOver,
});

/** Two windows as one; null where the second does not follow at once, leaves other ground, or differs in a hint. */
function join(first: SprayWindow, second: SprayWindow, fieldSqm: number): SprayWindow | null {
  const leastSqm = Math.min(first.leastSqm, second.leastSqm);
  const mostSqm = Math.max(first.mostSqm, second.mostSqm);
  const isNext = first.endsAt.getTime() === second.startsAt.getTime();
  const isLike = first.mayBeInverted === second.mayBeInverted && first.areGustsOver === second.areGustsOver;
  if (!isNext || !isLike || mostSqm - leastSqm > fieldSqm * ALIKE_SHARE) return null;
  return { ...first, endsAt: second.endsAt, leastSqm, mostSqm };
}

/**
 * The later window to wait for: more ground than now, by more than acres that count as alike, and no hint that now is without; where now is
 * closed, any. Of these the first of those with the fewest hints; null: there is none.
 */
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
  const hintsNow = hintsOf(now);
  return (
    windows
      // The window of now, if there is one, leaves no more than this hour does, and so is not among them.
      .filter(
        (each) =>
          now.state !== "open" || (each.leastSqm > leavesNow + fieldSqm * ALIKE_SHARE && isNoWorse(each, hintsNow)),
      )
      .toSorted((a, b) => byHints(a, b) || a.startsAt.getTime() - b.startsAt.getTime())[0] ?? null
  );
}

/** Of neither hint. */
const isNoWorse = (one: Hints, other: Hints): boolean =>
  gustRank(one) <= gustRank(other) && Number(one.mayBeInverted) <= Number(other.mayBeInverted);
