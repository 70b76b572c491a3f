import type { FieldYearRef } from "@/lib/domain/field-year";
import type { Answer } from "@/lib/domain/question-kinds";
import type { TextPart } from "@/lib/views/text-parts";

/** One thing that the applicator is asked, with the answer that is in force. */
export interface QuestionView {
  questionId: string;
  /** Of the facts that an answer rests on: what an edit names as the question it answers. */
  fingerprint: string;
  text: string;
  /** What to look for, one by one; empty where the text says it all. */
  items: TextPart[];
  help: TextPart[];
  said: SaidView | null;
}

export interface SaidView {
  answer: Answer;
  /** What the answer says, in words. */
  statement: string;
  by: string;
  at: string;
}

/** The questions of one application. */
export interface QuestionsView {
  place: FieldYearRef;
  applicationEventId: string;
  questions: QuestionView[];
  isLocked: boolean;
  /** False: the provider has answers shown and not counted. */
  doAnswersCount: boolean;
}
