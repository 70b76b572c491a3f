import { parseRateUnit } from "@/lib/domain/rate-units";
import type { SubmittedProduct } from "@/lib/domain/application";
import type { ProductStatus } from "@/lib/domain/product";
import type { ReportBlock, ReportSection } from "@/lib/domain/report";
import type { RecordedApplication, ReportRecord } from "@/lib/usecases/reports/record";
import { applicatorsOf } from "@/lib/pages/reports/people";
import {
  column,
  columnOf,
  dayText,
  dropletSizeText,
  heightText,
  listText,
  methodText,
  NONE,
  numberText,
  table,
} from "@/lib/pages/reports/words";
import { wordsIn } from "@/lib/views/language";

const words = wordsIn({
  en: {
    rows: (inches: string) => `, rows ${inches} in`,
    yes: "Yes",
    no: "No",
    notKnown: "Not known",
    product: "Product",
    registration: "EPA Reg. No.",
    rate: "Rate",
    register: "Register",
    esaLanguage: "ESA language",
    pulas: "PULAs",
    statuses: { Active: "Active", Inactive: "Inactive" } satisfies Record<ProductStatus, string>,
    application: (id: string, day: string) => `Application ${id}, ${day}`,
    method: "Method",
    sprayVolume: "Spray volume",
    volume: (gallons: string) => `${gallons} gal/ac`,
    crop: "Crop",
    droplets: "Droplet size",
    pest: "Pest",
    boomHeight: "Boom height",
    applicator: "Applicator",
    group: "Group",
    reference: "Reference",
    products: (id: string) => `Products of application ${id}`,
    none: (year: number) => `No application is saved for ${year}.`,
    heading: "Applications and products",
  },
  es: {
    rows: (inches) => `, surcos a ${inches} pulgadas`,
    yes: "Sí",
    no: "No",
    notKnown: "No se sabe",
    product: "Producto",
    registration: "N.º de reg. de la EPA",
    rate: "Dosis",
    register: "Registro",
    esaLanguage: "Instrucciones de la ESA",
    pulas: "Áreas (PULA)",
    statuses: { Active: "Activo", Inactive: "Inactivo" },
    application: (id, day) => `Aplicación ${id}, ${day}`,
    method: "Método",
    sprayVolume: "Volumen de caldo",
    volume: (gallons) => `${gallons} gal/acre`,
    crop: "Cultivo",
    droplets: "Tamaño de gota",
    pest: "Plaga",
    boomHeight: "Altura del aguilón",
    applicator: "Aplicador",
    group: "Grupo",
    reference: "Referencia",
    products: (id) => `Productos de la aplicación ${id}`,
    none: (year) => `No hay ninguna aplicación guardada para ${year}.`,
    heading: "Aplicaciones y productos",
  },
});

/** What heads all that is said of one application. */
export const applicationHeading = ({
  applicationId,
  applicationDate,
}: Pick<RecordedApplication, "applicationId" | "applicationDate">): string =>
  words().application(applicationId, dayText(applicationDate));

const rateText = ({ rate, rateUnit, rowSpacingInches }: SubmittedProduct): string => {
  const rows = parseRateUnit(rateUnit)?.basis === "per_1000_row_ft" && rowSpacingInches !== null;
  return `${numberText(rate)} ${rateUnit}${rows ? words().rows(numberText(rowSpacingInches)) : ""}`;
};

const esaText = (isRequired: boolean | null): string =>
  isRequired === null ? words().notKnown : isRequired ? words().yes : words().no;

const statusText = (status: ProductStatus | null | undefined): string =>
  status === null || status === undefined ? words().notKnown : words().statuses[status];

/** The products as they were sent, with what the last assessment found of each. */
function productRows({ products, assessment }: RecordedApplication): string[][] {
  return products.map((product, index) => {
    const found = assessment?.products[index];
    return [
      product.productName,
      product.epaNumber ?? NONE,
      rateText(product),
      statusText(found?.productStatus),
      found === undefined ? NONE : esaText(found.esaRequired),
      listText(found?.pulas.map(({ pulaId }) => String(pulaId)) ?? []),
    ];
  });
}

const productColumns = () => [
  columnOf("name", words().product, 30),
  column(words().registration, 17),
  column(words().rate, 17),
  column(words().register, 12),
  column(words().esaLanguage, 13),
  column(words().pulas, 16),
];

const applicationBlocks = (application: RecordedApplication): ReportBlock[] => [
  { kind: "subheading", text: applicationHeading(application) },
  {
    kind: "facts",
    facts: [
      { label: words().method, value: methodText(application.method) },
      {
        label: words().sprayVolume,
        value: application.gpa === null ? NONE : words().volume(numberText(application.gpa)),
      },
      { label: words().crop, value: listText(application.crop), holds: "name" },
      { label: words().droplets, value: dropletSizeText(application.dropletSize) },
      { label: words().pest, value: listText(application.pest), holds: "name" },
      { label: words().boomHeight, value: application.boomHeight === null ? NONE : heightText(application.boomHeight) },
      { label: words().applicator, value: listText(applicatorsOf(application)) },
      { label: words().group, value: application.providerGroupId ?? NONE, holds: "name" },
      { label: words().reference, value: application.applicationEventId, holds: "name" },
    ],
  },
  table(words().products(application.applicationId), productColumns(), productRows(application)),
];

export function applicationSection({ applications, year }: ReportRecord): ReportSection {
  const none: ReportBlock = { kind: "text", text: words().none(year), tone: "plain" };
  return {
    id: "applications",
    heading: words().heading,
    blocks: applications.length === 0 ? [none] : applications.flatMap(applicationBlocks),
  };
}
