import { daysAfter, utcDay } from "@/lib/domain/calendar";
import type { RecheckReason, SwitchedKind } from "@/lib/domain/recheck";
import type { Outdated } from "@/lib/usecases/radar/find-outdated";
import { wordsIn } from "@/lib/views/language";
import { dayInWords } from "@/lib/views/words";

interface Words {
  /** What was switched, where it changes an answer. */
  changed: Record<SwitchedKind, string>;
  /** The same where no one knows whether it does. */
  replaced: Record<SwitchedKind, string>;
  checkAgain: (what: string, day: string) => string;
  notCompared: (what: string, day: string) => string;
  /** What ends, or came out. */
  ends: Record<Exclude<RecheckReason, "data_changed">, string>;
  ofProduct: (what: string, registration: string) => string;
  endsOn: (what: string, day: string) => string;
  cameOutOn: (what: string, day: string) => string;
}

const words = wordsIn<Words>({
  en: {
    changed: {
      pula: "EPA's limits for this field",
      county: "The map of counties",
      catalogue: "What is known of these products' labels",
      tables: "EPA's runoff points or the rules we apply",
    },
    replaced: {
      pula: "EPA's limits",
      county: "The map of counties",
      catalogue: "What is known of labels",
      tables: "EPA's runoff points or the rules we apply",
    },
    checkAgain: (what, day) => `${what} changed on ${day}: check again`,
    notCompared: (what, day) => `${what} changed on ${day}: not yet compared with this answer`,
    ends: {
      bulletin_ends: "EPA's bulletin for this field",
      label_ends: "The label of a product",
      registration_ends: "The registration of a product",
      newer_label: "A newer label of a product",
    },
    ofProduct: (what, registration) => `${what} (EPA Reg. No. ${registration})`,
    endsOn: (what, day) => `${what} ends on ${day}: check again`,
    cameOutOn: (what, day) => `${what} came out on ${day}: check again`,
  },
  es: {
    changed: {
      pula: "Los límites de la EPA para este campo",
      county: "Los límites de los condados",
      catalogue: "Los datos de las etiquetas de estos productos",
      tables: "Los puntos de escorrentía de la EPA o las reglas que aplicamos",
    },
    replaced: {
      pula: "Los límites de la EPA",
      county: "Los límites de los condados",
      catalogue: "Los datos de las etiquetas",
      tables: "Los puntos de escorrentía de la EPA o las reglas que aplicamos",
    },
    checkAgain: (what, day) => `${what} cambiaron el ${day}: verifique de nuevo`,
    notCompared: (what, day) => `${what} cambiaron el ${day}: todavía sin comparar con esta respuesta`,
    ends: {
      bulletin_ends: "El boletín de la EPA para este campo",
      label_ends: "La etiqueta de un producto",
      registration_ends: "El registro de un producto",
      newer_label: "Una etiqueta más nueva de un producto",
    },
    ofProduct: (what, registration) => `${what} (N.º de reg. de la EPA ${registration})`,
    endsOn: (what, day) => `${what} termina el ${day}: verifique de nuevo`,
    cameOutOn: (what, day) => `${what} salió el ${day}: verifique de nuevo`,
  },
});

/** Why an answer has to be checked again, as a headline: what changed and when, or what ends. */
export function outdatedTitle(outdated: Outdated): string {
  if (outdated.why === "unlooked") {
    const { kind, switchedAt } = outdated.unlooked;
    const say = outdated.isFinal ? words().checkAgain : words().notCompared;
    return say(words().replaced[kind], dayInWords(utcDay(switchedAt)));
  }
  const { switched, reason, endsOn, registration } = outdated.recheck;
  if (switched !== null)
    return words().checkAgain(words().changed[switched.kind], dayInWords(utcDay(switched.switchedAt)));
  if (reason === "data_changed" || endsOn === null)
    throw new RangeError("what neither changes nor ends asks for nothing");
  const kind = words().ends[reason];
  const what = registration === null ? kind : words().ofProduct(kind, registration);
  return reason === "newer_label"
    ? words().cameOutOn(what, dayInWords(daysAfter(endsOn, 1)))
    : words().endsOn(what, dayInWords(endsOn));
}
