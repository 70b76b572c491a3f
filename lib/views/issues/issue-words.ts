import type { IssueParticulars } from "@/lib/domain/issue-particulars";
import type { IssueCode } from "@/lib/domain/issues";

/** Whom the figures of an issue are from: someone who sent an application, or a forecast. */
export type GivenBy = "sent" | "forecast";

/** What one code says in one language. Only people read it: no program decides anything by these words. */
export interface IssueWords<Code extends IssueCode> {
  /** What is wrong or missing, in one sentence. */
  message: string;
  /** The same of one hour of a forecast, where it is another; the API's alone, and in English. */
  hourMessage?: string;
  /** What is particular to this case, each as a phrase. */
  details?: (particulars: IssueParticulars<Code>, from: GivenBy) => string[];
  /** The message as a phrase for a headline or a list. */
  headline: string;
  /** What to do, for someone who can send applications. */
  remedy: string;
  /** What to do, for an applicator in the portal; `provider` is the software that sent the application. */
  portalRemedy?: (provider: string) => string;
}

export type IssueCatalogue = { [Code in IssueCode]: IssueWords<Code> };
/** The part of a catalogue that one file holds. */
export type IssueCatalogueOf<Code extends IssueCode> = { [Each in Code]: IssueWords<Each> };

/** Droplets, boom, method, practices and the buffer. */
export type DriftIssueCode =
  | "DROPLET_BELOW_LABEL_MINIMUM"
  | "DROPLET_BELOW_BUFFER_TIER"
  | "BOOM_HEIGHT_EXCEEDS_LIMIT"
  | "MANUAL_DRIFT_OPTION_DISALLOWED"
  | "NO_TREATABLE_AREA"
  | "METHOD_NOT_PERMITTED"
  | "DRIFT_CONDITIONS_UNVERIFIED"
  | "LABEL_DROPLET_MINIMUM_UNRESOLVED"
  | "DROPLET_SIZE_MISSING"
  | "DRIFT_METHOD_UNRESOLVED"
  | "WIND_SPEED_UNRESOLVED"
  | "MANUAL_DRIFT_PRACTICE_UNVERIFIED"
  | "BOOM_HEIGHT_MISSING"
  | "DRIFT_RATE_TIER_UNRESOLVED"
  | "DRIFT_REQUIREMENT_UNRESOLVED"
  | "DOWNSLOPE_UNVERIFIED";

/** Runoff, the areas and soil of the field, and the data behind an answer. */
export type GroundIssueCode =
  | "RUNOFF_TYPE_UNRESOLVED"
  | "SOIL_UNAVAILABLE"
  | "LIMITATIONS_REVIEW_REQUIRED"
  | "UNSUPPORTED_MITIGATION"
  | "RUNOFF_APPLICABILITY_UNVERIFIED"
  | "RUNOFF_REQUIREMENT_UNRESOLVED"
  | "APPLICATION_PROCESSING_INCOMPLETE"
  | "PULA_COVERAGE_MISSING"
  | "COUNTY_CLASS_UNRESOLVED"
  | "BULLETIN_EXPIRES"
  | "SOIL_QUEUE_FAILED"
  | "DATA_SET_STALE";

/** What a label says of when, where and on what a product may be used. */
export type LabelIssueCode =
  | "WIND_OUTSIDE_LABEL_RANGE"
  | "TEMPERATURE_OUTSIDE_LABEL_RANGE"
  | "CROP_NOT_ON_LABEL"
  | "STATE_NOT_ON_LABEL"
  | "DATE_OUTSIDE_LABEL_WINDOW"
  | "REGISTRATION_NOT_ACTIVE"
  | "PROHIBITED_IN_AREA"
  | "CROP_UNRECOGNIZED"
  | "DISPUTED_FIGURE"
  | "LABEL_CONDITIONS_NOT_CHECKED"
  | "ATTESTED"
  | "NEWER_LABEL_EXISTS";

/** Products, what is in the tank, and how much of it. */
export type ProductIssueCode =
  | "UNKNOWN_PRODUCT"
  | "ESA_STATUS_UNKNOWN"
  | "PRODUCT_NAME_MISMATCH"
  | "LABEL_LIMIT_EXCEEDED"
  | "UNRESOLVED_RATE"
  | "ADJUVANT_REQUIREMENT_UNMET"
  | "ADJUVANT_UNRECOGNISED";
