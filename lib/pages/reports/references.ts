import type { Citation, Evidence } from "@/lib/domain/citation";
import type { ExplanationItem } from "@/lib/domain/explanation";
import type { ReportSection } from "@/lib/domain/report";
import type { Rulebook } from "@/lib/domain/tables";
import type { ReportRecord } from "@/lib/usecases/reports/record";
import { SYSTEM_OF } from "@/lib/usecases/reports/record";
import { documentName, evidenceInWords, placeInDocument } from "@/lib/views/documents";
import { wordsIn } from "@/lib/views/language";
import { checkedText, column, columnOf, dayText, NONE, table } from "@/lib/pages/reports/words";

interface Reference {
  title: string;
  locator: string;
  documentDate: string | null;
  checkedOn: string | null;
  evidence: Evidence | null;
}

const ofExplanation = ({ document, section, documentDate, checkedOn, evidence }: ExplanationItem): Reference[] =>
  document === null ? [] : [named({ title: document, locator: section ?? NONE, documentDate, checkedOn, evidence })];

/** By the name that the document is known by. */
const named = (reference: Reference): Reference => {
  const locator = placeInDocument(reference.locator);
  return { ...reference, title: documentName(reference.title), locator: locator === "" ? NONE : locator };
};

const ofCitation = (citation: Citation | undefined, evidence: Evidence): Reference[] =>
  citation === undefined ? [] : [named({ ...citation, evidence })];

/** What the points of every measure in the record rest on. */
function ofMeasures({ applications, kind }: ReportRecord, { menus, citations }: Rulebook): Reference[] {
  const ids = new Set(
    applications.flatMap(({ runoff }) =>
      runoff.flatMap(({ selectedMeasures, creditedMeasures }) =>
        [...selectedMeasures, ...creditedMeasures].map(({ subOptionId }) => subOptionId),
      ),
    ),
  );
  return menus[SYSTEM_OF[kind]].categories
    .flatMap(({ options }) => options.flatMap(({ subOptions }) => subOptions))
    .filter(({ id }) => ids.has(id))
    .flatMap(({ cite, evidence }) => cite.flatMap((key) => ofCitation(citations[key], evidence)));
}

/** What the grounds of claimed exemptions rest on. */
function ofExemptions({ applications }: ReportRecord, { exemptionReasons, citations }: Rulebook): Reference[] {
  const claimed = new Set(
    applications.flatMap(({ runoff }) => runoff.flatMap(({ runoffExemptionReasons }) => runoffExemptionReasons ?? [])),
  );
  return exemptionReasons
    .filter(({ code }) => claimed.has(code))
    .flatMap(({ cite, evidence }) => cite.flatMap((key) => ofCitation(citations[key], evidence)));
}

/** Automatic credits are points of EPA's menu, and a trait program knows nothing of them. */
const isOfKind = (record: ReportRecord, { ruleId }: ExplanationItem): boolean =>
  record.kind === "runoff"
    ? !ruleId.includes("trait_runoff")
    : !ruleId.includes("epa_runoff") && !ruleId.includes(":drift:") && !ruleId.startsWith("auto_credit:");

/** Numbers by their size: a label of 99002-2 stands before that of 99002-10. */
const IN_ORDER = new Intl.Collator("en", { numeric: true });

/** `264-1241` of `Stryax Herbicide label, EPA Reg. No. 264-1241`; null: no label of one product. */
const labelOf = (title: string): string | null => /\bEPA Reg\. No\. (\d+-\d+)/.exec(title)?.[1] ?? null;

/** A distributor's number begins with that of the product it is. */
const isLabelOf = (label: string, registration: string): boolean =>
  registration === label || registration.startsWith(`${label}-`);

/** What a rule of every application rests on may stand in one product's label. That is no document of another mix. */
function isOfTheseProducts({ title }: Reference, { applications }: ReportRecord): boolean {
  const label = labelOf(title);
  if (label === null) return true;
  return applications.some(({ products }) =>
    products.some(({ epaNumber }) => epaNumber !== null && isLabelOf(label, epaNumber)),
  );
}

