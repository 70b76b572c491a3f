import type {
  RecordFact,
  RecordPart,
  RecordReading,
  RecordSource,
  RecordStatement,
} from "@/lib/domain/application-record";
import type { ReadingMoment, RECORD_TIMINGS } from "@/lib/domain/record-terms";
import { compassWord } from "@/lib/views/figures";
import { wordsIn } from "@/lib/views/language";
import { clockOf } from "@/lib/views/portal/clock-words";
import { photoInWords } from "@/lib/views/portal/photo-words";

const sources = wordsIn<Record<RecordSource, string>>({
  en: {
    check: "from the check",
    compute: "worked out",
    forecast: "forecast",
    typed: "written down",
  },
  es: { check: "de la verificación", compute: "calculado", forecast: "pronóstico", typed: "anotado" },
});
/** Where a value of a record comes from. */
export const sourceInWords = (source: RecordSource): string => sources()[source];

type Timing = (typeof RECORD_TIMINGS)[number];
const timings = wordsIn<Record<Timing, string>>({
  en: {
    preemergence: "Before it came up",
    postemergence: "After it came up",
  },
  es: { preemergence: "Antes de que naciera", postemergence: "Después de que nació" },
});
export const timingInWords = (timing: Timing): string => timings()[timing];

const moments = wordsIn<Record<ReadingMoment, string>>({
  en: { start: "Start", refill: "Refill", end: "End" },
  es: { start: "Inicio", refill: "Recarga", end: "Fin" },
});
export const momentInWords = (moment: ReadingMoment): string => moments()[moment];

const parts = wordsIn<Record<RecordPart, string>>({
  en: {
    applicator_name: "the applicator's name",
    certificate_number: "the certification number",
    product_names: "the product's name, which your farm software sends",
    registration_numbers: "the EPA number, which your farm software sends",
    amount_applied: "the amount, or the acres where it can be worked out from them",
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
  },
  es: {
    applicator_name: "el nombre del aplicador",
    certificate_number: "el número de certificación",
    product_names: "el nombre del producto, que envía su programa agrícola",
    registration_numbers: "el número de la EPA, que envía su programa agrícola",
    amount_applied: "la cantidad, o los acres si se puede calcular con ellos",
    application_date: "el día",
    start_time: "el inicio",
    finish_time: "el fin",
    location: "el lugar",
    dicamba_share: "la proporción de los acres tolerantes a dicamba tratada en el condado",
    crop: "el cultivo",
    area_treated: "los acres tratados",
    training_proof: "el comprobante de la capacitación en dicamba",
    timing: "si fue antes o después de que naciera el cultivo",
    receipts: "dónde están los recibos",
    labeling_copy: "dónde está la copia de la etiqueta",
    registry_name: "qué registro de cultivos se consultó",
    registry_checked_on: "cuándo se consultó el registro de cultivos",
    survey_on: "cuándo se revisaron los campos vecinos",
    buffer_determination: "la zona de amortiguamiento: calcúlela en la página de deriva",
    buffer_areas: "qué se contó dentro de la zona de amortiguamiento",
    buffer_practices: "las prácticas que la reducen: calcúlelo en la página de deriva",
    cleanout_on: "el día de la limpieza",
    cleanout_method: "cómo se limpió",
    tank_mix: "qué había en el tanque, que envía su programa agrícola",
    vra: "el VRA (agente reductor de volatilidad)",
    dra: "el DRA (agente reductor de deriva)",
    nozzle: "la boquilla",
    nozzle_pressure: "la presión",
    temperatures: "la temperatura al inicio y en cada recarga",
    forecast_highs: "las máximas pronosticadas para el día y el siguiente",
    winds: "el viento al inicio y en cada recarga",
    points: "los puntos de escorrentía: vea la página de medidas",
    website_checked_on: "cuándo se consultó el sitio web del producto",
  },
});
/** What is missing, as a person would say it. */
export const partInWords = (part: RecordPart): string => parts()[part];

