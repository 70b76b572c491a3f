import type { SavedComputation } from "@/lib/domain/drift-saved";
import { issueEffect, type IssueCode } from "@/lib/domain/issues";
import type { MachineFormat, SprayRate } from "@/lib/domain/machine-file";
import { sprayRate } from "@/lib/engine/rates/spray-rate";
import type { ScoredApplication } from "@/lib/usecases/applications/score-saved";
import type { NowStanding } from "@/lib/usecases/portal/overall-standing";

/** Why no file is made of an application. */
export type NotReady =
  | { reason: "not_computed" }
  /** The answer is not met, or something in it stands open. Issue codes that block it. */
  | { reason: "not_settled"; status: NowStanding["status"]; codes: IssueCode[] }
  /** Newer data changes the answer of this application. */
  | { reason: "data_changed" };

export type Readiness =
  | { isReady: false; why: NotReady }
  | { isReady: true; computation: SavedComputation; rate: SprayRate | null; formats: MachineFormat[] };

const SETTLED: ReadonlySet<NowStanding["status"]> = new Set(["met", "not_applicable"] as const);

/** Formats that hold no rate of their own are made without one; a task is what a terminal follows by itself. */
const WITHOUT_RATE: MachineFormat[] = ["shapefile", "geojson", "kml", "flatgeobuf"];

/**
 * Whether a file for a machine can be made of an application as it stands now, and which. A machine follows it without
 * reading a word, so the whole answer must be settled: an answer that stands open would look like one that does not.
 */
export function readinessOf(
  { saved, data }: ScoredApplication,
  { status, drift, issues }: NowStanding,
  { hasRecheck }: { hasRecheck: boolean },
): Readiness {
  const { lastComputation } = saved.drift;
  if (lastComputation === null) return { isReady: false, why: { reason: "not_computed" } };
  const blocking = [...issues, ...(data?.issues ?? [])].filter((issue) => issueEffect(issue) !== "none");
  if (!SETTLED.has(status) || !SETTLED.has(drift) || blocking.length > 0) {
    const codes = [...new Set(blocking.map(({ code }) => code))];
    return { isReady: false, why: { reason: "not_settled", status, codes } };
  }
  if (hasRecheck) return { isReady: false, why: { reason: "data_changed" } };
  const rate = sprayRate(lastComputation.inputs, lastComputation.effectiveRates);
  return {
    isReady: true,
    computation: lastComputation,
    rate,
    formats: rate === null ? WITHOUT_RATE : ["isoxml", ...WITHOUT_RATE],
  };
}
