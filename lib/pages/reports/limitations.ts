import type { ReportBlock, ReportPassage, ReportSection } from "@/lib/domain/report";
import type { RecordedApplication, ReportRecord } from "@/lib/usecases/reports/record";
import { dayText, percentText, type TimeText } from "@/lib/pages/reports/words";

interface FoundLimitation {
  pulaId: number;
  limitationId: number;
  code: string;
  text: string;
  eventName: string;
  effectiveDate: string;
  sharePct: number | null;
  /** Product and application names, each once. */
  products: Set<string>;
  read: Set<string>;
}

/** Every limitation once, with all it applies to: the same text under five products is read once. */
function limitationsOf(applications: readonly RecordedApplication[], timeText: TimeText): FoundLimitation[] {
  const found = new Map<string, FoundLimitation>();
  for (const application of applications) {
    for (const product of application.assessment?.products ?? []) {
      for (const pula of product.pulas) {
        for (const limitation of pula.limitations) {
          const key = JSON.stringify([pula.pulaId, limitation.limitationId, limitation.code, limitation.text]);
          const known = found.get(key) ?? {
            ...pula,
            ...limitation,
            products: new Set<string>(),
            read: new Set<string>(),
          };
          found.set(key, known);
          known.products.add(
            product.epaNumber === null ? product.productName : `${product.productName} (${product.epaNumber})`,
          );
          for (const at of readTimes(application, known)) known.read.add(timeText(at));
        }
      }
    }
  }
  return [...found.values()].toSorted((a, b) => a.pulaId - b.pulaId || a.limitationId - b.limitationId);
}

const readTimes = (application: RecordedApplication, { pulaId, limitationId }: FoundLimitation): string[] =>
  application.limitationsRead
    .filter((read) => read.pulaId === pulaId && read.limitationId === limitationId)
    .map(({ reviewedAt }) => reviewedAt);

/** Paragraphs as the source parts them; its words are not touched. */
const paragraphsOf = (text: string): string[] =>
  text
    .split(/\s*\n\s*/)
    .map((paragraph) => paragraph.trim())
    .filter((paragraph) => paragraph !== "");

function passageOf(limitation: FoundLimitation): ReportPassage {
  const { pulaId, code, eventName, effectiveDate, sharePct, products, read, limitationId } = limitation;
  const share = sharePct === null ? "" : `; ${percentText(sharePct)} of the field inside`;
  return {
    kind: "passage",
    heading: `${code}: PULA ${pulaId}, ${eventName}`,
    facts: [
      `Limitation ${limitationId}; area in force from ${dayText(effectiveDate)}${share}`,
      `For ${[...products].join(", ")}`,
      read.size === 0 ? "Not marked as read in the portal" : `Marked as read in the portal ${[...read].join("; ")}`,
    ],
    paragraphs: paragraphsOf(limitation.text),
  };
}

/** Areas that meet the field under a product, and name codes whose text is not loaded. */
function missingTexts(applications: readonly RecordedApplication[]): ReportBlock[] {
  const missing = new Set(
    applications.flatMap(({ assessment }) =>
      (assessment?.products ?? []).flatMap(({ pulas }) =>
        pulas.flatMap(({ pulaId, codesWithoutLimitation }) =>
          codesWithoutLimitation.map((code) => `${code} of PULA ${pulaId}`),
        ),
      ),
    ),
  );
  if (missing.size === 0) return [];
  const text = `No text is loaded for ${[...missing].join(", ")}. Read EPA's bulletin for this place.`;
  return [{ kind: "text", text, tone: "strong" }];
}

export function limitationSection({ applications }: ReportRecord, timeText: TimeText): ReportSection {
  const passages = limitationsOf(applications, timeText).map(passageOf);
  const none =
    "No limitation is saved for the products of these applications. That is what was found when they were assessed, " +
    "in the data sets named below; EPA's bulletin for the place and month of application decides.";
  const whole =
    "Each text stands whole, as EPA's bulletin data has it. Following it is for the applicator to see to; no score in this report replaces it.";
  return {
    id: "limitations",
    heading: "Pesticide use limitations, in full",
    blocks: [
      { kind: "text", text: passages.length === 0 ? none : whole, tone: passages.length === 0 ? "plain" : "quiet" },
      ...missingTexts(applications),
      ...passages,
    ],
  };
}
