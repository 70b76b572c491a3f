import type { RecheckReason, SwitchedKind } from "@/lib/domain/recheck";
import { outdatedTitle } from "@/lib/pages/outdated/outdated-title";
import type { OpenFieldYear } from "@/lib/usecases/portal/field-year";
import { readRecheckSince } from "@/lib/usecases/portal/read-recheck";
import type { PortalSession } from "@/lib/usecases/portal/session";
import type { Outdated } from "@/lib/usecases/radar/find-outdated";
import { wordsIn } from "@/lib/views/language";
import type { RecheckView } from "@/lib/views/portal/overview";

interface Words {
  /** What stands in the place of what was switched, and does with the answer. */
  newer: Record<SwitchedKind, string>;
  changed: (newer: string, provider: string) => string;
  unlooked: (provider: string) => string;
  /** The same where no one will look. */
  uncompared: (provider: string) => string;
  /** Why something that ends, or is replaced, matters. */
  ends: Record<Exclude<RecheckReason, "data_changed">, string>;
  endsWhy: (why: string, provider: string) => string;
}

const words = wordsIn<Words>({
  en: {
    newer: {
      pula: "the new limits give another one",
      county: "the new map gives another one",
      catalogue: "what is known now gives another one",
      tables: "the rules of today give another one",
    },
    changed: (newer, provider) =>
      `This page still shows the answer from before that day, and ${newer}. Do not spray by this page. ` +
      `Ask ${provider} to check this application again.`,
    unlooked: (provider) =>
      "This page shows the answer from before that day, and whether it is another one now has yet to be looked at. " +
      `Do not spray by this page until this note is gone, or ask ${provider} to check this application again.`,
    uncompared: (provider) =>
      "This page shows the answer from before that day, and it could not be compared with the newer data. " +
      `Do not spray by this page. Ask ${provider} to check this application again.`,
    ends: {
      bulletin_ends: "A bulletin holds for six months, and this application comes after that.",
      label_ends: "This application comes after the last day of that label.",
      registration_ends:
        "A product may not be used once its registration has ended, and this application comes after that day.",
      newer_label: "This answer went by the label before it.",
    },
    endsWhy: (why, provider) => `${why} Ask ${provider} to check this application again before you spray.`,
  },
  es: {
    newer: {
      pula: "los límites nuevos dan otra",
      county: "los límites nuevos dan otra",
      catalogue: "los datos de ahora dan otra",
      tables: "las reglas de hoy dan otra",
    },
    changed: (newer, provider) =>
      `Esta página todavía muestra la respuesta de antes de ese día, y ${newer}. No aplique según esta página. ` +
      `Pida a ${provider} que verifique de nuevo esta aplicación.`,
    unlooked: (provider) =>
      "Esta página muestra la respuesta de antes de ese día, y falta ver si ahora es otra. " +
      `No aplique según esta página hasta que desaparezca este aviso, o pida a ${provider} que verifique de nuevo esta aplicación.`,
    uncompared: (provider) =>
      "Esta página muestra la respuesta de antes de ese día, y no se pudo comparar con los datos más nuevos. " +
      `No aplique según esta página. Pida a ${provider} que verifique de nuevo esta aplicación.`,
    ends: {
      bulletin_ends: "Un boletín vale seis meses, y esta aplicación es posterior.",
      label_ends: "Esta aplicación es posterior al último día de esa etiqueta.",
      registration_ends:
        "Un producto no se puede usar una vez terminado su registro, y esta aplicación es posterior a ese día.",
      newer_label: "Esta respuesta se basó en la etiqueta anterior.",
    },
    endsWhy: (why, provider) => `${why} Pida a ${provider} que verifique de nuevo esta aplicación antes de aplicar.`,
  },
});

/**
 * Said above the answer where newer data gives this application another one or could not be compared with it, or what it rests on ends;
 * null: none of them.
 */
export async function readRecheck(session: PortalSession, place: OpenFieldYear): Promise<RecheckView | null> {
  const outdated = await readRecheckSince(session, place);
  return outdated === null ? null : { title: outdatedTitle(outdated), text: textOf(outdated, session.branding.name) };
}

function textOf(outdated: Outdated, provider: string): string {
  if (outdated.why === "unlooked") return (outdated.isFinal ? words().uncompared : words().unlooked)(provider);
  const { switched, reason } = outdated.recheck;
  if (switched !== null) return words().changed(words().newer[switched.kind], provider);
  if (reason === "data_changed") throw new RangeError("what was not switched did not change");
  return words().endsWhy(words().ends[reason], provider);
}
