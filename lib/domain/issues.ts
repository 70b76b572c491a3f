import type { IssueParticulars } from "@/lib/domain/issue-particulars";

/**
 * The closed catalogue of issue codes. An issue is a value in a 200 answer: the work was done, and this is what stands
 * in the way of a pass. What an issue says is data here; its sentences are made in `lib/views/issues`.
 *
 * `effect` is what the code does to a status: `not_met` (a known violation), `indeterminate` (blocks a pass) or `none`
 * (informs only). `incomplete` marks the codes that make `processing_complete` false. `hidesRequirements` marks the
 * codes under which it is unknown what the label or the area requires at all.
 */
interface IssueDefinition {
  about: IssueSubject;
  effect: "not_met" | "indeterminate" | "none";
  incomplete: boolean;
  hidesRequirements: boolean;
}

/** What an issue is about. `rate` and `mix`: what is in the tank, in which amount and volume. */
export const ISSUE_SUBJECTS = [
  "runoff",
  "drift",
  "rate",
  "mix",
  "product",
  "limitation",
  "data",
  "application",
] as const;
export type IssueSubject = (typeof ISSUE_SUBJECTS)[number];

const definition = (
  about: IssueSubject,
  effect: IssueDefinition["effect"],
  more: Partial<IssueDefinition> = {},
): IssueDefinition => ({ about, effect, incomplete: false, hidesRequirements: false, ...more });

/** A known violation. */
const violation = (about: IssueSubject) => definition(about, "not_met");
/** An input or a supported calculation is missing. */
const missing = (about: IssueSubject, more?: Partial<IssueDefinition>) =>
  definition(about, "indeterminate", { incomplete: true, ...more });
/** A person has to look, confirm or send something. */
const unverified = (about: IssueSubject) => definition(about, "indeterminate");
const notice = (about: IssueSubject) => definition(about, "none");
const HIDES = { hidesRequirements: true };

export const ISSUES = {
  DROPLET_BELOW_LABEL_MINIMUM: violation("drift"),
  DROPLET_BELOW_BUFFER_TIER: violation("drift"),
  BOOM_HEIGHT_EXCEEDS_LIMIT: violation("drift"),
  MANUAL_DRIFT_OPTION_DISALLOWED: violation("drift"),
  NO_TREATABLE_AREA: violation("drift"),
  METHOD_NOT_PERMITTED: violation("drift"),
  WIND_OUTSIDE_LABEL_RANGE: violation("drift"),
  TEMPERATURE_OUTSIDE_LABEL_RANGE: violation("drift"),
  LABEL_LIMIT_EXCEEDED: violation("rate"),
  ADJUVANT_REQUIREMENT_UNMET: violation("mix"),
  CROP_NOT_ON_LABEL: violation("product"),
  STATE_NOT_ON_LABEL: violation("product"),
  DATE_OUTSIDE_LABEL_WINDOW: violation("product"),
  REGISTRATION_NOT_ACTIVE: violation("product"),
  PROHIBITED_IN_AREA: violation("limitation"),
  UNKNOWN_PRODUCT: missing("product", HIDES),
  ESA_STATUS_UNKNOWN: missing("product", HIDES),
  PRODUCT_NAME_MISMATCH: unverified("product"),
  CROP_UNRECOGNIZED: unverified("product"),
  DISPUTED_FIGURE: unverified("runoff"),
  RUNOFF_TYPE_UNRESOLVED: missing("runoff"),
  SOIL_UNAVAILABLE: missing("runoff"),
  UNRESOLVED_RATE: missing("rate"),
  LIMITATIONS_REVIEW_REQUIRED: unverified("limitation"),
  DRIFT_CONDITIONS_UNVERIFIED: unverified("drift"),
  UNSUPPORTED_MITIGATION: unverified("limitation"),
  RUNOFF_APPLICABILITY_UNVERIFIED: unverified("runoff"),
  RUNOFF_REQUIREMENT_UNRESOLVED: missing("runoff"),
  LABEL_DROPLET_MINIMUM_UNRESOLVED: missing("drift"),
  DROPLET_SIZE_MISSING: unverified("drift"),
  DRIFT_METHOD_UNRESOLVED: missing("drift"),
  WIND_SPEED_UNRESOLVED: missing("drift"),
  MANUAL_DRIFT_PRACTICE_UNVERIFIED: unverified("drift"),
  BOOM_HEIGHT_MISSING: unverified("drift"),
  DRIFT_RATE_TIER_UNRESOLVED: missing("drift"),
  DRIFT_REQUIREMENT_UNRESOLVED: missing("drift"),
  DOWNSLOPE_UNVERIFIED: unverified("drift"),
  APPLICATION_PROCESSING_INCOMPLETE: missing("application"),
  PULA_COVERAGE_MISSING: missing("data", HIDES),
  COUNTY_CLASS_UNRESOLVED: missing("data"),
  ADJUVANT_UNRECOGNISED: missing("mix"),
  BULLETIN_EXPIRES: unverified("data"),
  SOIL_QUEUE_FAILED: notice("data"),
  DATA_SET_STALE: notice("data"),
  LABEL_CONDITIONS_NOT_CHECKED: notice("product"),
  ATTESTED: notice("application"),
  NEWER_LABEL_EXISTS: notice("product"),
} as const satisfies Record<string, IssueDefinition>;

