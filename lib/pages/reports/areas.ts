import { limitationGap } from "@/lib/domain/limitation-gaps";
import type { ReportBlock, ReportSection } from "@/lib/domain/report";
import { column, columnOf, dayText, table, type TimeText } from "@/lib/pages/reports/words";
import { wordsIn } from "@/lib/views/language";
import { gapWhy } from "@/lib/views/limitation-gaps";
import type { RecordedApplication, ReportRecord } from "@/lib/usecases/reports/record";

const words = wordsIn({
  en: {
    product: "Product",
    registration: "EPA Reg. No.",
    areas: "Areas that limit it on this field",
    notLoaded: "EPA's areas are not loaded for the whole field",
    leftToRead: "a limitation on this field was left to be read",
    textsNotLoaded: (areas: string) => `the texts of ${areas}, on this field, are not loaded`,
    textsMayName: (areas: string) =>
      `the texts of ${areas}, on this field, may name an ingredient that is not known here`,
    answered: "Not looked for: an answer on record says that its label refers to no bulletin",
    none: "None",
    notKnown: (why: string) => `Not known: ${why}`,
    others: (found: string, why: string) => `${found}; others are not known: ${why}`,
    notLookedAt: (id: string, day: string) => `The field was not looked at for application ${id} of ${day}.`,
    noArea: (set: string, id: string, day: string, when: string) =>
      `No pesticide use limitation area of EPA's set ${set} that limits a product of the mix touched this field when application ${id} of ${day} was assessed, ${when}.`,
    has: (set: string, id: string, day: string, when: string) =>
      `What EPA's set ${set} has on this field for each product, when application ${id} of ${day} was assessed, ${when}:`,
    caption: (id: string) => `EPA's areas for application ${id}`,
    note:
      "That is what was looked for and found on that day, in that set and on the boundary of that day. EPA's bulletin for the place " +
      "and the month of application decides.",
    heading: "EPA's areas on this field",
  },
  es: {
    product: "Producto",
    registration: "N.º de reg. de la EPA",
    areas: "Áreas que lo limitan en este campo",
    notLoaded: "las áreas de la EPA no están cargadas para todo el campo",
    leftToRead: "quedó por leer una limitación en este campo",
    textsNotLoaded: (areas) => `los textos de ${areas}, en este campo, no están cargados`,
    textsMayName: (areas) =>
      `los textos de ${areas}, en este campo, pueden nombrar un ingrediente que aquí no se conoce`,
    answered: "No se buscaron: una respuesta registrada dice que su etiqueta no remite a ningún boletín",
    none: "Ninguna",
    notKnown: (why) => `No se sabe: ${why}`,
    others: (found, why) => `${found}; no se sabe si hay otras: ${why}`,
    notLookedAt: (id, day) => `No se revisó el campo para la aplicación ${id} del ${day}.`,
    noArea: (set, id, day, when) =>
      `Ninguna área de uso limitado de pesticidas del conjunto ${set} de la EPA que limite un producto de la mezcla tocaba este campo cuando, el ${when}, se verificó la aplicación ${id} del ${day}.`,
    has: (set, id, day, when) =>
      `Lo que el conjunto ${set} de la EPA tiene en este campo para cada producto, cuando, el ${when}, se verificó la aplicación ${id} del ${day}:`,
    caption: (id) => `Áreas de la EPA para la aplicación ${id}`,
    note:
      "Eso es lo que se buscó y se halló ese día, en ese conjunto y con el límite del campo de ese día. Decide el boletín de la EPA para " +
      "el lugar y el mes de la aplicación.",
    heading: "Áreas de la EPA en este campo",
  },
});

const columns = () => [
  columnOf("name", words().product, 40),
  column(words().registration, 18),
  column(words().areas, 62),
];

type Assessed = NonNullable<RecordedApplication["assessment"]>;
type Recorded = Assessed["products"][number];

/** Why areas may limit products beyond those that were found. `mayLimit` null: any product. */
interface NotLookedFor {
  why: string;
  mayLimit: readonly number[] | null;
}

/**
 * Where the data does not reach the whole field, no data was there, or an area on the field has a code without a text,
 * nothing found says nothing.
 */
