import { issueMessage } from "@/lib/views/issues/issue-text";
import { methodClass } from "@/lib/domain/application";
import type { DriftConfiguration } from "@/lib/domain/compliance";
import type { BufferMethod } from "@/lib/domain/product";
import type { ReportBlock, ReportFact, ReportSection } from "@/lib/domain/report";
import { compassWord } from "@/lib/views/figures";
import { adjuvantBlocks, practiceBlocks, reductionBlocks } from "@/lib/pages/reports/drift-practices";
import { chosenText } from "@/lib/pages/reports/choices";
import { edgeTable } from "@/lib/pages/reports/edges";
import type { RecordedApplication, ReportRecord, RecordedComputation } from "@/lib/usecases/reports/record";
import { tierBlocks } from "@/lib/pages/reports/tiers";
import { STATUS_WORDS } from "@/lib/pages/reports/statuses";
import {
  column,
  count,
  dayText,
  dropletText,
  feetText,
  methodText,
  named,
  NONE,
  numberText,
  percentText,
  plain,
  productName,
  RESOLUTION_WORDS,
  ruleSource,
  type TimeText,
} from "@/lib/pages/reports/words";

const windText = ({ windDirectionDeg, windSpeedMph }: RecordedComputation["inputs"]): string =>
  `${numberText(windSpeedMph, 1)} mph from ${numberText(windDirectionDeg, 0)}°, ${compassWord(windDirectionDeg)}`;

const orNone = (value: number | null, unit: string): string =>
  value === null ? NONE : `${numberText(value, 1)} ${unit}`;

function conditionFacts(
  { inputs, checkedAt, featureScope, ...counts }: RecordedComputation,
  timeText: TimeText,
): ReportFact[] {
  return [
    { label: "Computed", value: timeText(checkedAt) },
    { label: "Method", value: methodText(inputs.method) },
    { label: "Wind", value: windText(inputs) },
    { label: "Droplet size", value: dropletText(inputs.dropletSize) },
    { label: "Temperature", value: orNone(inputs.temperatureF, "°F") },
    { label: "Boom height", value: inputs.boomHeight ?? NONE },
    { label: "Humidity", value: orNone(inputs.humidityPercent, "%") },
    { label: "Spray volume", value: orNone(inputs.gpa, "gal/ac") },
    {
      label: "Ground beside",
      value: `${count(counts.exclusionFeatureCount, "managed area")}, ${count(counts.nonManagedFeatureCount, "protected area")}`,
    },
    {
      label: "Where from",
      value: featureScope === "global_only" ? "Loaded map features" : "Loaded and drawn features",
    },
  ];
}

/** With which setup, wind and rate a distance holds. */
function holdsText({ minDropletSize, boomHeight, windSpeedRanges, rateRanges }: BufferMethod): string {
  const wind = (windSpeedRanges ?? []).map(
    ({ minMph, maxMph, distanceFt }) => `${numberText(minMph)} to ${numberText(maxMph)} mph: ${feetText(distanceFt)}`,
  );
  const rates = (rateRanges ?? []).map(
    ({ min, max, unit, distanceFt }) =>
      `${numberText(min)} to ${numberText(max)} ${plain(unit)}: ${feetText(distanceFt)}`,
  );
  return (
    [
      ...(minDropletSize === null ? [] : [`${plain(minDropletSize)} droplets or coarser`]),
      ...(boomHeight === null ? [] : [`${boomHeight} boom`]),
      ...wind,
      ...rates,
    ].join("; ") || "Any setup"
  );
}

/** Rules for the application's class of method, as they stand before anyone knows the wind. */
const requirementRows = (application: RecordedApplication, { requirements }: DriftConfiguration): string[][] =>
  requirements.flatMap((requirement) =>
    Object.entries(requirement.buffersEsa.bufferTypes).flatMap(([type, { methods }]) =>
      methods
        .filter((method) => method.type === methodClass(requirement.method))
        .map((method) => [
          ruleSource(application, requirement),
          plain(type),
          feetText(method.distanceFt),
          holdsText(method),
          requirement.buffersEsa.canMitigate ? "Yes" : "No",
        ]),
    ),
  );

const REQUIREMENT_COLUMNS = [
  column("Set by", 34),
  column("Buffer", 22),
  column("Distance", 14, "right"),
  column("Holds for", 42),
  column("May be reduced", 18),
];

