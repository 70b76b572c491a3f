import type { ApplicationMethod, DropletSize } from "@/lib/domain/application";
import type { DriftRequirement, RateResolution } from "@/lib/domain/compliance";
import type { EdgeReason, NotReducedReason } from "@/lib/domain/drift";
import { decimalText } from "@/lib/domain/numbers";
import type { CreditSource, NotCreditedReason } from "@/lib/domain/mitigation";
import { canonicalRegistration, registrantRegistration } from "@/lib/domain/registration";
import type { ReportBlock, ReportColumn, ReportTable } from "@/lib/domain/report";

/** Stands for what is not known or does not apply. */
export const NONE = "–";

const MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

/** A calendar day, `YYYY-MM-DD`, as people write it: `Jun 15, 2026`. */
export function dayText(day: string): string {
  const [year, month, date] = day.slice(0, 10).split("-");
  return `${MONTHS[Number(month) - 1] ?? month} ${Number(date)}, ${year}`;
}
export const dayOrNone = (day: string | null): string => (day === null ? NONE : dayText(day));

/** A moment by some place's own clock. */
export type TimeText = (time: Date | string) => string;

/** Moments by the clock of a zone, which is named: `Jun 15, 2026, 09:05 CDT`. */
export function timesIn(timeZone: string): TimeText {
  const format = new Intl.DateTimeFormat("en-US", {
    timeZone,
    year: "numeric",
    month: "short",
    day: "numeric",
    hour: "2-digit",
    minute: "2-digit",
    hourCycle: "h23",
    timeZoneName: "short",
  });
  return (time) => format.format(typeof time === "string" ? new Date(time) : time);
}

export const numberText = (value: number, digits: 0 | 1 | 2 = 2): string => decimalText(value, digits);
export const percentText = (value: number): string => `${numberText(value, 1)} %`;
export const feetText = (value: number | null): string => (value === null ? NONE : `${numberText(value, 1)} ft`);

export const count = (n: number, one: string, many = `${one}s`): string =>
  `${numberText(n, 0)} ${n === 1 ? one : many}`;
export const listText = (items: readonly string[]): string => (items.length === 0 ? NONE : items.join(", "));

/** A name of the code in plain words: `very_coarse` is `very coarse`. */
export const plain = (name: string): string => name.replaceAll("_", " ");
export const methodText = (method: ApplicationMethod): string => method.replace("-", ", ").toLowerCase();
export const dropletText = (size: DropletSize | null): string => (size === null ? NONE : plain(size));

const SYSTEMS: Record<string, string> = {
  epa_runoff: "EPA runoff points",
  trait_runoff: "Trait program runoff credits",
  epa_drift_ground: "Spray drift, ground",
  epa_drift_aerial: "Spray drift, aerial",
  epa_drift_airblast: "Spray drift, airblast",
};
export const systemText = (mitigationType: string): string => SYSTEMS[mitigationType] ?? plain(mitigationType);

export const SOURCE_WORDS: Record<CreditSource, string> = {
  always: "Credited to every field",
  slope: "From the field's slope",
  soil: "From the field's soil",
  county: "From the county",
  portal: "Chosen by a person",
};

export const NOT_CREDITED_WORDS: Record<NotCreditedReason, string> = {
  SOIL_INELIGIBLE: "Not counted: it is not for this field's soil group, or the group is not known",
  PRODUCT_RESTRICTED: "Not counted: the label of a product rules it out",
  OVER_MAX_SELECT: "Not counted: more of its kind are selected than count",
  OVER_CAP: "Not counted: its option gives no more points",
  INACTIVE: "Not counted: the menu in force does not hold it, or its points are not verified",
  EXCLUSIVE: "Not counted: another selected measure goes before it",
  NOT_DERIVED: "Not counted: the field does not earn it any more",
};

/** The mark beside a citation: whether anyone has held the figure against its source. */
export const checkedText = (checkedOn: string | null): string =>
  checkedOn === null ? "Not yet checked" : `Checked ${dayText(checkedOn)}`;

export const EDGE_WORDS: Record<EdgeReason, string> = {
  downwind: "Downwind",
  calm_air: "Calm air: every edge counts as downwind",
  omni_directional: "A rule for every edge",
  downslope: "Marked as downslope",
  downslope_unmarked: "Downslope not marked: every edge counts",
  not_selected: "Not downwind",
  no_requirement: "No requirement",
  unresolved: "Not settled",
};

export const NOT_REDUCED_WORDS: Record<NotReducedReason, string> = {
  NOT_ON_LABEL: "Takes nothing off: the label, as far as it was read, does not name it",
  FIGURE_UNVERIFIED: "Takes nothing off: its figure is not verified",
  DISALLOWED: "Takes nothing off: the label does not allow it",
  REQUIRED_ANYWAY: "Takes nothing off: the label requires it anyway",
  OTHER_OF_OPTION: "Takes nothing off: another of its kind counts",
  OTHER_METHOD: "Takes nothing off with this method",
  NO_FIGURE: "Takes nothing off: it has no figure",
};

export const RESOLUTION_WORDS: Record<RateResolution, string> = {
  resolved: "resolved",
  unresolved: "not resolved",
  ambiguous: "ambiguous",
  not_applicable: "no rate tiers",
};

/** A product by its registration, with the name it was sent under. */
export function productName(
  { products }: { products: readonly { epaNumber: string | null; productName: string }[] },
  registration: string | null,
): string {
  if (registration === null) return "a product without a number";
  const wanted = canonicalRegistration(registration) ?? registration;
  // A distributor's number was sent where the registrant's rules hold.
  const sent = products.find(({ epaNumber }) => {
    const canonical = epaNumber === null ? null : canonicalRegistration(epaNumber);
    return canonical !== null && (canonical === wanted || registrantRegistration(canonical) === wanted);
  });
  return sent === undefined ? registration : `${sent.productName} (${registration})`;
}

/** A rule by what set it: `product:264-1241:runoff:...` is the label of that product. */
export function ruleName(application: Parameters<typeof productName>[0], ruleId: string): string {
  const [kind, id = ""] = ruleId.split(":");
  if (kind === "product") return `Label of ${productName(application, id)}`;
  return kind === "limitation" ? `Limitation ${id}` : plain(ruleId);
}

/** What set a drift rule: a product's label, or a limitation. */
export const ruleSource = (
  application: Parameters<typeof productName>[0],
  { source, productEpa, limitationId }: Pick<DriftRequirement, "source" | "productEpa" | "limitationId">,
): string =>
  source === "product" ? `Label of ${productName(application, productEpa)}` : `Limitation ${limitationId ?? NONE}`;

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

/**
 * A SHA-256 in two lines of the facts' column. Where it fills a line to the edge, the PDF's layout engine may break it with
 * a hyphen, which stands in what someone copies.
 */
export const hashText = (hash: string): string => `${hash.slice(0, 32)} ${hash.slice(32)}`;
