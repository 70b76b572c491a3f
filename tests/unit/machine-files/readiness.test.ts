import { describe, expect, it } from "vitest";
import type { IssueCode } from "@/lib/domain/issues";
import type { ScoredApplication } from "@/lib/usecases/applications/score-saved";
import { readinessOf } from "@/lib/usecases/machine-files/readiness";
import type { NowStanding } from "@/lib/usecases/portal/overall-standing";

interface Given {
  status?: NowStanding["status"];
  drift?: NowStanding["drift"];
  codes?: IssueCode[];
  /** Of the data, as old as it is now. */
  dataCodes?: IssueCode[];
  hasRecheck?: boolean;
  isComputed?: boolean;
  inputs?: { method: string; gpa: number | null };
}

const issuesOf = (codes: IssueCode[]) => codes.map((code) => ({ code, blocks: true }));

/** Of an application nothing else is read. */
function readiness({
  status = "met",
  drift = "met",
  codes = [],
  dataCodes = [],
  hasRecheck = false,
  isComputed = true,
  inputs = { method: "Broadcast-Ground", gpa: 15 },
}: Given) {
  const scored = {
    saved: { drift: { lastComputation: isComputed ? { inputs, effectiveRates: [] } : null } },
    data: { issues: issuesOf(dataCodes) },
  };
  const now = { status, drift, isChecked: true, isDriftOutdated: false, issues: issuesOf(codes) };
  return readinessOf(scored as unknown as ScoredApplication, now as unknown as NowStanding, { hasRecheck });
}

describe("a file for the machine is made", () => {
  it.each<[string, Given]>([
    ["met", {}],
    [
      "not applicable in every part, once the whole field was placed",
      { status: "not_applicable", drift: "not_applicable" },
    ],
    ["met where no drift rule applies", { drift: "not_applicable" }],
  ])("of an answer that is %s", (_title, given) => {
    expect(readiness(given)).toMatchObject({
      isReady: true,
      formats: ["isoxml", "shapefile", "geojson", "kml", "flatgeobuf"],
    });
  });

  it.each<[string, Given, object]>([
    ["not computed", { isComputed: false }, { reason: "not_computed" }],
    ["not met", { status: "not_met" }, { reason: "not_settled", status: "not_met" }],
    ["open", { status: "indeterminate" }, { reason: "not_settled", status: "indeterminate" }],
    ["met but for its drift", { drift: "indeterminate" }, { reason: "not_settled" }],
    [
      "met with something that blocks",
      { codes: ["SOIL_UNAVAILABLE"] },
      { reason: "not_settled", codes: ["SOIL_UNAVAILABLE"] },
    ],
    ["met by data that is too old now", { dataCodes: ["DATA_SET_STALE"] }, { codes: ["DATA_SET_STALE"] }],
    ["met by data that newer data changes", { hasRecheck: true }, { reason: "data_changed" }],
  ])("of none that is %s", (_title, given, why) => {
    expect(readiness(given)).toMatchObject({ isReady: false, why });
  });

  it("without a task where the rate of the mix is not known", () => {
    expect(readiness({ inputs: { method: "Drone", gpa: null } })).toMatchObject({
      rate: null,
      formats: ["shapefile", "geojson", "kml", "flatgeobuf"],
    });
    expect(readiness({ inputs: { method: "Drone", gpa: 2 } })).toMatchObject({ rate: { amount: 2, unit: "gal/ac" } });
  });
});
