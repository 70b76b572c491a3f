import type { ApplicationDetails, ApplicationMethod, DropletSize, SubmittedProduct } from "@/lib/domain/application";
import type { Assessment } from "@/lib/domain/compliance";
import type { MitigationMenu } from "@/lib/domain/mitigation";
import type { CatalogueProduct } from "@/lib/domain/product";
import { assess } from "@/lib/engine/assess";
import engenia from "../../../cases/conditions/engenia.json";
import enlistDuo from "../../../cases/conditions/enlist-duo.json";
import enlistOne from "../../../cases/conditions/enlist-one.json";
import libertyUltra from "../../../cases/conditions/liberty-ultra.json";
import stryax from "../../../cases/conditions/stryax.json";
import { areasOf, factsOf, NOW, rulebook, select, submittedOf } from "../facts";

/** A case of what a label of the catalogue forbids or demands. */
export interface ConditionCase {
  name: string;
  source: string;
  input: {
    product: string;
    productMembers?: Partial<SubmittedProduct>;
    rate: number;
    crop: string[];
    /** Two-digit FIPS code. */
    state: string;
    county: string;
    date: string;
    method?: ApplicationMethod;
    droplet?: DropletSize;
    details?: ApplicationDetails;
    /** Gallons per acre; left out: 15. */
    gpa?: number;
    /** And other products of the mix. Left out: what labels of over-the-top dicamba ask for. */
    adjuvants?: Partial<SubmittedProduct>[];
    /** The applicator found on the label in hand what it is believed to say. */
    confirmed?: true;
    weather: { windSpeedMph: number; temperatureF: number; humidityPercent: number };
  };
  expected: { status: string; codes: string[]; absent?: string[]; unjudged?: string[] };
}

/** What labels of over-the-top dicamba ask for in the tank; nothing forbids it beside the others. */
const ADJUVANTS: Partial<SubmittedProduct>[] = [
  { productName: "Oil emulsion DRA", rate: 0.3, rateUnit: "% v/v" },
  { productName: "VRA", rate: 40, rateUnit: "fl oz/ac" },
];

/** A field in central Iowa, for the sun. */
const PLACE = [-93.6, 42.0] as const;

/** What a test changes of a case: the product's label, or EPA's menu. */
interface CaseChange {
  label?: (record: CatalogueProduct) => CatalogueProduct;
  menu?: MitigationMenu;
}

/** The answer to a case, with the label and the menu as `change` leaves them. */
export function assessed(
  { input }: ConditionCase,
  { label = (record) => record, menu = rulebook.menus.epa_runoff }: CaseChange = {},
): Assessment {
  const product = submittedOf(input.product, { rate: input.rate, ...input.productMembers });
  const { state, county, weather } = input;
  const adjuvants = (input.adjuvants ?? ADJUVANTS).map((each) => submittedOf(each.epaNumber ?? null, each));
  const facts = factsOf([product, ...adjuvants], {
    now: NOW,
    selections: [
      ...["no_till", "contour_farming_in_use", "cover_crop_with_tillage"].map((code) =>
        select(rulebook.menus.epa_runoff, code),
      ),
      ...["trait_one_application", "trait_residue_tillage_in_use"].map((code) =>
        select(rulebook.menus.trait_runoff, code),
      ),
    ],
    areas: areasOf({
      counties: [{ geoId: county, stateFips: state, countyFips: county.slice(2), countyName: "County" }],
    }),
    place: PLACE,
    weather: { windDirectionDeg: 0, ...weather },
    application: {
      crop: input.crop,
      applicationDate: input.date,
      method: input.method ?? "Broadcast-Ground",
      dropletSize: input.droplet ?? "coarse",
      gpa: input.gpa ?? 15,
      ...(input.details === undefined ? {} : { details: input.details }),
    },
  });
  const products = facts.products.map((found) => ({
    ...found,
    record: found.record === null ? null : label(found.record),
  }));
  const found = assess({
    ...facts,
    products,
    rulebook: { ...rulebook, menus: { ...rulebook.menus, epa_runoff: menu } },
  });
  if (input.confirmed !== true) return found.assessment;
  if (found.whenConfirmed === null) throw new Error(`no figure of ${input.product} is asked about`);
  return found.whenConfirmed.assessment;
}

export const CONDITION_CASES = {
  Stryax: stryax,
  Engenia: engenia,
  "Liberty ULTRA": libertyUltra,
  "Enlist One": enlistOne,
  "Enlist Duo": enlistDuo,
} as unknown as Record<string, ConditionCase[]>;
