import type { ReportKind } from "@/lib/domain/report";
import { count } from "@/lib/pages/reports/words";
import { wordsIn } from "@/lib/views/language";

type Titles = Record<ReportKind, (year: number) => string>;

/** What frames a report: its title, the facts that open it, the map, and what proves it. */
export const words = wordsIn({
  en: {
    titles: {
      runoff: (year) => `Runoff report ${year}`,
      trait: (year) => `Trait program report ${year}`,
    } satisfies Titles,
    standing:
      "This report states what was found and saved. It is not a clearance to apply: the product label and EPA's bulletin in force decide.",
    subject: "Endangered Species Act pesticide record of a field; not a clearance to apply",
    reason: "Shows that this report is as it was given out. It is not a clearance to apply.",
    foot: (hash: string, generated: string) => `Record ${hash} · generated ${generated}`,
    page: "Page {page} of {pages}",
    scan: "Scan to verify record",
    unnamed: "Not named in what is saved",
    west: "W",
    state: "State",
    county: "County",
    applicator: "Applicator",
    fieldId: "Field id",
    account: "Account",
    area: "Area",
    middle: "Middle of the field",
    year: "Year",
    provider: "Provider",
    applications: "Applications",
    howMany: (n: number) => count(n, "application"),
    lastChange: "Last change",
    generated: "Generated",
    timeZone: "Time zone",
    map: (field: string, area: string, drawn: string) => `Map of ${field}, ${area}, north up. Drawn: ${drawn}.`,
    mapHeading: "Map of the field",
    noBoundary: "No boundary is saved for this field, so nothing is drawn.",
    mapNote:
      "For orientation: distances stand in the tables. Areas are as the assessments' data sets hold them, the buffer as last placed.",
    noneLoaded: "(none was loaded)",
    neverConfirmed: "never confirmed",
    confirmed: (day: string, ageDays: number) =>
      `confirmed ${day}${ageDays === 0 ? "" : `, ${count(ageDays, "day")} before this report`}`,
    newerInForce: (age: string) => `${age}; a newer version is in force`,
    dataHeading: "Data and verification",
    pulaData: "PULA data",
    countyData: "County data",
    soilData: "Soil data",
    productRules: "Product rules",
    tables: (names: string) => `Rule tables: ${names}.`,
    recordHash: (hash: string) => `Record SHA-256: ${hash}`,
    askAt: (address: string) =>
      `Anyone who holds this report can ask at ${address} whether its record is known to this service and still ` +
      "the present one. The hash covers the whole record behind this report; it leaves out only the time at which the report was generated.",
    asPage: (address: string) =>
      `This report as a page, for screen readers, small screens, and printers, as long as its record is the present one: ${address}`,
    attached:
      "The PDF of this report holds the record as the attached file record.json, whose SHA-256 is that of the record, and the " +
      "regulatory references as references.json.",
    notSigned: "This report's PDF is not signed.",
    unsigned: "Anyone could alter an unsigned file: compare its words with the record, or ask for a new report.",
    signedBy: (name: string) => `This report's PDF is signed by ${name}.`,
    certificate: (fingerprint: string) => `SHA-256 of the signer's certificate: ${fingerprint}`,
    signed: "Its signature covers every byte of the file: a program that checks signatures of PDFs finds any change.",
  },
  es: {
    titles: {
      runoff: (year) => `Informe de escorrentía ${year}`,
      trait: (year) => `Informe del programa de rasgos ${year}`,
    },
    standing:
      "Este informe dice lo que se halló y se guardó. No es una autorización para aplicar: deciden la etiqueta del producto y el boletín vigente de la EPA.",
    subject:
      "Registro de pesticidas de un campo según la Ley de Especies en Peligro de Extinción; no es una autorización para aplicar",
    reason: "Muestra que este informe es tal como se entregó. No es una autorización para aplicar.",
    foot: (hash, generated) => `Registro ${hash} · generado el ${generated}`,
    page: "Página {page} de {pages}",
    scan: "Escanee para verificar el registro",
    unnamed: "No se nombra en lo guardado",
    west: "O",
    state: "Estado",
    county: "Condado",
    applicator: "Aplicador",
    fieldId: "Id. del campo",
    account: "Cuenta",
    area: "Superficie",
    middle: "Centro del campo",
    year: "Año",
    provider: "Proveedor",
    applications: "Aplicaciones",
    howMany: (n) => count(n, "aplicación", "aplicaciones"),
    lastChange: "Último cambio",
    generated: "Generado",
    timeZone: "Zona horaria",
    map: (field, area, drawn) => `Mapa de ${field}, ${area}, con el norte arriba. Dibujado: ${drawn}.`,
    mapHeading: "Mapa del campo",
    noBoundary: "No hay ningún límite guardado para este campo, así que no se dibuja nada.",
    mapNote:
      "Para orientarse: las distancias están en las tablas. Las áreas son las de los conjuntos de datos de las verificaciones; la zona de amortiguamiento, la última ubicada.",
    noneLoaded: "(no había ninguno cargado)",
    neverConfirmed: "nunca confirmado",
    confirmed: (day, ageDays) =>
      `confirmado el ${day}${ageDays === 0 ? "" : `, ${count(ageDays, "día")} antes de este informe`}`,
    newerInForce: (age) => `${age}; hay una versión más nueva vigente`,
    dataHeading: "Datos y verificación",
    pulaData: "Datos de PULA",
    countyData: "Datos de condados",
    soilData: "Datos de suelo",
    productRules: "Reglas de productos",
    tables: (names) => `Tablas de reglas: ${names}.`,
    recordHash: (hash) => `SHA-256 del registro: ${hash}`,
    askAt: (address) =>
      `Cualquiera que tenga este informe puede preguntar en ${address} si este servicio conoce su registro y si sigue siendo ` +
      "el actual. El hash abarca todo el registro detrás de este informe; solo deja fuera la hora en que se generó el informe.",
    asPage: (address) =>
      `Este informe como página, para lectores de pantalla, pantallas pequeñas e impresoras, mientras su registro sea el actual: ${address}`,
    attached:
      "El PDF de este informe lleva el registro como archivo adjunto record.json, cuyo SHA-256 es el del registro, y las " +
      "referencias normativas como references.json.",
    notSigned: "El PDF de este informe no está firmado.",
    unsigned:
      "Cualquiera podría alterar un archivo sin firma: compare su texto con el registro, o pida un informe nuevo.",
    signedBy: (name) => `El PDF de este informe está firmado por ${name}.`,
    certificate: (fingerprint) => `SHA-256 del certificado de quien firma: ${fingerprint}`,
    signed: "Su firma abarca cada byte del archivo: un programa que revisa firmas de PDF encuentra cualquier cambio.",
  },
});
