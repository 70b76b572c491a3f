import { utcDay } from "@/lib/domain/calendar";
import type { SwitchedKind } from "@/lib/domain/recheck";
import type { OpenFieldYear } from "@/lib/usecases/portal/field-year";
import { readRecheckSince } from "@/lib/usecases/portal/read-recheck";
import type { PortalSession } from "@/lib/usecases/portal/session";
import { wordsIn } from "@/lib/views/language";
import type { RecheckView } from "@/lib/views/portal/overview";
import { dayInWords } from "@/lib/views/words";

type Ending = "bulletin_ends" | "label_ends" | "registration_ends";

interface Words {
  /** What was switched. */
  changed: Record<SwitchedKind, { what: string; newer: string }>;
  changedOn: (what: string, day: string) => string;
  /** What was replaced, where no one has looked yet whether that changes the answer. */
  replaced: Record<SwitchedKind, string>;
  unlooked: { since: (what: string, day: string) => string; why: (provider: string) => string };
  /** The same where no one will. */
  uncompared: { since: (what: string, day: string) => string; why: (provider: string) => string };
  changedWhy: (newer: string, provider: string) => string;
  /** What ends, and what there is to do about it. */
  ends: Record<Ending, { what: string; why: string }>;
  ofProduct: (what: string, registration: string) => string;
  endsOn: (what: string, day: string) => string;
  endsWhy: (why: string, provider: string) => string;
}

const words = wordsIn<Words>({
  en: {
    changed: {
      pula: { what: "EPA's limits for this field", newer: "the new limits give another one" },
      county: { what: "The map of counties", newer: "the new map gives another one" },
      catalogue: { what: "What is known of these products' labels", newer: "what is known now gives another one" },
      tables: { what: "EPA's runoff points or the rules we apply", newer: "the rules of today give another one" },
    },
    replaced: {
      pula: "EPA's limits",
      county: "The map of counties",
      catalogue: "What is known of labels",
      tables: "EPA's runoff points or the rules we apply",
    },
    unlooked: {
      since: (what, day) => `${what} changed on ${day}: not yet compared with this answer`,
      why: (provider) =>
        "This page shows the answer from before that day, and whether it is another one now has yet to be looked at. " +
        `Do not spray by this page until this note is gone, or ask ${provider} to check this application again.`,
    },
    uncompared: {
      since: (what, day) => `${what} changed on ${day}: check again`,
      why: (provider) =>
        "This page shows the answer from before that day, and it could not be compared with the newer data. " +
        `Do not spray by this page. Ask ${provider} to check this application again.`,
    },
    changedOn: (what, day) => `${what} changed on ${day}: check again`,
    changedWhy: (newer, provider) =>
      `This page still shows the answer from before that day, and ${newer}. Do not spray by this page. ` +
      `Ask ${provider} to check this application again.`,
    ends: {
      bulletin_ends: {
        what: "EPA's bulletin for this field",
        why: "A bulletin holds for six months, and this application comes after that.",
      },
      label_ends: {
        what: "The label of a product",
        why: "This application comes after the last day of that label.",
      },
      registration_ends: {
        what: "The registration of a product",
        why: "A product may not be used once its registration has ended, and this application comes after that day.",
      },
    },
    ofProduct: (what, registration) => `${what} (EPA Reg. No. ${registration})`,
    endsOn: (what, day) => `${what} ends on ${day}: check again`,
    endsWhy: (why, provider) => `${why} Ask ${provider} to check this application again before you spray.`,
  },
  es: {
    changed: {
      pula: { what: "Los límites de la EPA para este campo", newer: "los límites nuevos dan otra" },
      county: { what: "Los límites de los condados", newer: "los límites nuevos dan otra" },
      catalogue: {
        what: "Los datos de las etiquetas de estos productos",
        newer: "los datos de ahora dan otra",
      },
      tables: {
        what: "Los puntos de escorrentía de la EPA o las reglas que aplicamos",
        newer: "las reglas de hoy dan otra",
      },
    },
    replaced: {
      pula: "Los límites de la EPA",
      county: "Los límites de los condados",
      catalogue: "Los datos de las etiquetas",
      tables: "Los puntos de escorrentía de la EPA o las reglas que aplicamos",
    },
    unlooked: {
      since: (what, day) => `${what} cambiaron el ${day}: todavía sin comparar con esta respuesta`,
      why: (provider) =>
        "Esta página muestra la respuesta de antes de ese día, y falta ver si ahora es otra. " +
        `No aplique según esta página hasta que desaparezca este aviso, o pida a ${provider} que verifique de nuevo esta aplicación.`,
    },
    uncompared: {
      since: (what, day) => `${what} cambiaron el ${day}: verifique de nuevo`,
      why: (provider) =>
        "Esta página muestra la respuesta de antes de ese día, y no se pudo comparar con los datos más nuevos. " +
        `No aplique según esta página. Pida a ${provider} que verifique de nuevo esta aplicación.`,
    },
    changedOn: (what, day) => `${what} cambiaron el ${day}: verifique de nuevo`,
    changedWhy: (newer, provider) =>
      `Esta página todavía muestra la respuesta de antes de ese día, y ${newer}. No aplique según esta página. ` +
      `Pida a ${provider} que verifique de nuevo esta aplicación.`,
    ends: {
      bulletin_ends: {
        what: "El boletín de la EPA para este campo",
        why: "Un boletín vale seis meses, y esta aplicación es posterior.",
      },
      label_ends: {
        what: "La etiqueta de un producto",
        why: "Esta aplicación es posterior al último día de esa etiqueta.",
      },
      registration_ends: {
        what: "El registro de un producto",
        why: "Un producto no se puede usar una vez terminado su registro, y esta aplicación es posterior a ese día.",
      },
    },
    ofProduct: (what, registration) => `${what} (N.º de reg. de la EPA ${registration})`,
    endsOn: (what, day) => `${what} termina el ${day}: verifique de nuevo`,
    endsWhy: (why, provider) => `${why} Pida a ${provider} que verifique de nuevo esta aplicación antes de aplicar.`,
  },
});

/**
 * Said above the answer where newer data gives this application another one or has waited too long to be compared with it, or what it
 * rests on ends; null: none of them.
 */
export async function readRecheck(session: PortalSession, place: OpenFieldYear): Promise<RecheckView | null> {
  const outdated = await readRecheckSince(session, place);
  if (outdated === null) return null;
  const provider = session.branding.name;
  if (outdated.why === "unlooked") {
    const { kind, switchedAt } = outdated.unlooked;
    const { since, why } = outdated.isFinal ? words().uncompared : words().unlooked;
    return { title: since(words().replaced[kind], dayInWords(utcDay(switchedAt))), text: why(provider) };
  }
  const open = outdated.recheck;
  if (open.switched !== null) {
    const { what, newer } = words().changed[open.switched.kind];
    return {
      title: words().changedOn(what, dayInWords(utcDay(open.switched.switchedAt))),
      text: words().changedWhy(newer, provider),
    };
  }
  const { reason, endsOn, registration } = open;
  return reason === "data_changed" || endsOn === null ? null : endingView({ reason, registration, endsOn }, provider);
}

function endingView(
  { reason, registration, endsOn }: { reason: Ending; registration: string | null; endsOn: string },
  provider: string,
): RecheckView {
  const { what, why } = words().ends[reason];
  const whose = registration === null ? what : words().ofProduct(what, registration);
  return {
    title: words().endsOn(whose, dayInWords(endsOn)),
    text: words().endsWhy(why, provider),
  };
}
