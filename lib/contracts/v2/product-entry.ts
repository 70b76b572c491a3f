import { z } from "zod";
import { EVIDENCE, type Citation, type Cited } from "@/lib/domain/citation";
import type { LabelCondition } from "@/lib/domain/label-conditions";
import type { CatalogueProduct, LabelLimit, LabelRules, RunoffRule } from "@/lib/domain/product";

/** What a rule of a label is about. */
const SUBJECTS = [
  "methods",
  "amounts",
  "setup",
  "weather",
  "timing",
  "place",
  "crop",
  "runoff_points",
  "drift_buffer",
  "adjuvants",
  "measures",
  "directions",
  "other",
] as const;
type Subject = (typeof SUBJECTS)[number];

export const judgedRuleSchema = z
  .strictObject({
    subject: z.enum(SUBJECTS).describe("What the rule is about."),
    text: z.string().describe("What the label says, for people."),
    evidence: z
      .enum(EVIDENCE)
      .describe(
        "How far the rule can be trusted. A requirement that is `unverified` leaves an answer `indeterminate`.",
      ),
    sources: z.array(z.string()).describe("Where it stands: `id` of entries of `sources`."),
  })
  .meta({ id: "JudgedRule", description: "A rule of a label that checks judge." });

export const unjudgedRuleSchema = z
  .strictObject({
    subject: z.enum(SUBJECTS).describe("What the rule is about."),
    text: z.string().describe("What is not judged, for people."),
    blocks: z.boolean().describe("Whether no application passes until someone has read it."),
  })
  .meta({ id: "UnjudgedRule", description: "What a label says or may say that checks do not judge." });

export const productSourceSchema = z
  .strictObject({
    id: z.string().describe("Name of the source within this product."),
    title: z.string().describe("The document."),
    locator: z.string().describe("Section, page, or table of the document."),
    url: z.string().nullable().describe("Address of the document; null: none is known."),
    document_date: z.iso.date().nullable().describe("Date of the document; null: it has none."),
    checked_on: z.iso
      .date()
      .optional()
      .describe("Day on which someone compared the entry with the document. Left out where no one has."),
  })
  .meta({ id: "ProductSource", description: "A document that entries of a product rest on." });

type JudgedRule = z.input<typeof judgedRuleSchema>;
type UnjudgedRule = z.input<typeof unjudgedRuleSchema>;

const SUBJECT_OF: Readonly<Record<LabelCondition["kind"], Subject>> = {
  states: "place",
  counties: "place",
  pulas: "place",
  crops: "crop",
  crop_stage: "crop",
  varieties: "crop",
  dates: "timing",
  time_of_day: "timing",
  temperature: "weather",
  wind: "weather",
  humidity: "weather",
  rain_forecast: "weather",
  methods: "methods",
  droplets: "setup",
  boom_height: "setup",
  nozzles: "setup",
  boom_share: "setup",
  release_height: "setup",
  swath_displacement: "setup",
  single_rate: "amounts",
  annual_rate: "amounts",
  single_ingredient: "amounts",
  annual_ingredient: "amounts",
  applications_per_year: "amounts",
  days_between: "amounts",
  volume: "amounts",
  unjudged: "other",
  unread: "other",
};

const rule = (subject: Subject, text: string, { evidence, cite }: Cited): JudgedRule => ({
  subject,
  text,
  evidence,
  sources: cite,
});

const UNITS = { fl_oz_per_acre: "fl oz/ac", lb_per_acre: "lb/ac" } as const;

function limitRule(limit: LabelLimit): JudgedRule[] {
  switch (limit.kind) {
    case "max_single_rate":
      return [rule("amounts", `At most ${limit.value} ${UNITS[limit.unit]} in one application.`, limit)];
    case "min_volume":
      return [rule("amounts", `At least ${limit.gpa} gallons of spray an acre.`, limit)];
    case "wind_range":
      return [rule("weather", `Wind of ${limit.minMph ?? 0} to ${limit.maxMph} mph.`, limit)];
    case "not_checked":
      return [];
  }
}

function pointsText({ points, pointsBySoil, applicability }: RunoffRule): string {
  const asked =
    pointsBySoil === null
      ? points === null
        ? "Runoff points; how many is not known"
        : `${points} runoff points`
      : `${Object.entries(pointsBySoil)
          .map(([soil, each]) => `${each} (soil ${soil.replaceAll("_", ", ")})`)
          .join(", ")} runoff points`;
  return applicability === "required" ? `${asked}.` : `${asked}, by a program that may not apply.`;
}

function driftRules({ drift }: LabelRules): JudgedRule[] {
  if (drift === null) return [];
  const kinds = Object.keys(drift.buffersEsa.bufferTypes).map((kind) => kind.replaceAll("_", " "));
  const buffers = kinds.length === 0 ? "No buffer of its own" : `Buffers: ${kinds.join(", ")}`;
  const droplets =
    drift.minDropletSize === null ? "" : `; droplets ${drift.minDropletSize.replaceAll("_", " ")} at least`;
  const boom = drift.maxBoomHeight === null ? "" : `; boom ${drift.maxBoomHeight} at most`;
  return [rule("drift_buffer", `${buffers}${droplets}${boom}.`, drift)];
}

const isJudged = ({ kind }: LabelCondition): boolean => kind !== "unjudged" && kind !== "unread";

/** What checks judge of a label. */
export const judgedRules = ({ rules }: CatalogueProduct): JudgedRule[] =>
  rules === null
    ? []
    : [
        rule("methods", `Permitted: ${rules.methods.permitted.join(", ") || "nothing that is known"}.`, rules.methods),
        ...rules.limits.flatMap(limitRule),
        ...rules.conditions.filter(isJudged).map((each) => rule(SUBJECT_OF[each.kind], each.text, each)),
        ...(rules.runoff ?? []).map((each) => rule("runoff_points", pointsText(each), each)),
        ...driftRules(rules),
        ...rules.adjuvants.map((each) => rule("adjuvants", each.text, each)),
        ...rules.disallowedMeasures.map((each) => rule("measures", `${each.code} earns nothing.`, each)),
      ];

const open = (subject: Subject, text: string, blocks: boolean): UnjudgedRule => ({ subject, text, blocks });

/** What checks do not judge of it: what no one has read, and what no request can say. */
export function unjudgedRules({ rules, esaLabelLanguage }: CatalogueProduct): UnjudgedRule[] {
  if (rules === null) {
    const text = "No one has entered the directions of the label in force, so none of them is judged.";
    return [open("directions", text, esaLabelLanguage !== false)];
  }
  return [
    ...rules.limits.flatMap((limit) => (limit.kind === "not_checked" ? [open("other", limit.text, false)] : [])),
    ...rules.conditions
      .filter((each) => !isJudged(each))
      .map((each) => open(SUBJECT_OF[each.kind], each.text, each.kind === "unread")),
    ...(rules.runoff === null ? [open("runoff_points", "Whether the label asks for runoff points.", true)] : []),
    ...(rules.driftResolved ? [] : [open("drift_buffer", "Whether the label asks for a drift buffer.", true)]),
  ];
}

const sourceOf = (id: string, citation: Citation): z.input<typeof productSourceSchema> => ({
  id,
  title: citation.title,
  locator: citation.locator,
  url: citation.url,
  document_date: citation.documentDate,
  ...(citation.checkedOn === null ? {} : { checked_on: citation.checkedOn }),
});

export const productSources = ({ rules }: CatalogueProduct): z.input<typeof productSourceSchema>[] =>
  Object.entries(rules?.citations ?? {}).map(([id, citation]) => sourceOf(id, citation));