export type IssueCode = keyof typeof ISSUES;
export const ISSUE_CODES = Object.keys(ISSUES) as IssueCode[];

interface IssueOf<Code extends IssueCode> {
  code: Code;
  about: IssueSubject;
  /** It stands in the way of a pass. A notice can grow into something that does. */
  blocks: boolean;
  /** The product it is about, by its place in the request; null where it is about the whole application. */
  productIndex: number | null;
  /** The rule that it comes from, as the explanation names it. */
  ruleId: string | null;
  particulars: IssueParticulars<Code>;
}

/** One issue of an assessment: what was found, as data. */
export type Issue = { [Code in IssueCode]: IssueOf<Code> }[IssueCode];

interface Given<Code extends IssueCode> {
  productIndex?: number | null;
  ruleId?: string | null;
  particulars?: IssueParticulars<Code>;
  /** For a notice that has grown into something that blocks a pass. */
  blocks?: true;
}

/** An issue of a code, about one product or rule where these are given. */
export const issue = <Code extends IssueCode>(
  code: Code,
  { productIndex = null, ruleId = null, particulars, blocks }: Given<Code> = {},
): Issue =>
  ({
    code,
    about: ISSUES[code].about,
    blocks: blocks ?? ISSUES[code].effect !== "none",
    productIndex,
    ruleId,
    particulars: particulars ?? {},
    // A union over the codes cannot be built from a type parameter; `Given` ties the particulars to the code.
  }) as Issue;

export const issueEffect = ({ code, blocks }: Pick<Issue, "code" | "blocks">): IssueDefinition["effect"] => {
  const { effect } = ISSUES[code];
  // A snapshot keeps what its issue did then, also where the code blocks today.
  if (!blocks) return "none";
  return effect === "none" ? "indeterminate" : effect;
};

export const isIncomplete = ({ code }: Pick<Issue, "code">): boolean => ISSUES[code].incomplete;

/**
 * Whether an issue is the drift page's to show and counts in the drift status: setup, wind, practices and the
 * adjuvants in the tank always; the rate and the spray volume where a drift buffer is required, because the buffer is
 * computed from them.
 */
export const bearsOnDrift = (
  { about }: Pick<Issue, "about">,
  { isBufferRequired }: { isBufferRequired: boolean },
): boolean => about === "drift" || about === "mix" || (about === "rate" && isBufferRequired);

/** Whether it is unknown, under this issue, that no drift buffer is required. */
export const hidesRequirements = ({ code }: Pick<Issue, "code">): boolean => ISSUES[code].hidesRequirements;
