import { limitationGap } from "@/lib/domain/limitation-gaps";
import type { ReportBlock, ReportPassage, ReportSection } from "@/lib/domain/report";
import type { RecordedApplication, ReportRecord } from "@/lib/usecases/reports/record";
import { wordsIn } from "@/lib/views/language";
import { gapInWords, readTheLabel } from "@/lib/views/limitation-gaps";
import { dayText, percentText, type TimeText } from "@/lib/pages/reports/words";

const words = wordsIn({
  en: {
    inForce: (id: number, day: string) => `Limitation ${id}; area in force from ${day}`,
    inside: (share: string) => `; ${share} of the field inside`,
    forProducts: (products: string) => `For ${products}`,
    notRead: "Not marked as read in the portal",
    read: (times: string) => `Marked as read in the portal ${times}`,
    codeOf: (code: string, pulaId: number) => `${code} of PULA ${pulaId}`,
    noText: (codes: string) => `No text is loaded for ${codes}. Read EPA's bulletin for this place.`,
    none:
      "No limitation is saved for the products of these applications. That is what was found when they were assessed, " +
      "in the data sets named below; EPA's bulletin for the place and month of application decides.",
    noneKnown:
      "No limitation is saved for these applications. That does not mean that there is none: not every product could be looked for.",
    whole:
      "Each text stands whole, as EPA's bulletin data has it. Following it is for the applicator to see to; no score in this report replaces it.",
    heading: "Pesticide use limitations, in full",
  },
  es: {
    inForce: (id, day) => `Limitación ${id}; área vigente desde el ${day}`,
    inside: (share) => `; ${share} del campo está dentro`,
    forProducts: (products) => `Para ${products}`,
    notRead: "No está marcada como leída en el portal",
    read: (times) => `Marcada como leída en el portal el ${times}`,
    codeOf: (code, pulaId) => `${code} de la PULA ${pulaId}`,
    noText: (codes) => `No hay ningún texto cargado para ${codes}. Lea el boletín de la EPA para este lugar.`,
    none:
      "No hay ninguna limitación guardada para los productos de estas aplicaciones. Eso es lo que se halló cuando se verificaron, " +
      "en los conjuntos de datos que se nombran abajo; decide el boletín de la EPA para el lugar y el mes de la aplicación.",
    noneKnown:
      "No hay ninguna limitación guardada para estas aplicaciones. Eso no significa que no la haya: no se pudo buscar para todos los productos.",
    whole:
      "Cada texto está completo y en inglés, como lo tienen los datos del boletín de la EPA. Cumplirlo le toca al aplicador; ningún " +
      "puntaje de este informe lo reemplaza.",
    heading: "Limitaciones de uso de pesticidas, completas",
  },
});

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
  const share = sharePct === null ? "" : words().inside(percentText(sharePct));
  return {
    kind: "passage",
    heading: `${code}: PULA ${pulaId}, ${eventName}`,
    facts: [
      `${words().inForce(limitationId, dayText(effectiveDate))}${share}`,
      words().forProducts([...products].join(", ")),
      read.size === 0 ? words().notRead : words().read([...read].join("; ")),
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
          codesWithoutLimitation.map((code) => words().codeOf(code, pulaId)),
        ),
      ),
    ),
  );
  if (missing.size === 0) return [];
  return [{ kind: "text", text: words().noText([...missing].join(", ")), tone: "strong" }];
}

/** Products of which nothing found says nothing, each once. */
function gapsOf(applications: readonly RecordedApplication[]): { isOpen: boolean; texts: string[] } {
  const gaps = applications.flatMap(({ assessment }) =>
    (assessment?.products ?? []).flatMap((product, index) => {
      const gap = limitationGap(product, index, assessment?.issues ?? []);
      return gap === null ? [] : [{ gap, text: gapInWords(product.productName, gap) }];
    }),
  );
  return {
    isOpen: gaps.some(({ gap }) => gap !== "answered"),
    texts: [...new Set(gaps.map(({ text }) => text))],
  };
}

function gapBlocks({ isOpen, texts }: ReturnType<typeof gapsOf>): ReportBlock[] {
  if (texts.length === 0) return [];
  const text = [...texts, ...(isOpen ? [readTheLabel()] : [])].join(" ");
  return [{ kind: "text", text, tone: isOpen ? "strong" : "plain" }];
}

export function limitationSection({ applications }: ReportRecord, timeText: TimeText): ReportSection {
  const passages = limitationsOf(applications, timeText).map(passageOf);
  const gaps = gapsOf(applications);
  return {
    id: "limitations",
    heading: words().heading,
    blocks: [
      passages.length === 0
        ? { kind: "text", text: gaps.isOpen ? words().noneKnown : words().none, tone: "plain" }
        : { kind: "text", text: words().whole, tone: "quiet" },
      ...gapBlocks(gaps),
      ...missingTexts(applications),
      ...passages,
    ],
  };
}
