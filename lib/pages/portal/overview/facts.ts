import type { SubmittedProduct } from "@/lib/domain/application";
import type { AssessedProduct, DataVersions } from "@/lib/domain/compliance";
import { decimalText } from "@/lib/domain/numbers";
import type { OverviewView, ProductView } from "@/lib/views/portal/overview";
import type { SavedApplicationRecord } from "@/lib/domain/saved-application";
import type { SoilSummary } from "@/lib/domain/soil";
import { momentAt } from "@/lib/views/timed-text";
import type { DataBehind } from "@/lib/usecases/applications/data-behind";
import type { OpenFieldYear } from "@/lib/usecases/portal/field-year";

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
  if (assessed?.productStatus === "Active") return "Registration active";
  if (assessed?.productStatus === "Inactive") return "Registration inactive: do not rely on this label";
  return epaNumber === null ? "No registration number given" : "Registration status not known";
}

function noteInWords(assessed: AssessedProduct | null): string {
  if (assessed === null) return "Not checked yet";
  if (assessed.esaRequired === null) return "Not known whether its label carries ESA language";
  return assessed.esaRequired ? "Its label carries ESA language" : "Its label carries no ESA language";
}

/** What the figures rest on: the sets of data, and what is known of the ground. */
export function dataFacts({ scored, notes, field }: OpenFieldYear): OverviewView["data"] {
  const soil = field.ground?.soil ?? null;
  const ground = soil === null ? [] : [{ label: "Soil of the field", value: [soilInWords(soil)] }];
  const checkedAt = scored?.saved.lastAssessment?.calculatedAt ?? null;
  const checked = checkedAt === null ? [] : [{ label: "Checked", value: [momentAt(checkedAt)] }];
  const versions = notes.dataVersions;
  if (versions === null) return [...checked, ...ground];
  return [...checked, ...ground, ...versionFacts(versions, scored?.data?.sets ?? [])];
}

function versionFacts(versions: DataVersions, sets: DataBehind["sets"]) {
  const { pula, county, countyPrecision, soil, catalogue, mitigationMenu } = versions;
  const aged = (kind: DataBehind["sets"][number]["kind"], version: string, more = ""): string[] => {
    const set = sets.find((each) => each.kind === kind && each.version === version);
    return [set === undefined ? `${version}${more}` : `${version}${more}: ${ageInWords(set)}`];
  };
  const coarse = countyPrecision === "coarse" ? ", generalized shapes" : "";
  return [
    { label: "EPA limitation areas", value: pula === null ? ["none loaded"] : aged("pula", pula) },
    { label: "Counties", value: county === null ? ["none loaded"] : aged("county", county, coarse) },
    { label: "Soil survey", value: [soil ?? "none used"] },
    { label: "Labels", value: catalogue === null ? ["none loaded"] : aged("catalogue", catalogue) },
    { label: "Measure menu", value: [mitigationMenu] },
  ];
}

const daysAgo = (days: number): string =>
  days === 0 ? "less than a day ago" : days === 1 ? "1 day ago" : `${days} days ago`;

function ageInWords({ ageDays, isInForce }: DataBehind["sets"][number]): string {
  const age = ageDays === null ? "never confirmed" : `confirmed ${daysAgo(ageDays)}`;
  return isInForce ? age : `${age}; newer data is in use now, so have this application checked again`;
}

function soilInWords({ dominantGroup, slopePct }: SoilSummary): string {
  const group = dominantGroup === null ? "no dominant soil group" : `mostly group ${dominantGroup}`;
  const slope = slopePct === null ? "slope not known" : `slope ${slopePct.toFixed(1)} %`;
  return `${group}, ${slope}`;
}
