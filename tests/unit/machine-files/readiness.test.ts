import { describe, expect, it } from "vitest";
import { issue, type Issue, type IssueCode } from "@/lib/domain/issues";
import { notReadyOf, textsInTheWay } from "@/lib/pages/portal/machine/machine";
import type { ScoredApplication } from "@/lib/usecases/applications/score-saved";
import { hasTextToFollow, readinessOf } from "@/lib/usecases/machine-files/readiness";
import type { OpenFieldYear } from "@/lib/usecases/portal/field-year";
import type { NowStanding } from "@/lib/usecases/portal/overall-standing";
import { inSpanish } from "@/tests/support/spanish";

interface Given {
  status?: NowStanding["status"];
  drift?: NowStanding["drift"];
  codes?: IssueCode[];
  /** Of the data, as old as it is now. */
  dataCodes?: IssueCode[];
  outdated?: "recheck" | "unlooked" | null;
  isComputed?: boolean;
  inputs?: { method: string; gpa: number | null };
  applicationDate?: string;
  /** The set of areas that the last check rests on; null: it is not stored any more. */
  pulaSet?: { isInForce: boolean } | null;
  /** The counties it rests on; null: the check asked for none. */
  countySet?: { isInForce: boolean } | null;
  isBufferOld?: boolean;
}

const TODAY = "2026-06-15";
const COMPUTED_AT = new Date("2026-06-15T12:00:00Z");

const issuesOf = (codes: IssueCode[]) => codes.map((code) => ({ code, blocks: true, particulars: {} }));

const USUAL = {
  status: "met",
  drift: "met",
  codes: [] as IssueCode[],
  dataCodes: [] as IssueCode[],
  outdated: null,
  isComputed: true,
  inputs: { method: "Broadcast-Ground", gpa: 15 },
  applicationDate: TODAY,
  pulaSet: { isInForce: true },
  countySet: null,
  isBufferOld: false,
} satisfies Given;

/** Of an application nothing else is read. */
function readiness(given: Given) {
  const asked = { ...USUAL, ...given };
  const { status, drift, codes, dataCodes, outdated, isComputed, inputs, applicationDate } = asked;
  const { pulaSet, countySet, isBufferOld } = asked;
  const scored = {
    saved: {
      applicationDate,
      drift: { lastComputation: isComputed ? { inputs, effectiveRates: [], checkedAt: COMPUTED_AT } : null },
    },
    data: {
      issues: issuesOf(dataCodes),
      versions: { pula: "pula-1", county: countySet === null ? null : "county-1", catalogue: null },
      sets: [
        ...(pulaSet === null ? [] : [{ kind: "pula", version: "pula-1", ...pulaSet }]),
        ...(countySet === null ? [] : [{ kind: "county", version: "county-1", ...countySet }]),
      ],
    },
  };
  const now = { status, drift, isChecked: true, isDriftOutdated: false, issues: issuesOf(codes) };
  return readinessOf(scored as unknown as ScoredApplication, now as unknown as NowStanding, {
    outdated,
    fromDay: TODAY,
    isBufferOld,
  });
}