const facts = wordsIn<Record<RecordFact, string>>({
  en: {
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
  },
  es: {
    applicator_name: "Aplicador certificado, nombre completo",
    certificate_number: "Número de certificación",
    operator_name: "Quién manejó la aspersora, si fue otra persona",
    area_treated_ac: "Acres tratados",
    amount_applied: "Cantidad total de producto",
    location_note: "Lugar, en palabras",
    dicamba_share: "Proporción tratada, y total de acres tolerantes a dicamba en el condado",
    crop_or_site: "Cultivo o sitio",
    training_proof: "Capacitación en dicamba: cuándo, y dónde está el comprobante",
    timing: "Antes o después de que naciera el cultivo",
    receipts: "Dónde se guardan los recibos",
    labeling_copy: "Dónde se guarda la copia de la etiqueta",
    registry_name: "Registro de cultivos sensibles que se consultó",
    registry_checked_on: "Día en que se consultó el registro de cultivos sensibles",
    survey_on: "Día en que se revisaron los campos vecinos",
    website_checked_on: "Día en que se consultó el sitio web del producto",
    buffer_areas: "Terreno contado dentro de la zona de amortiguamiento",
    cleanout_on: "Día de la limpieza",
    cleanout_method: "Cómo se limpió la aspersora",
    vra: "VRA y su dosis",
    dra: "DRA y su dosis",
    nozzle: "Boquilla",
    nozzle_pressure_psi: "Presión de la boquilla, psi",
    boom_height_in: "Altura del aguilón, pulgadas",
    ground_speed_mph: "Velocidad de avance, mph",
    forecast_high_f: "Máxima pronosticada para el día, °F",
    forecast_next_day_high_f: "Máxima pronosticada para el día siguiente, °F",
  },
});
/** The label of each fact's control. */
export const factInWords = (fact: RecordFact): string => facts()[fact];

/** What a page writes as the reason where someone takes a reading out: kept so, and shown in the reader's language. */
export const BY_MISTAKE = "Recorded by mistake";

const words = wordsIn({
  en: {
    wind: (mph: number) => `${mph} mph`,
    windFrom: (mph: number, from: string) => `${mph} mph from the ${from}`,
    takenOut: (reason: string) => `Taken out: ${reason}`,
    byMistake: BY_MISTAKE,
    timing: (value: string): string => value,
  },
  es: {
    wind: (mph) => `${mph} mph`,
    windFrom: (mph, from) => `${mph} mph del ${from}`,
    takenOut: (reason) => `Retirado: ${reason}`,
    byMistake: "Registrado por error",
    timing: (value) => (value === "preemergence" || value === "postemergence" ? timings()[value] : value),
  },
});

/** The air of a reading: "7 mph from the southwest, 74 °F"; empty where none was read. */
export function airInWords({
  windSpeedMph,
  windDirectionDeg,
  temperatureF,
}: Pick<RecordReading, "windSpeedMph" | "windDirectionDeg" | "temperatureF">): string {
  const wind = (mph: number): string =>
    windDirectionDeg === null ? words().wind(mph) : words().windFrom(mph, compassWord(windDirectionDeg));
  const air = [
    ...(windSpeedMph === null ? [] : [wind(windSpeedMph)]),
    ...(temperatureF === null ? [] : [`${temperatureF} °F`]),
  ];
  return air.join(", ");
}

/** A reading in one line, by the clock of a zone, else of the place where it was written down. */
export const readingInWords = (reading: RecordReading, timeZone: string | null): string =>
  [`${momentInWords(reading.moment)} ${clockOf(reading.readAt, timeZone)}`, airInWords(reading)]
    .filter(Boolean)
    .join(", ");

/** An entry in one line; its time as that of a reading. */
export function statementInWords(statement: RecordStatement, timeZone: string | null = null): string {
  if (statement.kind === "reading") return readingInWords(statement, timeZone);
  if (statement.kind === "strike") {
    return words().takenOut(statement.reason === BY_MISTAKE ? words().byMistake : statement.reason);
  }
  if (statement.kind === "photo") return photoInWords(statement, timeZone);
  const { name, value } = statement;
  return `${factInWords(name)}: ${name === "timing" ? words().timing(String(value)) : value}`;
}
