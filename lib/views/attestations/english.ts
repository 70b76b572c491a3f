import { countyInWords } from "@/lib/views/county-name";
import type { QuestionParticulars } from "@/lib/domain/attestation";
import type { MethodClass } from "@/lib/domain/application";
import type { BufferType, RunoffSystem } from "@/lib/domain/product";
import type { LabelFigure } from "@/lib/domain/label-figures";
import type { QuestionCatalogue, QuestionToSay } from "@/lib/views/attestations/catalogue";
import { sourceName } from "@/lib/views/documents";
import { dropletsInWords } from "@/lib/views/droplets";
import { adjuvantKindInWords } from "@/lib/views/issues/adjuvant-words";
import { counted } from "@/lib/views/words";

const anyOf = (items: readonly string[] = []): string => items.join(" or ");
const adjuvantName = (kind = "adjuvant"): string => adjuvantKindInWords(kind, "en");
const ofDate = (labelDate: string | null): string =>
  labelDate === null ? "" : ` The newest label known is of ${labelDate}.`;
const inLabel = ({ condition, source }: QuestionParticulars): string =>
  `The label says: ${condition ?? "see its directions."}${source === undefined ? "" : ` (${sourceName(source)})`}`;

const areasInWords = (areas: QuestionParticulars["areas"] = []): string[] =>
  areas.map(({ pulaId, codes }) => `area ${pulaId} (${codes.join(", ")})`);

const besidesOf = (codes: readonly string[] | undefined): string =>
  codes === undefined ? "" : ` by anything but ${anyOf(codes)}`;

const MONTH = new Intl.DateTimeFormat("en-US", { year: "numeric", month: "long", timeZone: "UTC" });
/** "2026-06" as "June 2026". */
const monthInWords = (month: string | undefined): string =>
  month === undefined ? "the month of application" : MONTH.format(new Date(`${month}-01T00:00:00Z`));

const METHOD_WORDS: Record<MethodClass, string> = {
  ground: "ground sprayers",
  aerial: "aircraft",
  airblast: "airblast sprayers",
};
const BUFFER_WORDS: Record<BufferType, string> = {
  wind_directional: "downwind",
  omni_directional: "on every side",
  downslope: "downslope",
};
const SYSTEM_WORDS: Record<RunoffSystem, string> = {
  epa_runoff: "EPA's Mitigation Menu",
  trait_runoff: "the trait program's own menu",
};
const methodsInWords = (methods: readonly MethodClass[]): string =>
  methods.map((each) => METHOD_WORDS[each]).join(" and ");

function figureInWords(figure: LabelFigure): string {
  switch (figure.kind) {
    case "points":
      return `${counted(figure.points, "point")} of ${SYSTEM_WORDS[figure.system]}`;
    case "buffer":
      return `a buffer of ${figure.distanceFt} feet ${BUFFER_WORDS[figure.bufferType]} for ${METHOD_WORDS[figure.method]}`;
    case "droplets":
      return `${dropletsInWords(figure.minimum, "en")} droplets or coarser`;
    case "boom":
      return figure.maximum === "low" ? "a low boom" : "a boom of any height";
    case "methods":
      return [
        ...(figure.permitted.length > 0 ? [`only ${methodsInWords(figure.permitted)}`] : []),
        ...(figure.excluded.length > 0 ? [`no ${methodsInWords(figure.excluded)}`] : []),
      ].join(", ");
    case "direction":
      return `“${figure.text.replace(/\.$/, "")}”`;
  }
}

const figuresAsked = ({ particulars, labelDate }: QuestionToSay): string =>
  `Does your ${particulars.productName} label${labelDate === null ? "" : ` of ${labelDate}`} say all of this`;

