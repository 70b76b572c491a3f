import { issueMessage } from "@/lib/views/issues/issue-text";
import { methodClass } from "@/lib/domain/application";
import type { DriftConfiguration } from "@/lib/domain/compliance";
import type { BufferMethod } from "@/lib/domain/product";
import type { ReportBlock, ReportFact, ReportSection } from "@/lib/domain/report";
import { drawnInWords } from "@/lib/views/ground";
import { compassWord } from "@/lib/views/figures";
import { adjuvantBlocks, practiceBlocks, reductionBlocks } from "@/lib/pages/reports/drift-practices";
import { applicationHeading } from "@/lib/pages/reports/applications";
import { chosenText } from "@/lib/pages/reports/choices";
import { edgeTable } from "@/lib/pages/reports/edges";
import type { RecordedApplication, ReportRecord, RecordedComputation } from "@/lib/usecases/reports/record";
import { tierBlocks } from "@/lib/pages/reports/tiers";
import { statusWord } from "@/lib/pages/reports/statuses";
import { resolutionWords } from "@/lib/pages/reports/reasons";
import { words } from "@/lib/pages/reports/drift-words";
import {
  bufferText,
  column,
  columnOf,
  computedName,
  dropletSizeText,
  dropletText,
  feetText,
  feetToKeepText,
  boomText,
  heightText,
  methodText,
  named,
  NONE,
  numberText,
  percentText,
  plain,
  ruleSource,
  unitText,
  type TimeText,
} from "@/lib/pages/reports/words";

const windText = ({ windDirectionDeg, windSpeedMph }: RecordedComputation["inputs"]): string =>
  words().windFrom(numberText(windSpeedMph, 1), numberText(windDirectionDeg, 0), compassWord(windDirectionDeg));

const orNone = (value: number | null, unit: string): string =>
  value === null ? NONE : `${numberText(value, 1)} ${unit}`;

function conditionFacts(
  { inputs, checkedAt, featureScope, drawnGround = [], ...counts }: RecordedComputation,
  timeText: TimeText,
): ReportFact[] {
  return [
    { label: words().computed, value: timeText(checkedAt) },
    { label: words().method, value: methodText(inputs.method) },
    { label: words().wind, value: windText(inputs) },
    { label: words().droplets, value: dropletSizeText(inputs.dropletSize) },
    { label: words().temperature, value: orNone(inputs.temperatureF, "°F") },
    { label: words().boomHeight, value: inputs.boomHeight === null ? NONE : heightText(inputs.boomHeight) },
    { label: words().humidity, value: orNone(inputs.humidityPercent, "%") },
    { label: words().sprayVolume, value: orNone(inputs.gpa, words().perAcre) },
    {
      label: words().beside,
      value: words().grounds(counts.exclusionFeatureCount, counts.nonManagedFeatureCount),
    },
    {
      label: words().from,
      value: featureScope === "global_only" ? words().loaded : words().loadedAndDrawn,
    },
    ...(drawnGround.length === 0 ? [] : [{ label: words().byHand, value: drawnInWords(drawnGround) }]),
  ];
}

/** With which setup, wind and rate a distance holds. */
function holdsText({ minDropletSize, boomHeight, windSpeedRanges, rateRanges }: BufferMethod): string {
  const wind = (windSpeedRanges ?? []).map(({ minMph, maxMph, distanceFt }) =>
    words().tier(numberText(minMph), `${numberText(maxMph)} mph`, feetText(distanceFt)),
  );
  const rates = (rateRanges ?? []).map(({ min, max, unit, distanceFt }) =>
    words().tier(numberText(min), `${numberText(max)} ${unitText(unit)}`, feetText(distanceFt)),
  );
  return (
    [
      ...(minDropletSize === null ? [] : [words().orCoarser(dropletText(minDropletSize))]),
      ...(boomHeight === null ? [] : [boomText(boomHeight)]),
      ...wind,
      ...rates,
    ].join("; ") || words().anySetup
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
          bufferText(type),
          feetText(method.distanceFt),
          holdsText(method),
          requirement.buffersEsa.canMitigate ? words().yes : words().no,
        ]),
    ),
  );

