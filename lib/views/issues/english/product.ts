import type { BrokenLimit, IssueParticulars } from "@/lib/domain/issue-particulars";
import { decimalText } from "@/lib/domain/numbers";
import type { RateProblem } from "@/lib/domain/rate-units";
import { adjuvantKindInWords } from "@/lib/views/issues/adjuvant-words";
import { nearestRateUnit } from "@/lib/views/issues/nearest-rate-unit";
import type { IssueCatalogueOf, ProductIssueCode } from "@/lib/views/issues/issue-words";

type AskedAdjuvants = IssueParticulars<"ADJUVANT_REQUIREMENT_UNMET">;

/** "volatility reducing, at least 40 fl oz per acre" */
const adjuvants = ({ asked = [] }: AskedAdjuvants): string[] =>
  asked.map(({ kind, atLeast, atLeastUnit }) => {
    const named = adjuvantKindInWords(kind, "en");
    if (atLeast === null) return named;
    return `${named}, at least ${atLeast} ${atLeastUnit === "percent_volume" ? "% of the spray volume" : "fl oz per acre"}`;
  });

function unknownUnit(unit: string): string {
  const nearest = nearestRateUnit(unit);
  return `the rate unit “${unit}” is not known${nearest === null ? "" : `, did you mean “${nearest}”?`}`;
}

function rateProblem(problem: RateProblem): string {
  switch (problem.kind) {
    case "unknown_unit":
      return unknownUnit(problem.rateUnit);
    case "ambiguous_ounce":
      return "an ounce is a volume or a weight: send rate_unit_state, or write fl oz";
    case "no_row_spacing":
      return "the rate unit needs the row spacing, above zero";
    case "no_spray_volume":
      return "the rate unit needs the spray volume (gpa), above zero";
    case "too_large":
      return "the rate per acre is too large to be a number";
    case "listed_twice":
      return "the product is listed more than once, in units that cannot be added up";
    case "other_unit_than_limit":
      return `its unit cannot be compared with the label's limit in ${problem.limitUnit.replaceAll("_", " ")}`;
    case "no_volume_for_limit":
      return "the label sets a least spray volume, and none was sent";
  }
}

/** Products, what is in the tank, and how much of it. */
export const PRODUCT_WORDS: IssueCatalogueOf<ProductIssueCode> = {
  UNKNOWN_PRODUCT: {
    message: "A product is not in the catalog.",
    headline: "a product is not known here",
    remedy: "Send the registration number of the label, or check it; then ask the operator to add the product.",
    portalRemedy: (provider) =>
      `Check the registration number in ${provider}. Until it is known, read the product's own label.`,
  },
  ESA_STATUS_UNKNOWN: {
    message: "We don't know whether a product's label carries ESA language.",
    details: ({ labelEndedOn, labelBeginsOn }) => [
      ...(labelEndedOn === undefined ? [] : [`the label known here ends on ${labelEndedOn}`]),
      ...(labelBeginsOn === undefined ? [] : [`the label known here begins on ${labelBeginsOn}`]),
    ],
    headline: "a label has not been read for ESA language",
    remedy: "Read the label, and ask the operator to record what it says.",
    portalRemedy: () => "Read the product's own label and EPA's bulletin for this place.",
  },
  PRODUCT_NAME_MISMATCH: {
    message: "A product's name does not match its registration number.",
    details: ({ registration, registeredName, nameBelongsTo }) => [
      ...(registeredName === undefined ? [] : [`the number ${registration ?? ""} is registered as ${registeredName}`]),
      ...(nameBelongsTo === undefined ? [] : [`the name belongs to ${nameBelongsTo}`]),
    ],
    headline: "a product's name does not match its registration number",
    remedy: "Send the name and the number of the same product.",
    portalRemedy: (provider) => `Check the product's name and number in ${provider}.`,
  },
  LABEL_LIMIT_EXCEEDED: {
    message: "An amount is outside what the label states.",
    details: ({ limits = [] }) => limits.map(brokenLimit),
    headline: "an amount is outside the label",
    remedy: "Correct the rate, the spray volume or the setup.",
  },
  UNRESOLVED_RATE: {
    message: "A rate, or the spray volume, cannot be compared with the label.",
    details: ({ problems = [] }) => problems.map(rateProblem),
    headline: "a rate or the spray volume cannot be compared with the label",
    remedy: "Use a supported rate unit and send what it needs (spray volume, formulation state).",
    portalRemedy: (provider) => `Correct the rate, its unit or the spray volume in ${provider}.`,
  },
  ADJUVANT_REQUIREMENT_UNMET: {
    message: "A required adjuvant is missing from the mix, or a forbidden one is in it.",
    details: adjuvants,
    headline: "an adjuvant is missing from the mix, or one in it is not allowed",
    remedy: "Correct the mix.",
    portalRemedy: (provider) => `Correct the mix, and the products in ${provider}.`,
  },
  ADJUVANT_UNRECOGNISED: {
    message: "An adjuvant in the mix cannot be recognized.",
    details: adjuvants,
    headline: "an adjuvant in the mix cannot be recognized",
    remedy: "Name the adjuvant by its registration number or by a name in the adjuvant table.",
    portalRemedy: (provider) => `Name the adjuvant by its registration number in ${provider}.`,
  },
};

/** Figures that go by other words than the names of their units. */
const LIMIT_NAMES: ReadonlyMap<string, string> = new Map([
  ["fl_oz_per_acre_per_year", "fl oz per acre in the year"],
  ["lb_per_acre_per_year", "lb per acre in the year"],
  ["lb_ingredient_per_acre", "lb of the active ingredient per acre"],
  ["lb_ingredient_per_year", "lb of the active ingredient per acre in the year"],
  ["applications_per_year", "applications in the year"],
  ["days_between", "days since the last application"],
  ["gallons_per_acre", "gallons of spray per acre"],
  ["hours_to_rain", "hours until rain is expected"],
  ["humidity_percent", "% humidity"],
  ["nozzle_pressure_psi", "psi at the nozzle"],
  ["release_height_ft", "ft of release height"],
  ["aircraft_boom_percent", "% of the wingspan or rotor"],
  ["swath_displacement", "swaths of displacement"],
]);

/** As soon as rain is expected: that hour itself is too near. */
const isOpenEnd = (what: string): boolean => what === "hours_to_rain";

function brokenLimit({ what, sent, atLeast, atMost }: BrokenLimit): string {
  const unit = LIMIT_NAMES.get(what) ?? what.replaceAll("_", " ");
  const allowed = [
    ...(atLeast === null ? [] : [`${isOpenEnd(what) ? "more than" : "at least"} ${decimalText(atLeast)}`]),
    ...(atMost === null ? [] : [`at most ${decimalText(atMost)}`]),
  ].join(" and ");
  return `${decimalText(sent)} ${unit}, ${allowed} allowed`;
}