/** Every document and place once, documents in order of their titles. */
export function referencesOf(record: ReportRecord, rulebook: Rulebook): Reference[] {
  const all = [
    ...record.applications
      .flatMap(({ explanation }) => explanation)
      .filter((item) => isOfKind(record, item))
      .flatMap(ofExplanation),
    ...ofMeasures(record, rulebook),
    ...ofExemptions(record, rulebook),
  ].filter((reference) => isOfTheseProducts(reference, record));
  const once = new Map(all.map((reference) => [JSON.stringify([reference.title, reference.locator]), reference]));
  return [...once.values()].toSorted(
    (a, b) => IN_ORDER.compare(a.title, b.title) || IN_ORDER.compare(a.locator, b.locator),
  );
}

/** A document with all the places in it that are known in the same way. */
interface ListedDocument extends Omit<Reference, "locator"> {
  places: string[];
}

/** References with one row for each document and how far it is known, so that a label is no row for each of its pages. */
export function documentsOf(references: readonly Reference[]): ListedDocument[] {
  const found = new Map<string, ListedDocument>();
  for (const { title, locator, documentDate, evidence, checkedOn } of references) {
    const document = { title, documentDate, evidence, checkedOn };
    const key = JSON.stringify(document);
    const places = found.get(key)?.places ?? [];
    found.set(key, { ...document, places: locator === NONE ? places : [...places, locator] });
  }
  return [...found.values()];
}

const PAGE = /^page (\d+)$/;

/** "pages 9, 11, 12; section 7.5": the pages together, then the places that are named in words. */
export function placesText(places: readonly string[]): string {
  // A place of several parts, as rules name it, has them apart by semicolons.
  const parts = [...new Set(places.flatMap((place) => place.split("; ")))];
  const pages = parts.flatMap((part) => PAGE.exec(part)?.[1] ?? []);
  const inWords = parts.filter((part) => !PAGE.test(part));
  const ofPages = pages.length === 0 ? [] : [`${pages.length === 1 ? "page" : "pages"} ${pages.join(", ")}`];
  return [...ofPages, ...inWords].join("; ") || NONE;
}

const words = wordsIn({
  en: {
    document: "Document",
    where: "Where",
    dated: "Dated",
    evidence: "Evidence",
    checked: "Compared by a second reader",
    note:
      "“Evidence” says how we know a rule or figure: read in that document, reported by another source, computed, or set by Hedgerow. " +
      "What is “Not verified” in that column earns nothing and settles nothing. The last column says whether a second reader has " +
      "compared it with the document since, and when. That is a further check: what is “Not yet compared” there still counts.",
    none: "No rule of a label, bulletin or menu was used for this record.",
    heading: "Regulatory references",
    caption: "Documents that the rules and figures of this report rest on",
  },
  es: {
    document: "Documento",
    where: "Dónde",
    dated: "Fecha",
    evidence: "Evidencia",
    checked: "Comparado por otro lector",
    note:
      "“Evidencia” dice cómo conocemos una regla o una cifra: leída en ese documento, según otra fuente, calculada o fijada por Hedgerow. " +
      "Lo que en esa columna está “Sin verificar” no suma nada y no resuelve nada. La última columna dice si otro lector la comparó " +
      "después con el documento, y cuándo. Esa es una revisión adicional: lo que ahí está “Aún sin comparar” cuenta de todos modos.",
    none: "Para este registro no se usó ninguna regla de una etiqueta, un boletín o un menú.",
    heading: "Referencias normativas",
    caption: "Documentos en que se apoyan las reglas y cifras de este informe",
  },
});

export function referenceSection(record: ReportRecord, rulebook: Rulebook): ReportSection {
  const rows = documentsOf(referencesOf(record, rulebook)).map((document) => [
    document.title,
    placesText(document.places),
    document.documentDate === null ? NONE : dayText(document.documentDate),
    document.evidence === null ? NONE : evidenceInWords(document.evidence),
    checkedText(document.checkedOn),
  ]);
  const columns = [
    columnOf("english", words().document, 44),
    columnOf("english", words().where, 38),
    column(words().dated, 18),
    column(words().evidence, 24),
    column(words().checked, 24),
  ];
  return {
    id: "references",
    heading: words().heading,
    blocks:
      rows.length === 0
        ? [{ kind: "text", text: words().none, tone: "plain" }]
        : [table(words().caption, columns, rows), { kind: "text", text: words().note, tone: "quiet" }],
  };
}
