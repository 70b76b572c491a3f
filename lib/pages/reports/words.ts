import { feetToKeepOrNull } from "@/lib/domain/rounding";
import type { ApplicationMethod, BoomHeight, DropletSize } from "@/lib/domain/application";
import type { DriftRequirement } from "@/lib/domain/compliance";
import { decimalText } from "@/lib/domain/numbers";
import { canonicalRegistration, registrantRegistration } from "@/lib/domain/registration";
import type { ReportBlock, ReportColumn, ReportTable, Untranslated } from "@/lib/domain/report";
import { dropletsInWords } from "@/lib/views/droplets";
import { wordsIn } from "@/lib/views/language";
import { dropletSizeInWords } from "@/lib/views/sprayer";
import { methodInWords } from "@/lib/views/words";

/** Stands for what is not known or does not apply. */
export const NONE = "–";

const MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];
const MESES = ["ene", "feb", "mar", "abr", "may", "jun", "jul", "ago", "sept", "oct", "nov", "dic"];

const words = wordsIn({
  en: {
    day: (year: string, month: string, date: string) =>
      `${MONTHS[Number(month) - 1] ?? month} ${Number(date)}, ${year}`,
    feet: (value: string) => `${value} ft`,
    method: (method: ApplicationMethod): string => method.replace("-", ", ").toLowerCase(),
    systems: {
      epa_runoff: "EPA runoff points",
      trait_runoff: "Trait program runoff credits",
      epa_drift_ground: "Spray drift, ground",
      epa_drift_aerial: "Spray drift, aerial",
      epa_drift_airblast: "Spray drift, airblast",
    },
    buffers: {
      wind_directional: "wind directional",
      omni_directional: "omni directional",
      downslope: "downslope",
    },
    heights: { low: "low", high: "high" },
    booms: { low: "low boom", high: "high boom" },
    perAcre: "per acre",
    notChecked: "Not yet compared",
    checked: (day: string) => `Compared ${day}`,
    unnumbered: "a product without a number",
    label: (product: string) => `Label of ${product}`,
    limitation: (id: number | string) => `Limitation ${id}`,
  },
  es: {
    day: (year, month, date) => `${Number(date)} ${MESES[Number(month) - 1] ?? month} ${year}`,
    feet: (value) => `${value} pies`,
    method: (method) => methodInWords(method).toLowerCase(),
    systems: {
      epa_runoff: "Puntos de escorrentía de la EPA",
      trait_runoff: "Créditos de escorrentía del programa de rasgos",
      epa_drift_ground: "Deriva, aplicación terrestre",
      epa_drift_aerial: "Deriva, aplicación aérea",
      epa_drift_airblast: "Deriva, turboatomizador",
    },
    buffers: {
      wind_directional: "a favor del viento",
      omni_directional: "en todas las direcciones",
      downslope: "pendiente abajo",
    },
    heights: { low: "baja", high: "alta" },
    booms: { low: "aguilón bajo", high: "aguilón alto" },
    perAcre: "por acre",
    notChecked: "Aún sin comparar",
    checked: (day) => `Comparado el ${day}`,
    unnumbered: "un producto sin número",
    label: (product) => `Etiqueta de ${product}`,
    limitation: (id) => `Limitación ${id}`,
  },
});

/** A calendar day, `YYYY-MM-DD`, as people write it: `Jun 15, 2026`. */
export function dayText(day: string): string {
  const [year = "", month = "", date = ""] = day.slice(0, 10).split("-");
  return words().day(year, month, date);
}
export const dayOrNone = (day: string | null): string => (day === null ? NONE : dayText(day));

/** A moment by some place's own clock. */
export type TimeText = (time: Date | string) => string;

export const numberText = (value: number, digits: 0 | 1 | 2 = 2): string => decimalText(value, digits);
export const percentText = (value: number): string => `${numberText(value, 1)} %`;
export const feetText = (value: number | null): string => (value === null ? NONE : words().feet(numberText(value, 1)));
/** A distance to keep: rounded up, as in the portal. */
export const feetToKeepText = (value: number | null): string => feetText(feetToKeepOrNull(value));

export const count = (n: number, one: string, many = `${one}s`): string =>
  `${numberText(n, 0)} ${n === 1 ? one : many}`;
