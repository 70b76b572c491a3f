import { countyWithCode } from "@/lib/views/county-name";
import type { GroundIssueCode, IssueCatalogueOf } from "@/lib/views/issues/issue-words";

/** Runoff, the areas and soil of the field, and the data behind an answer. */
export const GROUND_WORDS: IssueCatalogueOf<GroundIssueCode> = {
  RUNOFF_TYPE_UNRESOLVED: {
    message: "No sabemos a qué sistema de escorrentía pertenece un requisito.",
    headline: "no se sabe qué regla de escorrentía se aplica",
    remedy: "Pida al administrador que complete la regla.",
    portalRemedy: () => "Lea la etiqueta y el texto de la limitación.",
  },
  SOIL_UNAVAILABLE: {
    message: "Faltan datos de suelo para este campo.",
    details: ({ isPartly }) =>
      isPartly === true
        ? ["el estudio no los tiene para una parte del campo, de la que depende su grupo de suelo"]
        : [],
    headline: "faltan los datos de suelo",
    remedy:
      "Envíe la verificación otra vez más tarde. Hasta que el estudio los tenga no se cuenta nada que dependa del suelo.",
    portalRemedy: (provider) =>
      `${provider} puede enviar la verificación otra vez más tarde. Hasta que el estudio los tenga no se cuenta lo que depende del suelo.`,
  },
  LIMITATIONS_REVIEW_REQUIRED: {
    message: "Aquí se aplican limitaciones de uso de pesticidas, y usted debe leerlas.",
    details: ({ areasWithoutText = [], mayName = [] }) => [
      ...areasWithoutText.map(({ pulaId, codes }) => `PULA ${pulaId}: no hay texto cargado para ${codes.join(", ")}`),
      ...mayName.map(
        ({ pulaId, codes }) =>
          `PULA ${pulaId}: ${codes.join(", ")} ${codes.length === 1 ? "puede" : "pueden"} nombrar un ingrediente de un producto cuyos ingredientes aquí no se conocen todos`,
      ),
    ],
    headline: "revise el texto de la limitación",
    remedy: "Lea el texto de cada limitación y sígalo.",
  },
  UNSUPPORTED_MITIGATION: {
    message: "Una limitación se refiere a un sistema de mitigación que este servicio no evalúa.",
    details: ({ limitationCodes = [], mitigationTypes = [] }) => [
      ...limitationCodes.map((code) => `código ${code}`),
      ...mitigationTypes,
    ],
    headline: "una limitación pide algo que aquí no se evalúa",
    remedy: "Siga el sistema que nombra el texto de la limitación.",
  },
  RUNOFF_APPLICABILITY_UNVERIFIED: {
    message: "Todavía no sabemos si un programa de escorrentía se aplica a esta aplicación.",
    headline: "no está confirmado si se aplica un programa de escorrentía",
    remedy: "Confirme en la etiqueta si el programa se aplica.",
  },
  RUNOFF_REQUIREMENT_UNRESOLVED: {
    message: "No sabemos cuántos puntos de escorrentía se exigen.",
    headline: "no se sabe cuántos puntos hacen falta",
    remedy: "Lea la etiqueta y el texto de la limitación. Un requisito desconocido nunca es cero.",
  },
  APPLICATION_PROCESSING_INCOMPLETE: {
    message: "La aplicación no se ha procesado por completo.",
    details: ({ isBoundaryChanged }) =>
      isBoundaryChanged === true ? ["el límite del campo cambió después de verificar la aplicación"] : [],
    headline: "la verificación no está completa",
    remedy: "Envíe la verificación otra vez.",
    portalRemedy: (provider) => `${provider} puede enviar la verificación otra vez.`,
  },
  PULA_COVERAGE_MISSING: {
    message: "Los datos de PULA cargados no cubren todo el campo.",
    headline: "los datos de los boletines no cubren el campo",
    remedy: "Lea el boletín de la EPA para este lugar. Que aquí no se haya encontrado ninguna PULA no significa nada.",
  },
  COUNTY_CLASS_UNRESOLVED: {
    message: "Un condado de este campo no tiene clase de vulnerabilidad a la escorrentía.",
    details: ({ counties = [], isNoneFound }) => [
      ...(isNoneFound === true ? ["no se encontró ningún condado"] : []),
      ...(counties.length === 0 ? [] : [counties.map((each) => countyWithCode(each, "es")).join(", ")]),
    ],
    headline: "un condado no tiene clase de escorrentía",
    remedy: "No se cuenta ningún crédito por condado; cumpla el requisito con otras medidas.",
  },
  BULLETIN_EXPIRES: {
    message: "Faltan más de seis meses para la fecha de aplicación, así que un boletín obtenido hoy no la cubrirá.",
    headline: "faltan más de seis meses para la aplicación",
    remedy: "Envíe la verificación otra vez dentro de los seis meses anteriores a la aplicación.",
    portalRemedy: (provider) =>
      `Pida a ${provider} que envíe la verificación otra vez dentro de los seis meses anteriores a la aplicación: el boletín de la EPA puede cambiar.`,
  },
  SOIL_QUEUE_FAILED: {
    message: "No se pudo poner en cola la carga de los datos de suelo.",
    headline: "no se pudieron poner en cola los datos de suelo",
    remedy: "Envíe la verificación otra vez más tarde.",
    portalRemedy: (provider) => `${provider} puede enviar la verificación otra vez más tarde.`,
  },
  DATA_SET_STALE: {
    message: "Los datos de PULA no se han vuelto a cargar recientemente.",
    headline: "los datos de los boletines son viejos",
    remedy: "Revise si el boletín de la EPA cambió.",
  },
};
