import { expect, it } from "vitest";
import { composeReport } from "@/lib/pages/reports/document";
import { inLanguage, LANGUAGES } from "@/lib/views/language";
import { rulebookAsOf } from "@/lib/rulebook/load";
import { GENERATED_AT, recordFor } from "@/tests/support/report-record";

const HASH = "0".repeat(64);

/** A report of two applications that are alike, each with several products. */
function report() {
  const record = recordFor({ products: 2, limitations: 2, edges: 8 });
  const applications = record.applications.flatMap((application) =>
    ["spring", "fall"].map((applicationId) => ({ ...application, applicationId })),
  );
  return composeReport({
    record: { ...record, applications },
    hash: HASH,
    recordedAt: GENERATED_AT,
    generatedAt: GENERATED_AT,
    signer: null,
    brand: { name: "DEMO Farm Software", accent: null },
    dataSets: [],
    center: null,
    timeZone: "UTC",
    figure: null,
    rulebook: rulebookAsOf("2026-06-15"),
    present: new Map(),
    verifyUrl: `https://esa.example.com/verify/${HASH}`,
  });
}

it.each(LANGUAGES)("each table of a report has a name of its own in %s: what scrolls is named by it", (language) => {
  const captions = inLanguage(language, report).sections.flatMap(({ blocks }) =>
    blocks.flatMap((block) => (block.kind === "table" ? [block.caption] : [])),
  );
  expect(captions.length).toBeGreaterThan(8);
  expect(captions.filter((caption, index) => captions.indexOf(caption) !== index)).toEqual([]);
});
