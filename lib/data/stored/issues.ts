import { z } from "zod";
import { FIRST_NOTICES, FIRST_SENTENCES } from "@/lib/data/stored/first-sentences";
import type { IssueParticulars } from "@/lib/domain/issue-particulars";
import { ISSUE_CODES, ISSUES, type Issue, type IssueCode } from "@/lib/domain/issues";

/** What an issue is about follows from its code and is not stored: a code that is filed elsewhere takes old ones along. */
const issueOf = (stored: Omit<Issue, "about" | "particulars"> & { particulars: object }): Issue =>
  ({
    code: stored.code,
    about: ISSUES[stored.code].about,
    blocks: stored.blocks,
    productIndex: stored.productIndex,
    ruleId: stored.ruleId,
    particulars: stored.particulars,
    // A union over the codes cannot be built from a stored code.
  }) as Issue;

type Figure = string | number | boolean | null;
type Listed = Figure | Record<string, Figure | Figure[]>;

const isFigure = (value: unknown): value is Figure =>
  value === null || typeof value === "string" || typeof value === "number" || typeof value === "boolean";
const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);
const isListed = (value: unknown): value is Listed =>
  isFigure(value) ||
  (isRecord(value) &&
    Object.values(value).every((each) => isFigure(each) || (Array.isArray(each) && each.every(isFigure))));

/** By hand: of a union of schemas each is tried in vain for most values, and every failure is written up. */
const particulars = z.custom<Record<string, Figure | Listed[]>>(
  (value) =>
    isRecord(value) &&
    Object.values(value).every((each) => isFigure(each) || (Array.isArray(each) && each.every(isListed))) &&
    (value.notes === undefined ||
      (Array.isArray(value.notes) && value.notes.every((note) => typeof note === "string"))),
);

/** An issue as it is stored now. */
const asData = z
  .object({
    code: z.enum(ISSUE_CODES),
    blocks: z.boolean(),
    productIndex: z.int().nonnegative().nullable(),
    ruleId: z.string().nullable(),
    particulars,
  })
  .transform(issueOf);

/** An issue of the first format: one text, its sentence before its particulars. */
const asSentence = z.object({
  code: z.enum(ISSUE_CODES),
  message: z.string(),
  blocks: z.literal(true).optional(),
});

const NAMED = /^\((.*)\)$/s;

/**
 * The issue that a text of the first format stood for. Products are those that were checked, in their order: a text that
 * names exactly one of them is about it. What it cannot tell is kept word for word.
 */
function fromSentence({ code, message, blocks }: z.output<typeof asSentence>, productNames: readonly string[]): Issue {
  const sentence = FIRST_SENTENCES[code] ?? "";
  const rest = (message.startsWith(sentence) ? message.slice(sentence.length) : message).trim();
  const name = NAMED.exec(rest)?.[1];
  const isNamed = name !== undefined && productNames.includes(name);
  const isOne = productNames.filter((each) => each === name).length === 1;
  return issueOf({
    code,
    blocks: blocks ?? !FIRST_NOTICES.has(code),
    productIndex: isNamed && isOne ? productNames.indexOf(name) : null,
    ruleId: null,
    particulars: particularsOf(rest, isNamed ? name : null),
  });
}

const particularsOf = (rest: string, productName: string | null): IssueParticulars<IssueCode> => {
  if (productName !== null) return { productName };
  return rest === "" ? {} : { notes: [rest] };
};

type Named = readonly { productName: string }[];

/** Made once: making it for each reading took longer than the readings. */
const storedIssues = z.array(z.union([asData, asSentence]));

/**
 * Stored issues of any format as issues, with the products they were found for. Each issue tells its own format, because
 * servers of two versions write side by side while one replaces the other. Throws where one is no issue at all.
 */
export function readStoredIssues(json: unknown, mix: Named): Issue[] {
  const names = mix.map(({ productName }) => productName);
  return storedIssues.parse(json).map((stored) => ("message" in stored ? fromSentence(stored, names) : stored));
}

/** Stored parts of an answer, each with its issues read. */
export const withStoredIssues = <Part extends { issues: unknown }>(
  parts: readonly Part[],
  mix: Named,
): (Omit<Part, "issues"> & { issues: Issue[] })[] =>
  parts.map((part) => ({ ...part, issues: readStoredIssues(part.issues, mix) }));
