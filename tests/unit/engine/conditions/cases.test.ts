import { describe, expect, test } from "vitest";
import type { ApplicationDetails, ApplicationMethod, DropletSize, SubmittedProduct } from "@/lib/domain/application";
import { assess } from "@/lib/engine/assess";
import enlistOne from "../../../cases/conditions/enlist-one.json";
import libertyUltra from "../../../cases/conditions/liberty-ultra.json";
import stryax from "../../../cases/conditions/stryax.json";
import { areasOf, factsOf, NOW, rulebook, select, submittedOf } from "../facts";

interface ConditionCase {
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
    weather: { windSpeedMph: number; temperatureF: number; humidityPercent: number };
  };
  expected: { status: string; codes: string[]; absent?: string[]; unjudged?: string[] };
}

/** What Stryax asks for in the tank; nothing forbids it beside the others. */
const ADJUVANTS = [
  submittedOf(null, { productName: "Oil emulsion DRA", rate: 0.3, rateUnit: "% v/v" }),
  submittedOf(null, { productName: "VRA", rate: 40, rateUnit: "fl oz/ac" }),
];

/** A field in central Iowa, for the sun. */
const PLACE = [-93.6, 42.0] as const;

const assessed = ({ input }: ConditionCase) => {
  const product = submittedOf(input.product, { rate: input.rate, ...input.productMembers });
  const { state, county, weather } = input;
  return assess(
    factsOf([product, ...ADJUVANTS], {
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
        ...(input.details === undefined ? {} : { details: input.details }),
      },
    }),
  ).assessment;
};

const FILES = { Stryax: stryax, "Liberty ULTRA": libertyUltra, "Enlist One": enlistOne } as unknown as Record<
  string,
  ConditionCase[]
>;

describe.each(Object.entries(FILES))("%s", (_, cases) => {
  test.each(cases.map((each) => [each.name, each] as const))("%s", (__, each) => {
    const { issues, unjudged, status } = assessed(each);
    expect(status).toBe(each.expected.status);
    const codes: string[] = issues.map(({ code }) => code);
    for (const code of each.expected.codes) expect(codes).toContain(code);
    for (const code of each.expected.absent ?? []) expect(codes).not.toContain(code);
    const ids = unjudged.map(({ ruleId }) => ruleId.split(":").at(-1));
    for (const id of each.expected.unjudged ?? []) expect(ids).toContain(id);
    for (const found of unjudged) expect(found.source).not.toBe("");
  });
});
