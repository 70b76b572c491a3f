import type { RecordFact, RecordPart, RecordSource, RecordValue } from "@/lib/domain/application-record";
import type { RecordForecast } from "@/lib/domain/kept-weather";
import { decimalText } from "@/lib/domain/numbers";
import { stateOfFips } from "@/lib/domain/us-states";
import { acresTreated, amountsOf, productWithNumber } from "@/lib/engine/record/amounts";
import { boundsOf, practicesOf, reachOf } from "@/lib/engine/record/drift-parts";
import type { EntriesInForce, ReadingInForce, RecordFacts } from "@/lib/engine/record/facts";

/** What is known of one part. `isKnown` false: some of it, or all, is missing. */
export interface FoundPart {
  values: RecordValue[];
  isKnown: boolean;
}

export interface PartFacts extends Omit<RecordFacts, "weather" | "forecast"> {
  inForce: EntriesInForce;
  /** Of the forecast that was kept; what someone wrote, and what was sent, counts before it. */
  keptHighs: Pick<RecordForecast, "highF" | "nextDayHighF"> | null;
}

type Finder = (facts: PartFacts, part: RecordPart) => FoundPart;

const NOT_KNOWN: FoundPart = { values: [], isKnown: false };
const NOT_NEEDED: FoundPart = { values: [], isKnown: true };

const known = (part: RecordPart, source: RecordSource, ...texts: string[]): FoundPart => ({
  values: texts.map((text) => ({ part, text, source })),
  isKnown: texts.length > 0,
});

/** A part that stands as someone wrote it, with what the service knows of it where no one did. */
const typed =
  (name: RecordFact, unit = "", otherwise: Finder = () => NOT_KNOWN): Finder =>
  (facts, part) => {
    const found = facts.inForce.facts.get(name);
    return found === undefined ? otherwise(facts, part) : known(part, "typed", `${found.value}${unit}`);
  };

const sent = (
  part: RecordPart,
  source: RecordSource,
  value: string | number | null | undefined,
  unit = "",
): FoundPart =>
  value === null || value === undefined || value === "" ? NOT_KNOWN : known(part, source, `${value}${unit}`);

/** The day and clock time of a moment where it was read: "2026-06-15 09:05 (UTC-05:00)". */
export function placeTime(readAt: string): string {
  const offset = /(?:Z|[+-]\d\d:\d\d)$/.exec(readAt)?.[0] ?? "Z";
  return `${readAt.slice(0, 10)} ${readAt.slice(11, 16)} (UTC${offset === "Z" ? "" : offset})`;
}

const readingAt =
  (moment: "start" | "end"): Finder =>
  ({ inForce }, part) => {
    const found = inForce.readings.find((reading) => reading.moment === moment);
    return found === undefined ? NOT_KNOWN : known(part, "typed", placeTime(found.readAt));
  };

/** Of the start and of every refill, as labels ask for it; the end's is shown where someone read it. */
const ofReadings =
  (tell: (reading: ReadingInForce) => string | null): Finder =>
  ({ inForce }, part) => {
    const texts = inForce.readings.flatMap((reading) => {
      const text = tell(reading);
      return text === null ? [] : [`${reading.moment} ${placeTime(reading.readAt)}: ${text}`];
    });
    const due = inForce.readings.filter(({ moment }) => moment !== "end");
    const isKnown = due.some(({ moment }) => moment === "start") && due.every((reading) => tell(reading) !== null);
    return { ...known(part, "typed", ...texts), isKnown };
  };

const windOf = ({ windSpeedMph, windDirectionDeg }: ReadingInForce): string | null =>
  windSpeedMph === null || windDirectionDeg === null ? null : `${windSpeedMph} mph from ${windDirectionDeg}°`;

const HALF_ACRES_FROM_F = 85;
const HALF_ACRES_BELOW_F = 95;

/** Forecast highs of the day and of the next, each with where it comes from. */
function highsOf({ inForce, application, keptHighs }: PartFacts): { degrees: number | null; source: RecordSource }[] {
  const of = (name: RecordFact, told: number | null | undefined): { degrees: number | null; source: RecordSource } => {
    const own = inForce.facts.get(name)?.value;
    return typeof own === "number" ? { degrees: own, source: "typed" } : { degrees: told ?? null, source: "forecast" };
  };
  return [
    of("forecast_high_f", application.details?.forecastHighF ?? keptHighs?.highF),
    of("forecast_next_day_high_f", application.details?.forecastNextDayHighF ?? keptHighs?.nextDayHighF),
  ];
}

const forecastHighs: Finder = (facts, part) => {
  const highs = highsOf(facts);
  const values = highs.flatMap(({ degrees, source }, index) =>
    degrees === null ? [] : [{ part, source, text: `${index === 0 ? "day" : "next day"} ${degrees} °F` }],
  );
  return { values, isKnown: values.length === highs.length };
};

/** Asked for while a high of 85 to under 95 °F is forecast. Where the forecast is not known, whether it is asked is not either. */
const dicambaShare: Finder = (facts, part) => {
  const degrees = highsOf(facts).map((high) => high.degrees);
  const isHot = degrees.some((each) => each !== null && each >= HALF_ACRES_FROM_F && each < HALF_ACRES_BELOW_F);
  const own = typed("dicamba_share")(facts, part);
  if (own.isKnown || isHot || degrees.includes(null)) return own;
  return NOT_NEEDED;
};

