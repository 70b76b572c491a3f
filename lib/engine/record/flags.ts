import { methodClass, type ApplicationInput } from "@/lib/domain/application";
import type { RecordFlag } from "@/lib/domain/application-record";
import { countsTowardPass } from "@/lib/domain/citation";
import type { LabelRecordRule } from "@/lib/domain/record-rules";
import { englishOf, LOW_BOOM_IN, type RecordMeaning } from "@/lib/domain/record-meaning";
import type { LabelCondition } from "@/lib/domain/label-conditions";
import { conditionFacts } from "@/lib/engine/conditions/facts";
import { judgeConditions } from "@/lib/engine/conditions/judge";
import { registrantRegistration } from "@/lib/domain/registration";
import { dayOfReading } from "@/lib/engine/record/days";
import { forecastHighsOf } from "@/lib/engine/record/highs";
import type { PartFacts } from "@/lib/engine/record/parts";
import type { ReadingInForce } from "@/lib/engine/record/facts";

type Kind = LabelCondition["kind"];

/** What a reading of the air at a moment can break. */
const OF_READINGS: readonly Kind[] = ["dates", "days_between", "temperature", "time_of_day"];
/** What the wind of a reading can break: what a label asks of aircraft depends on it. */
const OF_WINDS: readonly Kind[] = ["boom_share", "swath_displacement", "wind"];
const OF_FORECASTS: readonly Kind[] = ["temperature"];
const OF_NOZZLES: readonly Kind[] = ["nozzles"];

const LOW_BOOM = "Boom at most 24 inches above the target or canopy.";

interface Asked {
  application: ApplicationInput;
  weather: {
    windDirectionDeg: number;
    windSpeedMph: number;
    temperatureF: number | null;
    humidityPercent: null;
  } | null;
  kinds: readonly Kind[];
}

/** Conditions of the mix's labels that this breaks, with the product of each. */
function brokenBy(facts: PartFacts, { application, weather, kinds }: Asked): { limit: string; productName: string }[] {
  const own = conditionFacts(application, {
    areas: { counties: [...facts.counties], pulas: [] },
    cropTable: facts.cropTable,
    place: facts.place,
    weather,
  });
  return judgeConditions(
    facts.mix.map(({ rated }) => rated),
    own,
  ).flatMap(({ condition, outcome, product }) =>
    outcome.result === "broken" && kinds.includes(condition.kind)
      ? [{ limit: condition.text, productName: product.submitted.productName }]
      : [],
  );
}

const airOf = ({ moment, readAt, windSpeedMph, temperatureF }: ReadingInForce): RecordMeaning => ({
  kind: "air",
  moment,
  readAt,
  speedMph: windSpeedMph,
  temperatureF,
});

function ofReading(facts: PartFacts, reading: ReadingInForce): RecordFlag[] {
  const { application } = facts;
  const { windSpeedMph, windDirectionDeg, temperatureF, readAt } = reading;
  const moment: ApplicationInput = {
    ...application,
    applicationDate: dayOfReading(reading, facts.timeZone),
    // What was forecast stands once, and not with each reading.
    details: { ...application.details, plannedStartAt: readAt, forecastHighF: null, forecastNextDayHighF: null },
  };
  const weather = {
    windDirectionDeg: windDirectionDeg ?? 0,
    windSpeedMph: windSpeedMph ?? 0,
    temperatureF,
    humidityPercent: null,
  };
  // A wind that no one read breaks nothing.
  const kinds = windSpeedMph === null ? OF_READINGS : [...OF_READINGS, ...OF_WINDS];
  const meaning = airOf(reading);
  return brokenBy(facts, { application: moment, weather, kinds }).map((found) => ({
    ...found,
    entryId: reading.entryId,
    sent: englishOf(meaning),
    meaning,
  }));
}

function ofForecast(facts: PartFacts): RecordFlag[] {
  const { application } = facts;
  return forecastHighsOf(facts).flatMap(({ day, degrees, entryId }) => {
    if (degrees === null) return [];
    const details = {
      ...application.details,
      forecastHighF: day === "same" ? degrees : null,
      forecastNextDayHighF: day === "next" ? degrees : null,
    };
    const meaning: RecordMeaning = { kind: "forecast_high", day, temperatureF: degrees };
    return brokenBy(facts, { application: { ...application, details }, weather: null, kinds: OF_FORECASTS }).map(
      (found) => ({ ...found, entryId, sent: englishOf(meaning), meaning }),
    );
  });
}

function ofNozzle(facts: PartFacts): RecordFlag[] {
  const { application, inForce } = facts;
  const pressure = inForce.facts.get("nozzle_pressure_psi");
  if (typeof pressure?.value !== "number") return [];
  const nozzle = inForce.facts.get("nozzle")?.value ?? application.details?.nozzle ?? null;
  const details = {
    ...application.details,
    nozzle: nozzle === null ? null : String(nozzle),
    nozzlePressurePsi: pressure.value,
  };
  const asked = { application: { ...application, details }, weather: null, kinds: OF_NOZZLES };
  return brokenBy(facts, asked).map((found) => ({
    ...found,
    entryId: pressure.entryId,
    sent: `${pressure.value} psi`,
  }));
}

const ofLimits = ({ inForce }: PartFacts, labels: readonly LabelRecordRule[]): RecordFlag[] =>
  labels.flatMap(({ limits }) =>
    limits.flatMap(({ fact, atMost, text }): RecordFlag[] => {
      const own = inForce.facts.get(fact);
      if (typeof own?.value !== "number" || own.value <= atMost) return [];
      return [{ entryId: own.entryId, limit: text, productName: null, sent: String(own.value) }];
    }),
  );

/** A boom too high for a label whose own list of records does not limit it. */
function ofBoom(facts: PartFacts, labels: readonly LabelRecordRule[]): RecordFlag[] {
  const { inForce, mix, application } = facts;
  const boom = inForce.facts.get("boom_height_in");
  if (typeof boom?.value !== "number" || boom.value <= LOW_BOOM_IN) return [];
  if (methodClass(application.method) !== "ground") return [];
  const { entryId, value } = boom;
  const limited = new Set(
    labels.filter(({ limits }) => limits.some(({ fact }) => fact === "boom_height_in")).map((own) => own.registration),
  );
  const asHigh = { application: { ...application, boomHeight: "high" as const }, weather: null };
  const broken = brokenBy(facts, { ...asHigh, kinds: ["boom_height"] });
  return mix.flatMap(({ rated: { record, esaRequired, submitted } }): RecordFlag[] => {
    const drift = record?.rules?.drift;
    const isLow =
      (drift?.maxBoomHeight === "low" && countsTowardPass(drift.evidence) && esaRequired !== false) ||
      broken.some(({ productName }) => productName === submitted.productName);
    if (record === null || !isLow || limited.has(registrantRegistration(record.registration))) return [];
    return [{ entryId, limit: LOW_BOOM, productName: submitted.productName, sent: String(value) }];
  });
}

/**
 * What was written down and lies outside a limit of a label. It is true and stays; the record shows it.
 *
 * Units: mph, degrees Fahrenheit, psi, inches. Source: the labels' conditions and booms, and the limits of the table of records.
 * Missing data: a figure that no one wrote breaks nothing. Throws: never.
 */
export const flagsOf = (facts: PartFacts, labels: readonly LabelRecordRule[]): RecordFlag[] => [
  ...facts.inForce.readings.flatMap((reading) => ofReading(facts, reading)),
  ...ofForecast(facts),
  ...ofNozzle(facts),
  ...ofLimits(facts, labels),
  ...ofBoom(facts, labels),
];
