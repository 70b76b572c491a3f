import { parseRateUnit } from "@/lib/domain/rate-units";
import type { SubmittedProduct } from "@/lib/domain/application";
import type { ReportBlock, ReportSection } from "@/lib/domain/report";
import type { RecordedApplication, ReportRecord } from "@/lib/usecases/reports/record";
import { applicatorsOf } from "@/lib/pages/reports/people";
import { column, dayText, dropletText, listText, methodText, NONE, numberText, table } from "@/lib/pages/reports/words";

const rateText = ({ rate, rateUnit, rowSpacingInches }: SubmittedProduct): string => {
  const rows = parseRateUnit(rateUnit)?.basis === "per_1000_row_ft" && rowSpacingInches !== null;
  return `${numberText(rate)} ${rateUnit}${rows ? `, rows ${numberText(rowSpacingInches)} in` : ""}`;
};

const ESA_WORDS = new Map<boolean | null, string>([
  [true, "Yes"],
  [false, "No"],
  [null, "Not known"],
]);

/** The products as they were sent, with what the last assessment found of each. */
function productRows({ products, assessment }: RecordedApplication): string[][] {
  return products.map((product, index) => {
    const found = assessment?.products[index];
    return [
      product.productName,
      product.epaNumber ?? NONE,
      rateText(product),
      found?.productStatus ?? "Not known",
      found === undefined ? NONE : (ESA_WORDS.get(found.esaRequired) ?? NONE),
      listText(found?.pulas.map(({ pulaId }) => String(pulaId)) ?? []),
    ];
  });
}

const PRODUCT_COLUMNS = [
  column("Product", 30),
  column("EPA Reg. No.", 17),
  column("Rate", 17),
  column("Register", 12),
  column("ESA language", 13),
  column("PULAs", 16),
];

const applicationBlocks = (application: RecordedApplication): ReportBlock[] => [
  { kind: "subheading", text: `Application ${application.applicationId}, ${dayText(application.applicationDate)}` },
  {
    kind: "facts",
    facts: [
      { label: "Method", value: methodText(application.method) },
      { label: "Spray volume", value: application.gpa === null ? NONE : `${numberText(application.gpa)} gal/ac` },
      { label: "Crop", value: listText(application.crop) },
      { label: "Droplet size", value: dropletText(application.dropletSize) },
      { label: "Pest", value: listText(application.pest) },
      { label: "Boom height", value: application.boomHeight ?? NONE },
      { label: "Applicator", value: listText(applicatorsOf(application)) },
      { label: "Group", value: application.providerGroupId ?? NONE },
      { label: "Reference", value: application.applicationEventId },
    ],
  },
  table(`Products of application ${application.applicationId}`, PRODUCT_COLUMNS, productRows(application)),
];

export function applicationSection({ applications, year }: ReportRecord): ReportSection {
  const none: ReportBlock = { kind: "text", text: `No application is saved for ${year}.`, tone: "plain" };
  return {
    id: "applications",
    heading: "Applications and products",
    blocks: applications.length === 0 ? [none] : applications.flatMap(applicationBlocks),
  };
}
