import type { SavedComputation } from "@/lib/domain/drift-saved";
import type { IssueParticulars } from "@/lib/domain/issue-particulars";
import { issueEffect, type Issue, type IssueCode } from "@/lib/domain/issues";
import type { MachineFormat, SprayRate } from "@/lib/domain/machine-file";
import { sprayRate } from "@/lib/engine/rates/spray-rate";
import type { ScoredApplication } from "@/lib/usecases/applications/score-saved";
import type { NowStanding } from "@/lib/usecases/portal/overall-standing";
import type { Outdated } from "@/lib/usecases/radar/find-outdated";

/** Why no file is made of an application. */
export type NotReady =
  | { reason: "not_computed" }
  /** A limitation text has to be followed, and no service can tell whether it is: nothing makes a file possible. */
  | { reason: "limitation_text"; codes: IssueCode[] }
  /** The answer is not met, or something in it stands open. Issue codes that block it. */
  | { reason: "not_settled"; status: NowStanding["status"]; codes: IssueCode[] }
  /** Newer data changes the answer of this application. */
  | { reason: "data_changed" }
  /** Data was replaced some time ago, and no one has looked yet whether that changes the answer. */
  | { reason: "data_unlooked" }
  /** The mapped ground beside the field, or the rules for buffers, are not those that the buffer was worked out with. */
  | { reason: "buffer_old" }
  /** Data that the last check rests on is no longer in force, and no one looks whether newer data changes the answer of a past day. */
  | { reason: "data_replaced"; versions: string[] };

export type Readiness =
  | { isReady: false; why: NotReady }
  | { isReady: true; computation: SavedComputation; rate: SprayRate | null; formats: MachineFormat[] };

const SETTLED: ReadonlySet<NowStanding["status"]> = new Set(["met", "not_applicable"] as const);

/** Formats that hold no rate of their own are made without one; a task is what a terminal follows by itself. */
const WITHOUT_RATE: MachineFormat[] = ["shapefile", "geojson", "kml", "flatgeobuf"];

/** Whether a text applies that no rule scores whole. One that is only not loaded may turn out to limit no product here. */
export const hasTextToFollow = (issues: readonly Issue[]): boolean =>
  issues.some(
    (found) =>
      found.code === "LIMITATIONS_REVIEW_REQUIRED" && issueEffect(found) !== "none" && isLoadedText(found.particulars),
  );

/** What an earlier version saved names neither texts nor areas: it was found for a text. */
const isLoadedText = ({
  toRead,
  areasWithoutText,
  mayName,
}: IssueParticulars<"LIMITATIONS_REVIEW_REQUIRED">): boolean =>
  toRead === undefined ? (areasWithoutText ?? mayName) === undefined : toRead.length > 0;

/**
 * What the last check of a past application rests on and is no longer in force, or not stored any more. For days to come the radar
 * compares such sets with newer ones, and says where they change the answer.
 */
function replacedData({ saved, data }: ScoredApplication, fromDay: string): string[] {
  if (saved.applicationDate >= fromDay || data === null) return [];
  const { versions, sets } = data;
  return [versions.pula, versions.county, versions.catalogue].filter(
    (used): used is string => used !== null && !sets.some(({ version, isInForce }) => version === used && isInForce),
  );
}

/** What happened after the answer was worked out. */
interface Since {
  outdated: Outdated["why"] | null;
  /** Applications from this day on are still to come. */
  fromDay: string;
  /** The mapped ground beside the field, or the rules for buffers, are not those that the buffer was worked out with. */
  isBufferOld: boolean;
}

/** Why an answer that is settled may be another by now; null: nothing is known that makes it so. */
function whyOutdated(scored: ScoredApplication, { outdated, fromDay, isBufferOld }: Since): NotReady | null {
  if (outdated !== null) return { reason: outdated === "recheck" ? "data_changed" : "data_unlooked" };
  const versions = replacedData(scored, fromDay);
  if (versions.length > 0) return { reason: "data_replaced", versions };
  return isBufferOld ? { reason: "buffer_old" } : null;
}

/**
 * Whether a file for a machine can be made of an application as it stands now, and which. A machine follows it without
 * reading a word, so the whole answer must be settled: an answer that stands open would look like one that does not.
 */
export function readinessOf(
  scored: ScoredApplication,
  { status, drift, issues }: NowStanding,
  since: Since,
): Readiness {
  const { data } = scored;
  const { lastComputation } = scored.saved.drift;
  const blocking = [...issues, ...(data?.issues ?? [])].filter((issue) => issueEffect(issue) !== "none");
  if (hasTextToFollow(issues)) {
    return { isReady: false, why: { reason: "limitation_text", codes: codesOf(blocking) } };
  }
  if (lastComputation === null) return { isReady: false, why: { reason: "not_computed" } };
  const isSettled = SETTLED.has(status) && SETTLED.has(drift) && blocking.length === 0;
  const outdated = whyOutdated(scored, since);
  // An old buffer opens an answer by itself, and what outdates it says what to do.
  if (outdated !== null && (isSettled || since.isBufferOld)) return { isReady: false, why: outdated };
  if (!isSettled) return { isReady: false, why: { reason: "not_settled", status, codes: codesOf(blocking) } };
  const rate = sprayRate(lastComputation.inputs, lastComputation.effectiveRates);
  return {
    isReady: true,
    computation: lastComputation,
    rate,
    formats: rate === null ? WITHOUT_RATE : ["isoxml", ...WITHOUT_RATE],
  };
}

const codesOf = (issues: readonly Pick<Issue, "code">[]): IssueCode[] => [...new Set(issues.map(({ code }) => code))];
