/**
 * The closed catalogue of issue codes. An issue is a value in a 200 answer: the work was done, and this is
 * what stands in the way of a pass. spec: decisions section 4.
 *
 * `effect` is what the code does to a status: `not_met` (a known violation), `indeterminate` (blocks a pass)
 * or `none` (informs only). `incomplete` marks the codes that make `processing_complete` false.
 */
interface IssueDefinition {
  effect: "not_met" | "indeterminate" | "none";
  incomplete: boolean;
  message: string;
  remedy: string;
}

const violation = (message: string, remedy: string): IssueDefinition => ({
  effect: "not_met",
  incomplete: false,
  message,
  remedy,
});
const missing = (message: string, remedy: string): IssueDefinition => ({
  effect: "indeterminate",
  incomplete: true,
  message,
  remedy,
});
const unverified = (message: string, remedy: string): IssueDefinition => ({
  effect: "indeterminate",
  incomplete: false,
  message,
  remedy,
});
const notice = (message: string, remedy: string): IssueDefinition => ({
  effect: "none",
  incomplete: false,
  message,
  remedy,
});

export const ISSUES = {
  DROPLET_BELOW_LABEL_MINIMUM: violation(
    "The droplet size is finer than the label allows.",
    "Choose a nozzle and pressure that give the label's droplet size or coarser.",
  ),
  DROPLET_BELOW_BUFFER_TIER: violation(
    "The droplet size is finer than any buffer distance of the label covers.",
    "Choose a coarser droplet size.",
  ),
  BOOM_HEIGHT_EXCEEDS_LIMIT: violation("The boom is higher than the label allows.", "Lower the boom."),
  MANUAL_DRIFT_OPTION_DISALLOWED: violation(
    "A claimed drift practice is not allowed for one of the products.",
    "Take back the practice, or leave out the product that forbids it.",
  ),
  NO_TREATABLE_AREA: violation(
    "The buffer covers the whole field.",
    "Wait for other wind, or change the setup or the products.",
  ),
  METHOD_NOT_PERMITTED: violation(
    "The label excludes this application method.",
    "Apply by a method that the label permits.",
  ),
  LABEL_LIMIT_EXCEEDED: violation(
    "The rate or the spray volume is outside what the label states.",
    "Correct the rate or the spray volume.",
  ),
  ADJUVANT_REQUIREMENT_UNMET: violation(
    "A required adjuvant is missing from the mix, or a forbidden one is in it.",
    "Correct the mix.",
  ),
  UNKNOWN_PRODUCT: missing(
    "A product is not in the catalogue.",
    "Check the registration number, or have the operator add the product.",
  ),
  ESA_STATUS_UNKNOWN: missing(
    "Whether a product's label carries ESA language is not known.",
    "Read the label, and have the operator record what it says.",
  ),
  RUNOFF_TYPE_UNRESOLVED: missing(
    "Which runoff system a requirement belongs to is not known.",
    "Have the operator complete the rule.",
  ),
  SOIL_UNAVAILABLE: missing(
    "No soil data is available for this field.",
    "Send the check again later; credits and requirements that depend on soil are not counted until then.",
  ),
  UNRESOLVED_RATE: missing(
    "A rate cannot be brought to an amount per acre.",
    "Use a supported rate unit and send what it needs (spray volume, formulation state).",
  ),
  LIMITATIONS_REVIEW_REQUIRED: unverified(
    "Pesticide use limitations apply here and have to be read.",
    "Read the text of each limitation and follow it.",
  ),
  DRIFT_CONDITIONS_UNVERIFIED: unverified(
    "A drift buffer applies and the conditions at application are not known yet.",
    "Compute the drift buffer at application time with the wind at the sprayer.",
  ),
  UNSUPPORTED_MITIGATION: unverified(
    "A limitation refers to a mitigation scheme that is not scored here.",
    "Follow the scheme named in the limitation text.",
  ),
  RUNOFF_APPLICABILITY_UNVERIFIED: unverified(
    "Whether a runoff programme applies has not been confirmed.",
    "Confirm on the label whether the programme applies.",
  ),
  RUNOFF_REQUIREMENT_UNRESOLVED: missing(
    "The number of runoff points required is not known.",
    "Read the label and the limitation text; the requirement is never zero because it is unknown.",
  ),
  LABEL_DROPLET_MINIMUM_UNRESOLVED: missing(
    "The label sets a droplet size that has not been established.",
    "Read the droplet size or the approved nozzles on the label.",
  ),
  DROPLET_SIZE_MISSING: unverified("A rule needs the droplet size, and none was given.", "Send the droplet size."),
  DRIFT_METHOD_UNRESOLVED: missing(
    "The label is silent on a drift buffer for this method.",
    "Read the label for this application method.",
  ),
  WIND_SPEED_UNRESOLVED: missing(
    "The wind is outside the speeds the label covers.",
    "Wait for wind that the label covers.",
  ),
  MANUAL_DRIFT_PRACTICE_UNVERIFIED: unverified(
    "A claimed drift practice cannot be verified.",
    "Keep a record of the practice; it is not proven by this service.",
  ),
  BOOM_HEIGHT_MISSING: unverified("A rule needs the boom height, and none was given.", "Send the boom height."),
  DRIFT_RATE_TIER_UNRESOLVED: missing(
    "The rate falls in none of the label's rate tiers.",
    "Check the rate and its unit.",
  ),
  DRIFT_REQUIREMENT_UNRESOLVED: missing(
    "The drift buffer required is not known.",
    "Read the label and the limitation text.",
  ),
  DOWNSLOPE_UNVERIFIED: unverified(
    "Which edges lie downslope has not been marked.",
    "Mark the downslope edges in the portal.",
  ),
  APPLICATION_PROCESSING_INCOMPLETE: missing(
    "The application has not been processed completely.",
    "Send the check again.",
  ),
  PULA_COVERAGE_MISSING: missing(
    "The loaded PULA data does not cover the whole field.",
    "Read EPA's bulletin for this place; no PULA found here means nothing.",
  ),
  COUNTY_CLASS_UNRESOLVED: missing(
    "A county of this field has no runoff vulnerability class.",
    "No county credit is counted; close the requirement with other measures.",
  ),
  ADJUVANT_UNRECOGNISED: missing(
    "An adjuvant of the mix cannot be recognised.",
    "Name the adjuvant by its registration or by a name the adjuvant table holds.",
  ),
  SOIL_QUEUE_FAILED: notice("Soil data could not be queued for loading.", "Send the check again later."),
  NEWER_LABEL_EXISTS: notice(
    "The label that you named was used, and a newer one exists.",
    "Follow the label on the container. Name no label date when you use the newer one.",
  ),
  DATA_SET_STALE: notice(
    "The PULA data has not been reloaded for more than 35 days.",
    "Check EPA's bulletin for changes.",
  ),
  BULLETIN_EXPIRES: notice(
    "The application date is more than six months ahead, so a bulletin fetched today will not cover it.",
    "Send the check again within six months of the application.",
  ),
} as const satisfies Record<string, IssueDefinition>;

export type IssueCode = keyof typeof ISSUES;
export const ISSUE_CODES = Object.keys(ISSUES) as IssueCode[];

/** One issue of an assessment. `message` is the catalogue's, with what is particular to the case added. */
export interface Issue {
  code: IssueCode;
  message: string;
  /** Set where a notice has grown into something that blocks a pass. */
  blocks?: true;
}

export const issue = (code: IssueCode, particulars?: string): Issue => ({
  code,
  message: particulars === undefined ? ISSUES[code].message : `${ISSUES[code].message} ${particulars}`,
});

export const issueEffect = (found: Issue): IssueDefinition["effect"] =>
  found.blocks === true && ISSUES[found.code].effect === "none" ? "indeterminate" : ISSUES[found.code].effect;

export const isIncomplete = (found: Issue): boolean => ISSUES[found.code].incomplete;
