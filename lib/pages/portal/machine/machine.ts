import { isWindOld } from "@/lib/views/portal/wind-age";
import type { MachineFormat } from "@/lib/domain/machine-file";
import type { SavedApplicationRecord } from "@/lib/domain/saved-application";
import { otherRatesInWords } from "@/lib/views/other-rates";
import { machineHref, type MachineFileView, type MachineView } from "@/lib/views/portal/machine";
import { pageHref } from "@/lib/views/portal/pages";
import { issueHeadline } from "@/lib/views/issues/issue-text";
import { acresInWords } from "@/lib/views/words";
import { conditionFacts, decimal } from "@/lib/pages/portal/drift/words";
import { readReadiness, type MachineFacts } from "@/lib/usecases/machine-files/read-readiness";
import { hasTextToFollow, type NotReady } from "@/lib/usecases/machine-files/readiness";
import { standingNow } from "@/lib/usecases/portal/overall-standing";
import type { OpenFieldYear } from "@/lib/usecases/portal/field-year";
import type { PortalSession } from "@/lib/usecases/portal/session";
import { wordsIn } from "@/lib/views/language";

interface Words {
  isoxml: string;
  about: Record<MachineFormat, string>;
  noApplication: { title: (year: number) => string; text: string };
  notComputed: { title: string; text: string };
  dataChanged: { title: string; text: string };
  dataReplaced: { title: string; text: string };
  dataUnlooked: { title: string; text: string };
  bufferOld: { title: string; text: string };
  limitationText: { title: string; text: string };
  broken: string;
  open: string;
  settledOnly: string;
  treatable: string;
  rate: string;
  noRate: string;
  otherRates: string;
}

const words = wordsIn<Words>({
  en: {
    isoxml: "ISOBUS task (ISOXML)",
    about: {
      isoxml:
        "A zip with the folder TASKDATA: one task with the rate in the treatable area, and 0 in the buffer and outside.",
      shapefile: "A zip with the outline (boundary) and the rates (column RATE, 0 in the buffer): a prescription map.",
      geojson: "Field, treatable area and buffer for farm software.",
      kml: "The same, in colors, to look at on a map, and for flight software.",
      flatgeobuf: "The same, for geographic information systems.",
    },
    noApplication: {
      title: (year) => `No application in ${year} yet`,
      text: "A file belongs to an application. Once your farm software has sent one, it is made here.",
    },
    notComputed: {
      title: "Work out the buffer first",
      text: "No buffer is on record for the field as it is now. Use the conditions at the sprayer on the drift page.",
    },
    dataChanged: {
      title: "Check again first",
      text: "EPA's limits for this field changed after the check. Have the application checked again, then work out the buffer.",
    },
    dataReplaced: {
      title: "Check again first",
      text: "EPA's limits or the product data were replaced after the check, and the day of the application is past. Have the application checked again, then work out the buffer.",
    },
    dataUnlooked: {
      title: "Not compared with newer data",
      text: "Data behind this answer was replaced after the check, and no one knows yet whether that changes it. Have the application checked again, then work out the buffer.",
    },
    bufferOld: {
      title: "Work out the buffer again first",
      text: "The mapped roads, water, and fields around this one, or this service's rules for buffers, changed after the buffer was worked out. Use the conditions at the sprayer on the drift page.",
    },
    limitationText: {
      title: "No file is made where a limitation text applies",
      text: "A machine follows a file without reading a word of it, and no service can tell whether the text is followed. Marking it as read does not change that. Read the text, follow it, and keep the buffer of the drift page yourself.",
    },
    broken: "A requirement is not met",
    open: "Something is still open",
    settledOnly: "A machine follows a file without reading a word of it, so a file is made of a settled answer only.",
    treatable: "Treatable area",
    rate: "Rate in the file",
    noRate: "None: set it at the terminal",
    otherRates: "Rates the buffer holds for",
  },
  es: {
    isoxml: "Tarea ISOBUS (ISOXML)",
    about: {
      isoxml:
        "Un zip con la carpeta TASKDATA: una tarea con la dosis en el área que se puede tratar, y 0 en la zona de amortiguamiento y afuera.",
      shapefile:
        "Un zip con el contorno (boundary) y las dosis (columna RATE, 0 en la zona de amortiguamiento): un mapa de prescripción.",
      geojson: "Campo, área que se puede tratar y zona de amortiguamiento para el programa agrícola.",
      kml: "Lo mismo, en colores, para verlo en un mapa y para programas de vuelo.",
      flatgeobuf: "Lo mismo, para sistemas de información geográfica.",
    },
    noApplication: {
      title: (year) => `Todavía no hay aplicación en ${year}`,
      text: "Un archivo pertenece a una aplicación. Cuando su programa agrícola haya enviado una, aquí se hace.",
    },
    notComputed: {
      title: "Primero calcule la zona de amortiguamiento",
      text: "No hay zona de amortiguamiento en el registro para el campo como está ahora. Use las condiciones de la aspersora en la página de deriva.",
    },
    dataChanged: {
      title: "Primero verifique de nuevo",
      text: "Los límites de la EPA para este campo cambiaron después de la verificación. Pida que se verifique de nuevo la aplicación y luego calcule la zona de amortiguamiento.",
    },
    dataReplaced: {
      title: "Primero verifique de nuevo",
      text: "Los límites de la EPA o los datos de los productos se reemplazaron después de la verificación, y el día de la aplicación ya pasó. Pida que se verifique de nuevo la aplicación y luego calcule la zona de amortiguamiento.",
    },
    dataUnlooked: {
      title: "Sin comparar con datos más nuevos",
      text: "Los datos de esta respuesta se reemplazaron después de la verificación, y todavía no se sabe si eso la cambia. Pida que se verifique de nuevo la aplicación y luego calcule la zona de amortiguamiento.",
    },
    bufferOld: {
      title: "Primero calcule otra vez la zona de amortiguamiento",
      text: "Los caminos, el agua o los campos del mapa alrededor de este, o las reglas de este servicio para estas zonas, cambiaron después de calcular la zona. Use las condiciones de la aspersora en la página de deriva.",
    },
    limitationText: {
      title: "No se hace ningún archivo donde se aplica un texto de limitación",
      text: "Una máquina sigue un archivo sin leer ni una palabra de él, y ningún servicio puede saber si se sigue el texto. Marcarlo como leído no cambia eso. Lea el texto, sígalo y respete por su cuenta la zona de amortiguamiento de la página de deriva.",
    },
    broken: "Un requisito no está cumplido",
    open: "Todavía hay algo por resolver",
    settledOnly:
      "Una máquina sigue un archivo sin leer ni una palabra de él, así que solo se hace un archivo de una respuesta ya resuelta.",
    treatable: "Área que se puede tratar",
    rate: "Dosis en el archivo",
    noRate: "Ninguna: fíjela en la terminal",
    otherRates: "Dosis para las que vale la zona de amortiguamiento",
  },
});

