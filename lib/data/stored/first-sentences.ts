/**
 * The sentences that began every stored issue in the first format, which kept an issue as sentence and particulars in one
 * text. They are history and never change: what follows them in a stored text is what was particular to the case.
 */
export const FIRST_SENTENCES: Readonly<Record<string, string>> = {
  DROPLET_BELOW_LABEL_MINIMUM: "The droplet size is finer than the label allows.",
  DROPLET_BELOW_BUFFER_TIER: "The droplet size is finer than any buffer distance of the label covers.",
  BOOM_HEIGHT_EXCEEDS_LIMIT: "The boom is higher than the label allows.",
  MANUAL_DRIFT_OPTION_DISALLOWED: "A claimed drift practice is not allowed for one of the products.",
  NO_TREATABLE_AREA: "The buffer covers the whole field.",
  METHOD_NOT_PERMITTED: "The label excludes this application method.",
  LABEL_LIMIT_EXCEEDED: "The rate or the spray volume is outside what the label states.",
  ADJUVANT_REQUIREMENT_UNMET: "A required adjuvant is missing from the mix, or a forbidden one is in it.",
  UNKNOWN_PRODUCT: "A product is not in the catalogue.",
  ESA_STATUS_UNKNOWN: "Whether a product's label carries ESA language is not known.",
  RUNOFF_TYPE_UNRESOLVED: "Which runoff system a requirement belongs to is not known.",
  SOIL_UNAVAILABLE: "No soil data is available for this field.",
  UNRESOLVED_RATE: "A rate cannot be brought to an amount per acre.",
  LIMITATIONS_REVIEW_REQUIRED: "Pesticide use limitations apply here and have to be read.",
  DRIFT_CONDITIONS_UNVERIFIED: "A drift buffer applies and the conditions at application are not known yet.",
  UNSUPPORTED_MITIGATION: "A limitation refers to a mitigation scheme that is not scored here.",
  RUNOFF_APPLICABILITY_UNVERIFIED: "Whether a runoff program applies has not been confirmed.",
  RUNOFF_REQUIREMENT_UNRESOLVED: "The number of runoff points required is not known.",
  LABEL_DROPLET_MINIMUM_UNRESOLVED: "The label sets a droplet size that has not been established.",
  DROPLET_SIZE_MISSING: "A rule needs the droplet size, and none was given.",
  DRIFT_METHOD_UNRESOLVED: "The label is silent on a drift buffer for this method.",
  WIND_SPEED_UNRESOLVED: "The wind is outside the speeds the label covers.",
  MANUAL_DRIFT_PRACTICE_UNVERIFIED: "A claimed drift practice cannot be verified.",
  BOOM_HEIGHT_MISSING: "A rule needs the boom height, and none was given.",
  DRIFT_RATE_TIER_UNRESOLVED: "The rate falls in none of the label's rate tiers.",
  DRIFT_REQUIREMENT_UNRESOLVED: "The drift buffer required is not known.",
  DOWNSLOPE_UNVERIFIED: "Which edges lie downslope has not been marked.",
  APPLICATION_PROCESSING_INCOMPLETE: "The application has not been processed completely.",
  PULA_COVERAGE_MISSING: "The loaded PULA data does not cover the whole field.",
  COUNTY_CLASS_UNRESOLVED: "A county of this field has no runoff vulnerability class.",
  ADJUVANT_UNRECOGNISED: "An adjuvant of the mix cannot be recognised.",
  SOIL_QUEUE_FAILED: "Soil data could not be queued for loading.",
  DATA_SET_STALE: "The PULA data has not been reloaded for more than 35 days.",
  BULLETIN_EXPIRES:
    "The application date is more than six months ahead, so a bulletin fetched today will not cover it.",
};

/** Codes that only informed in the first format, unless the stored issue says that it blocks. */
export const FIRST_NOTICES: ReadonlySet<string> = new Set(["SOIL_QUEUE_FAILED", "DATA_SET_STALE", "BULLETIN_EXPIRES"]);
