import { fieldTime } from "@/lib/views/field-time";
import { wordsIn } from "@/lib/views/language";
import type { CabCardView } from "@/lib/views/portal/cab-card";
import { notInAnswer } from "@/lib/views/portal/not-in-answer";
import { standingLine } from "@/lib/views/standing-line";
import { listInWords } from "@/lib/views/words";

const words = wordsIn({
  en: {
    measureAgain: "Measure the wind again: this answer is for an earlier one",
    before: (headline: string) => `Before: ${headline}.`,
    application: (products: string, day: string) => `${products}, application of ${day}`,
    numbered: (application: string, id: string) => `${application} (${id})`,
    wind: (blows: string, at: string) => `${blows} at ${at}. In other wind it is another answer.`,
    asOf: (at: string) => `As of ${at}: what changed after that is not in it.`,
    left: (count: number) => `The applicator must check ${count} more ${count === 1 ? "thing" : "things"}.`,
  },
  es: {
    measureAgain: "Mida el viento de nuevo: esta respuesta es para un viento anterior",
    before: (headline) => `Antes: ${headline}.`,
    application: (products, day) => `${products}, aplicación del ${day}`,
    numbered: (application, id) => `${application} (${id})`,
    wind: (blows, at) => `${blows}, ${at}. Con otro viento, la respuesta es otra.`,
    asOf: (at) => `Según los datos del ${at}: lo que cambió después no está incluido.`,
    left: (count) => `El aplicador debe verificar ${count} ${count === 1 ? "cosa" : "cosas"} más.`,
  },
});

/** Why a card holds no more as it stands. `isChanging`: someone's change is not saved, or not in the card yet. */
export interface Outdated {
  isOld: boolean;
  isChanging: boolean;
}

/**
 * The sentence that stands at the top. A wind of an earlier time answers nothing, and no answer is one to a change that it lacks: then
 * that is what it says. What must not happen, and what is missing, stays until a new answer is there.
 */
export function headlineNow(
  { kind, headline }: CabCardView,
  { isOld, isChanging }: Outdated,
): { headline: string; before: string } {
  if (!isOld && !isChanging) return { headline, before: "" };
  if (kind !== "done") return { headline, before: isChanging ? `${notInAnswer()}.` : "" };
  return { headline: isChanging ? notInAnswer() : words().measureAgain, before: words().before(headline) };
}

/** "DEMO Herbicide, application of Jun 15, 2026 (A-12)": no two applications of a field look alike. */
export function applicationInWords({ application: { products, day, id } }: Pick<CabCardView, "application">): string {
  const named = words().application(listInWords(products), day);
  return id === null ? named : words().numbered(named, id);
}

/** Of when the answer is: a page may be kept on a device, and its words are read at any later time. */
const asOfInWords = ({ servedAt, timeZone }: Pick<CabCardView, "servedAt" | "timeZone">): string =>
  words().asOf(fieldTime(servedAt, timeZone));

/** A line of what is passed on; `isFirst`: it stands large in a picture. */
export interface CardLine {
  text: string;
  isFirst: boolean;
}

/** Why the card holds no more. */
const outdatedInWords = ({ recheck, otherDay }: CabCardView, { isOld, isChanging }: Outdated): string[] => [
  ...(recheck === null ? [] : [`${recheck}.`]),
  ...(isChanging ? [`${notInAnswer()}.`] : []),
  ...(isOld ? [`${words().measureAgain}.`] : []),
  ...(otherDay === null ? [] : [otherDay]),
];

/** The card as a message. What makes it hold no more comes first. It may be read on another day and elsewhere: times have both. */
export function cardLines(card: CabCardView, outdated: Outdated): CardLine[] {
  const { kind, fieldName, headline, leave, rates, onWord, wind, checklist, followTexts } = card;
  const count = checklist.reduce((sum, { items }) => sum + items.length, followTexts === null ? 0 : 1);
  const large = (text: string): CardLine => ({ text, isFirst: true });
  const small = (text: string): CardLine => ({ text, isFirst: false });
  const stale = outdatedInWords(card, outdated);
  return [
    ...stale.map(large),
    large(fieldName),
    small(applicationInWords(card)),
    small(asOfInWords(card)),
    // What must not happen, and what is missing, stays true of another wind and day until it is mended.
    large(stale.length > 0 && kind === "done" ? words().before(headline) : `${headline}.`),
    ...(rates === null ? [] : [small(rates)]),
    ...(onWord === null ? [] : [small(onWord)]),
    ...(leave === null ? [] : [small(`${leave}.`)]),
    ...(wind === null ? [] : [small(words().wind(wind.words, fieldTime(wind.at, card.timeZone)))]),
    ...(count === 0 ? [] : [small(words().left(count))]),
    small(standingLine().text),
  ];
}

const MOST_NAME_LENGTH = 100;
const slug = (text: string): string => text.replaceAll(/[^\p{L}\p{N}]+/gu, "-").replaceAll(/^-|-$/gu, "");

/** A name for the picture, which no other application of the field has: its products stand last, as many as have room. */
export function pictureName({ fieldName, application: { date, id, products } }: CabCardView): string {
  const name = [fieldName, date, ...(id === null ? [] : [id])].map(slug).join("-");
  const whole = products
    .map(slug)
    .reduce(
      (before, product) => (before.length + product.length < MOST_NAME_LENGTH ? `${before}-${product}` : before),
      name,
    );
  return `${whole}.png`;
}
