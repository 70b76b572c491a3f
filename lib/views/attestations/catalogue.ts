import type { QuestionParticulars } from "@/lib/domain/attestation";
import type { LabelFigure } from "@/lib/domain/label-figures";
import type { Answer, QuestionKind } from "@/lib/domain/question-kinds";

/** What a question says, and where to look for its answer. */
export interface QuestionWords {
  text: string;
  help: string;
}

export interface QuestionToSay {
  kind: QuestionKind;
  subject: string;
  labelDate: string | null;
  particulars: QuestionParticulars;
}

/** What the questions and their answers say in one language. */
export interface QuestionCatalogue {
  questions: Record<QuestionKind, (question: QuestionToSay) => QuestionWords>;
  /** The question about figures, up to the list of them: no mark at its end. */
  figuresAsked: (question: QuestionToSay) => string;
  figure: (figure: LabelFigure) => string;
  /** What an answer says, without its question: "the label has no ESA directions". */
  statements: Record<QuestionKind, Record<Answer, string>>;
  /** The same of a question that asks what there is beside what is listed (`besides`). */
  statementsBesides: Partial<Record<Answer, string>>;
}
