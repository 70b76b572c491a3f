import { ISSUES, type Issue, type IssueCode } from "@/lib/domain/issues";

/** What each code comes down to in a headline. Its particulars stand below, with what helps. */
const SHORT: Record<IssueCode, string> = {
  DROPLET_BELOW_LABEL_MINIMUM: "droplets are finer than the label allows",
  DROPLET_BELOW_BUFFER_TIER: "droplets are finer than any buffer of the label covers",
  BOOM_HEIGHT_EXCEEDS_LIMIT: "the boom is higher than the label allows",
  MANUAL_DRIFT_OPTION_DISALLOWED: "a claimed drift practice is not allowed for a product",
  NO_TREATABLE_AREA: "the drift buffer covers the whole field",
  METHOD_NOT_PERMITTED: "a label excludes this application method",
  LABEL_LIMIT_EXCEEDED: "the rate or spray volume is outside the label",
  ADJUVANT_REQUIREMENT_UNMET: "an adjuvant is missing from the mix, or one in it is not allowed",
  UNKNOWN_PRODUCT: "a product is not known here",
  ESA_STATUS_UNKNOWN: "a label has not been read for ESA language",
  RUNOFF_TYPE_UNRESOLVED: "which runoff rule applies is not known",
  SOIL_UNAVAILABLE: "soil data is missing",
  UNRESOLVED_RATE: "a rate cannot be brought to an amount per acre",
  LIMITATIONS_REVIEW_REQUIRED: "review the limitation text",
  DRIFT_CONDITIONS_UNVERIFIED: "the drift buffer needs the wind of the day",
  UNSUPPORTED_MITIGATION: "a limitation asks for something that is not scored here",
  RUNOFF_APPLICABILITY_UNVERIFIED: "whether a runoff program applies is not confirmed",
  RUNOFF_REQUIREMENT_UNRESOLVED: "how many points are needed is not known",
  LABEL_DROPLET_MINIMUM_UNRESOLVED: "the label's droplet size is not established",
  DROPLET_SIZE_MISSING: "the droplet size is missing",
  DRIFT_METHOD_UNRESOLVED: "the label is silent on drift for this method",
  WIND_SPEED_UNRESOLVED: "the wind is outside what the label covers",
  MANUAL_DRIFT_PRACTICE_UNVERIFIED: "a claimed drift practice cannot be verified",
  BOOM_HEIGHT_MISSING: "the boom height is missing",
  DRIFT_RATE_TIER_UNRESOLVED: "the rate falls in none of the label's tiers",
  DRIFT_REQUIREMENT_UNRESOLVED: "the drift buffer required is not known",
  DOWNSLOPE_UNVERIFIED: "mark the downslope edges",
  APPLICATION_PROCESSING_INCOMPLETE: "the check is not complete",
  PULA_COVERAGE_MISSING: "the bulletin data does not cover the field",
  COUNTY_CLASS_UNRESOLVED: "a county has no runoff class",
  ADJUVANT_UNRECOGNISED: "an adjuvant of the mix cannot be recognised",
  SOIL_QUEUE_FAILED: "soil data could not be queued",
  NEWER_LABEL_EXISTS: "a newer label of a product exists than the one that was named",
  DATA_SET_STALE: "the bulletin data is old",
  BULLETIN_EXPIRES: "the application is more than six months ahead",
};

/** The catalogue speaks to a program that can send things; here someone reads who cannot. */
const REMEDIES: Partial<Record<IssueCode, (provider: string) => string>> = {
  SOIL_UNAVAILABLE: (provider) =>
    `${provider} can send the check again later. What depends on soil is not counted until then.`,
  SOIL_QUEUE_FAILED: (provider) => `${provider} can send the check again later.`,
  APPLICATION_PROCESSING_INCOMPLETE: (provider) => `${provider} can send the check again.`,
  BULLETIN_EXPIRES: (provider) =>
    `Have ${provider} send the check again within six months of the application: EPA's bulletin may change.`,
  UNRESOLVED_RATE: (provider) => `Correct the rate, its unit or the spray volume in ${provider}.`,
  DRIFT_RATE_TIER_UNRESOLVED: (provider) => `Check the rate and its unit in ${provider}.`,
  UNKNOWN_PRODUCT: (provider) =>
    `Check the registration number in ${provider}. Until it is known, read the product's own label.`,
  ESA_STATUS_UNKNOWN: () => "Read the product's own label and EPA's bulletin for this place.",
  RUNOFF_TYPE_UNRESOLVED: () => "Read the label and the limitation text.",
  ADJUVANT_UNRECOGNISED: (provider) => `Name the adjuvant by its registration number in ${provider}.`,
  ADJUVANT_REQUIREMENT_UNMET: (provider) => `Correct the mix, and the products in ${provider}.`,
  DROPLET_SIZE_MISSING: () => "Choose the droplet size on the drift page.",
  BOOM_HEIGHT_MISSING: () => "Choose the boom height on the drift page.",
  DRIFT_CONDITIONS_UNVERIFIED: () => "Work it out on the drift page, with the wind at the sprayer.",
  DOWNSLOPE_UNVERIFIED: () => "Mark the downslope edges on the map.",
};

export const shortOf = ({ code }: Pick<Issue, "code">): string => SHORT[code];

/** What helps, in words for whoever stands in the field. */
export const remedyOf = (code: IssueCode, provider: string): string =>
  REMEDIES[code]?.(provider) ?? ISSUES[code].remedy;
