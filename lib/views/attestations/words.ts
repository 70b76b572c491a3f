import type { QuestionParticulars } from "@/lib/domain/attestation";
import type { Answer, QuestionKind } from "@/lib/domain/question-kinds";
import type { QuestionCatalogue, QuestionToSay, QuestionWords } from "@/lib/views/attestations/catalogue";
import { ENGLISH } from "@/lib/views/attestations/english";
import { SPANISH } from "@/lib/views/attestations/spanish";
import { sourceName } from "@/lib/views/documents";
import { wordsIn, type Language } from "@/lib/views/language";

const catalogue = wordsIn<QuestionCatalogue>({ en: ENGLISH, es: SPANISH });

/** A question as a person reads it. */
export const questionInWords = (question: QuestionToSay, language?: Language): QuestionWords =>
  catalogue(language).questions[question.kind](question);

/** A stretch of a text; what is quoted of a label, and what names it, is in English in every language. */
export interface QuestionPart {
  text: string;
  isEnglish: boolean;
}

/** The same where there is room for a list: the question, and each thing to look for. Most questions have no list. */
export const questionAsList = (
  question: QuestionToSay,
): { text: string; items: QuestionPart[]; help: QuestionPart[] } => {
  const { text, help } = questionInWords(question);
  const { condition, source } = question.particulars;
  const quoted = [condition, source === undefined ? undefined : sourceName(source)].filter(
    (each) => each !== undefined,
  );
  const words = { text, help: quoted.reduce(parted, [{ text: help, isEnglish: false }]) };
  if (question.kind !== "figures_on_label") return { ...words, items: [] };
  const { figuresAsked, figure } = catalogue();
  // A direction is the label's own sentence.
  const items = (question.particulars.figures ?? []).map((each) => ({
    text: figure(each),
    isEnglish: each.kind === "direction",
  }));
  return { ...words, text: `${figuresAsked(question)}?`, items };
};

/** The parts of a text with one quotation as a part of its own. */
const parted = (parts: readonly QuestionPart[], quotation: string): QuestionPart[] =>
  parts.flatMap((part) => {
    const at = part.isEnglish || quotation === "" ? -1 : part.text.indexOf(quotation);
    if (at < 0) return [part];
    const [before, after] = [part.text.slice(0, at), part.text.slice(at + quotation.length)];
    const around = (text: string): QuestionPart[] => (text === "" ? [] : [{ text, isEnglish: false }]);
    return [...around(before), { text: quotation, isEnglish: true }, ...around(after)];
  });

/** What an answer says, without its question: "the label has no ESA directions". */
export const statementInWords = (
  { kind, answer, besides }: { kind: QuestionKind; answer: Answer } & Pick<QuestionParticulars, "besides">,
  language?: Language,
): string => {
  const { statements, statementsBesides } = catalogue(language);
  return (besides === undefined ? undefined : statementsBesides[answer]) ?? statements[kind][answer];
};
