/** What an applicator is asked. The list is closed: callers build their own screens by it. */
export const QUESTION_KINDS = [
  /** Whether the label in hand refers to EPA's bulletins or mitigation menu. Asked for a product no one has read. */
  "label_has_esa_directions",
  /** Whether a container that came without a number shows one. Without one it holds no pesticide. */
  "product_has_epa_number",
  "nozzle_on_list",
  "adjuvant_on_list",
  /** Whether the mix holds something that a label forbids. */
  "adjuvant_in_mix",
  "sensitive_crop_downwind",
  "label_website_checked",
  /** Whether the label forbids the field's county. Asked where a label names counties and no one has read the list. */
  "county_forbidden_by_label",
  /** Whether the bulletin of the field limits a product. Asked where an area has a code whose text is not loaded, or may name an
   * ingredient of the product that no one knows. */
  "bulletin_limits_product",
  /** Whether the label in hand says what its edition is believed to say. Asked where no one has read it there. */
  "figures_on_label",
] as const;
export type QuestionKind = (typeof QUESTION_KINDS)[number];

/** Kinds that a condition of a label can ask for. */
export const CONDITION_QUESTIONS = [
  "nozzle_on_list",
  "sensitive_crop_downwind",
  "label_website_checked",
  "county_forbidden_by_label",
] as const satisfies readonly QuestionKind[];
export type ConditionQuestion = (typeof CONDITION_QUESTIONS)[number];

/** Raised when the words of a question change their meaning: an answer to the earlier words answers nothing then. */
export const QUESTION_VERSION = 1;

export const ANSWERS = ["yes", "no", "unknown"] as const;
export type Answer = (typeof ANSWERS)[number];

/** The name and answer of one attestation, as an issue tells of it. */
export interface AttestedStatement {
  kind: QuestionKind;
  subject: string;
  answer: Answer;
  by: string;
  /** Codes beside which the question asked for others. */
  besides?: readonly string[] | undefined;
}
