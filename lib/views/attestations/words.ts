import type { QuestionParticulars } from "@/lib/domain/attestation";
import type { Answer, QuestionKind } from "@/lib/domain/question-kinds";
import type { QuestionCatalogue, QuestionToSay, QuestionWords } from "@/lib/views/attestations/catalogue";
import { ENGLISH } from "@/lib/views/attestations/english";
import { SPANISH } from "@/lib/views/attestations/spanish";
import { sourceName } from "@/lib/views/documents";
import { wordsIn, type Language } from "@/lib/views/language";
import { partsOf, type TextPart } from "@/lib/views/text-parts";
import { isEnglishText } from "@/lib/views/vocabulary/table-text";

const catalogue = wordsIn<QuestionCatalogue>({ en: ENGLISH, es: SPANISH });

/** A question as a person reads it. */
export const questionInWords = (question: QuestionToSay, language?: Language): QuestionWords =>
  catalogue(language).questions[question.kind](question);

/** The same where there is room for a list: the question, and each thing to look for. Most questions have no list. */
export const questionAsList = (question: QuestionToSay): { text: string; items: TextPart[]; help: TextPart[] } => {
  const { text, help } = questionInWords(question);
  const { condition, source } = question.particulars;
  const quoted = [
    ...(condition !== undefined && isEnglishText(condition) ? [condition] : []),
    ...(source === undefined ? [] : [sourceName(source)]),
  ];
  const words = { text, help: partsOf(help, quoted) };
  if (question.kind !== "figures_on_label") return { ...words, items: [] };
  const { figuresAsked, figure } = catalogue();
  const items = (question.particulars.figures ?? []).map((each) => ({
    text: figure(each),
    isEnglish: each.kind === "direction" && isEnglishText(each.text),
  }));
  return { ...words, text: `${figuresAsked(question)}?`, items };
};

/** What an answer says, without its question: "the label has no ESA directions". */
export const statementInWords = (
  { kind, answer, besides }: { kind: QuestionKind; answer: Answer } & Pick<QuestionParticulars, "besides">,
  language?: Language,
): string => {
  const { statements, statementsBesides } = catalogue(language);
  return (besides === undefined ? undefined : statementsBesides[answer]) ?? statements[kind][answer];
};
