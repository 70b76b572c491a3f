/**
 * Looking at a publisher for newer data: EPA's areas with their limitations, counties, the labels EPA has stamped,
 * and when the areas of the soil survey were published.
 */
export const REFRESH_KINDS = ["pula", "county", "labels", "soil"] as const;
export type RefreshKind = (typeof REFRESH_KINDS)[number];

/**
 * What came of it. `unchanged`: the publisher confirms what is in force. `waiting`: a sound new set waits for someone to
 * switch. `switched`: it is in force. `noted`: newer labels or survey areas are marked. `held`: something about it is not plausible.
 */
export const REFRESH_OUTCOMES = ["running", "unchanged", "waiting", "switched", "noted", "held", "failed"] as const;
export type RefreshOutcome = (typeof REFRESH_OUTCOMES)[number];

export interface DataRefresh {
  refreshId: number;
  kind: RefreshKind;
  askedBy: "schedule" | "operator";
  dryRun: boolean;
  outcome: RefreshOutcome;
  version: string | null;
  detail: string | null;
  report: Record<string, unknown>;
  startedAt: Date;
  endedAt: Date | null;
}

/** Outcomes that someone has to look at. */
export const asksForSomeone = (outcome: RefreshOutcome): boolean =>
  outcome === "waiting" || outcome === "held" || outcome === "failed";
