import type { Answer } from "@/lib/domain/question-kinds";
import { wordsIn } from "@/lib/views/language";

const words = wordsIn<Record<Answer, string>>({
  en: { yes: "Yes", no: "No", unknown: "I can't tell" },
  es: { yes: "Sí", no: "No", unknown: "No puedo saberlo" },
});

/** An answer to a question, apart from the questions: pages need the one without the other. */
export const answerInWords = (answer: Answer): string => words()[answer];
