import type { RunoffEntry } from "@/lib/domain/compliance";
import { issueMeaning, issueMessage, issueRemedy } from "@/lib/views/issues/issue-text";
import { isDatedAfter } from "@/lib/domain/mitigation";
import type { TallyState, TallyView } from "@/lib/views/portal/field-year";
import type { RunoffSystem } from "@/lib/domain/product";
import { wordsIn } from "@/lib/views/language";
import { listInWords, scoreInWords, shortDayInWords, unitsInWords } from "@/lib/views/words";
import { tableText } from "@/lib/views/vocabulary/table-text";

const lacking = (gap: number): string => (gap === 1 ? "Falta" : "Faltan");
const words = wordsIn({
  en: {
    titles: { epa_runoff: "EPA runoff points", trait_runoff: "Trait program credits" },
    otherScheme: (system: string) => `Other scheme (${system})`,
    exempt: (units: string) => `No ${units} needed: an exemption is claimed`,
    noneNeeded: (units: string) => `No ${units} needed`,
    enough: (units: string, earned: number, required: number) => `Enough ${units}: ${earned} of ${required}`,
    requiredUnknown: (units: string) => `How many ${units} are needed is not known`,
    short: (gap: number, score: string) => `${score} short`,
    notJudged: "Cannot be judged yet",
    shortSoFar: (gap: number, score: string) => `${score} short so far, and not everything is known`,
    late: (names: string, day: string, count: number) => {
      const [are, counts, dates] =
        count === 1 ? ["is", "does not count", "its date"] : ["are", "do not count", "their dates"];
      return `${names} ${are} dated after the application on ${day} and ${counts}: a measure has to be in place by then. If it was, correct ${dates}.`;
    },
    notAsked: "This application asks for none",
    noApplication: "No application yet to compare with",
    keptForYear: "Measures are kept for the field and year, and count for the applications that are checked later.",
  },
  es: {
    titles: { epa_runoff: "Puntos de escorrentía de la EPA", trait_runoff: "Créditos del programa de rasgos" },
    otherScheme: (system) => `Otro sistema (${system})`,
    exempt: (units) => `No se necesitan ${units}: se declaró una exención`,
    noneNeeded: (units) => `No se necesitan ${units}`,
    enough: (units, earned, required) => `Suficientes ${units}: ${earned} de ${required}`,
    requiredUnknown: (units) => `No se sabe cuántos ${units} se necesitan`,
    short: (gap, score) => `${lacking(gap)} ${score}`,
    notJudged: "Todavía no se puede determinar",
    shortSoFar: (gap, score) => `${lacking(gap)} ${score} hasta ahora, y no se conoce todo`,
    late: (names, day, count) => {
      const [are, counts, dates] =
        count === 1
          ? ["tiene una fecha posterior", "no cuenta", "su fecha"]
          : ["tienen fechas posteriores", "no cuentan", "sus fechas"];
      return `${names} ${are} a la aplicación del ${day} y ${counts}: una medida debe estar implementada para entonces. Si lo estaba, corrija ${dates}.`;
    },
    notAsked: "Esta aplicación no pide ninguno",
    noApplication: "Todavía no hay una aplicación con la cual comparar",
    keptForYear:
      "Las medidas se guardan para el campo y el año, y cuentan para las aplicaciones que se verifiquen después.",
  },
});

/** What a runoff system is called. */
export const systemTitle = (system: RunoffSystem): string => words().titles[system];

const titleOf = (system: string): string =>
  system in words().titles ? systemTitle(system as RunoffSystem) : words().otherScheme(system);

/**
 * The tally of one runoff entry. A result is points, never a permission. `applicationDate`: known where the
 * dates of measures are compared with it.
 */
export function tallyOf(entry: RunoffEntry, applicationDate: string | null = null): TallyView {
  const state: TallyState = entry.exempt ? "exempt" : entry.status;
  return {
    system: entry.mitigationType,
    title: titleOf(entry.mitigationType),
    state,
    headline: headlineOf(entry, state),
    earned: entry.earnedPoints,
    required: entry.requiredPoints,
    gap: entry.gap,
    notes: [...notesOf(entry), ...lateNotes(entry, applicationDate)],
  };
}

function headlineOf({ mitigationType: system, earnedPoints, requiredPoints, gap }: RunoffEntry, state: TallyState) {
  const units = unitsInWords(system);
  if (state === "exempt") return words().exempt(units);
  if (requiredPoints === null) return words().requiredUnknown(units);
  if (state === "met") {
    return requiredPoints === 0 ? words().noneNeeded(units) : words().enough(units, earnedPoints, requiredPoints);
  }
  const short = scoreInWords(gap ?? 0, system);
  if (state === "indeterminate") return gap === 0 ? words().notJudged : words().shortSoFar(gap ?? 0, short);
  return words().short(gap ?? 0, short);
}

function notesOf(entry: RunoffEntry): string[] {
  const notes = entry.issues.map((found) => `${issueMessage(found)} ${issueRemedy(found.code)}`);
  const isShortOfCounty = entry.status === "indeterminate" && entry.issues.length === 0;
  if (!isShortOfCounty) return notes;
  return [`${issueMeaning("COUNTY_CLASS_UNRESOLVED")} ${issueRemedy("COUNTY_CLASS_UNRESOLVED")}`];
}

/** Measures that earn nothing only because of their date. */
export function lateNotes({ selectedMeasures, exempt }: RunoffEntry, applicationDate: string | null): string[] {
  if (applicationDate === null || exempt) return [];
  const late = selectedMeasures.filter(
    (measure) => measure.reason === "NOT_DERIVED" && measure.points !== null && isDatedAfter(measure, applicationDate),
  );
  if (late.length === 0) return [];
  const names = listInWords(late.map(({ label }) => `“${tableText(label)}”`));
  return [words().late(names, shortDayInWords(applicationDate), late.length)];
}

/** The tally where nothing is asked in a system, or where there is no application that could ask. */
export function unaskedTally(system: RunoffSystem, earned: number, hasApplication: boolean): TallyView {
  return {
    system,
    title: titleOf(system),
    state: hasApplication ? "not_asked" : "no_application",
    headline: hasApplication ? words().notAsked : words().noApplication,
    earned,
    required: null,
    gap: null,
    notes: hasApplication ? [] : [words().keptForYear],
  };
}
