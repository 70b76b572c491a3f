import { describe, expect, it } from "vitest";
import { attestationSection } from "@/lib/pages/reports/attestations";
import { composeReport } from "@/lib/pages/reports/document";
import { rulebookAsOf } from "@/lib/rulebook/load";
import type { RecordedAttestation, ReportRecord } from "@/lib/usecases/reports/record";
import { recordFor } from "@/tests/support/report-record";
import { fieldTimes } from "@/lib/views/field-time";

const SAID: RecordedAttestation = {
  questionId: "label_has_esa_directions:99001-3",
  kind: "label_has_esa_directions",
  version: 1,
  productIndex: 0,
  subject: "99001-3",
  answer: "no",
  attestedBy: "Jo Field",
  attestedAt: new Date("2026-05-20T09:30:00.000Z"),
  labelDate: "2025-01-02",
  applicationRevision: 3,
  counts: true,
  particulars: { productName: "DEMO Unread Herbicide" },
};

function recordWith(attestations: RecordedAttestation[]): ReportRecord {
  const record = recordFor({ products: 1 });
  return { ...record, applications: record.applications.map((application) => ({ ...application, attestations })) };
}

const rowsOf = (record: ReportRecord): string[][] =>
  attestationSection(record, fieldTimes("UTC")).flatMap(({ blocks }) =>
    blocks.flatMap((block) => (block.kind === "table" ? block.rows : [])),
  );
const textsOf = (record: ReportRecord): string[] =>
  attestationSection(record, fieldTimes("UTC")).flatMap(({ blocks }) =>
    blocks.flatMap((block) => (block.kind === "text" ? block.text : [])),
  );

describe("what the applicator said, in a report", () => {
  it("stands with the question, the answer, the name, the time and the label", () => {
    const [row] = rowsOf(recordWith([SAID]));
    expect(row?.[0]).toContain("Open the DEMO Unread Herbicide label.");
    expect(row?.slice(1, 3)).toEqual(["No", "Jo Field"]);
    expect(row?.[3]).toContain("2026");
    expect(row?.[4]).toBe("2025-01-02");
    expect(textsOf(recordWith([SAID])).join(" ")).toContain("The applicator said this.");
  });

  it("says so where the provider has answers shown only", () => {
    expect(textsOf(recordWith([SAID])).join(" ")).not.toContain("do not count");
    expect(textsOf(recordWith([{ ...SAID, counts: false }])).join(" ")).toContain("do not count");
  });

  it("is a part of the report only where something was said", () => {
    expect(attestationSection(recordWith([]), fieldTimes("UTC"))).toEqual([]);
    const report = composeReport({
      record: recordWith([SAID]),
      hash: "0".repeat(64),
      recordedAt: SAID.attestedAt,
      generatedAt: SAID.attestedAt,
      signer: null,
      brand: { name: "DEMO Farm Software", accent: null },
      dataSets: [],
      center: null,
      timeZone: "UTC",
      figure: null,
      rulebook: rulebookAsOf("2026-05-20"),
      present: new Map(),
      verifyUrl: "http://localhost/verify/0",
    });
    expect(report.sections.map(({ id }) => id)).toContain("attestations");
  });
});
