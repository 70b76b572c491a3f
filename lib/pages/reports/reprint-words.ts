import { wordsIn } from "@/lib/views/language";

/** What a reprint of answers says of itself. */
export const reprintWords = wordsIn({
  en: {
    title: (report: string, day: string) => `Reprint, answers of ${day}: ${report}`,
    asOf: "Answers as of",
    answered: "Newest answer",
    printed: "Printed again",
    heading: "This is a reprint",
    isReprint: (day: string, printed: string) =>
      `This is a reprint. It shows the answers that were in force for this field at the end of ${day} (UTC). It was made on ${printed}; ` +
      "no report with all of them that was given out by then is kept.",
    rests:
      "It is made of the answers as they were saved then. Nothing was checked again, and what was found later is not in it.",
    notAnswered: (applications: string) =>
      `These applications are saved now and had no answer by that day, as far as is kept: ${applications}.`,
    standing: (day: string) => `What was answered by ${day}`,
    pointsThen:
      "Points are those that counted when the answer was made, with the measures chosen by then. A finding of “found met” is about what " +
      "was saved on that day and permits nothing by itself.",
    notKnown: "What is not known of that day",
    unknowns: [
      "Measures, exemptions, and answers that someone chose or gave after the answer was made, and by the end of that day.",
      "Drift buffers that were computed by then, with their wind, setup, and practices.",
      "The boundary of the field on that day, so no map is drawn. Names, dates, and identifiers are those that are saved now.",
      "Rates, method, and setup as they were sent then. They may have changed since, so they are not shown.",
      "What was written into the record of an application by then. The record itself keeps when each entry was made.",
      "Applications that have ended or were removed since.",
    ] as readonly string[],
    notListed:
      "The hash is that of the attached answers. A reprint was not given out on that day, so it has no page that verifies it and no place " +
      "in the log of record hashes.",
    attached:
      "The PDF of this reprint holds the answers as the attached file record.json, whose SHA-256 is the one above.",
    standingLine: (day: string) =>
      `Reprint of the answers of ${day}; newer ones may differ. It is not a clearance to apply: the product label and EPA's bulletin in force decide.`,
    file: (hash: string) => `The answers behind this reprint: canonical JSON, SHA-256 ${hash}`,
  },
  es: {
    title: (report, day) => `Reimpresión, respuestas del ${day}: ${report}`,
    asOf: "Respuestas al",
    answered: "Respuesta más nueva",
    printed: "Reimpreso",
    heading: "Esto es una reimpresión",
    isReprint: (day, printed) =>
      `Esto es una reimpresión. Muestra las respuestas que valían para este campo al final del ${day} (UTC). Se hizo el ${printed}; ` +
      "no se guarda ningún informe entregado hasta entonces que las tenga todas.",
    rests:
      "Está hecha con las respuestas tal como se guardaron entonces. No se verificó nada de nuevo, y lo que se halló después no está en ella.",
    notAnswered: (applications) =>
      `Estas aplicaciones están guardadas ahora y no tenían respuesta ese día, hasta donde se guarda: ${applications}.`,
    standing: (day) => `Lo que se había respondido hasta el ${day}`,
    pointsThen:
      "Los puntos son los que contaban cuando se hizo la respuesta, con las medidas elegidas hasta entonces. Un resultado de “hallado " +
      "cumplido” habla de lo que estaba guardado ese día y por sí solo no permite nada.",
    notKnown: "Lo que no se sabe de ese día",
    unknowns: [
      "Las medidas, exenciones y respuestas que alguien eligió o dio después de hacerse la respuesta y hasta el final de ese día.",
      "Las zonas de amortiguamiento calculadas hasta entonces, con su viento, configuración y prácticas.",
      "El límite del campo en ese día, así que no se dibuja ningún mapa. Los nombres, las fechas y los identificadores son los guardados ahora.",
      "Las dosis, el método y la configuración como se enviaron entonces. Pueden haber cambiado, así que no se muestran.",
      "Lo que se había anotado en el registro de una aplicación hasta entonces. El registro mismo guarda cuándo se hizo cada entrada.",
      "Las aplicaciones que terminaron o se quitaron después.",
    ],
    notListed:
      "El hash es el de las respuestas adjuntas. Una reimpresión no se entregó ese día, así que no tiene página que la verifique ni lugar en " +
      "la bitácora de hashes de registros.",
    attached:
      "El PDF de esta reimpresión lleva las respuestas como archivo adjunto record.json, cuyo SHA-256 es el de arriba.",
    standingLine: (day) =>
      `Reimpresión de las respuestas del ${day}; las más nuevas pueden ser distintas. No es una autorización para aplicar: deciden la etiqueta del producto y el boletín vigente de la EPA.`,
    file: (hash) => `Las respuestas detrás de esta reimpresión: JSON canónico, SHA-256 ${hash}`,
  },
});