const formatNames = (): Record<MachineFormat, string> => ({
  isoxml: words().isoxml,
  shapefile: "Shapefile",
  geojson: "GeoJSON",
  kml: "KML",
  flatgeobuf: "FlatGeobuf",
});

/** Why there is no file, and what is open. */
export function notReadyOf(why: NotReady): NonNullable<MachineView["notReady"]> {
  if (why.reason === "limitation_text") {
    const others = why.codes.filter((code) => code !== "LIMITATIONS_REVIEW_REQUIRED");
    return { ...words().limitationText, open: others.map((code) => issueHeadline(code)) };
  }
  if (why.reason === "not_computed") {
    return { ...words().notComputed, open: [] };
  }
  if (why.reason === "buffer_old") {
    return { ...words().bufferOld, open: [] };
  }
  if (why.reason === "data_replaced") {
    return { ...words().dataReplaced, open: [] };
  }
  if (why.reason === "data_unlooked") {
    return { ...words().dataUnlooked, open: [] };
  }
  if (why.reason === "data_changed") {
    return { ...words().dataChanged, open: [] };
  }
  const isBroken = why.status === "not_met";
  return {
    title: isBroken ? words().broken : words().open,
    text: words().settledOnly,
    open: why.codes.map((code) => issueHeadline(code)),
  };
}

/** The limitation texts of an application, where they leave no file to be made; null: they do not. */
export function textsInTheWay({ scored, notes, address }: OpenFieldYear): string | null {
  if (scored === null) return null;
  const { issues } = standingNow(scored, notes.driftChangedAt);
  return hasTextToFollow(issues) ? pageHref(address, "limitations") : null;
}

/** The files of the picked application, or why there are none. */
export async function readMachine(session: PortalSession, place: OpenFieldYear): Promise<MachineView> {
  const facts = await readReadiness(session, place);
  const driftHref = pageHref(place.address, "drift");
  const hrefs = { overviewHref: pageHref(place.address, "overview"), driftHref };
  const none = { ...hrefs, textsHref: null, files: [], placed: null };
  if (facts === null) {
    const { title, text } = words().noApplication;
    return { ...none, notReady: { title: title(place.year), text, open: [] } };
  }
  const { readiness } = facts;
  if (!readiness.isReady) {
    const isText = readiness.why.reason === "limitation_text";
    const textsHref = isText ? pageHref(place.address, "limitations") : null;
    return { ...none, textsHref, notReady: notReadyOf(readiness.why) };
  }
  return {
    ...hrefs,
    textsHref: null,
    notReady: null,
    files: filesOf(machineHref(driftHref), readiness),
    placed: placedOf(readiness, facts, {
      products: place.scored?.saved.products ?? [],
      windReadAt: place.scored?.saved.drift.weather?.observedAt ?? null,
      now: session.pass.deps.clock(),
    }),
  };
}

type Ready = Extract<MachineFacts["readiness"], { isReady: true }>;

const filesOf = (href: string, { formats }: Ready): MachineFileView[] =>
  formats.map((format) => ({
    title: formatNames()[format],
    about: words().about[format],
    href: href.replace("/machine?", `/machine/${format}?`),
  }));

export function placedOf(
  { computation, rate }: Pick<Ready, "computation" | "rate">,
  { treatableSqm }: Pick<MachineFacts, "treatableSqm">,
  { products, windReadAt, now }: { products: SavedApplicationRecord["products"]; windReadAt: Date | null; now: Date },
): NonNullable<MachineView["placed"]> {
  const other = otherRatesInWords({ products, rates: computation.effectiveRates });
  const wind = { at: (windReadAt ?? computation.checkedAt).toISOString() };
  return {
    at: computation.checkedAt.toISOString(),
    wind: { ...wind, isOld: isWindOld(wind, now.getTime()) },
    facts: [
      ...(treatableSqm === null ? [] : [{ label: words().treatable, value: acresInWords(treatableSqm) }]),
      {
        label: words().rate,
        value: rate === null ? words().noRate : `${decimal(rate.amount)} ${rate.unit}`,
      },
      ...(other === null ? [] : [{ label: words().otherRates, value: other }]),
      ...conditionFacts(computation.inputs),
    ],
  };
}
