import type { ExemptionReason } from "@/lib/domain/mitigation";
import type { SelectionEdit } from "@/lib/domain/portal-edit";
import type { QueuedBody, QueuedEdit } from "@/lib/portal-client/queue";
import { plainClock } from "@/lib/views/field-time";
import { withTreatedAcres } from "@/lib/views/treated-acres";
import { currentLanguage, LOCALES, wordsIn, type Language } from "@/lib/views/language";

/** By the clock of the device, which is named: these words are passed on to people with other clocks. */
const madeIn = (language: Language) =>
  new Intl.DateTimeFormat(LOCALES[language], {
    year: "numeric",
    month: "short",
    day: "numeric",
    hour: "numeric",
    minute: "2-digit",
    timeZoneName: "short",
  });
const MADE = { en: madeIn("en"), es: madeIn("es") };
const momentInWords = (at: string): string => plainClock(MADE[currentLanguage()].format(new Date(at)));

/** The rulebook's names of exemptions in Spanish, without its other words: a page has room for these. */
export const EXEMPTIONS_IN_SPANISH: Readonly<Record<ExemptionReason, string>> = {
  managed_areas_downgradient: "Solo áreas manejadas pendiente abajo",
  perimeter_berm: "Bordo perimetral",
  tailwater_return: "Sistema de retorno del agua de cola",
  controlled_drainage: "Drenaje con salida controlada",
  permanent_basin: "Cuenca permanente",
  soil_injection: "Inyección al suelo",
  tree_injection: "Inyección en árboles",
  subsurface_chemigation: "Quimigación bajo la superficie",
  spot_treatment: "Tratamiento localizado",
  small_area: "Área pequeña",
};
const isNamed = (reason: string): reason is ExemptionReason => Object.hasOwn(EXEMPTIONS_IN_SPANISH, reason);
const plain = (reason: string): string => reason.replaceAll("_", " ");

const words = wordsIn({
  en: {
    tick: (measure: string) => `Tick: ${measure}`,
    untick: (measure: string) => `Untick: ${measure}`,
    since: (day: string) => `In place since or from: ${day}`,
    notes: (notes: string) => `Notes: ${notes}`,
    exemption: (reasons: string) => `Exemption: ${reasons}`,
    reason: (reason: string) => plain(reason),
    noneApply: "none apply",
    read: (moment: string) => `Read: ${moment}`,
  },
  es: {
    tick: (measure) => `Marcar: ${measure}`,
    untick: (measure) => `Desmarcar: ${measure}`,
    since: (day) => `Implementada desde o a partir de: ${day}`,
    notes: (notes) => `Notas: ${notes}`,
    exemption: (reasons) => `Exención: ${reasons}`,
    reason: (reason) => (isNamed(reason) ? EXEMPTIONS_IN_SPANISH[reason] : plain(reason)),
    noneApply: "ninguna corresponde",
    read: (moment) => `Lectura: ${moment}`,
  },
});

/** What an edit was to do, in lines of plain text: to be read, and copied, where it cannot be made any more. */
export function editInWords({ label, where, body, madeAt }: QueuedEdit): string {
  const made = momentInWords(madeAt);
  // Made from the page of a group, it is about no field of the page: its label names the one.
  return [`${where} (${made})`.trim(), ...wantedBy(label, body)].join("\n");
}

function wantedBy(label: string, body: QueuedBody): string[] {
  switch (body.kind) {
    case "selection":
      return selectionInWords(label, body);
    case "advice":
      return [words().tick(label)];
    case "exemption":
      return [
        words().exemption(
          withTreatedAcres(
            body.reasons.map((reason) => words().reason(reason)).join(", ") || words().noneApply,
            body.treatedAcres,
          ),
        ),
      ];
    case "conditions":
      return [label, words().read(momentInWords(body.observedAt ?? body.windSetAt ?? body.notedAt))];
    default:
      return [label];
  }
}

function selectionInWords(label: string, { selection }: SelectionEdit): string[] {
  if (selection === null) return [words().untick(label)];
  return [
    words().tick(label),
    ...(selection.implementationDate === null ? [] : [words().since(selection.implementationDate)]),
    ...(selection.notes === null ? [] : [words().notes(selection.notes)]),
  ];
}