export const listText = (items: readonly string[]): string => (items.length === 0 ? NONE : items.join(", "));

/** A name of the code in plain words: `very_coarse` is `very coarse`. */
export const plain = (name: string): string => name.replaceAll("_", " ");
export const methodText = (method: ApplicationMethod): string => words().method(method);
/** Of droplets: "gotas muy gruesas". */
export const dropletText = (size: DropletSize | null): string => (size === null ? NONE : dropletsInWords(size));
/** Of their size: "tamaño de gota: muy gruesa". */
export const dropletSizeText = (size: DropletSize | null): string => (size === null ? NONE : dropletSizeInWords(size));
/** By a name that an older answer may have too. */
const find = (named: Readonly<Record<string, string>>, name: string): string | undefined => named[name];
export const bufferText = (type: string): string => find(words().buffers, type) ?? plain(type);
export const heightText = (height: BoomHeight): string => words().heights[height];
export const boomText = (height: BoomHeight): string => words().booms[height];
/** A unit of rates: `lb_per_acre` is `lb per acre`. */
export const unitText = (unit: string): string => plain(unit).replace("per acre", words().perAcre);

export const systemText = (mitigationType: string): string =>
  find(words().systems, mitigationType) ?? plain(mitigationType);

/** The mark beside a citation: whether a second reader has compared the figure with its source. */
export const checkedText = (checkedOn: string | null): string =>
  checkedOn === null ? words().notChecked : words().checked(dayText(checkedOn));

/** A product by its registration, with the name it was sent under. */
export function productName(
  { products }: { products: readonly { epaNumber: string | null; productName: string }[] },
  registration: string | null,
): string {
  if (registration === null) return words().unnumbered;
  const wanted = canonicalRegistration(registration) ?? registration;
  // A distributor's number was sent where the registrant's rules hold.
  const sent = products.find(({ epaNumber }) => {
    const canonical = epaNumber === null ? null : canonicalRegistration(epaNumber);
    return canonical !== null && (canonical === wanted || registrantRegistration(canonical) === wanted);
  });
  return sent === undefined ? registration : `${sent.productName} (${registration})`;
}

/** A product of a computation. Those without a registration are known by the names they were sent under. */
export function computedName(
  application: Parameters<typeof productName>[0],
  { productIndex, epaNumber }: { productIndex: number; epaNumber: string | null },
): string {
  const sent = application.products[productIndex];
  return epaNumber === null && sent?.epaNumber === null ? sent.productName : productName(application, epaNumber);
}

/** A rule by what set it: `product:264-1241:runoff:...` is the label of that product. */
export function ruleName(application: Parameters<typeof productName>[0], ruleId: string): string {
  const [kind, id = ""] = ruleId.split(":");
  if (kind === "product") return words().label(productName(application, id));
  return kind === "limitation" ? words().limitation(id) : plain(ruleId);
}

/** What set a drift rule: a product's label, or a limitation. */
export const ruleSource = (
  application: Parameters<typeof productName>[0],
  { source, productEpa, limitationId }: Pick<DriftRequirement, "source" | "productEpa" | "limitationId">,
): string =>
  source === "product" ? words().label(productName(application, productEpa)) : words().limitation(limitationId ?? NONE);

export const table = (caption: string, columns: ReportColumn[], rows: string[][]): ReportTable => ({
  kind: "table",
  caption,
  columns,
  rows,
});
/** A table under its name, or nothing where it would be empty. */
export const named = (text: string, columns: ReportColumn[], rows: string[][]): ReportBlock[] =>
  rows.length === 0 ? [] : [{ kind: "text", text, tone: "strong" }, table(text, columns, rows)];
export const column = (head: string, share: number, align?: "right"): ReportColumn =>
  align === undefined ? { head, share } : { head, share, align };
/** A column of names, or of what a document says in English. */
export const columnOf = (holds: Untranslated, head: string, share: number): ReportColumn => ({ head, share, holds });

/**
 * A SHA-256 in two lines of the facts' column. Where it fills a line to the edge, the PDF's layout engine may break it with
 * a hyphen, which stands in what someone copies.
 */
export const hashText = (hash: string): string => `${hash.slice(0, 32)} ${hash.slice(32)}`;
