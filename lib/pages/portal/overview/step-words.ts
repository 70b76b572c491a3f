import type { OverallStatus } from "@/lib/domain/compliance";
import { wordsIn } from "@/lib/views/language";
import { counted } from "@/lib/views/words";

const badges = wordsIn<Record<OverallStatus, string>>({
  en: { met: "Met", not_met: "Not met", indeterminate: "Not settled", not_applicable: "Not asked for" },
  es: { met: "Cumplido", not_met: "No cumplido", indeterminate: "Por resolver", not_applicable: "No se pide" },
});
/** The standing of something that is scored, in a word or two. Never "cleared" and never "compliant". */
export const badgeOf = (standing: OverallStatus): string => badges()[standing];

interface Words {
  exemptions: string;
  measures: string;
  drift: string;
  limitations: string;
  report: string;
  anyTime: string;
  reportText: string;
  exempt: string;
  exemptText: string;
  since: string;
  noneApply: string;
  noneApplyText: string;
  notAnswered: string;
  notAnsweredText: string;
  unchecked: string;
  noPoints: string;
  /** Before the moment it was worked out. */
  workedOut: (wind: string) => string;
  outdated: string;
  otherWind: string;
  noBuffer: string;
  ruleBroken: string;
  notWorkedOut: string;
  bufferNotKnown: (why: string | null) => string;
  otherDay: (day: string) => string;
  calm: string;
  wind: (of: { mph: number; deg: number; from: string }) => string;
  read: string;
  scored: string;
  toRead: string;
  noneFound: string;
  scoredInFull: (texts: number) => string;
  allRead: (texts: number) => string;
  left: (texts: number, read: number) => string;
  notCovered: string;
  textNotLoaded: string;
  noLimitation: string;
}

const because = (why: string | null): string => (why === null ? "" : `: ${why}`);

/** What the steps of the overview say. */
export const stepWords = wordsIn<Words>({
  en: {
    exemptions: "Exemptions",
    measures: "Measures",
    drift: "Drift buffer",
    limitations: "Limitations",
    report: "Report",
    anyTime: "Any time",
    reportText: "A record of what is saved, as a PDF.",
    exempt: "Exempt",
    exemptText: "Exempt from EPA runoff points",
    since: " since ",
    noneApply: "None apply",
    noneApplyText: "None apply, so the points count.",
    notAnswered: "Not answered",
    notAnsweredText: "Some fields need no EPA runoff points. The questions take a minute.",
    unchecked: "Not known: this application has not been checked to the end.",
    noPoints: "No runoff points are asked for by this application.",
    workedOut: (wind) => `Worked out for ${wind} on `,
    outdated: "Something it rests on was changed since: work it out again.",
    otherWind: "In other wind it is another buffer.",
    noBuffer: "No drift buffer is asked for by these products.",
    ruleBroken: "Something set or mixed breaks a rule, whatever the wind: see below.",
    notWorkedOut: "Not worked out yet: it needs the wind at the sprayer.",
    bufferNotKnown: (why) => `We don't know which buffer is required${because(why)}. No wind settles that.`,
    otherDay: (day) => `The application is dated ${day}: work it out again in the wind of that day.`,
    calm: "calm air",
    wind: ({ mph, deg, from }) => `wind of ${mph} mph from ${deg}°, ${from},`,
    read: "Read",
    scored: "Scored",
    toRead: "To read",
    noneFound: "None found",
    scoredInFull: (texts) => `${counted(texts, "text")} scored in full: the other steps have what to do.`,
    allRead: (texts) =>
      texts === 1
        ? "The text is marked as read. Following it is yours to do."
        : `All ${texts} texts are marked as read. Following them is yours to do.`,
    left: (texts, read) =>
      `${counted(texts, "text")} to read and follow; ${read === 0 ? "none" : read} ${read < 2 ? "is" : "are"} marked as read.`,
    notCovered: "Not known: the loaded bulletins do not cover all of this field. Read EPA's bulletin for this place.",
    textNotLoaded: "An area of this field has codes whose text is not loaded. Read EPA's bulletin for this place.",
    noLimitation: "No limitation of the loaded bulletins names these products here.",
  },
  es: {
    exemptions: "Exenciones",
    measures: "Medidas",
    drift: "Zona de amortiguamiento por deriva",
    limitations: "Limitaciones",
    report: "Informe",
    anyTime: "Cuando quiera",
    reportText: "Un registro de lo guardado, en PDF.",
    exempt: "Exenta",
    exemptText: "Exenta de los puntos de escorrentía de la EPA",
    since: " desde el ",
    noneApply: "Ninguna corresponde",
    noneApplyText: "Ninguna corresponde, así que los puntos cuentan.",
    notAnswered: "Sin responder",
    notAnsweredText: "Algunos campos no necesitan puntos de escorrentía de la EPA. Las preguntas toman un minuto.",
    unchecked: "No se sabe: esta aplicación no se ha verificado hasta el final.",
    noPoints: "Esta aplicación no pide puntos de escorrentía.",
    workedOut: (wind) => `Calculada para ${wind} el `,
    outdated: "Desde entonces cambió algo en lo que se basa: calcúlela de nuevo.",
    otherWind: "Con otro viento, la zona de amortiguamiento es otra.",
    noBuffer: "Estos productos no piden zona de amortiguamiento por deriva.",
    ruleBroken: "Algo de lo configurado o mezclado no cumple una regla, con cualquier viento: vea abajo.",
    notWorkedOut: "Aún no se ha calculado: hace falta el viento en la aspersora.",
    bufferNotKnown: (why) =>
      `No sabemos qué zona de amortiguamiento se exige${because(why)}. Ningún viento lo resuelve.`,
    otherDay: (day) => `La aplicación tiene fecha del ${day}: calcule de nuevo con el viento de ese día.`,
    calm: "aire en calma",
    wind: ({ mph, deg, from }) => `viento de ${mph} mph desde ${deg}°, ${from},`,
    read: "Leído",
    scored: "Evaluado",
    toRead: "Por leer",
    noneFound: "Ninguna hallada",
    scoredInFull: (texts) =>
      `${counted(texts, "texto evaluado", "textos evaluados")} por completo: los otros pasos dicen qué hacer.`,
    allRead: (texts) =>
      texts === 1
        ? "El texto está marcado como leído. A usted le toca seguirlo."
        : `Los ${texts} textos están marcados como leídos. A usted le toca seguirlos.`,
    left: (texts, read) => {
      const marked =
        read === 0 ? "ninguno está marcado como leído" : counted(read, "marcado como leído", "marcados como leídos");
      return `${counted(texts, "texto")} por leer y seguir; ${marked}.`;
    },
    notCovered:
      "No se sabe: los boletines cargados no cubren todo este campo. Lea el boletín de la EPA para este lugar.",
    textNotLoaded:
      "Un área de este campo tiene códigos cuyo texto no está cargado. Lea el boletín de la EPA para este lugar.",
    noLimitation: "Ninguna limitación de los boletines cargados nombra estos productos aquí.",
  },
});
