import { decimalText } from "@/lib/domain/numbers";
import type { ReadingMoment, RecordTiming } from "@/lib/domain/record-terms";

/** Where a value of the air was read: when, by the clock of the place. */
interface AtReading {
  moment: ReadingMoment;
  /** ISO 8601 with the offset of the place. */
  readAt: string;
}

/**
 * What a value of a record says, in figures and ids, so that each language is made of them. Names, and what someone wrote in
 * words of their own, have none: they are the same in every language.
 */
export type RecordMeaning =
  | ({ kind: "wind"; speedMph: number; directionDeg: number } & AtReading)
  | ({ kind: "temperature"; temperatureF: number } & AtReading)
  | ({ kind: "air"; speedMph: number | null; temperatureF: number | null } & AtReading)
  | { kind: "forecast_high"; day: "same" | "next"; temperatureF: number }
  | { kind: "timing"; timing: RecordTiming }
  | { kind: "exempt"; reasons: string[] }
  | { kind: "measure"; measure: string; points: number }
  | { kind: "points_together"; earned: number; required: number | null }
  | { kind: "area"; acres: number }
  | { kind: "buffer_width"; requiredFt: number; keptFt: number }
  | { kind: "no_managed_ground" }
  | { kind: "managed_ground"; areas: number; upToFt: number }
  | { kind: "no_practices" }
  | { kind: "practice"; practice: string; percent: number }
  | ({ kind: "at" } & AtReading)
  | ({ kind: "other_day"; checkedFor: string } & AtReading)
  | ({ kind: "ahead"; savedAt: string } & AtReading)
  | ({
      kind: "other_wind";
      speedMph: number | null;
      directionDeg: number | null;
      workedOutMph: number;
      workedOutDeg: number;
    } & AtReading)
  | { kind: "worked_out"; workedOutAt: string; endedAt: string }
  | { kind: "more_area"; acres: number; ofAcres: number }
  | { kind: "other_nozzle"; nozzle: string; checkedFor: string }
  | { kind: "higher_boom"; inches: number };

/** Kinds that say what of an application was made otherwise than it was checked. */
export const DEPARTURE_KINDS: ReadonlySet<RecordMeaning["kind"]> = new Set<RecordMeaning["kind"]>([
  "at",
  "other_day",
  "ahead",
  "other_wind",
  "worked_out",
  "more_area",
  "other_nozzle",
  "higher_boom",
]);

/** A low boom, inches above the target or canopy. */
export const LOW_BOOM_IN = 24;

/** What of a record is not what was checked. Each has its Spanish beside the other texts of the record. */
export const DEPARTURES = {
  day: "Checked for another day. What limits it on the day it was made was not looked at.",
  clock: "A time that had not come when it was saved: the clock of the device may be ahead.",
  order: "The end lies before the start.",
  windSide: "The buffer lies on other sides of the field than this wind asks for.",
  windSpeed: "In this wind the buffer is wider than the one that was worked out, or is not known.",
  computedLate: "The buffer was worked out after the application had ended.",
  treatable: "More ground was treated than the buffer left to treat.",
  field: "More ground was treated than the field has.",
  nozzle: "Checked for another nozzle. Whether a label allows this one was not looked at.",
  boom: "The boom was higher than the low one that was checked: more of the spray drifts.",
} as const;

export type RecordMeaningKind = RecordMeaning["kind"];
/** How one language says each kind. */
export type MeaningWords = {
  [Kind in RecordMeaningKind]: (meaning: Extract<RecordMeaning, { kind: Kind }>) => string;
};

/** The day and clock time of a moment where it was read: "2026-06-15 09:05 (UTC-05:00)". */
export function placeTime(readAt: string): string {
  const offset = /(?:Z|[+-]\d\d:\d\d)$/.exec(readAt)?.[0] ?? "Z";
  return `${readAt.slice(0, 10)} ${readAt.slice(11, 16)} (UTC${offset === "Z" ? "" : offset})`;
}

