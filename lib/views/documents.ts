import { partsOfSource, placeOf, type Citation, type Evidence } from "@/lib/domain/citation";
import { wordsIn } from "@/lib/views/language";

const evidenceWords = wordsIn<Record<Evidence, string>>({
  en: {
    primary: "Read",
    secondary: "Reported",
    computed: "Computed",
    specification: "Set by Hedgerow",
    unverified: "Not verified",
  },
  es: {
    primary: "Leído",
    secondary: "Según otra fuente",
    computed: "Calculado",
    specification: "Fijado por Hedgerow",
    unverified: "Sin verificar",
  },
});
/** How far a figure can be trusted, in one word beside its document. */
export const evidenceInWords = (evidence: Evidence): string => evidenceWords()[evidence];

/** What our own files call a source, and the document that a person knows it by: in English, as documents are titled. The first that fits holds. */
const KNOWN_AS: readonly [RegExp, string][] = [
  [/^(Interface specification|Decisions on the interface|Compliance engine design)\b/, "Hedgerow, own rule"],
  [/^Recollection of EPA's drift/, "EPA, drift mitigation menu (not read yet)"],
  [/^Computed from the closed form of the AgDRIFT/, "AgDRIFT Tier I, computed"],
  [/ubertool/, "AgDRIFT Tier I point deposition values, as kept by EPA"],
  [/mitigation-points\.json/, "EPA, County mitigation relief points by pesticide runoff vulnerability"],
  [/YuraT\/esa-project|alabama-esa-calculator \(a public coding/, "EPA, Mitigation Menu"],
  [/field-treatment-system.*label of (\d.*?)\)?$/, "Label of $1"],
  [/Helena product guide/, "Helena, product guide for 2026"],
  [/a retailer's product list/, "A retailer's product list"],
  [/labelsnow_content|field-treatment-system/, "Registered label of the product"],
  [/crop-card|alabama-esa-calculator/, "EPA, Pesticide Product and Label System"],
];

/** Paths of repositories and of our own files: where an engineer finds the text, and no one else. */
const IS_PATH =
  /\bcommit [0-9a-f]{7}|@[0-9a-f]{7}|\bdocs\/|\b[\w-]+\.(?:json|jsx?|tsx?|py|md|csv)\b|on GitHub|Mixing_Order_Tool/;

/** A document by the name that it is known by: an inspector asks for the source, never for whose copy of it was read. */
export function documentName(title: string): string {
  const known = KNOWN_AS.find(([pattern]) => pattern.test(title));
  if (known === undefined) return IS_PATH.test(title) ? "A public copy of the source" : title;
  const [pattern, name] = known;
  return name.includes("$1") ? name.replace("$1", pattern.exec(title)?.[1] ?? "") : name;
}

/** The place in a document; empty where it is only a place in a file of ours or in a repository. */
export const placeInDocument = (locator: string): string => (IS_PATH.test(locator) ? "" : placeOf(locator));

/** "Title, place" as an answer holds it in one text. */
export function sourceName(source: string): string {
  const parts = partsOfSource(source);
  if (parts === null) return documentName(source);
  return [documentName(parts.title), placeInDocument(parts.place)].filter(Boolean).join(", ");
}

/** A citation as a person is shown it. */
export const shownCitation = ({ title, locator, url }: Pick<Citation, "title" | "locator" | "url">) => ({
  title: documentName(title),
  locator: placeInDocument(locator),
  url,
});
