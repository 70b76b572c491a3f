import type { FilledRecord, RecordFlag, RecordPart, RecordValue } from "@/lib/domain/application-record";
import type { ExemptionReason } from "@/lib/domain/mitigation";
import { decimalText } from "@/lib/domain/numbers";
import {
  airFigures,
  englishOf,
  LOW_BOOM_IN,
  inWordsOf,
  placeTime,
  windFigures,
  workedOutFigures,
  type MeaningWords,
  type RecordMeaning,
} from "@/lib/domain/record-meaning";
import { currentLanguage, wordsIn } from "@/lib/views/language";
import { tableText } from "@/lib/views/vocabulary/table-text";
import { momentInWords, timingInWords } from "@/lib/views/portal/record-words";
import { counted } from "@/lib/views/words";

type AtReading = Extract<RecordMeaning, { moment: unknown }>;
const at = ({ moment, readAt }: AtReading): string => `${momentInWords(moment).toLowerCase()} ${placeTime(readAt)}`;

/** The names of the rulebook's table, by the codes that a record keeps; a code of another table stands as it is. */
export const EXEMPTION_NAMES: Readonly<Record<ExemptionReason, string>> = {
  managed_areas_downgradient: "Only managed areas downslope",
  perimeter_berm: "Perimeter berm",
  tailwater_return: "Tailwater return system",
  controlled_drainage: "Drainage with a controlled outlet",
  permanent_basin: "Permanent basin",
  soil_injection: "Soil injection",
  tree_injection: "Tree injection",
  subsurface_chemigation: "Chemigation below the surface",
  spot_treatment: "Spot treatment",
  small_area: "Small area",
};

const exemptionName = (code: string): string =>
  Object.hasOwn(EXEMPTION_NAMES, code) ? tableText(EXEMPTION_NAMES[code as ExemptionReason]).toLowerCase() : code;

const acresText = (acres: string): string => `${acres} ${acres === "1" ? "acre" : "acres"}`;

const SPANISH: MeaningWords = {
  wind: (own) => `${at(own)}: ${own.speedMph} mph desde ${own.directionDeg}°`,
  temperature: (own) => `${at(own)}: ${own.temperatureF} °F`,
  air: (own) => [at(own), ...airFigures(own)].join(", "),
  forecast_high: ({ day, temperatureF }) => `${day === "same" ? "día" : "día siguiente"} ${temperatureF} °F`,
  timing: ({ timing }) => timingInWords(timing),
  exempt: ({ reasons }) => `exenta: ${reasons.map(exemptionName).join(", ")}`,
  measure: ({ measure, points }) => `${tableText(measure)}: ${decimalText(points)}`,
  points_together: ({ earned, required }) =>
    `en total ${decimalText(earned)}${required === null ? "" : ` de ${decimalText(required)} exigidos`}`,
  area: ({ acres }) => acresText(decimalText(acres, 1)),
  buffer_width: ({ requiredFt, keptFt }) =>
    `${decimalText(requiredFt, 0)} pies exigidos, ${decimalText(keptFt, 0)} pies después de las prácticas`,
  no_managed_ground: () => "ninguno contado",
  managed_ground: ({ areas, upToFt }) =>
    `${counted(areas, "área manejada", "áreas manejadas")} junto al campo, que ${areas === 1 ? "cubre" : "cubren"} hasta ` +
    `${decimalText(upToFt, 0)} pies del ancho de la zona de amortiguamiento`,
  no_practices: () => "ninguna: la zona de amortiguamiento no se redujo",
  practice: ({ practice, percent }) => `${tableText(practice)}: ${decimalText(percent)} %`,
  at: (own) => at(own),
  other_day: (own) => `${at(own)}, verificada para el ${own.checkedFor}`,
  ahead: (own) => `${at(own)}, guardada ${placeTime(own.savedAt)}`,
  other_wind: (own) => `${at(own)}: ${windFigures(own)}, calculada para ${workedOutFigures(own)}`,
  worked_out: ({ workedOutAt, endedAt }) => `calculada ${placeTime(workedOutAt)}, terminada ${placeTime(endedAt)}`,
  more_area: ({ acres, ofAcres }) => `${decimalText(acres, 1)} acres de ${decimalText(ofAcres, 1)}`,
  other_nozzle: ({ nozzle, checkedFor }) => `${nozzle}, verificada para ${checkedFor}`,
  higher_boom: ({ inches }) => `${decimalText(inches, 1)} pulgadas; bajo es hasta ${LOW_BOOM_IN}`,
};

const words = wordsIn({
  en: {
    meaning: (meaning: RecordMeaning): string => englishOf(meaning),
  },
  es: {
    meaning: (meaning) => inWordsOf(SPANISH, meaning),
  },
});

const inWords = (text: string, meaning: RecordMeaning | undefined): string =>
  meaning === undefined ? text : words().meaning(meaning);

/**
 * A value of a record as it is read: what it means, in the reader's language. A name, a figure, someone's own words, and a
 * value that was signed without its meaning stand as they are.
 */
export const valueInWords = ({ text, meaning }: Pick<RecordValue, "text" | "meaning">): string =>
  inWords(text, meaning);

/** Stands as it was kept, which no language changes. */
export const isAsKept = ({ meaning }: Pick<RecordValue, "meaning">): boolean => meaning === undefined;

/** Parts whose values languages say in their own words. */
const SAID_PARTS: ReadonlySet<RecordPart> = new Set<RecordPart>([
  "area_treated",
  "timing",
  "buffer_determination",
  "buffer_areas",
  "buffer_practices",
  "temperatures",
  "forecast_highs",
  "winds",
  "points",
]);

/**
 * Whether a record was signed in English alone, before values had a meaning (decision 0032), and is read in another
 * language: then what the service wrote in it is English.
 */
export function isInEnglishOnly({ sets, flags }: Pick<FilledRecord, "sets" | "flags">, isSigned: boolean): boolean {
  if (!isSigned || currentLanguage() === "en") return false;
  const values = sets.flatMap(({ items }) => items.flatMap((item) => item.values));
  if ([...values, ...flags].some(({ meaning }) => meaning !== undefined)) return false;
  return flags.length > 0 || values.some(({ part }) => SAID_PARTS.has(part));
}

/** Of such a record, whether a value is one that the service wrote in English, and not a name or someone's own words. */
export const isSaidInEnglish = ({ part, meaning }: Pick<RecordValue, "part" | "meaning">): boolean =>
  meaning === undefined && SAID_PARTS.has(part);

/** What lies outside a limit, as it is read. */
export const sentInWords = ({ sent, meaning }: Pick<RecordFlag, "sent" | "meaning">): string => inWords(sent, meaning);
