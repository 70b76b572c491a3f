import { type RecordFact, type RecordPart, type RecordSource, type RecordValue } from "@/lib/domain/application-record";
import { RECORD_TIMINGS } from "@/lib/domain/record-terms";
import type { RecordForecast } from "@/lib/domain/kept-weather";
import { englishOf, placeTime, type RecordMeaning } from "@/lib/domain/record-meaning";
import { UNREAD_GEO_ID } from "@/lib/domain/unread-county";
import { regionOfFips } from "@/lib/domain/us-states";
import { acresTreated, amountsOf, isRateInDoubt, productWithNumber } from "@/lib/engine/record/amounts";
import { boundsOf, practicesOf, reachOf } from "@/lib/engine/record/drift-parts";
import { dayOfReading } from "@/lib/engine/record/days";
import type { EntriesInForce, ReadingInForce, RecordFacts } from "@/lib/engine/record/facts";
import { forecastHighsOf } from "@/lib/engine/record/highs";

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

/** The same of values that languages say in their own words. */
const meant = (part: RecordPart, source: RecordSource, ...meanings: RecordMeaning[]): FoundPart => ({
  values: meanings.map((meaning) => ({ part, text: englishOf(meaning), source, meaning })),
  isKnown: meanings.length > 0,
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

const readingAt =
  (moment: "start" | "end"): Finder =>
  ({ inForce }, part) => {
    const found = inForce.readings.find((reading) => reading.moment === moment);
    return found === undefined ? NOT_KNOWN : known(part, "typed", placeTime(found.readAt));
  };

/** Of the start and of every refill, as labels ask for it; the end's is shown where someone read it. */
const ofReadings =
  (tell: (reading: ReadingInForce) => RecordMeaning | null): Finder =>
  ({ inForce }, part) => {
    const meanings = inForce.readings.flatMap((reading) => tell(reading) ?? []);
    const due = inForce.readings.filter(({ moment }) => moment !== "end");
    const isKnown = due.some(({ moment }) => moment === "start") && due.every((reading) => tell(reading) !== null);
    return { ...meant(part, "typed", ...meanings), isKnown };
  };

const windOf = ({ moment, readAt, windSpeedMph, windDirectionDeg }: ReadingInForce): RecordMeaning | null =>
  windSpeedMph === null || windDirectionDeg === null
    ? null
    : { kind: "wind", moment, readAt, speedMph: windSpeedMph, directionDeg: windDirectionDeg };

const temperatureOf = ({ moment, readAt, temperatureF }: ReadingInForce): RecordMeaning | null =>
  temperatureF === null ? null : { kind: "temperature", moment, readAt, temperatureF };

const HALF_ACRES_FROM_F = 85;
const HALF_ACRES_BELOW_F = 95;

const forecastHighs: Finder = (facts, part) => {
  const highs = forecastHighsOf(facts);
  const values = highs.flatMap(({ day, degrees, source }) =>
    degrees === null ? [] : meant(part, source, { kind: "forecast_high", day, temperatureF: degrees }).values,
  );
  return { values, isKnown: values.length === highs.length };
};

/** Asked for while a high of 85 to under 95 °F is forecast. Where the forecast is not known, whether it is asked is not either. */
const dicambaShare: Finder = (facts, part) => {
  const degrees = forecastHighsOf(facts).map((high) => high.degrees);
  const isHot = degrees.some((each) => each !== null && each >= HALF_ACRES_FROM_F && each < HALF_ACRES_BELOW_F);
  const own = typed("dicamba_share")(facts, part);
  if (own.isKnown || isHot || degrees.includes(null)) return own;
  return NOT_NEEDED;
};

const location: Finder = (facts, part) => {
  const { counties, place, fieldName } = facts;
  const note = typed("location_note")(facts, part);
  const read = counties.filter(({ geoId }) => geoId !== UNREAD_GEO_ID);
  const names = read.map(({ countyName, stateFips }) =>
    [countyName, regionOfFips(stateFips)].filter(Boolean).join(", "),
  );
  const found = [
    ...(names.length === 0 ? [] : [names.join("; ")]),
    ...(place === null ? [] : [`${fieldName}, ${place[1].toFixed(5)}, ${place[0].toFixed(5)}`]),
  ];
  const own = known(part, "check", ...found);
  return {
    values: [...own.values, ...note.values],
    isKnown: note.isKnown || (names.length > 0 && read.length === counties.length && place !== null),
  };
};

/** As someone wrote it. Otherwise by the crop's stage: growth stages are those of a crop that has come up. */
const timing: Finder = ({ inForce, application }, part) => {
  const own = inForce.facts.get("timing")?.value;
  const written = RECORD_TIMINGS.find((each) => each === own);
  if (written !== undefined) return meant(part, "typed", { kind: "timing", timing: written });
  const hasComeUp = /^[VR]\d/i.test(application.details?.cropStage ?? "");
  return hasComeUp ? meant(part, "check", { kind: "timing", timing: "postemergence" }) : NOT_KNOWN;
};

const productNames: Finder = ({ mix }, part) =>
  known(part, "check", ...mix.map(({ rated }) => rated.submitted.productName));

/** A pesticide without a number leaves it open; an adjuvant has none. */
const registrationNumbers: Finder = ({ mix }, part) => {
  const numbers = mix.flatMap(({ rated }) => rated.registration ?? rated.submitted.epaNumber ?? []);
  const isWhole = mix.every(({ rated }) => rated.submitted.epaNumber !== null || rated.kind === "adjuvant");
  return { ...known(part, "check", ...new Set(numbers)), isKnown: isWhole && numbers.length > 0 };
};

/** The application's own day. A start on another day is the day that counts. */
const applicationDate: Finder = ({ inForce, application, timeZone }, part) => {
  const start = inForce.readings.find(({ moment }) => moment === "start");
  return start === undefined
    ? known(part, "check", application.applicationDate)
    : known(part, "typed", dayOfReading(start, timeZone));
};

const agentOf =
  (name: "vra" | "dra", isIt: (kind: string) => boolean): Finder =>
  (facts, part) => {
    const found = facts.mix.filter(({ adjuvantKinds }) => adjuvantKinds.some(isIt));
    if (found.some((product) => isRateInDoubt(product, facts.computedRates))) return typed(name)(facts, part);
    const texts = found.map(
      ({ rated: { submitted } }) => `${submitted.productName}, ${submitted.rate} ${submitted.rateUnit}`,
    );
    return texts.length === 0 ? typed(name)(facts, part) : known(part, "check", ...texts);
  };

const points: Finder = ({ runoff }, part) => {
  const entry = runoff.find(({ mitigationType }) => mitigationType === "epa_runoff");
  if (entry === undefined) return NOT_KNOWN;
  if (entry.exempt) return meant(part, "check", { kind: "exempt", reasons: [...(entry.runoffExemptionReasons ?? [])] });
  if (entry.creditedMeasures.length === 0) return NOT_KNOWN;
  const earned = entry.creditedMeasures.map(({ label, points: each }): RecordMeaning => ({
    kind: "measure",
    measure: label,
    points: each,
  }));
  const together = { earned: entry.earnedPoints, required: entry.requiredPoints };
  return meant(part, "check", ...earned, { kind: "points_together", ...together });
};

const acres: Finder = (facts, part) => {
  const found = acresTreated(facts);
  if (found === null) return NOT_KNOWN;
  return meant(part, found.source, { kind: "area", acres: Math.round(found.acres * 10) / 10 });
};

const amounts: Finder = (facts, part) => {
  const found = amountsOf(facts);
  return found === null ? NOT_KNOWN : known(part, "compute", ...found);
};

/** Of the nozzle, as it was sent. Where the buffer was worked out for another one, which was used is not known. */
const ofNozzle =
  (name: "nozzle" | "nozzlePressurePsi", unit = ""): Finder =>
  ({ application, computation }, part) => {
    const [asSent, computed] = [application.details?.[name] ?? null, computation?.details];
    return computed === undefined || (computed[name] ?? null) === asSent
      ? sent(part, "check", asSent, unit)
      : NOT_KNOWN;
  };

const computed =
  (tell: (computation: NonNullable<RecordFacts["computation"]>) => RecordMeaning[] | null): Finder =>
  ({ computation }, part) => {
    const found = computation === null ? null : tell(computation);
    return found === null ? NOT_KNOWN : { ...meant(part, "compute", ...found), isKnown: true };
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
  timing,
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
  nozzle: typed("nozzle", "", ofNozzle("nozzle")),
  nozzle_pressure: typed("nozzle_pressure_psi", " psi", ofNozzle("nozzlePressurePsi", " psi")),
  temperatures: ofReadings(temperatureOf),
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