function notLookedFor({ dataVersions }: RecordedApplication, { issues }: Assessed): NotLookedFor[] {
  const isWhole = (dataVersions?.pula ?? null) !== null && issues.every(({ code }) => code !== "PULA_COVERAGE_MISSING");
  const uncovered = { why: words().notLoaded, mayLimit: null };
  return [...(isWhole ? [] : [uncovered]), ...issues.flatMap(unreadArea)];
}

/** An assessment of an earlier version does not say what it left to be read. */
function unreadArea(found: Assessed["issues"][number]): NotLookedFor[] {
  if (found.code !== "LIMITATIONS_REVIEW_REQUIRED") return [];
  const { areasWithoutText, mayName, mayLimit, toRead } = found.particulars;
  if ((areasWithoutText ?? mayName) === undefined && toRead !== undefined) return [];
  return [{ why: whyUnread(areasWithoutText, mayName), mayLimit: mayLimit ?? null }];
}

type UnreadAreas = readonly { pulaId: number }[] | undefined;

function whyUnread(withoutText: UnreadAreas, mayName: UnreadAreas): string {
  const namesOf = (areas: NonNullable<UnreadAreas>) => areas.map(({ pulaId }) => `PULA ${pulaId}`).join(", ");
  const reasons = [
    ...(withoutText === undefined ? [] : [words().textsNotLoaded(namesOf(withoutText))]),
    ...(mayName === undefined ? [] : [words().textsMayName(namesOf(mayName))]),
  ];
  return reasons.length === 0 ? words().leftToRead : reasons.join("; ");
}

interface Looked extends Pick<Assessed, "issues"> {
  open: readonly NotLookedFor[];
}

/** A product that no one knows may be limited by an area that was not looked for. */
function areasText(product: Recorded, productIndex: number, { issues, open }: Looked): string {
  const found = product.pulas.map(({ pulaId, eventName }) => `PULA ${pulaId}, ${eventName}`).join("; ");
  const gap = limitationGap(product, productIndex, issues);
  if (gap === "answered" && found === "") return words().answered;
  const uncovered = open.find(({ mayLimit }) => mayLimit?.includes(productIndex) ?? true)?.why;
  const why = (gap === null ? null : gapWhy(gap)) ?? uncovered;
  if (why === undefined) return found === "" ? words().none : found;
  return found === "" ? words().notKnown(why) : words().others(found, why);
}

/** What was found of EPA's areas for an application, in a sentence that can stand alone years later. */
function foundText(application: RecordedApplication, setText: string, timeText: TimeText): string {
  const { assessment, applicationId, applicationDate } = application;
  const day = dayText(applicationDate);
  if (assessment === null) return words().notLookedAt(applicationId, day);
  const when = timeText(assessment.calculatedAt);
  const open = notLookedFor(application, assessment);
  const { issues } = assessment;
  const all = assessment.products.map((product, index) => areasText(product, index, { issues, open }));
  if (open.length === 0 && all.length > 0 && all.every((text) => text === words().none)) {
    return words().noArea(setText, applicationId, day, when);
  }
  return words().has(setText, applicationId, day, when);
}

function applicationBlocks(application: RecordedApplication, setText: string, timeText: TimeText): ReportBlock[] {
  const { assessment, applicationId } = application;
  const open = assessment === null ? [] : notLookedFor(application, assessment);
  const rows = (assessment?.products ?? []).map((product, index) => [
    product.productName,
    product.epaNumber ?? "–",
    areasText(product, index, { issues: assessment?.issues ?? [], open }),
  ]);
  const told: ReportBlock = { kind: "text", text: foundText(application, setText, timeText), tone: "plain" };
  return rows.length === 0 ? [told] : [told, table(words().caption(applicationId), columns(), rows)];
}

/**
 * What of EPA's areas touched the field on the day of each assessment, and that none did. `setText`: a version of EPA's
 * areas in words.
 */
export function areaSection(
  { applications }: ReportRecord,
  setText: (version: string | null) => string,
  timeText: TimeText,
): ReportSection[] {
  if (applications.length === 0) return [];
  const blocks = applications.flatMap((application) =>
    applicationBlocks(application, setText(application.dataVersions?.pula ?? null), timeText),
  );
  return [
    {
      id: "areas",
      heading: words().heading,
      blocks: [...blocks, { kind: "text", text: words().note, tone: "quiet" }],
    },
  ];
}
