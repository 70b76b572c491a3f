import type { SubmittedProduct } from "@/lib/domain/application";
import type { AssessedProduct, DataVersions } from "@/lib/domain/compliance";
import { decimalText } from "@/lib/domain/numbers";
import type { OverviewView, ProductView } from "@/lib/views/portal/overview";
import type { SavedApplicationRecord } from "@/lib/domain/saved-application";
import type { SoilSummary } from "@/lib/domain/soil";
import { wordsIn } from "@/lib/views/language";
import { momentAt, type TimedText } from "@/lib/views/timed-text";
import type { DataBehind } from "@/lib/usecases/applications/data-behind";
import type { OpenFieldYear } from "@/lib/usecases/portal/field-year";

interface Words {
  active: string;
  inactive: string;
  noNumber: string;
  noStatus: string;
  notChecked: string;
  esaUnknown: string;
  esa: string;
  noEsa: string;
  soilOfField: string;
  checked: string;
  areas: string;
  counties: string;
  soilSurvey: string;
  labels: string;
  menu: string;
  noneLoaded: string;
  noneUsed: string;
  coarse: string;
  neverConfirmed: string;
  confirmed: string;
  newerInUse: string;
  group: (group: string) => string;
  noGroup: string;
  slope: (percent: string) => string;
  noSlope: string;
}

const words = wordsIn<Words>({
  en: {
    active: "Registration active",
    inactive: "Registration inactive: do not rely on this label",
    noNumber: "No registration number given",
    noStatus: "Registration status not known",
    notChecked: "Not checked yet",
    esaUnknown: "Not known whether its label carries ESA language",
    esa: "Its label carries ESA language",
    noEsa: "Its label carries no ESA language",
    soilOfField: "Soil of the field",
    checked: "Checked",
    areas: "EPA limitation areas",
    counties: "Counties",
    soilSurvey: "Soil survey",
    labels: "Labels",
    menu: "Measure menu",
    noneLoaded: "none loaded",
    noneUsed: "none used",
    coarse: ", generalized shapes",
    neverConfirmed: "never confirmed",
    confirmed: "confirmed on ",
    newerInUse: "; newer data is in use now, so have this application checked again",
    group: (group) => `mostly group ${group}`,
    noGroup: "no dominant soil group",
    slope: (percent) => `slope ${percent} %`,
    noSlope: "slope not known",
  },
  es: {
    active: "Registro activo",
    inactive: "Registro inactivo: no confíe en esta etiqueta",
    noNumber: "No se dio número de registro",
    noStatus: "No se sabe si el registro está activo",
    notChecked: "Aún sin verificar",
    esaUnknown: "No se sabe si su etiqueta contiene instrucciones de la ESA",
    esa: "Su etiqueta contiene instrucciones de la ESA",
    noEsa: "Su etiqueta no contiene instrucciones de la ESA",
    soilOfField: "Suelo del campo",
    checked: "Verificada",
    areas: "Áreas de limitación de la EPA",
    counties: "Condados",
    soilSurvey: "Estudio de suelos",
    labels: "Etiquetas",
    menu: "Menú de medidas",
    noneLoaded: "no hay datos cargados",
    noneUsed: "no se usó",
    coarse: ", formas generalizadas",
    neverConfirmed: "datos nunca confirmados",
    confirmed: "datos confirmados el ",
    newerInUse: "; ya se usan datos más recientes: pida que se verifique de nuevo esta aplicación",
    group: (group) => `sobre todo grupo ${group}`,
    noGroup: "sin grupo de suelo dominante",
    slope: (percent) => `pendiente del ${percent} %`,
    noSlope: "pendiente desconocida",
  },
});

/** The products of an application with what the last check knew of each. */
export const productViews = ({ products, lastAssessment }: SavedApplicationRecord): ProductView[] =>
  products.map((product, index) => productView(product, lastAssessment?.products[index] ?? null));

const productView = (product: SubmittedProduct, assessed: AssessedProduct | null): ProductView => ({
  name: product.productName,
  registration: product.epaNumber,
  status: statusInWords(product, assessed),
  rate: `${decimalText(product.rate)} ${product.rateUnit}`,
  note: noteInWords(assessed),
});

function statusInWords({ epaNumber }: SubmittedProduct, assessed: AssessedProduct | null): string {
  if (assessed?.productStatus === "Active") return words().active;
  if (assessed?.productStatus === "Inactive") return words().inactive;
  return epaNumber === null ? words().noNumber : words().noStatus;
}

function noteInWords(assessed: AssessedProduct | null): string {
  if (assessed === null) return words().notChecked;
  if (assessed.esaRequired === null) return words().esaUnknown;
  return assessed.esaRequired ? words().esa : words().noEsa;
}

/** What the figures rest on: the sets of data, and what is known of the ground. */
export function dataFacts({ scored, notes, field }: OpenFieldYear): OverviewView["data"] {
  const soil = field.ground?.soil ?? null;
  const ground = soil === null ? [] : [{ label: words().soilOfField, value: [soilInWords(soil)] }];
  const checkedAt = scored?.saved.lastAssessment?.calculatedAt ?? null;
  const checked = checkedAt === null ? [] : [{ label: words().checked, value: [momentAt(checkedAt)] }];
  const versions = notes.dataVersions;
  if (versions === null) return [...checked, ...ground];
  return [...checked, ...ground, ...versionFacts(versions, scored?.data?.sets ?? [])];
}

function versionFacts(versions: DataVersions, sets: DataBehind["sets"]) {
  const { pula, county, countyPrecision, soil, catalogue, mitigationMenu } = versions;
  const aged = (kind: DataBehind["sets"][number]["kind"], version: string, more = ""): TimedText => {
    const set = sets.find((each) => each.kind === kind && each.version === version);
    return set === undefined ? [`${version}${more}`] : confirmedInWords(`${version}${more}`, set);
  };
  const coarse = countyPrecision === "coarse" ? words().coarse : "";
  return [
    { label: words().areas, value: pula === null ? [words().noneLoaded] : aged("pula", pula) },
    { label: words().counties, value: county === null ? [words().noneLoaded] : aged("county", county, coarse) },
    { label: words().soilSurvey, value: [soil ?? words().noneUsed], isName: soil !== null },
    { label: words().labels, value: catalogue === null ? [words().noneLoaded] : aged("catalogue", catalogue) },
    { label: words().menu, value: [mitigationMenu], isName: true },
  ];
}

/** By its day, and not by how long ago that is: a device may keep the page for days. */
function confirmedInWords(name: string, { verifiedAt, isInForce }: DataBehind["sets"][number]): TimedText {
  const newer = isInForce ? "" : words().newerInUse;
  if (verifiedAt === null) return [`${name}: ${words().neverConfirmed}${newer}`];
  return [`${name}: ${words().confirmed}`, momentAt(verifiedAt), newer];
}

function soilInWords({ dominantGroup, slopePct }: SoilSummary): string {
  const group = dominantGroup === null ? words().noGroup : words().group(dominantGroup);
  const slope = slopePct === null ? words().noSlope : words().slope(slopePct.toFixed(1));
  return `${group}, ${slope}`;
}