const productRows = (application: RecordedApplication, { products }: RecordedComputation): string[][] =>
  products.map((product) => [
    productName(application, product.epaNumber),
    feetText(product.rawDistanceFt),
    product.reductionPercent === null ? NONE : percentText(product.reductionPercent),
    feetText(product.bufferFt),
    STATUS_WORDS[product.status].word,
    product.issues.map((found) => issueMessage(found)).join(" ") || NONE,
  ]);

const PRODUCT_COLUMNS = [
  column("Product", 34),
  column("Required", 15, "right"),
  column("Reduction", 15, "right"),
  column("Buffer", 14, "right"),
  column("Finding", 17),
  column("What stands in the way", 42),
];

const RATE_COLUMNS = [
  column("Product", 40),
  column("Rate", 24, "right"),
  column("Per acre", 24, "right"),
  column("Tier of the rate", 24),
];

/** The rates that buffers were computed with: those of the application, or those told at the sprayer. */
const rateRows = (application: RecordedApplication, { effectiveRates }: RecordedComputation): string[][] =>
  effectiveRates.map(({ epaNumber, rate, rateUnit, normalized, resolution }) => [
    productName(application, epaNumber),
    `${numberText(rate)} ${rateUnit}`,
    normalized === null ? NONE : `${numberText(normalized.value)} ${plain(normalized.unit).replace(" per acre", "")}`,
    RESOLUTION_WORDS[resolution],
  ]);

function computationBlocks(
  application: RecordedApplication,
  computation: RecordedComputation,
  timeText: TimeText,
): ReportBlock[] {
  return [
    { kind: "text", text: "Conditions of the last computation", tone: "strong" },
    { kind: "facts", facts: conditionFacts(computation, timeText) },
    ...named("Rates used", RATE_COLUMNS, rateRows(application, computation)),
    ...named("Buffer by product", PRODUCT_COLUMNS, productRows(application, computation)),
    ...tierBlocks(application, computation),
    ...(computation.edges.length === 0
      ? []
      : [{ kind: "text" as const, text: "Buffer by edge", tone: "strong" as const }, edgeTable(computation.edges)]),
    ...reductionBlocks(application, computation),
  ];
}

/** Who claimed a practice for an application, and when. */
type ChoiceText = (application: RecordedApplication, subOptionId: number) => string;

function applicationBlocks(application: RecordedApplication, choiceOf: ChoiceText, timeText: TimeText): ReportBlock[] {
  const { computation = null, adjuvants = null, practices = [] } = application.drift ?? {};
  const rules = application.requirements.flatMap(({ driftConfiguration }) =>
    driftConfiguration === null ? [] : requirementRows(application, driftConfiguration),
  );
  const mix = adjuvantBlocks(adjuvants);
  if (rules.length === 0 && computation === null && practices.length === 0 && mix.length === 0) return [];
  const missing: ReportBlock = {
    kind: "text",
    text: "The wind and the setup at application have not been computed, so no buffer has been placed.",
    tone: "plain",
  };
  return [
    { kind: "subheading", text: `Application ${application.applicationId}, ${dayText(application.applicationDate)}` },
    ...named("Rules", REQUIREMENT_COLUMNS, rules),
    ...mix,
    ...practiceBlocks(practices, (subOptionId) => choiceOf(application, subOptionId)),
    ...(computation === null ? [missing] : computationBlocks(application, computation, timeText)),
  ];
}

/** The drift of every application that has any, with the conditions it was calculated for. */
export function driftSection(record: ReportRecord, timeText: TimeText): ReportSection[] {
  const { applications, kind } = record;
  if (kind === "trait") return [];
  const choiceOf: ChoiceText = ({ applicationEventId }, subOptionId) =>
    chosenText(record, { what: "drift_practice", applicationEventId, choice: { system: null, subOptionId } }, timeText);
  const blocks = applications.flatMap((application) => applicationBlocks(application, choiceOf, timeText));
  const none = "No drift buffer is saved as required for the applications of this report.";
  const note =
    "A buffer holds for the wind and setup it was computed with and no others. It is measured inward from the field's " +
    "edge. Temperature and humidity are recorded and never judged against a label.";
  return [
    {
      id: "drift",
      heading: "Spray drift",
      blocks:
        blocks.length === 0
          ? [{ kind: "text", text: none, tone: "plain" }]
          : [...blocks, { kind: "text", text: note, tone: "quiet" }],
    },
  ];
}
