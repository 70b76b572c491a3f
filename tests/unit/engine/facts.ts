import { createHash } from "node:crypto";
import type { MethodClass } from "@/lib/domain/application";
import type { County, MitigationPoints } from "@/lib/domain/field";
import type { CreditSource, MitigationMenu, Selection, SubOption } from "@/lib/domain/mitigation";
import { bindingLabel } from "@/lib/domain/label-editions";
import type { CatalogueProduct, Ingredient, ResolvedProduct } from "@/lib/domain/product";
import type { FoundCounty, Limitation, Pula, RegulatedAreas } from "@/lib/domain/pula";
import type { SoilGroup, SoilOutcome, SoilSummary } from "@/lib/domain/soil";
import type { ApplicationInput, SubmittedProduct } from "@/lib/domain/application";
import type { AssessmentFacts } from "@/lib/engine/facts";
import { rateProduct, type RatedProduct } from "@/lib/engine/rated-product";
import type { RateInput } from "@/lib/engine/rates/normalize";
import { parseRuleFiles, type Catalogue } from "@/lib/rulebook/catalogue";
import { rulebookAsOf } from "@/lib/rulebook/load";
import { DEMONSTRATION_DIRECTORY, readRuleFiles, RULEBOOK_DIRECTORY } from "@/lib/rulebook/read-rule-files";
import { DC125_TEXT } from "@/tests/support/requests";

/** The day every test of the engine lives on, unless it says otherwise. */
export const NOW = new Date("2026-04-01T12:00:00.000Z");
export const RULES_AS_OF = "2026-05-01";
export const rulebook = rulebookAsOf(RULES_AS_OF);
export const catalogue: Catalogue = parseRuleFiles(
  (await readRuleFiles(RULEBOOK_DIRECTORY, DEMONSTRATION_DIRECTORY)).files,
);

/** The label in force of Liberty ULTRA has not been read. The tests hold the one before, which has. */
const HELD_LABELS: Record<string, string> = { "7969-500": "2024-12-06" };

const asLabeled = (product: CatalogueProduct): CatalogueProduct =>
  bindingLabel(product, RULES_AS_OF, HELD_LABELS[product.registration] ?? null).record;

export function productOf(registration: string): CatalogueProduct {
  const product = catalogue.products.find((found) => found.registration === registration);
  if (product === undefined) throw new Error(`the catalogue has no product ${registration}`);
  return asLabeled(product);
}

/** A product by the newest label that is known of it, whatever label the tests hold. */
export function newestLabelOf(registration: string): CatalogueProduct {
  const product = catalogue.products.find((found) => found.registration === registration);
  if (product === undefined) throw new Error(`the catalogue has no product ${registration}`);
  return bindingLabel(product, RULES_AS_OF, null).record;
}

export const subOptionsOf = (menu: MitigationMenu): SubOption[] =>
  menu.categories.flatMap(({ options }) => options.flatMap(({ subOptions }) => subOptions));

export function subOptionOf(menu: MitigationMenu, code: string): SubOption {
  const found = subOptionsOf(menu).find((subOption) => subOption.code === code);
  if (found === undefined) throw new Error(`the menu has no sub-option ${code}`);
  return found;
}

export const selectionOf = (menu: MitigationMenu, id: number, source: CreditSource = "portal"): Selection => ({
  system: menu.system,
  subOptionId: id,
  source,
  implementationDate: null,
  notes: null,
});

export const select = (menu: MitigationMenu, code: string, source: CreditSource = "portal"): Selection =>
  selectionOf(menu, subOptionOf(menu, code).id, source);

/** Sandy by its texture too, unless told otherwise, so that the group alone decides the soil credits. */
export const soilSummary = (
  dominantGroup: SoilGroup | null,
  slopePct: number | null = 8,
  muname = "Test sandy loam, 0 to 2 percent slopes",
): SoilSummary => ({
  dominantGroup,
  slopePct,
  totalAreaSqm: 40_000,
  byGroup: { [dominantGroup ?? "none"]: { areaSqm: 40_000, percentage: 100 } },
  byMapUnit: { S1: { areaSqm: 40_000, percentage: 100, muname, group: dominantGroup } },
});

export const soilOf = (dominantGroup: SoilGroup | null, slopePct: number | null = 8): SoilOutcome => ({
  status: "fetched",
  summary: soilSummary(dominantGroup, slopePct),
  version: "soil-1",
});
export const NO_SOIL: SoilOutcome = { status: "unavailable", summary: null, version: null };

export const countyOf = (countyName: string, mitigationPoints: MitigationPoints | null): County => ({
  geoId: "01081",
  stateFips: "01",
  countyFips: "081",
  countyName,
  mitigationPoints,
});

/** Lee County, Alabama: medium runoff vulnerability, 2 points. */
export const LEE: FoundCounty = { geoId: "01081", stateFips: "01", countyFips: "081", countyName: "Lee" };
/** A county that the class table does not hold: Sitka, Alaska. */
export const SITKA: FoundCounty = { geoId: "02220", stateFips: "02", countyFips: "220", countyName: "Sitka" };

