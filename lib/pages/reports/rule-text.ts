import { currentLanguage } from "@/lib/views/language";

/** The phrases that `lib/engine/explain.ts` builds a rule's text from, and what a limitation without rules lacks. */
const PHRASES: readonly [RegExp, string][] = [
  [/\bPULA (\d+), code (\S+)\./g, "PULA $1, código $2."],
  [/ Uses named: /g, " Usos que nombra: "],
  [/ Missing: /g, " Falta: "],
  [/\b1 points$/g, "1 punto"],
  [/\b([\d.]+) points$/g, "$1 puntos"],
  [/\b([\d.]+) on soils A and B, ([\d.]+) on soils C and D$/g, "$1 en suelos A y B, $2 en suelos C y D"],
  [/\bnumber of points not established$/g, "número de puntos sin determinar"],
  [/\bwind-directional buffer, /g, "zona de amortiguamiento a favor del viento, "],
  [/\bomni-directional buffer, /g, "zona de amortiguamiento en todas las direcciones, "],
  [/\bdownslope buffer, /g, "zona de amortiguamiento pendiente abajo, "],
  [/, ground: ([\d.]+) feet$/g, ", terrestre: $1 pies"],
  [/, aerial: ([\d.]+) feet$/g, ", aérea: $1 pies"],
  [/, airblast: ([\d.]+) feet$/g, ", turboatomizador: $1 pies"],
  [/\bThe text of (.+?) could not be had\b/g, "No se pudo obtener el texto de $1"],
  [
    /; it is believed to use the table of drift and runoff reduction measures, which is not scored here\./g,
    "; se cree que usa la tabla de medidas para reducir la deriva y la escorrentía, que aquí no se puntúa.",
  ],
  [
    /; it is believed to use the measures of the National Marine Fisheries Service, which are not scored here\./g,
    "; se cree que usa las medidas del Servicio Nacional de Pesca Marina, que aquí no se puntúan.",
  ],
  [
    /; a company's page tells of four or six points in all\./g,
    "; la página de una empresa habla de cuatro o seis puntos en total.",
  ],
];

/**
 * What a rule says, in the reader's language. Saved answers hold it as the engine wrote it, in English: phrases are read
 * in Spanish, and what is none of them stays as it is.
 */
export const ruleText = (english: string): string =>
  currentLanguage() === "en"
    ? english
    : PHRASES.reduce((text, [phrase, inSpanish]) => text.replace(phrase, inSpanish), english);
