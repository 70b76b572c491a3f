import { count } from "@/lib/pages/reports/words";
import type { OverallStatus } from "@/lib/domain/compliance";
import type { ReportMark } from "@/lib/domain/report";
import { wordsIn } from "@/lib/views/language";
import { scoreInWords, unitOf } from "@/lib/views/words";

/** "1 punto exigido", "2 puntos exigidos". */
const exigidos = (n: number, system: string): string =>
  `${scoreInWords(n, system)} ${n === 1 ? "exigido" : "exigidos"}`;

/** How far the processing of an application has come, as it is saved. */
const PROCESOS: Record<string, string> = {
  pending: "pendiente",
  completed: "terminado",
  failed: "fallido",
};

/** Where a record stands, in words. None of them clears anything. */
export const words = wordsIn({
  en: {
    statuses: {
      met: "Found met",
      not_met: "Not met",
      indeterminate: "Not settled",
      not_applicable: "Nothing is asked for",
    } satisfies Record<OverallStatus, string>,
    tally: ({ short, open, met, none }: Record<ReportMark, number>) =>
      [
        ...(short > 0 ? [`${short} not met`] : []),
        ...(open > 0 ? [`${open} not settled`] : []),
        ...(met > 0 ? [`${met} found met`] : []),
        ...(none > 0 ? [`${none} that ${none === 1 ? "asks" : "ask"} for nothing`] : []),
      ].join(", "),
    inAll: (all: number, tally: string) => `Of the ${all} findings below: ${tally}.`,
    application: (id: string, day: string) => `application ${id} of ${day}`,
    unknownOf: (earned: number, system: string) =>
      `${count(earned, unitOf(system))} counted; how many are required is not known, which is not zero.`,
    countedOf: (earned: number, required: number, system: string) =>
      `${earned} of ${count(required, `required ${unitOf(system)}`)} counted.`,
    claimed: "An exemption is claimed for this application.",
    without: (asked: number, system: string) => `Without it, ${count(asked, unitOf(system))} would be required.`,
    exempt: "Exempt",
    short: (gap: number, system: string) => `${count(gap, unitOf(system))} short`,
    drift: (application: string) => `Spray drift, ${application}`,
    notComputed: "A drift buffer is required. The wind and the setup at application have not been computed.",
    oldBoundary: (when: string) => `As computed ${when}, for a boundary that the field no longer has.`,
    computed: (when: string) =>
      `As computed ${when}. Holds only for the wind and setup of that computation, applied inside the treatable area.`,
    assessed: (application: string) => `Last assessment, ${application}`,
    notAssessed: (processing: string) => `No assessment is saved (processing ${processing}).`,
    found: (when: string) => `What was found ${when}, on what was saved then.`,
    unfinished: (processing: string) => `Processing is ${processing}: this may be an earlier finding.`,
    changed: "The field's boundary has changed since.",
    done: (application: string) => `What was done, ${application}`,
    notAsChecked: (lines: number) =>
      `The findings below are about what was checked and computed. ${count(lines, "line")} under “Outside a limit, or not as it was ` +
      `checked”, in the record of the application, ${lines === 1 ? "says" : "say"} what was done otherwise.`,
    again: "Check again",
    present: (application: string) => `Where it stands now, ${application}`,
    foundBefore:
      "What this report holds of the application was found before. Do not spray by it: have it checked again.",
    noProgram:
      "No trait program applies to these applications, as far as we know their products, so this report has nothing to count. The " +
      "runoff report holds what the labels and EPA's bulletins ask.",
    none: (year: number) =>
      `No application on this field is saved for ${year}. That says nothing about any other application.`,
    heading: "Where this record stands",
    note:
      "Points and drift are calculated from the data saved at this time; the last assessment stays as it was. A finding " +
      "of “found met” is about saved data only and permits nothing by itself.",
  },
  es: {
    statuses: {
      met: "Hallado cumplido",
      not_met: "No cumplido",
      indeterminate: "Por resolver",
      not_applicable: "No se pide nada",
    },
    tally: ({ short, open, met, none }) =>
      [
        ...(short > 0 ? [`${short} no ${short === 1 ? "cumplido" : "cumplidos"}`] : []),
        ...(open > 0 ? [`${open} por resolver`] : []),
        ...(met > 0 ? [`${met} ${met === 1 ? "hallado cumplido" : "hallados cumplidos"}`] : []),
        ...(none > 0 ? [`${none} que no ${none === 1 ? "pide" : "piden"} nada`] : []),
      ].join(", "),
    inAll: (all, tally) => `De los ${all} resultados de abajo: ${tally}.`,
    application: (id, day) => `aplicación ${id} del ${day}`,
    unknownOf: (earned, system) =>
      `Se cuentan ${scoreInWords(earned, system)}; no se sabe cuántos se exigen, lo que no significa cero.`,
    countedOf: (earned, required, system) => `Se cuentan ${earned} de ${exigidos(required, system)}.`,
    claimed: "Se declaró una exención para esta aplicación.",
    without: (asked, system) => `Sin ella se exigirían ${scoreInWords(asked, system)}.`,
    exempt: "Exenta",
    short: (gap, system) => `${gap === 1 ? "Falta" : "Faltan"} ${scoreInWords(gap, system)}`,
    drift: (application) => `Deriva, ${application}`,
    notComputed:
      "Se exige una zona de amortiguamiento por deriva. No se ha calculado con el viento y la configuración de la aplicación.",
    oldBoundary: (when) => `Según el cálculo del ${when}, para un límite que el campo ya no tiene.`,
    computed: (when) =>
      `Según el cálculo del ${when}. Solo vale para el viento y la configuración de ese cálculo, si se aplica dentro del área que se puede tratar.`,
    assessed: (application) => `Última verificación, ${application}`,
    notAssessed: (processing) =>
      `No hay ninguna verificación guardada (proceso: ${PROCESOS[processing] ?? processing}).`,
    found: (when) => `Lo que se halló el ${when}, con lo que estaba guardado entonces.`,
    unfinished: (processing) =>
      `El proceso está ${PROCESOS[processing] ?? processing}: esto puede ser un resultado anterior.`,
    changed: "El límite del campo cambió desde entonces.",
    done: (application) => `Lo que se hizo, ${application}`,
    notAsChecked: (lines) =>
      `Los resultados de abajo se refieren a lo que se verificó y se calculó. ${lines} ${lines === 1 ? "renglón" : "renglones"} de ` +
      `“Fuera de un límite, o no como se verificó”, en el registro de la aplicación, ${lines === 1 ? "dice" : "dicen"} qué se hizo de otra manera.`,
    again: "Verifique de nuevo",
    present: (application) => `Cómo está ahora, ${application}`,
    foundBefore:
      "Lo que este informe contiene de la aplicación se halló antes. No aplique según él: pida que se verifique de nuevo.",
    noProgram:
      "Ningún programa de rasgos se aplica a estas aplicaciones, hasta donde conocemos sus productos, así que este informe no " +
      "tiene nada que contar. El informe de escorrentía contiene lo que piden las etiquetas y los boletines de la EPA.",
    none: (year) =>
      `No hay ninguna aplicación en este campo guardada para ${year}. Eso no dice nada de ninguna otra aplicación.`,
    heading: "Cómo está este registro",
    note:
      "Los puntos y la deriva se calculan con los datos guardados en este momento; la última verificación queda como estaba. " +
      "Que algo esté “hallado cumplido” se refiere solo a los datos guardados y por sí mismo no permite nada.",
  },
});