/** The figures of a reading of the air, which no language changes. */
export const airFigures = ({ speedMph, temperatureF }: Extract<RecordMeaning, { kind: "air" }>): string[] => [
  ...(speedMph === null ? [] : [`${speedMph} mph`]),
  ...(temperatureF === null ? [] : [`${temperatureF} °F`]),
];

type OtherWind = Extract<RecordMeaning, { kind: "other_wind" }>;

/** The figures of a wind, which no language changes: "7 mph, 210°". */
export const windFigures = ({ speedMph, directionDeg }: Pick<OtherWind, "speedMph" | "directionDeg">): string =>
  [...(speedMph === null ? [] : [`${speedMph} mph`]), ...(directionDeg === null ? [] : [`${directionDeg}°`])].join(
    ", ",
  );

/** Of the wind that a buffer was worked out for. */
export const workedOutFigures = ({ workedOutMph, workedOutDeg }: OtherWind): string =>
  windFigures({ speedMph: workedOutMph, directionDeg: workedOutDeg });

const at = ({ moment, readAt }: AtReading): string => `${moment} ${placeTime(readAt)}`;

/** What is signed and hashed beside the figures: never changed, because a record that is not signed yet is compared by it. */
const ENGLISH: MeaningWords = {
  wind: (own) => `${at(own)}: ${own.speedMph} mph from ${own.directionDeg}°`,
  temperature: (own) => `${at(own)}: ${own.temperatureF} °F`,
  air: (own) => [at(own), ...airFigures(own)].join(", "),
  forecast_high: ({ day, temperatureF }) => `${day === "same" ? "day" : "next day"} ${temperatureF} °F`,
  timing: ({ timing }) => timing,
  exempt: ({ reasons }) => `exempt: ${reasons.join(", ")}`,
  measure: ({ measure, points }) => `${measure}: ${decimalText(points)}`,
  points_together: ({ earned, required }) =>
    `together ${decimalText(earned)}${required === null ? "" : ` of ${decimalText(required)} required`}`,
  area: ({ acres }) => `${decimalText(acres, 1)} ac`,
  buffer_width: ({ requiredFt, keptFt }) =>
    `${decimalText(requiredFt, 0)} ft required, ${decimalText(keptFt, 0)} ft after practices`,
  no_managed_ground: () => "none counted",
  managed_ground: ({ areas, upToFt }) =>
    `${areas} managed areas beside the field, up to ${decimalText(upToFt, 0)} ft of the buffer`,
  no_practices: () => "none: the buffer was not reduced",
  practice: ({ practice, percent }) => `${practice}: ${decimalText(percent)} %`,
  at: (own) => at(own),
  other_day: (own) => `${at(own)}, checked for ${own.checkedFor}`,
  ahead: (own) => `${at(own)}, saved ${placeTime(own.savedAt)}`,
  other_wind: (own) => `${at(own)}: ${windFigures(own)}, worked out for ${workedOutFigures(own)}`,
  worked_out: ({ workedOutAt, endedAt }) => `worked out ${placeTime(workedOutAt)}, ended ${placeTime(endedAt)}`,
  more_area: ({ acres, ofAcres }) => `${decimalText(acres, 1)} ac of ${decimalText(ofAcres, 1)} ac`,
  other_nozzle: ({ nozzle, checkedFor }) => `${nozzle}, checked for ${checkedFor}`,
  higher_boom: ({ inches }) => `${decimalText(inches, 1)} in, low is at most ${LOW_BOOM_IN} in`,
};

/** A meaning in the words of one language. */
export const inWordsOf = (words: MeaningWords, meaning: RecordMeaning): string =>
  // Each kind has words for that kind: the type of the table says so.
  (words[meaning.kind] as (meaning: RecordMeaning) => string)(meaning);

/**
 * A meaning as it is signed, in English.
 *
 * Units: as the members say. Missing data: a figure that is null is left out. Throws: never.
 */
export const englishOf = (meaning: RecordMeaning): string => inWordsOf(ENGLISH, meaning);
