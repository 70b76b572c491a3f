import { afterEach, describe, expect, it } from "vitest";
import { presentAssessment } from "@/lib/contracts/v2/assessment";
import { readStoredAssessment, STORED_ASSESSMENT_FORMAT } from "@/lib/data/stored/assessment";
import { packAssessment } from "@/lib/data/stored/packed";
import type { RunoffEntry } from "@/lib/domain/compliance";
import { ISSUE_CODES, issue, type IssueCode } from "@/lib/domain/issues";
import type { SavedApplicationRecord } from "@/lib/domain/saved-application";
import { assess } from "@/lib/engine/assess";
import { mergeIssues } from "@/lib/domain/merge-issues";
import { standingInWords } from "@/lib/pages/portal/overview/standing-words";
import { statusSection } from "@/lib/pages/reports/statuses";
import type { ReportRecord } from "@/lib/usecases/reports/record";
import { ENGLISH } from "@/lib/views/issues/english";
import { areasOf, DC125_AREAS, factsOf, NO_SOIL, pulaOf, submittedOf } from "@/tests/unit/engine/facts";
import { fieldTimes } from "@/lib/views/field-time";

const ORIGINAL = structuredClone(
  ISSUE_CODES.map((code) => {
    const { message, headline, remedy } = ENGLISH[code];
    return { code, message, headline, remedy };
  }),
);
/** The catalog is one object that every presenter reads, so that its sentences can be replaced under them. */
const reword = (words: (text: string, code: IssueCode) => string): void => {
  for (const { code, message, headline, remedy } of ORIGINAL) {
    Object.assign(ENGLISH[code], {
      message: words(message, code),
      headline: words(headline, code),
      remedy: words(remedy, code),
    });
  }
};
afterEach(() => {
  reword((text) => text);
});

const MIXES = [
  factsOf([submittedOf("264-1241")]),
  factsOf([submittedOf("264-1241", { rate: 99 }), submittedOf("1-1"), submittedOf("2-2")]),
  factsOf([submittedOf("62719-695"), submittedOf(null, { productName: "?" })], { soil: NO_SOIL }),
  factsOf([submittedOf("264-1241")], {
    areas: DC125_AREAS,
    application: { method: "Broadcast-Air", dropletSize: "fine" },
  }),
  factsOf([submittedOf("264-1241")], {
    areas: areasOf({ pulas: [pulaOf(5, ["Z"], { codesWithoutLimitation: ["Z"] })], counties: [] }),
  }),
];

const IN_EVERY_WAY = [
  { lastComputation: null, isBuffer: true },
  { lastComputation: null, isBuffer: false },
  {
    lastComputation: {
      checkedAt: new Date("2026-05-02T00:00:00Z"),
      driftStatus: "met" as const,
      products: [],
      effectiveRates: [],
    },
    isBuffer: true,
  },
];

/** Everything that is decided of an application with these issues: no text of it is compared. */
function decided(codes: readonly IssueCode[]): unknown {
  const issues = codes.map((code) => issue(code));
  const lastAssessment = {
    status: "indeterminate" as const,
    issues,
    calculatedAt: new Date("2026-05-01T00:00:00Z"),
    products: [],
    processingComplete: true,
  };
  return IN_EVERY_WAY.map(({ lastComputation, isBuffer }) => {
    const application = {
      applicationId: "A1",
      applicationDate: "2026-06-15",
      processingStatus: "completed",
      isOnChangedBoundary: false,
      requirements: isBuffer ? [{ driftConfiguration: {} }] : [],
      products: [],
    };
    const saved = { ...application, lastAssessment, drift: { lastComputation } } as unknown as SavedApplicationRecord;
    const runoff: RunoffEntry[] = [];
    const notes = { reviews: [], driftChangedAt: null } as unknown as Parameters<typeof standingInWords>[1];
    const { now, isAllRead } = standingInWords(
      { saved, runoff, runoffAsComputed: runoff, yearIssues: [], driftReductions: [] } as unknown as Parameters<
        typeof standingInWords
      >[0],
      notes,
      "Farm",
    );
    const record = {
      year: 2026,
      applications: [{ ...application, runoff, assessment: lastAssessment, drift: { computation: lastComputation } }],
    } as unknown as ReportRecord;
    const statuses = statusSection({ record, present: new Map() }, fieldTimes("UTC")).blocks.flatMap((block) =>
      block.kind === "statuses" ? block.statuses : [],
    );
    return { now, isAllRead, statuses: statuses.map(({ mark, word, title }) => ({ mark, word, title })) };
  });
}

const withoutWords = (text: string): unknown =>
  JSON.parse(text, (key, value: unknown) => (key === "message" || key === "remedy" ? undefined : value));

function everything(): unknown {
  const answers = MIXES.map((facts) => {
    const { assessment, adjuvantResults } = assess(facts);
    const included = { soilAnalysis: true, explanation: true, options: null };
    const packed = packAssessment({ ...assessment, answered: null });
    const stored = JSON.stringify({ ...packed, formatVersion: STORED_ASSESSMENT_FORMAT });
    return {
      assessment,
      adjuvantResults,
      wire: withoutWords(JSON.stringify(presentAssessment(assessment, included))),
      read: readStoredAssessment(JSON.parse(stored)),
      again: mergeIssues([...assessment.issues, ...assessment.issues]),
    };
  });
  return { answers, decided: [...ISSUE_CODES.map((code) => decided([code])), decided(ISSUE_CODES)] };
}

describe("every answer, saved assessment and report status", () => {
  const before = everything();

  it.each<[string, (text: string, code: IssueCode) => string]>([
    ["other words", (_, code) => `Something else altogether of ${code.length} letters.`],
    ["nothing at all", () => ""],
    ["one and the same sentence", () => "Drift not met."],
    ["the same words and more", (text) => `${text} (A)`],
  ])("is the same with %s in place of every sentence of the catalog", (_, words) => {
    reword(words);
    expect(everything()).toEqual(before);
  });
});
