import type { Issue, IssueCode } from "@/lib/domain/issues";
import { ENGLISH } from "@/lib/views/issues/english";
import type { GivenBy, IssueCatalogue, IssueWords } from "@/lib/views/issues/issue-words";
import { SPANISH } from "@/lib/views/issues/spanish";
import { wordsIn, type Language } from "@/lib/views/language";

const catalogue = wordsIn<IssueCatalogue>({ en: ENGLISH, es: SPANISH });

const wordsOf = (code: IssueCode, language?: Language): IssueWords<IssueCode> =>
  // A union over the codes: callers pass the particulars of the same code.
  catalogue(language)[code];

/** The sentence of an issue, with what is particular to it. */
export const issueMessage = (issue: MessageOf, language?: Language): string => messageOf(issue, "sent", language);

/** The same of an hour of a forecast, in English: no one sent its figures. */
export const hourIssueMessage = (issue: MessageOf): string => messageOf(issue, "forecast", "en");

type MessageOf = Pick<Issue, "code" | "particulars">;

function messageOf({ code, particulars }: MessageOf, from: GivenBy, language?: Language): string {
  const { message, hourMessage, details } = wordsOf(code, language);
  const { productName, notes = [] } = particulars;
  const phrases = (details?.(particulars, from) ?? []).join("; ");
  const about = [productName, phrases].filter((part) => part !== undefined && part !== "").join(": ");
  const sentence = from === "forecast" ? (hourMessage ?? message) : message;
  return [sentence, about === "" ? "" : `(${about})`, ...notes].filter((part) => part !== "").join(" ");
}

/** What a code comes down to, as a phrase for a headline. */
export const issueHeadline = (code: IssueCode, language?: Language): string => wordsOf(code, language).headline;

/** What a code means, without a case. */
export const issueMeaning = (code: IssueCode, language?: Language): string => wordsOf(code, language).message;

/** What helps, for someone who can send applications. */
export const issueRemedy = (code: IssueCode, language?: Language): string => wordsOf(code, language).remedy;

/** What helps, for an applicator in the portal. */
export function portalRemedy(code: IssueCode, provider: string, language?: Language): string {
  const words = wordsOf(code, language);
  return words.portalRemedy?.(provider) ?? words.remedy;
}
