import { describe, expect, it } from "vitest";
import type { UnjudgedCondition } from "@/lib/domain/label-conditions";
import { checklistSection } from "@/lib/pages/reports/checklist";
import { composeReport } from "@/lib/pages/reports/document";
import { rulebookAsOf } from "@/lib/rulebook/load";
import type { ReportRecord } from "@/lib/usecases/reports/record";
import { recordFor, reportFor } from "@/tests/support/report-record";

const RAIN: UnjudgedCondition = {
  productIndex: 0,
  ruleId: "product:99002-1:condition:rain",
  text: "Not while it rains.",
  source: "Label of 2026-02-06, page 14",
};
const HARVEST = { ...RAIN, productIndex: 1, ruleId: "product:99002-2:condition:harvest", text: "Not before harvest." };

/** A record of two products with what their labels leave to the applicator. */
function recordWith(unjudged: UnjudgedCondition[], ids: readonly string[] = ["demo-application-01"]): ReportRecord {
  const record = recordFor({ products: 2 });
  const applications = record.applications.flatMap((application) =>
    ids.map((applicationId) => ({
      ...application,
      applicationId,
      assessment: application.assessment === null ? null : { ...application.assessment, unjudged },
    })),
  );
  return { ...record, applications };
}

const rowsOf = (record: ReportRecord): string[][] =>
  checklistSection(record).flatMap(({ blocks }) =>
    blocks.flatMap((block) =>
      block.kind === "table" ? block.rows.map(([, text = "", source = ""]) => [text, source]) : [],
    ),
  );
const linesOf = (record: ReportRecord): string[] =>
  checklistSection(record).flatMap(({ blocks }) =>
    blocks.flatMap((block) => (block.kind === "subheading" || block.kind === "text" ? block.text : [])),
  );

describe("the checklist of a report", () => {
  it("lists what no one judged by product, each with its source", () => {
    const record = recordWith([HARVEST, RAIN]);
    expect(rowsOf(record)).toEqual([
      [RAIN.text, RAIN.source],
      [HARVEST.text, HARVEST.source],
    ]);
    expect(linesOf(record)).toEqual(
      expect.arrayContaining(["DEMO Product 1 Herbicide (99002-1)", "DEMO Product 2 Herbicide (99002-2)"]),
    );
  });

  it("lists once what holds for several applications, and names them", () => {
    const record = recordWith([RAIN], ["spring", "fall"]);
    expect(rowsOf(record)).toHaveLength(1);
    expect(linesOf(record)).toContain("For applications spring, fall.");
  });

  it("lists once what a product that is entered twice leaves open", () => {
    const record = recordWith([RAIN, { ...RAIN, productIndex: 1 }]);
    const [application] = record.applications;
    const [product] = application?.products ?? [];
    if (application === undefined || product === undefined) throw new Error("the record has no product");
    const twice = { ...record, applications: [{ ...application, products: [product, product] }] };
    expect(rowsOf(twice)).toEqual([[RAIN.text, RAIN.source]]);
  });

  it("is left out where every direction was judged", () => {
    expect(checklistSection(recordFor())).toEqual([]);
  });

  it("stands in the document after the applications", () => {
    const { sections } = reportFor();
    const record = recordWith([RAIN]);
    const { sections: withList } = composeReport({
      record,
      hash: "0".repeat(64),
      recordedAt: new Date("2026-06-15T12:00:00Z"),
      generatedAt: new Date("2026-06-15T12:00:00Z"),
      signer: null,
      brand: { name: "DEMO Farm Software", accent: null },
      dataSets: [],
      center: null,
      timeZone: "UTC",
      figure: null,
      rulebook: rulebookAsOf("2026-06-15"),
      present: new Map(),
      verifyUrl: "https://esa.example.com/verify/0",
    });
    expect(sections.map(({ id }) => id)).not.toContain("checklist");
    const ids = withList.map(({ id }) => id);
    expect(ids.indexOf("checklist")).toBe(ids.indexOf("applications") + 1);
  });
});
