/** Spanish of why no rule could be made of a bulletin's code, by the words of the catalogue. */
export const MISSING_IN_SPANISH: Readonly<Record<string, string>> = {
  "The text of IS125 (Isocycloseram 2025) could not be had; a company's page tells of four or six points in all.":
    "No se pudo obtener el texto de IS125 (Isocycloseram 2025); la página de una empresa habla de cuatro o seis puntos en total.",
  "The text of E323 (Enlist 2023) could not be had.": "No se pudo obtener el texto de E323 (Enlist 2023).",
  "The text of E323 (Glufosinate 2024) could not be had.": "No se pudo obtener el texto de E323 (Glufosinate 2024).",
  "The text of CYN23 (Cyantraniliprole 2023) could not be had.":
    "No se pudo obtener el texto de CYN23 (Cyantraniliprole 2023).",
  "The text of MM1 (malathion biological opinions of 2023 and 2024) could not be had; it is believed to use the table of drift and runoff reduction measures, which is not scored here.":
    "No se pudo obtener el texto de MM1 (opiniones biológicas sobre malatión de 2023 y 2024); se cree que usa la tabla de medidas para reducir la deriva y la escorrentía, que aquí no se evalúa.",
  "The text of MA6 (malathion biological opinions of 2023 and 2024) could not be had; it is believed to use the table of drift and runoff reduction measures, which is not scored here.":
    "No se pudo obtener el texto de MA6 (opiniones biológicas sobre malatión de 2023 y 2024); se cree que usa la tabla de medidas para reducir la deriva y la escorrentía, que aquí no se evalúa.",
  "The text of MA10 (malathion biological opinions of 2023 and 2024) could not be had; it is believed to use the table of drift and runoff reduction measures, which is not scored here.":
    "No se pudo obtener el texto de MA10 (opiniones biológicas sobre malatión de 2023 y 2024); se cree que usa la tabla de medidas para reducir la deriva y la escorrentía, que aquí no se evalúa.",
  "The text of MA23 (malathion biological opinions of 2023 and 2024) could not be had; it is believed to use the table of drift and runoff reduction measures, which is not scored here.":
    "No se pudo obtener el texto de MA23 (opiniones biológicas sobre malatión de 2023 y 2024); se cree que usa la tabla de medidas para reducir la deriva y la escorrentía, que aquí no se evalúa.",
  "The text of RPMCH (biological opinions of 2024) could not be had; it is believed to use the table of drift and runoff reduction measures, which is not scored here.":
    "No se pudo obtener el texto de RPMCH (opiniones biológicas de 2024); se cree que usa la tabla de medidas para reducir la deriva y la escorrentía, que aquí no se evalúa.",
  "The text of RPMDZ (biological opinions of 2024) could not be had; it is believed to use the table of drift and runoff reduction measures, which is not scored here.":
    "No se pudo obtener el texto de RPMDZ (opiniones biológicas de 2024); se cree que usa la tabla de medidas para reducir la deriva y la escorrentía, que aquí no se evalúa.",
  "The text of CARB5 (NMFS Carbaryl 2024) could not be had; it is believed to use the measures of the National Marine Fisheries Service, which are not scored here.":
    "No se pudo obtener el texto de CARB5 (NMFS Carbaryl 2024); se cree que usa las medidas del Servicio Nacional de Pesca Marina, que aquí no se evalúan.",
  "The text of MY425 (NMFS Methomyl 2025) could not be had; it is believed to use the measures of the National Marine Fisheries Service, which are not scored here.":
    "No se pudo obtener el texto de MY425 (NMFS Methomyl 2025); se cree que usa las medidas del Servicio Nacional de Pesca Marina, que aquí no se evalúan.",
  "The text of C1 (Gas Cartridges 2018) could not be had.": "No se pudo obtener el texto de C1 (Gas Cartridges 2018).",
  "The text of C2 (Gas Cartridges 2018) could not be had.": "No se pudo obtener el texto de C2 (Gas Cartridges 2018).",
};
