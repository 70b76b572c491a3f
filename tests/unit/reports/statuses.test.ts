import { describe, expect, it } from "vitest";
import type { RunoffEntry } from "@/lib/domain/compliance";
import { issue } from "@/lib/domain/issues";
import { answeredStatuses, runoffStatus, statusSection } from "@/lib/pages/reports/statuses";
import type { PresentStanding } from "@/lib/usecases/reports/present";
import type { RecordedApplication, ReportRecord } from "@/lib/usecases/reports/record";
import { fieldTimes } from "@/lib/views/field-time";
import { issueMessage } from "@/lib/views/issues/issue-text";
import { inSpanish } from "@/tests/support/spanish";

const CHECKED_AT = new Date("2026-06-15T12:00:00Z");
const COMPUTED = { checkedAt: CHECKED_AT, driftStatus: "met", products: [], effectiveRates: [] };
const ASSESSED = { status: "indeterminate", issues: [], calculatedAt: CHECKED_AT };

/** What the statuses read of an application; the rest of a record is not theirs. */
const applicationWith = (more: object): RecordedApplication =>
  ({
    applicationId: "A1",
    applicationDate: "2026-06-15",
    processingStatus: "completed",
    isOnChangedBoundary: false,
    requirements: [{ driftConfiguration: {} }],
    runoff: [],
    products: [{ productName: "DEMO Dry", rate: 3, rateUnit: "lb/ac" }],
    assessment: ASSESSED,
    drift: { computation: null },
    ...more,
  }) as unknown as RecordedApplication;

const driftOf = (more: object) => {
  const record = { year: 2026, applications: [applicationWith(more)] } as unknown as ReportRecord;
  const statuses = statusSection({ record, present: new Map() }, fieldTimes("UTC")).blocks.flatMap((block) =>
    block.kind === "statuses" ? block.statuses : [],
  );
  return statuses.find(({ title }) => title.startsWith("Spray drift"));
};

describe("what was done otherwise than it was checked", () => {
  const flag = { entryId: "1", limit: "Checked for another day.", productName: null, sent: "start 2026-06-14 09:15" };
  const standing = (flags: object[]): { title: string; word: string; lines: string[] }[] => {
    const log = flags.length === 0 ? null : { shown: { flags } };
    const applications = [applicationWith({ log, drift: { computation: COMPUTED } })];
    const record = { year: 2026, applications } as unknown as ReportRecord;
    return statusSection({ record, present: new Map() }, fieldTimes("UTC")).blocks.flatMap((block) =>
      block.kind === "statuses" ? block.statuses : [],
    );
  };

  it("stands before findings of what was checked, and is not settled", () => {
    expect(standing([flag, flag])[0]).toMatchObject({
      title: "What was done, application A1 of Jun 15, 2026",
      word: "Not settled",
      lines: [expect.stringContaining("2 lines under “Outside a limit, or not as it was checked”")],
    });
    expect(inSpanish(() => standing([flag])[0]?.lines.join())).toContain("1 renglón");
  });

  it("is not named where nothing was", () => {
    expect(standing([]).some(({ title }) => title.startsWith("What was done"))).toBe(false);
  });
});

describe("what a report says of drift", () => {
  it("is met as it was computed, for that wind and setup", () => {
    expect(driftOf({ drift: { computation: COMPUTED } })).toMatchObject({ word: "Found met" });
  });

  it("says for which rate it holds, where that is not the one that was sent", () => {
    const linesAt = (rate: number) =>
      driftOf({
        drift: { computation: { ...COMPUTED, effectiveRates: [{ productIndex: 0, rate, rateUnit: "lb/ac" }] } },
      })?.lines;
    expect(linesAt(2)?.[1]).toBe("It holds for 2 lb/ac of DEMO Dry, not the 3 lb/ac that was checked.");
    expect(linesAt(3)).toHaveLength(1);
  });

  it("is not settled once the field has another boundary than the one it was computed for", () => {
    const found = driftOf({ drift: { computation: COMPUTED }, isOnChangedBoundary: true });
    expect(found).toMatchObject({ word: "Not settled" });
    expect(found?.lines.join()).toContain("a boundary that the field no longer has");
  });

  it("names an assessment under which nothing applies as the portal does, in both languages", () => {
    const of = applicationWith({ assessment: { ...ASSESSED, status: "not_applicable" }, requirements: [] });
    const word = () => answeredStatuses(of, [], fieldTimes("UTC"))[0]?.word;
    expect(word()).toBe("Nothing is asked for");
    expect(inSpanish(word)).toBe("No se pide nada");
  });

  it("is not settled before anything was computed", () => {
    expect(driftOf({})).toMatchObject({ word: "Not settled" });
  });

  it("is not met before that, where the set-up or the mix breaks a rule whatever the wind", () => {
    const broken = [
      issue("ADJUVANT_REQUIREMENT_UNMET", { productIndex: 0, particulars: { productName: "Stryax" } }),
      issue("DRIFT_CONDITIONS_UNVERIFIED"),
    ];
    const found = driftOf({ assessment: { ...ASSESSED, status: "not_met", issues: broken } });
    expect(found).toMatchObject({ word: "Not met" });
    expect(found?.lines.join()).toContain("(Stryax)");
  });

  it("says why what was computed is not met, each reason once and in a line of its own", () => {
    const missing = issue("ADJUVANT_REQUIREMENT_UNMET", { productIndex: 0, particulars: { productName: "Stryax" } });
    const products = [{ issues: [missing] }, { issues: [missing, issue("DROPLET_BELOW_BUFFER_TIER")] }];
    const found = driftOf({ drift: { computation: { ...COMPUTED, driftStatus: "not_met", products } } });
    expect(found).toMatchObject({ word: "Not met" });
    expect(found?.lines).toHaveLength(3);
    expect(found?.lines[0]).toContain("As computed");
    expect(found?.lines[1]).toContain("(Stryax)");
  });

  it("says that no ground is left to treat, where that alone stands in the way", () => {
    const found = driftOf({
      drift: { computation: { ...COMPUTED, driftStatus: "not_met", products: [{ issues: [] }] } },
    });
    expect(found?.lines.slice(1)).toEqual([issueMessage(issue("NO_TREATABLE_AREA"))]);
  });

  it("makes up no reason for a computation of an earlier form, which kept no products", () => {
    const found = driftOf({ drift: { computation: { ...COMPUTED, driftStatus: "not_met" } } });
    expect(found?.lines).toHaveLength(1);
  });

  it("has each issue of the last assessment in a line of its own", () => {
    const issues = [issue("NO_TREATABLE_AREA"), issue("DROPLET_BELOW_BUFFER_TIER")];
    const [assessment] = answeredStatuses(
      applicationWith({ assessment: { ...ASSESSED, issues } }),
      [],
      fieldTimes("UTC"),
    );
    expect(assessment?.lines.slice(1)).toEqual(issues.map((found) => issueMessage(found)));
  });

  it("is not met for a rate over the label, as the drift page has it", () => {
    const overLabel = [issue("LABEL_LIMIT_EXCEEDED", { productIndex: 0, particulars: { productName: "Stryax" } })];
    expect(driftOf({ assessment: { ...ASSESSED, issues: overLabel } })).toMatchObject({ word: "Not met" });
  });
});