export const submittedOf = (epaNumber: string | null, members: Partial<SubmittedProduct> = {}): SubmittedProduct => ({
  productName: epaNumber ?? "adjuvant",
  epaNumber,
  rate: 16,
  rateUnit: "fl oz/ac",
  rateUnitState: null,
  rowSpacingInches: null,
  pest: ["waterhemp"],
  ...members,
});

/** A product of the catalogue as look-up gives it; a number the catalogue does not hold is unknown. */
export function resolvedOf(submitted: SubmittedProduct, productIndex: number): ResolvedProduct {
  const found = catalogue.products.find(({ registration }) => registration === submitted.epaNumber) ?? null;
  const record = found === null ? null : asLabeled(found);
  if (record !== null) return { productIndex, record, kind: "catalogue", esaRequired: record.esaLabelLanguage };
  return submitted.epaNumber === null
    ? { productIndex, record, kind: "adjuvant", esaRequired: false }
    : { productIndex, record, kind: "unknown", esaRequired: null };
}

export const ratedOf = (
  record: CatalogueProduct,
  members: Partial<SubmittedProduct> = {},
  gpa: number | null = null,
): RatedProduct =>
  rateProduct(
    submittedOf(record.registration, members),
    { productIndex: 0, record, kind: "catalogue", esaRequired: record.esaLabelLanguage },
    gpa,
  );

export const pulaOf = (pulaId: number, codes: string[], members: Partial<Pula> = {}): Pula => ({
  pulaId,
  eventName: `Event ${pulaId}`,
  status: "Active",
  effectiveDate: "2026-02-09",
  codes,
  sharePct: null,
  geometry: null,
  codesWithoutLimitation: [],
  ...members,
});

const hashOf = (text: string): string => createHash("sha256").update(text).digest("hex");

export const limitationOf = (members: Partial<Limitation> = {}): Limitation => ({
  limitationId: 1,
  pulaId: 121,
  code: "DC125",
  text: DC125_TEXT,
  textHash: hashOf(members.text ?? DC125_TEXT),
  registration: "264-1241",
  activeIngredient: null,
  effectiveDate: "2026-02-09",
  expiresOn: null,
  methodClasses: [],
  uses: [],
  ...members,
});

export const areasOf = (members: Partial<RegulatedAreas> = {}): RegulatedAreas => ({
  pulaSet: { version: "pula-1", verifiedAt: NOW, isDemonstration: false, coversField: true },
  countySet: { version: "county-1", verifiedAt: NOW, isDemonstration: false, precision: "exact" },
  pulas: [],
  nearbyPulas: [],
  limitations: [],
  counties: [LEE],
  ...members,
});

/** A PULA with DC125 for Stryax, as EPA printed it. */
export const DC125_AREAS: RegulatedAreas = areasOf({
  pulas: [pulaOf(121, ["DC125"], { eventName: "Dicamba 2026", sharePct: 40 })],
  limitations: [limitationOf({ methodClasses: ["ground"] satisfies MethodClass[], uses: ["Soybeans", "Cotton"] })],
});

/** Facts of one check by ground, with coarse droplets and a low boom, on flat soil of group B in Lee County. */
export function factsOf(
  products: readonly SubmittedProduct[],
  members: Partial<Omit<AssessmentFacts, "application">> & { application?: Partial<ApplicationInput> } = {},
): AssessmentFacts {
  const { application, ...rest } = members;
  return {
    now: NOW,
    products: products.map(resolvedOf),
    limitationRules: catalogue.limitationRules,
    areas: areasOf(),
    soil: soilOf("B", 1),
    selections: [],
    exemption: null,
    rulebook,
    catalogueVersion: "catalogue-1",
    ...rest,
    application: {
      applicationId: "application-1",
      accountId: "account-1",
      providerGroupId: null,
      userEmail: null,
      method: "Broadcast-Ground",
      applicationDate: "2026-05-01",
      products: [...products],
      crop: ["soybean"],
      pest: ["waterhemp"],
      gpa: 15,
      dropletSize: "coarse",
      boomHeight: "low",
      ...application,
    },
  };
}

/** Every way to write a volume of product per acre, and one of each in the setting that all of them resolve in. */
export const VOLUME_UNITS = [
  "fl oz/ac",
  "pt/ac",
  "qt/ac",
  "gal/ac",
  "mL/ac",
  "L/ac",
  "mL/ha",
  "L/ha",
  "fl oz/100 gal",
  "fl oz/100 cu ft",
  "fl oz/1000 sq ft",
  "fl oz/1000 row ft",
  "% v/v",
];
export const WEIGHT_UNITS = [
  "lb/ac",
  "oz wt/ac",
  "g/ac",
  "kg/ac",
  "g/ha",
  "kg/ha",
  "lb/100 gal",
  "oz wt/1000 sq ft",
  "oz wt/1000 row ft",
];
export const ONE: RateInput = {
  rate: 1,
  rateUnit: "",
  rateUnitState: null,
  rowSpacingInches: 30,
  gpa: 15,
  formulation: null,
};

/** Active ingredients of these names, a pound to the gallon each. */
export const ingredientsNamed = (names: readonly string[]): Ingredient[] =>
  names.map((name) => ({ name, pcCode: null, basis: "ai", lbPerGal: 1, percentByWeight: null }));