const QUESTIONS: QuestionCatalogue["questions"] = {
  label_has_esa_directions: ({ particulars, labelDate }) => ({
    text: `Open the ${particulars.productName} label. Does it tell you to visit Bulletins Live! Two or the Mitigation Menu?`,
    help:
      "Look in the directions for use, under “Endangered Species” or “Endangered and threatened species protection " +
      "requirements”, and search the label for “Bulletins Live! Two”, “epa.gov/espp” and “mitigation menu”. Read the " +
      `label on the container and any supplemental label that you use. Answer No only after reading all of it.${ofDate(labelDate)}`,
  }),
  product_has_epa_number: ({ particulars }) => ({
    text: `Look at the container of ${particulars.productName}. Does it show an EPA registration number?`,
    help:
      "It stands on the front or beside the ingredients, as “EPA Reg. No.” and figures such as 264-1241. A product " +
      "without one is not sold as a pesticide. If it shows one, send the number with the product.",
  }),
  nozzle_on_list: ({ particulars }) => ({
    text:
      particulars.nozzle == null
        ? `Are the nozzles that you use on the list for ${particulars.productName}, at the pressure you run?`
        : `Is the nozzle ${particulars.nozzle} on the list for ${particulars.productName}, at the pressure you run?`,
    help: `Look at the list in the label or on the website that it names, on the day you spray. ${inLabel(particulars)}`,
  }),
  adjuvant_on_list: ({ particulars }) => ({
    text: `Is ${anyOf(particulars.items)} a ${adjuvantName(particulars.adjuvantKind)} adjuvant that the ${particulars.productName} label accepts?`,
    help: `Look at the adjuvant's own label and at the list of the product's website. ${inLabel(particulars)}`,
  }),
  adjuvant_in_mix: ({ particulars }) => ({
    text: `Is ${anyOf(particulars.items)} a ${adjuvantName(particulars.adjuvantKind)} product, or does it contain any?`,
    help: `Look at the ingredients on the adjuvant's own label. ${inLabel(particulars)}`,
  }),
  sensitive_crop_downwind: ({ particulars }) => ({
    text:
      `Do sensitive crops or plants grow next to the field on the side that the wind blows toward?` +
      (particulars.windDirectionDeg === undefined
        ? ""
        : ` The wind comes from ${Math.round(particulars.windDirectionDeg)}°.`),
    help: `Look at the neighboring fields and ask in FieldWatch. ${inLabel(particulars)}`,
  }),
  label_website_checked: ({ particulars }) => ({
    text: `Did you check the website on the ${particulars.productName} label for further directions, as the label asks?`,
    help: `An answer counts from seven days before the application on. ${inLabel(particulars)}`,
  }),
  county_forbidden_by_label: ({ particulars }) => ({
    text: `Does the ${particulars.productName} label forbid use in ${anyOf(particulars.counties?.map((name) => countyInWords(name, "en")))}?`,
    help: `Look for the list of counties in the label and in any supplemental label that you use. ${inLabel(particulars)}`,
  }),
  bulletin_limits_product: ({ particulars }) => ({
    text: `Open the bulletin for this field in Bulletins Live! Two, for ${monthInWords(particulars.month)}. Does it limit ${particulars.productName}${besidesOf(particulars.besides)}?`,
    help:
      `Go to epa.gov/pesticides/bulletins, find the field on the map, and choose the month in which you spray. The bulletin is ` +
      `about ${anyOf(areasInWords(particulars.areas))}. Look for the product and for each of its active ingredients. ` +
      "Keep the bulletin. Answer No only after reading all of it.",
  }),
  figures_on_label: (question) => ({
    text: `${figuresAsked(question)}: ${(question.particulars.figures ?? []).map(figureInWords).join("; ")}?`,
    help:
      "This edition of the label has not been read here; the figures come from other sources. Open it and look for each one " +
      "in the directions for use. Answer No when one of them is different, or when the label asks for more points or a " +
      "wider buffer for your crop, method or place.",
  }),
};

const STATEMENTS: QuestionCatalogue["statements"] = {
  label_has_esa_directions: {
    yes: "the label has ESA directions",
    no: "the label has no ESA directions",
    unknown: "cannot tell whether the label has ESA directions",
  },
  product_has_epa_number: {
    yes: "the container shows an EPA registration number",
    no: "the container shows no EPA registration number",
    unknown: "cannot tell whether the container shows an EPA registration number",
  },
  nozzle_on_list: {
    yes: "the nozzle is on the label's list",
    no: "the nozzle is not on the label's list",
    unknown: "cannot tell whether the nozzle is on the label's list",
  },
  adjuvant_on_list: {
    yes: "the label accepts the adjuvant",
    no: "the label does not accept the adjuvant",
    unknown: "cannot tell whether the label accepts the adjuvant",
  },
  adjuvant_in_mix: {
    yes: "the mix holds what the label forbids",
    no: "the mix does not hold what the label forbids",
    unknown: "cannot tell whether the mix holds what the label forbids",
  },
  sensitive_crop_downwind: {
    yes: "a sensitive crop grows downwind",
    no: "no sensitive crop grows downwind",
    unknown: "cannot tell whether a sensitive crop grows downwind",
  },
  label_website_checked: {
    yes: "the label's website was checked",
    no: "the label's website was not checked",
    unknown: "cannot tell whether the label's website was checked",
  },
  county_forbidden_by_label: {
    yes: "the label forbids the county",
    no: "the label does not forbid the county",
    unknown: "cannot tell whether the label forbids the county",
  },
  figures_on_label: {
    yes: "the label has the figures that were asked about",
    no: "the label does not have the figures that were asked about",
    unknown: "cannot tell whether the label has the figures that were asked about",
  },
  bulletin_limits_product: {
    yes: "the bulletin limits the product",
    no: "the bulletin does not limit the product",
    unknown: "cannot tell whether the bulletin limits the product",
  },
};

/** Questions and answers in American English. */
export const ENGLISH: QuestionCatalogue = {
  questions: QUESTIONS,
  figuresAsked,
  figure: figureInWords,
  statements: STATEMENTS,
  statementsBesides: {
    yes: "the bulletin limits the product beyond what is listed",
    no: "the bulletin does not limit the product beyond what is listed",
  },
};
