/** Spanish of the remarks beside a measure or an exemption reason, by their words in the rulebook's tables. */
export const NOTES_IN_SPANISH: Readonly<Record<string, string>> = {
  "EPA's wording of managed areas was not read.": "No se leyó la definición de áreas manejadas de la EPA.",
  "The method list has no tree injection; Handheld is the one that can hold it.":
    "La lista de métodos no tiene inyección en árboles; el método manual es el que puede incluirla.",
  "EPA's text was cut before the figure; 1,000 square feet is from the second source.":
    "El texto de la EPA estaba cortado antes de la cifra; los 1,000 pies cuadrados vienen de la segunda fuente.",
  "Rests on a single public coding.": "Se basa en una sola codificación pública.",
  "The sources disagree: 2 points below 3 % (Acreblitz, 2026) or up to 3 % (Alabama coding), 3 points up to 3 % (YuraT coding, UGA slides). It counts below 3 %.":
    "Las fuentes no coinciden: 2 puntos por debajo del 3 % (Acreblitz, 2026) o hasta el 3 % (codificación de Alabama), 3 puntos hasta el 3 % (codificación de YuraT, diapositivas de UGA). Cuenta por debajo del 3 %.",
  "Group A alone is enough by one coding; the other sources ask for a sandy texture too. Counts in full where the survey names sand, loamy sand or sandy loam for at least half of the field. Counts only where no label of the mix bans use on sandy soil: a disallowed measure of the product.":
    "Según una codificación basta el grupo A; las demás fuentes piden además textura arenosa. Cuenta por completo donde el estudio nombra arena, arena francosa o franco arenoso en al menos la mitad del campo. Cuenta solo donde ninguna etiqueta de la mezcla prohíbe el uso en suelo arenoso: una medida que el producto no permite.",
  "A/B counts as B. Counts in full where the survey names sand, loamy sand or sandy loam for at least half of the field. Counts only where no label of the mix bans use on sandy soil: a disallowed measure of the product.":
    "A/B cuenta como B. Cuenta por completo donde el estudio nombra arena, arena francosa o franco arenoso en al menos la mitad del campo. Cuenta solo donde ninguna etiqueta de la mezcla prohíbe el uso en suelo arenoso: una medida que el producto no permite.",
  "Which practices count (inter-row, strip or alley cropping, prairie strips, contour buffer strips, vegetative barriers) is not verified.":
    "No está verificado qué prácticas cuentan (cultivo entre hileras, en franjas o en callejones, franjas de pradera, franjas de amortiguamiento en contorno, barreras vegetales).",
  "The sources disagree: 1 point (Alabama coding), 2 points (YuraT coding).":
    "Las fuentes no coinciden: 1 punto (codificación de Alabama), 2 puntos (codificación de YuraT).",
  "The sources disagree: 1 point (both public codings), 2 points (Iowa State, quoting EPA's calculator, March 2026).":
    "Las fuentes no coinciden: 1 punto (las dos codificaciones públicas), 2 puntos (Iowa State, que cita la calculadora de la EPA, marzo de 2026).",
  "The sources disagree: 2 points (Alabama coding), 3 points (YuraT coding).":
    "Las fuentes no coinciden: 2 puntos (codificación de Alabama), 3 puntos (codificación de YuraT).",
  "Always credited: the service keeps the record. The Stryax label gives one point for record keeping.":
    "Siempre se acredita: el servicio lleva el registro. La etiqueta de Stryax da un punto por llevar registros.",
  "The sources disagree: up to 9 points in all, the 2 for membership included (YuraT coding), or 9 (Alabama coding; EPA's draft notice of January 2026, which names no program yet).":
    "Las fuentes no coinciden: hasta 9 puntos en total, incluidos los 2 por ser miembro (codificación de YuraT), o 9 (codificación de Alabama; borrador de aviso de la EPA de enero de 2026, que todavía no nombra ningún programa).",
  "Points for sandy soil do not count if this label forbids use on sandy soil. No one has read the label for that.":
    "Los puntos por suelo arenoso no cuentan si esta etiqueta prohíbe el uso en suelo arenoso. Nadie ha leído la etiqueta para saberlo.",
  "EPA's list of qualified conservation programs": "la lista de programas de conservación calificados de la EPA",
  "EPA's Mitigation Menu Measure Descriptions, rows on vegetative filter strips, riparian areas and terrestrial habitat":
    "las descripciones de medidas del Menú de Mitigación de la EPA, filas de franjas filtrantes, zonas ribereñas y hábitat terrestre",
  "EPA's Mitigation Menu point table, or EPA's runoff and erosion mitigation calculator":
    "la tabla de puntos del Menú de Mitigación de la EPA, o la calculadora de mitigación de escorrentía y erosión de la EPA",
  "EPA's Mitigation Menu Measure Descriptions, row on sandy soils":
    "las descripciones de medidas del Menú de Mitigación de la EPA, fila de suelos arenosos",
};
