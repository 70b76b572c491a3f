import type {
  ReadingMoment,
  RecordFact,
  RecordPart,
  RecordReading,
  RecordSource,
  RecordStatement,
  RECORD_TIMINGS,
} from "@/lib/domain/application-record";

export const SOURCE_WORDS: Record<RecordSource, string> = {
  check: "from the check",
  compute: "worked out",
  forecast: "forecast",
  typed: "written down",
};

export const TIMING_WORDS: Record<(typeof RECORD_TIMINGS)[number], string> = {
  preemergence: "Before it came up",
  postemergence: "After it came up",
};

export const MOMENT_WORDS: Record<ReadingMoment, string> = { start: "Start", refill: "Refill", end: "End" };

/** What is missing, as a person would say it. */
export const PART_WORDS: Record<RecordPart, string> = {
  applicator_name: "the applicator's name",
  certificate_number: "the certification number",
  product_names: "the product's name, which your farm software sends",
  registration_numbers: "the EPA number, which your farm software sends",
  amount_applied: "the amount, or the acres it is worked out from",
  application_date: "the day",
  start_time: "the start",
  finish_time: "the end",
  location: "the place",
  dicamba_share: "the share of dicamba-tolerant acres treated in the county",
  crop: "the crop",
  area_treated: "the acres treated",
  training_proof: "the proof of training",
  timing: "before or after the crop came up",
  receipts: "where the receipts are",
  labeling_copy: "where the copy of the label is",
  registry_name: "which registry was checked",
  registry_checked_on: "when the registry was checked",
  survey_on: "when the fields around were looked at",
  buffer_determination: "the buffer: work it out on the drift page",
  buffer_areas: "what was counted in the buffer",
  buffer_practices: "the practices that reduce it: work it out on the drift page",
  cleanout_on: "the day of the cleanout",
  cleanout_method: "how it was cleaned out",
  tank_mix: "what was in the tank, which your farm software sends",
  vra: "the VRA",
  dra: "the DRA",
  nozzle: "the nozzle",
  nozzle_pressure: "the pressure",
  temperatures: "the temperature at the start and every refill",
  forecast_highs: "the forecast highs of the day and the next",
  winds: "the wind at the start and every refill",
  points: "the runoff points: see the measures page",
  website_checked_on: "when the product's website was checked",
};

/** The label of each fact's control. */
export const FACT_WORDS: Record<RecordFact, string> = {
  applicator_name: "Certified applicator, full name",
  certificate_number: "Certification number",
  operator_name: "Who ran the sprayer, if someone else",
  area_treated_ac: "Acres treated",
  amount_applied: "Total amount of product",
  location_note: "Place in words",
  dicamba_share: "Share treated, and total dicamba-tolerant acres in the county",
  crop_or_site: "Crop or site",
  training_proof: "Dicamba training: when, and where the proof is",
  timing: "Before or after the crop came up",
  receipts: "Where the receipts are kept",
  labeling_copy: "Where the copy of the label is kept",
  registry_name: "Registry of sensitive crops that was checked",
  registry_checked_on: "Day the registry was checked",
  survey_on: "Day the fields around were looked at",
  website_checked_on: "Day the product's website was checked",
  buffer_areas: "Ground counted in the buffer",
  cleanout_on: "Day of the cleanout",
  cleanout_method: "How the sprayer was cleaned out",
  vra: "VRA and its rate",
  dra: "DRA and its rate",
  nozzle: "Nozzle",
  nozzle_pressure_psi: "Nozzle pressure, psi",
  boom_height_in: "Boom height, inches",
  ground_speed_mph: "Ground speed, mph",
  forecast_high_f: "Forecast high of the day, °F",
  forecast_next_day_high_f: "Forecast high of the next day, °F",
};

/** The clock time of a reading where it was made: "9:05 AM". */
const clockOf = (readAt: string): string => {
  const hour = Number(readAt.slice(11, 13));
  return `${hour % 12 === 0 ? 12 : hour % 12}:${readAt.slice(14, 16)} ${hour < 12 ? "AM" : "PM"}`;
};

/** Names a bearing. */
type Compass = (bearingDeg: number) => string;

/** The air of a reading: "7 mph from the southwest, 74 °F"; empty where none was read. */
export function airInWords(
  {
    windSpeedMph,
    windDirectionDeg,
    temperatureF,
  }: Pick<RecordReading, "windSpeedMph" | "windDirectionDeg" | "temperatureF">,
  compass: Compass,
): string {
  const from = windDirectionDeg === null ? "" : ` from the ${compass(windDirectionDeg)}`;
  const air = [
    ...(windSpeedMph === null ? [] : [`${windSpeedMph} mph${from}`]),
    ...(temperatureF === null ? [] : [`${temperatureF} °F`]),
  ];
  return air.join(", ");
}

/** A reading in one line. */
export const readingInWords = (reading: RecordReading, compass: Compass): string =>
  [`${MOMENT_WORDS[reading.moment]} ${clockOf(reading.readAt)}`, airInWords(reading, compass)]
    .filter(Boolean)
    .join(", ");

/** An entry in one line. */
export function statementInWords(statement: RecordStatement, compass: Compass): string {
  if (statement.kind === "reading") return readingInWords(statement, compass);
  if (statement.kind === "strike") return `Taken out: ${statement.reason}`;
  return `${FACT_WORDS[statement.name]}: ${statement.value}`;
}