const location: Finder = (facts, part) => {
  const { counties, place, fieldName } = facts;
  const note = typed("location_note")(facts, part);
  const names = counties.map(({ countyName, stateFips }) =>
    [countyName, stateOfFips(stateFips)].filter(Boolean).join(", "),
  );
  const found = [
    ...(names.length === 0 ? [] : [names.join("; ")]),
    ...(place === null ? [] : [`${fieldName}, ${place[1].toFixed(5)}, ${place[0].toFixed(5)}`]),
  ];
  const own = known(part, "check", ...found);
  return {
    values: [...own.values, ...note.values],
    isKnown: note.isKnown || (names.length > 0 && place !== null),
  };
};

/** Growth stages are those of a crop that has come up. */
const timing: Finder = ({ application }, part) =>
  /^[VR]\d/i.test(application.details?.cropStage ?? "") ? known(part, "check", "postemergence") : NOT_KNOWN;

const productNames: Finder = ({ mix }, part) =>
  known(part, "check", ...mix.map(({ rated }) => rated.submitted.productName));

/** A pesticide without a number leaves it open; an adjuvant has none. */
const registrationNumbers: Finder = ({ mix }, part) => {
  const numbers = mix.flatMap(({ rated }) => rated.registration ?? rated.submitted.epaNumber ?? []);
  const isWhole = mix.every(({ rated }) => rated.submitted.epaNumber !== null || rated.kind === "adjuvant");
  return { ...known(part, "check", ...new Set(numbers)), isKnown: isWhole && numbers.length > 0 };
};

/** The application's own day. A start on another day is the day that counts. */
const applicationDate: Finder = ({ inForce, application }, part) => {
  const start = inForce.readings.find(({ moment }) => moment === "start");
  return start === undefined
    ? known(part, "check", application.applicationDate)
    : known(part, "typed", start.readAt.slice(0, 10));
};

const agentOf =
  (name: "vra" | "dra", isIt: (kind: string) => boolean): Finder =>
  (facts, part) => {
    const found = facts.mix.filter(({ adjuvantKinds }) => adjuvantKinds.some(isIt));
    const texts = found.map(
      ({ rated: { submitted } }) => `${submitted.productName}, ${submitted.rate} ${submitted.rateUnit}`,
    );
    return texts.length === 0 ? typed(name)(facts, part) : known(part, "check", ...texts);
  };

const points: Finder = ({ runoff }, part) => {
  const entry = runoff.find(({ mitigationType }) => mitigationType === "epa_runoff");
  if (entry === undefined) return NOT_KNOWN;
  if (entry.exempt) return known(part, "check", `exempt: ${(entry.runoffExemptionReasons ?? []).join(", ")}`);
  if (entry.creditedMeasures.length === 0) return NOT_KNOWN;
  const earned = entry.creditedMeasures.map((measure) => `${measure.label}: ${decimalText(measure.points)}`);
  const of = entry.requiredPoints === null ? "" : ` of ${decimalText(entry.requiredPoints)} required`;
  return known(part, "check", ...earned, `together ${decimalText(entry.earnedPoints)}${of}`);
};

const acres: Finder = (facts, part) => {
  const found = acresTreated(facts);
  return found === null ? NOT_KNOWN : known(part, found.source, `${decimalText(found.acres, 1)} ac`);
};

const amounts: Finder = (facts, part) => {
  const found = amountsOf(facts);
  return found === null ? NOT_KNOWN : known(part, "compute", ...found);
};

const computed =
  (tell: (computation: NonNullable<RecordFacts["computation"]>) => string[] | null): Finder =>
  ({ computation }, part) => {
    const found = computation === null ? null : tell(computation);
    return found === null ? NOT_KNOWN : { ...known(part, "compute", ...found), isKnown: true };
  };

const PARTS: Record<RecordPart, Finder> = {
  applicator_name: typed("applicator_name"),
  certificate_number: typed("certificate_number"),
  product_names: productNames,
  registration_numbers: registrationNumbers,
  amount_applied: typed("amount_applied", "", amounts),
  application_date: applicationDate,
  start_time: readingAt("start"),
  finish_time: readingAt("end"),
  location,
  dicamba_share: dicambaShare,
  crop: typed("crop_or_site", "", ({ application }, part) => known(part, "check", ...application.crop)),
  area_treated: acres,
  training_proof: typed("training_proof"),
  timing: typed("timing", "", timing),
  receipts: typed("receipts"),
  labeling_copy: typed("labeling_copy"),
  registry_name: typed("registry_name"),
  registry_checked_on: typed("registry_checked_on"),
  survey_on: typed("survey_on"),
  buffer_determination: computed(reachOf),
  buffer_areas: typed("buffer_areas", "", computed(boundsOf)),
  buffer_practices: computed(practicesOf),
  cleanout_on: typed("cleanout_on"),
  cleanout_method: typed("cleanout_method"),
  tank_mix: ({ mix }, part) => known(part, "check", ...mix.map(({ rated }) => productWithNumber(rated))),
  vra: agentOf("vra", (kind) => kind === "volatility_reducing"),
  dra: agentOf("dra", (kind) => kind === "drift_reducing" || kind === "oil_emulsion_drift_reducing"),
  nozzle: typed("nozzle", "", ({ application }, part) => sent(part, "check", application.details?.nozzle)),
  nozzle_pressure: typed("nozzle_pressure_psi", " psi", ({ application }, part) =>
    sent(part, "check", application.details?.nozzlePressurePsi, " psi"),
  ),
  temperatures: ofReadings(({ temperatureF }) => (temperatureF === null ? null : `${temperatureF} °F`)),
  forecast_highs: forecastHighs,
  winds: ofReadings(windOf),
  points,
  website_checked_on: typed("website_checked_on"),
};

/**
 * What is known of one part of a record.
 *
 * Units: as the text says. Missing data: a part that no one wrote down and nothing saved tells is not known; nothing is
 * taken for it. Throws: never.
 */
export const findPart = (part: RecordPart, facts: PartFacts): FoundPart => PARTS[part](facts, part);
