import type { Issue } from "@/lib/domain/issues";
import type { AreaWithoutText } from "@/lib/domain/issue-particulars";
import type { LabelFigure } from "@/lib/domain/label-figures";
import type { Answer, QuestionKind } from "@/lib/domain/question-kinds";

/** What an answer does to an assessment. It only ever takes doubt away, or finds a violation. */
export interface AnswerEffect {
  /** Products whose unread label is said to carry no ESA directions. */
  frees: number[];
  /** Products that no bulletin of the field's areas limits, as the applicator read there. */
  unlimited: number[];
  /** Products whose label is said to have the figures that were asked about. */
  confirms: number[];
  /** Label conditions, by rule id, that no one has to check any more. */
  settles: string[];
  /** Label conditions, by rule id, that block a pass because the applicator says they are not kept yet. */
  opens: string[];
  lifts: Issue[];
  finds: Issue[];
}

/** What a question is about, beside its subject: data of which its words are made. */
export interface QuestionParticulars {
  productName: string;
  /** What of the mix is asked about. */
  items?: string[];
  adjuvantKind?: string;
  nozzle?: string | null;
  /** The direction of the label, in a sentence. */
  condition?: string;
  /** Where the direction stands. */
  source?: string;
  windDirectionDeg?: number;
  /** Areas with codes whose text is not loaded, or may name an ingredient that no one knows. */
  areas?: readonly AreaWithoutText[];
  /** Codes whose limitations bind the product in any case: the question is whether others do. */
  besides?: readonly string[] | undefined;
  /** The month of application, "2026-06". */
  month?: string;
  /** What the label is believed to say. */
  figures?: readonly LabelFigure[];
  /** Names of the counties under the field, each with its state. */
  counties?: readonly string[];
}

/** One thing that only the applicator can know, asked because the answer hangs on it. */
export interface AttestationQuestion {
  /** The same for the same question of the same application, at every check. */
  questionId: string;
  kind: QuestionKind;
  version: number;
  productIndex: number;
  /** All entries of the mix whose directions an answer settles, where the product is listed more than once. Left out: that one. */
  entries?: number[] | undefined;
  /** The registration number or the name that is asked about. */
  subject: string;
  /** Of the label that binds the application, where one is known. */
  labelDate: string | null;
  /** The facts that an answer rests on, spelled out: when one of them changes, the answer falls. */
  restsOn: string;
  particulars: QuestionParticulars;
  /** The first day, `YYYY-MM-DD`, on which an answer that keeps the condition counts: the label names a term. Left out: any day. */
  keptFrom?: string | undefined;
  effects: Record<Exclude<Answer, "unknown">, AnswerEffect>;
}

/** An answer as it was given, in the applicator's own word. */
export interface Attestation {
  questionId: string;
  kind: QuestionKind;
  version: number;
  subject: string;
  answer: Answer;
  /** The name that the person typed. */
  attestedBy: string;
  attestedAt: Date;
  labelDate: string | null;
  /** Of the application, when the answer was given. */
  applicationRevision: number;
  /** Hash of what the answer rests on. */
  fingerprint: string;
  /** The same question was answered for other facts since. Left out: no. */
  isReplaced?: true | undefined;
}

/** A question with the answer that is in force; null: not answered. */
export interface AskedQuestion {
  question: AttestationQuestion;
  attestation: Attestation | null;
  /**
   * Not answered for these facts, or by one who cannot tell, and said to be broken for others: a sensitive crop lay downwind before the wind
   * turned. It may be so still. Left out: no.
   */
  wasBroken?: true | undefined;
}

/** An answer in force, as an assessment lists it. */
export interface ListedAttestation extends Omit<Attestation, "fingerprint" | "isReplaced"> {
  productIndex: number;
  /** False: the provider has attestations shown and not counted. */
  counts: boolean;
}

/**
 * An answer as a change remembers it: whole, so that an undo brings back the very answer. `besides` as it was asked, because "no" says
 * less where limitations bind the product in any case; changes of before it was kept have none.
 */
export type RememberedAttestation = Omit<Attestation, "attestedAt" | "isReplaced"> & { attestedAt: string } & Pick<
    QuestionParticulars,
    "besides"
  >;

export const rememberedAttestation = (
  given: Attestation,
  besides?: QuestionParticulars["besides"],
): RememberedAttestation => ({
  ...given,
  attestedAt: given.attestedAt.toISOString(),
  ...(besides === undefined ? {} : { besides }),
});

/** Whether two answers to one question are the same one. Null: not answered. */
const isSameAttestation = (
  a: Pick<RememberedAttestation, "answer" | "attestedBy" | "attestedAt"> | null,
  b: Pick<RememberedAttestation, "answer" | "attestedBy" | "attestedAt"> | null,
): boolean =>
  a === null || b === null
    ? a === b
    : a.answer === b.answer && a.attestedBy === b.attestedBy && Date.parse(a.attestedAt) === Date.parse(b.attestedAt);

const NO_EFFECT: AnswerEffect = {
  frees: [],
  unlimited: [],
  confirms: [],
  settles: [],
  opens: [],
  lifts: [],
  finds: [],
};

/** An effect of which only some parts are named. */
export const effectOf = (parts: Partial<AnswerEffect> = {}): AnswerEffect => ({ ...NO_EFFECT, ...parts });

/**
 * Whether the answer that is kept is the one that a change left. A change that took an answer back left the one before it, if any stood for
 * other facts.
 */
export const isLeftBy = (
  now: Attestation | null,
  { after, changedAt }: { after: RememberedAttestation | null; changedAt: Date },
): boolean =>
  isSameAttestation(now === null ? null : rememberedAttestation(now), after) ||
  (after === null && now !== null && now.attestedAt < changedAt);
