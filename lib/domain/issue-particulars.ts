import type { AttestedStatement } from "@/lib/domain/question-kinds";
import type { RateProblem } from "@/lib/domain/rate-units";

/** What every issue may carry beside its code's own members. */
interface Common {
  /** The product as it was submitted, for an issue that has a `productIndex`. */
  productName?: string;
  /** Text that an earlier version saved and that no member of this version can hold. Kept word for word. */
  notes?: readonly string[];
}

interface NamedPractice {
  subOptionId: number;
  label: string | null;
}

/** A figure of the mitigation menu that sources read differently: its lowest and highest reading. */
export interface DisputedFigure {
  label: string;
  low: number;
  high: number;
  /** The document that would settle it. */
  settledBy: string;
}

interface AskedAdjuvant {
  requirement: "required" | "forbidden";
  kind: string;
  atLeast: number | null;
  atLeastUnit: string | null;
}

/** A figure of the label that what was sent lies outside of. `what` names it with its unit in snake case. */
export interface BrokenLimit {
  what: string;
  sent: number;
  atLeast: number | null;
  atMost: number | null;
}

/** An area with codes whose text is not loaded. */
export interface AreaWithoutText {
  pulaId: number;
  codes: readonly string[];
}

/** A label's list of nozzles decides the droplets, or no one here knows what the document asks for. */
export type UnsettledDroplets = "nozzle_list" | "not_established";

/** Units of rate tiers, which a product's rate is brought to. */
export type RateTierUnit = "fl_oz_per_acre" | "lb_per_acre";

/** Why a rate has no place in a label's tiers: it lies outside of all, or no one can compare it with them. */
export type RateTierProblem =
  | { kind: "outside" }
  | { kind: "not_compared"; rateUnit: string; tierUnits: readonly RateTierUnit[] };

/** Members that only some codes have. Lists are joined when issues are merged; other members must agree. */
interface Particular {
  ADJUVANT_REQUIREMENT_UNMET: { asked?: readonly AskedAdjuvant[] };
  ADJUVANT_UNRECOGNISED: { asked?: readonly AskedAdjuvant[] };
  APPLICATION_PROCESSING_INCOMPLETE: { isBoundaryChanged?: true };
  ATTESTED: { attested?: readonly AttestedStatement[] };
  COUNTY_CLASS_UNRESOLVED: { counties?: readonly { geoId: string; name: string }[]; isNoneFound?: true };
  CROP_NOT_ON_LABEL: { crops?: readonly string[]; labelCrops?: readonly string[] };
  CROP_UNRECOGNIZED: { crops?: readonly string[]; labelCrops?: readonly string[] };
  DATE_OUTSIDE_LABEL_WINDOW: {
    applicationDate?: string;
    firstDay?: string;
    lastDay?: string;
    plannedStartAt?: string;
    cropStage?: string;
    lastStage?: string;
  };
  DISPUTED_FIGURE: { figures?: readonly DisputedFigure[]; conditions?: readonly string[] };
  DRIFT_CONDITIONS_UNVERIFIED: { isOutdated?: true };
  /** For each document; what an earlier version saved does not say. */
  DRIFT_RATE_TIER_UNRESOLVED: { tiers?: readonly RateTierProblem[] };
  /** The day is before the label known here (`labelBeginsOn`), or after it. */
  ESA_STATUS_UNKNOWN: { labelEndedOn?: string; labelBeginsOn?: string };
  /**
   * `withSaved`: how many this breaks if the saved applications of earlier days were made. `unknownSaved`: how many it may break,
   * because one of those has an amount that is not known.
   */
  LABEL_CONDITIONS_NOT_CHECKED: {
    count?: number;
    unread?: number;
    withSaved?: number;
    unknownSaved?: number;
    possiblePlaces?: readonly string[];
  };
  /** How each document sets its droplets; what an earlier version saved does not say. */
  LABEL_DROPLET_MINIMUM_UNRESOLVED: { setBy?: readonly UnsettledDroplets[] };
  LABEL_LIMIT_EXCEEDED: { limits?: readonly BrokenLimit[] };
  LIMITATIONS_REVIEW_REQUIRED: {
    areasWithoutText?: readonly AreaWithoutText[];
    /** Areas with codes whose loaded texts may name an ingredient of a product that no one knows. */
    mayName?: readonly AreaWithoutText[];
    /** The products that a text which is not loaded, or which names an ingredient of them that no one knows, may limit. */
    mayLimit?: readonly number[];
    /** Codes of loaded texts that no rule scores. */
    toRead?: readonly string[];
  };
  MANUAL_DRIFT_OPTION_DISALLOWED: { practices?: readonly NamedPractice[] };
  MANUAL_DRIFT_PRACTICE_UNVERIFIED: { practices?: readonly NamedPractice[] };
  METHOD_NOT_PERMITTED: { method?: string; nozzle?: string };
  NEWER_LABEL_EXISTS: { labelDate?: string };
  PRODUCT_NAME_MISMATCH: { registration?: string; registeredName?: string; nameBelongsTo?: string };
  PROHIBITED_IN_AREA: { areas?: readonly string[] };
  REGISTRATION_NOT_ACTIVE: { registration?: string; endedOn?: string };
  /** `isPartly`: there is soil data, and ground without any could make the field's soil another one. */
  SOIL_UNAVAILABLE: { isPartly?: true };
  STATE_NOT_ON_LABEL: { places?: readonly string[] };
  TEMPERATURE_OUTSIDE_LABEL_RANGE: { temperatureF?: number; minF?: number; maxF?: number; belowF?: number };
  UNRESOLVED_RATE: { problems?: readonly RateProblem[] };
  UNSUPPORTED_MITIGATION: { limitationCodes?: readonly string[]; mitigationTypes?: readonly string[] };
  WIND_OUTSIDE_LABEL_RANGE: { windSpeedMph?: number; minMph?: number; maxMph?: number; towardSensitiveCrop?: true };
}

/** What is particular to one issue of a code: data, never a sentence. */
export type IssueParticulars<Code extends string> = Common &
  (Code extends keyof Particular ? Particular[Code] : unknown);
