import type { ReadingMoment, RecordValue } from "@/lib/domain/application-record";
import { wordsIn } from "@/lib/views/language";
import { tableText } from "@/lib/views/vocabulary/table-text";
import { momentInWords, timingInWords } from "@/lib/views/portal/record-words";

/** A figure or a name, taken over as it stands. */
type Taken = (...found: string[]) => string;

const moment = (text: string): string => momentInWords(text as ReadingMoment).toLowerCase();

/** How the engine writes values, and each of them in Spanish. What fits none is a name, a figure, or someone's own words. */
const IN_SPANISH: readonly (readonly [RegExp, Taken])[] = [
  [
    /^(start|refill|end) (\d{4}-.*): (.*) mph from (.*)$/,
    (m = "", at, mph, from) => `${moment(m)} ${at}: ${mph} mph desde ${from}`,
  ],
  [/^(start|refill|end) (\d{4}-.*)$/, (m = "", rest) => `${moment(m)} ${rest}`],
  [/^day (\S+ °F)$/, (high) => `día ${high}`],
  [/^next day (\S+ °F)$/, (high) => `día siguiente ${high}`],
  [/^preemergence$/, () => timingInWords("preemergence")],
  [/^postemergence$/, () => timingInWords("postemergence")],
  [/^exempt: (.*)$/, (reasons) => `exento: ${reasons}`],
  [/^together (\S+) of (\S+) required$/, (earned, required) => `en total ${earned} de ${required} requeridos`],
  [/^together (\S+)$/, (earned) => `en total ${earned}`],
  [/^(\S+) ac$/, (acres) => `${acres} acres`],
  [
    /^(\S+) ft required, (\S+) ft after practices$/,
    (required, kept) => `${required} pies requeridos, ${kept} pies después de las prácticas`,
  ],
  [/^none counted$/, () => "ninguno contado"],
  [
    /^(\d+) managed areas beside the field, up to (\S+) ft of the buffer$/,
    (count, feet) => `${count} áreas manejadas junto al campo, hasta ${feet} pies de la zona de amortiguamiento`,
  ],
  [/^none: the buffer was not reduced$/, () => "ninguna: la zona de amortiguamiento no se redujo"],
  // A measure's points, and a practice's percent.
  [/^(.+): ([\d.,]+(?: %)?)$/, (name = "", figure) => `${tableText(name)}: ${figure}`],
];

function inSpanish(text: string): string {
  for (const [pattern, tell] of IN_SPANISH) {
    const found = pattern.exec(text);
    if (found !== null) return tell(...found.slice(1));
  }
  return text;
}

/** Written by someone in words of their own: shown so. */
const isOwnWords = (value: RecordValue): boolean =>
  value.source === "typed" &&
  !["winds", "temperatures", "timing", "forecast_highs", "area_treated"].includes(value.part);

const spanishOf = (value: RecordValue): string => (isOwnWords(value) ? value.text : inSpanish(value.text));

const words = wordsIn({
  en: { value: (value: RecordValue): string => value.text, sent: (text: string): string => text },
  es: { value: spanishOf, sent: inSpanish },
});

/**
 * A value of a record as it is read. The engine writes values in English, and they are signed and hashed so; other
 * languages are made of that text when it is shown.
 */
export const valueInWords = (value: RecordValue): string => words().value(value);

/** A name, a figure, or someone's own words, which no language changes. */
export const isAsKept = (value: RecordValue): boolean => spanishOf(value) === value.text;

/** What lies outside a limit, as it is read. */
export const sentInWords = (sent: string): string => words().sent(sent);