const tallyOf = (applications: RecordedApplication[]): string[] =>
  statusSection(
    { record: { year: 2026, applications } as unknown as ReportRecord, present: new Map() },
    fieldTimes("UTC"),
  ).blocks.flatMap((block) => (block.kind === "text" && block.tone === "strong" ? [block.text] : []));

describe("how many findings of each kind a report has", () => {
  it("stands ahead of them, what is not met first", () => {
    const met = applicationWith({ drift: { computation: COMPUTED }, assessment: { ...ASSESSED, status: "not_met" } });
    const nothing = applicationWith({ drift: null, assessment: { ...ASSESSED, status: "not_applicable" } });
    expect(tallyOf([met, nothing, applicationWith({ drift: null })])).toEqual([
      "Of the 4 findings below: 1 not met, 1 not settled, 1 found met, 1 that asks for nothing.",
    ]);
  });

  it("is not said of a single one", () => {
    expect(tallyOf([applicationWith({ drift: null })])).toEqual([]);
  });
});

describe("what a report says of a trait program", () => {
  const entry = {
    mitigationType: "trait_runoff",
    exempt: false,
    status: "not_met",
    earnedPoints: 1,
    requiredPoints: 4,
    labelRequiredPoints: 4,
    gap: 3,
    issues: [],
  } as unknown as RunoffEntry;

  it("counts credits, as the portal does, and points only in EPA's own system", () => {
    const trait = runoffStatus(entry, applicationWith({}));
    expect([trait.word, ...trait.lines]).toEqual(["3 credits short", "1 of 4 required credits counted."]);
    const epa = runoffStatus({ ...entry, mitigationType: "epa_runoff" }, applicationWith({}));
    expect([epa.word, ...epa.lines]).toEqual(["3 points short", "1 of 4 required points counted."]);
  });
});

describe("where an application stands today", () => {
  const entry = (status: string, gap: number) => ({
    ...{
      mitigationType: "epa_runoff",
      exempt: false,
      labelRequiredPoints: 4,
      requiredPoints: 4,
      earnedPoints: 4 - gap,
    },
    ...{ status, gap, issues: [] },
  });
  const standsNow = (application: RecordedApplication, standing: Omit<PresentStanding, "outdated">) => {
    const record = { year: 2026, applications: [{ ...application, applicationEventId: "1" }] };
    const present = new Map([["1", { ...standing, outdated: null }]]);
    return statusSection({ record: record as unknown as ReportRecord, present }, fieldTimes("UTC"))
      .blocks.flatMap((block) => (block.kind === "statuses" ? block.statuses : []))
      .find(({ title }) => title.startsWith("Where it stands now"));
  };
  const today = (runoff: object[], gap: number) =>
    standsNow(applicationWith({ runoff, assessment: { ...ASSESSED, status: "not_met" } }), {
      ...{ status: "not_met", issues: [], short: [{ mitigationType: "epa_runoff", gap }] },
    });

  it("names points that are short by the last computation, where as checked there are enough", () => {
    expect(today([entry("met", 0)], 2)).toMatchObject({ word: "Not met", lines: ["2 points short."] });
    expect(today([entry("not_met", 1)], 2)?.lines).toEqual(["2 points short."]);
  });

  it("says no more than what was found, where that says so", () => {
    expect(today([entry("not_met", 2)], 2)).toBeUndefined();
  });

  it("says that the buffer has to be worked out again, also where something else was open before", () => {
    const unread = issue("ESA_STATUS_UNKNOWN", { productIndex: 0, particulars: { productName: "DEMO Dry" } });
    const outdated = issue("DRIFT_CONDITIONS_UNVERIFIED", { particulars: { isOutdated: true } });
    const application = applicationWith({
      assessment: { ...ASSESSED, issues: [unread] },
      drift: { computation: COMPUTED },
    });
    const standing = { status: "indeterminate" as const, short: [] };
    expect(standsNow(application, { ...standing, issues: [unread] })).toBeUndefined();
    expect(standsNow(application, { ...standing, issues: [unread, outdated] })).toMatchObject({
      ...{ mark: "open", lines: [issueMessage(outdated)] },
    });
  });
});