describe("a file for the machine is made", () => {
  it.each<[string, Given]>([
    ["met", {}],
    [
      "not applicable in every part, once the whole field was placed",
      { status: "not_applicable", drift: "not_applicable" },
    ],
    ["met where no drift rule applies", { drift: "not_applicable" }],
    ["met on a past day by data in force", { applicationDate: "2026-06-14", countySet: { isInForce: true } }],
    ["met for today by data that newer data does not change", { pulaSet: { isInForce: false } }],
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
    [
      "open for a limitation text, which no one can settle, whatever else is open",
      { isComputed: false, status: "not_met", codes: ["LIMITATIONS_REVIEW_REQUIRED", "SOIL_UNAVAILABLE"] },
      { reason: "limitation_text", codes: ["LIMITATIONS_REVIEW_REQUIRED", "SOIL_UNAVAILABLE"] },
    ],
    ["met with other mapped ground than lies there now", { isBufferOld: true }, { reason: "buffer_old" }],
    [
      "open because other mapped ground lies there now",
      {
        isBufferOld: true,
        status: "indeterminate",
        drift: "indeterminate",
        codes: ["DRIFT_CONDITIONS_UNVERIFIED"],
      },
      { reason: "buffer_old" },
    ],
    [
      "met by data that newer data changes, with other ground",
      { isBufferOld: true, outdated: "recheck" },
      { reason: "data_changed" },
    ],
    [
      "met by data that was replaced, which no one has looked at yet",
      { outdated: "unlooked" },
      { reason: "data_unlooked" },
    ],
    ["met by data that newer data changes", { outdated: "recheck" }, { reason: "data_changed" }],
    [
      "met on a past day by data that is no longer in force",
      { applicationDate: "2026-06-14", pulaSet: { isInForce: false } },
      { reason: "data_replaced", versions: ["pula-1"] },
    ],
    [
      "met on a past day by counties that are no longer in force",
      { applicationDate: "2026-06-14", countySet: { isInForce: false } },
      { reason: "data_replaced", versions: ["county-1"] },
    ],
    [
      "met on a past day by data that is not stored any more",
      { applicationDate: "2026-06-14", pulaSet: null },
      { reason: "data_replaced", versions: ["pula-1"] },
    ],
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

describe("a limitation text in the way of a file", () => {
  const review = (particulars: (Issue & { code: "LIMITATIONS_REVIEW_REQUIRED" })["particulars"]) =>
    issue("LIMITATIONS_REVIEW_REQUIRED", { particulars });
  const areasWithoutText = [{ pulaId: 121, codes: ["DC125"] }];

  it("is one that is loaded and that no rule scores; of one that is not loaded an answer may say that it limits nothing", () => {
    expect(hasTextToFollow([review({ toRead: ["DC1"] })])).toBe(true);
    expect(hasTextToFollow([review({ toRead: ["DC1"], areasWithoutText })])).toBe(true);
    expect(hasTextToFollow([review({})])).toBe(true);
    expect(hasTextToFollow([review({ areasWithoutText })])).toBe(false);
    expect(hasTextToFollow([issue("SOIL_UNAVAILABLE")])).toBe(false);
  });

  it("is said plainly, with no review that a mark would settle", () => {
    const said = notReadyOf({ reason: "limitation_text", codes: ["LIMITATIONS_REVIEW_REQUIRED", "SOIL_UNAVAILABLE"] });
    expect(said.title).toBe("No file is made where a limitation text applies");
    expect(said.text).toContain("Marking it as read does not change that");
    expect(said.open).toHaveLength(1);
    expect(said.open.join()).not.toMatch(/review/i);
    const spanish = inSpanish(() => notReadyOf({ reason: "limitation_text", codes: [] }));
    expect(spanish.title).toBe("No se hace ningún archivo donde se aplica un texto de limitación");
  });

  it("has the drift page lead to the texts in place of files", () => {
    const place = (issues: Issue[]): OpenFieldYear => {
      const saved = {
        requirements: [],
        processingStatus: "completed",
        isOnChangedBoundary: false,
        lastAssessment: { issues, status: "indeterminate" },
        drift: { lastComputation: null },
      };
      const address = { grant: "g", fieldId: "f", applicationEventId: "a", year: 2026 };
      return {
        scored: { saved, runoff: [], runoffAsComputed: [], yearIssues: [] },
        notes: { driftChangedAt: null },
        address,
      } as unknown as OpenFieldYear;
    };
    expect(textsInTheWay(place([review({ toRead: ["DC1"] })]))).toMatch(/\/limitations\?/);
    expect(textsInTheWay(place([issue("DRIFT_CONDITIONS_UNVERIFIED")]))).toBeNull();
  });
});