const requirementColumns = () => [
  column(words().setBy, 34),
  column(words().buffer, 22),
  column(words().distance, 14, "right"),
  column(words().holdsFor, 42),
  column(words().reducible, 18),
];

const productRows = (application: RecordedApplication, { products }: RecordedComputation): string[][] =>
  products.map((product) => [
    computedName(application, product),
    feetToKeepText(product.rawDistanceFt),
    product.reductionPercent === null ? NONE : percentText(product.reductionPercent),
    feetToKeepText(product.bufferFt),
    statusWord(product.status).word,
    product.issues.map((found) => issueMessage(found)).join(" ") || NONE,
  ]);

const productColumns = () => [
  columnOf("name", words().product, 34),
  column(words().required, 15, "right"),
  column(words().reduction, 15, "right"),
  column(words().bufferWidth, 14, "right"),
  column(words().finding, 17),
  column(words().inTheWay, 42),
];

const rateColumns = () => [
  columnOf("name", words().product, 40),
  column(words().rate, 24, "right"),
  column(words().ratePerAcre, 24, "right"),
  column(words().rateTier, 24),
];

/** The rates that buffers were computed with: those of the application, or those told at the sprayer. */
const rateRows = (application: RecordedApplication, { effectiveRates }: RecordedComputation): string[][] =>
  effectiveRates.map(({ productIndex, epaNumber, rate, rateUnit, normalized, resolution }) => [
    computedName(application, { productIndex, epaNumber }),
    `${numberText(rate)} ${rateUnit}`,
    normalized === null ? NONE : `${numberText(normalized.value)} ${plain(normalized.unit).replace(" per acre", "")}`,
    resolutionWords()[resolution],
  ]);

function computationBlocks(
  application: RecordedApplication,
  computation: RecordedComputation,
  timeText: TimeText,
): ReportBlock[] {
  return [
    { kind: "text", text: words().conditions, tone: "strong" },
    { kind: "facts", facts: conditionFacts(computation, timeText) },
    ...named(words().rates, rateColumns(), rateRows(application, computation)),
    ...named(words().byProduct, productColumns(), productRows(application, computation)),
    ...tierBlocks(application, computation),
    ...(computation.edges.length === 0
      ? []
      : [{ kind: "text" as const, text: words().byEdge, tone: "strong" as const }, edgeTable(computation.edges)]),
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
    text: words().missing,
    tone: "plain",
  };
  return [
    { kind: "subheading", text: applicationHeading(application) },
    ...named(words().rules, requirementColumns(), rules),
    ...mix,
    ...practiceBlocks(practices, (subOptionId) => choiceOf(application, subOptionId)),
    ...(computation === null ? [missing] : computationBlocks(application, computation, timeText)),
  ];
}

/** Tables of several applications are alike, and what scrolls on the page is found by their names. */
const tableOf = ({ applicationId }: RecordedApplication, block: ReportBlock): ReportBlock =>
  block.kind === "table" ? { ...block, caption: words().ofApplication(block.caption, applicationId) } : block;

/** The drift of every application that has any, with the conditions it was calculated for. */
export function driftSection(record: ReportRecord, timeText: TimeText): ReportSection[] {
  const { applications, kind } = record;
  if (kind === "trait") return [];
  const choiceOf: ChoiceText = ({ applicationEventId }, subOptionId) =>
    chosenText(record, { what: "drift_practice", applicationEventId, choice: { system: null, subOptionId } }, timeText);
  const blocks = applications.flatMap((application) =>
    applicationBlocks(application, choiceOf, timeText).map((block) => tableOf(application, block)),
  );
  return [
    {
      id: "drift",
      heading: words().heading,
      blocks:
        blocks.length === 0
          ? [{ kind: "text", text: words().none, tone: "plain" }]
          : [...blocks, { kind: "text", text: words().note, tone: "quiet" }],
    },
  ];
}
