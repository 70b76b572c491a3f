import { effectOf, type AnswerEffect, type AskedQuestion, type ListedAttestation } from "@/lib/domain/attestation";
import { issue, type Issue, type IssueCode } from "@/lib/domain/issues";
import type { UnjudgedCondition } from "@/lib/domain/label-conditions";
import { mergeIssues } from "@/lib/domain/merge-issues";

/** Codes that say that no one knows what a product's label asks for; an amount of it matters only by what it asks for. */
const OF_UNREAD_LABEL: readonly IssueCode[] = ["UNKNOWN_PRODUCT", "ESA_STATUS_UNKNOWN", "UNRESOLVED_RATE"];

/** Codes that runoff scoring finds, and finds again whenever the requirement changes. */
export const OF_RUNOFF_TARGET: readonly IssueCode[] = [
  "SOIL_UNAVAILABLE",
  "RUNOFF_REQUIREMENT_UNRESOLVED",
  "RUNOFF_APPLICABILITY_UNVERIFIED",
];

/** What an answer does, with the entries of the mix whose directions it settles. */
export interface GivenEffect extends AnswerEffect {
  entries?: readonly number[];
}

/**
 * What the given answers do. "I can't tell" does nothing. What was said to be broken for other facts blocks until it is answered. A direction
 * that two editions of a product have is settled once both are answered so.
 */
export function effectsOf(asked: readonly AskedQuestion[]): GivenEffect[] {
  const given = asked.map(effectOfAnswer);
  const unsettled = new Set(
    asked.flatMap(({ question: { effects } }, index) =>
      [...effects.yes.settles, ...effects.no.settles].filter(
        (ruleId) => given[index]?.settles.includes(ruleId) !== true,
      ),
    ),
  );
  return asked.flatMap(({ question: { productIndex, entries = [productIndex] } }, index) => {
    const effect = given[index] ?? null;
    if (effect === null) return [];
    return [{ ...effect, entries, settles: effect.settles.filter((ruleId) => !unsettled.has(ruleId)) }];
  });
}

function effectOfAnswer({ question: { effects }, attestation, wasBroken }: AskedQuestion): AnswerEffect | null {
  if (wasBroken === true) return effectOf({ opens: [...effects.yes.settles, ...effects.no.settles] });
  return attestation === null || attestation.answer === "unknown" ? null : effects[attestation.answer];
}

/** The products that answers say carry no ESA directions. */
export const freedBy = (effects: readonly AnswerEffect[]): ReadonlySet<number> =>
  new Set(effects.flatMap(({ frees }) => frees));

/** The products that no code without a loaded text limits, as answers say. */
const unlimitedBy = (effects: readonly AnswerEffect[]): ReadonlySet<number> =>
  new Set(effects.flatMap(({ frees, unlimited }) => [...frees, ...unlimited]));

/** Whether every product whose unread label leaves the runoff target open is said to ask for nothing. */
export function isTargetSettled(asked: readonly AskedQuestion[]): boolean {
  const freed = freedBy(effectsOf(asked));
  const open = asked.flatMap(({ question }) => question.effects.no.frees);
  return open.length > 0 && open.every((productIndex) => freed.has(productIndex));
}

/** Whether every label that was asked about is said to have its figures. */
export function areFiguresConfirmed(asked: readonly AskedQuestion[]): boolean {
  const figures = asked.filter(({ question }) => question.effects.yes.confirms.length > 0);
  return figures.length > 0 && figures.every(({ attestation }) => attestation?.answer === "yes");
}

/** The products whose labels are said to have their figures. */
export const confirmedBy = (asked: readonly AskedQuestion[]): ReadonlySet<number> =>
  new Set(
    asked.flatMap(({ question, attestation }) => (attestation?.answer === "yes" ? question.effects.yes.confirms : [])),
  );

/** A label condition by its rule id, and the entry of the mix that has it: two editions of a product share their rule ids. */
type Direction = Pick<UnjudgedCondition, "productIndex" | "ruleId">;

/**
 * Tells label conditions that answers settle. One that another answer opens is not, nor is that of an entry that was not asked about: its
 * edition may say something else under the same id.
 */
export function settledBy(effects: readonly GivenEffect[]): (direction: Direction) => boolean {
  const opened = openedBy(effects);
  const nameOf = ({ productIndex, ruleId }: Direction): string => `${productIndex} ${ruleId}`;
  const settled = new Set(
    effects.flatMap(({ settles, entries = [] }) =>
      settles.flatMap((ruleId) => entries.map((productIndex) => nameOf({ productIndex, ruleId }))),
    ),
  );
  return (direction) => settled.has(nameOf(direction)) && !opened.has(direction.ruleId);
}

const openedBy = (effects: readonly AnswerEffect[]): ReadonlySet<string> =>
  new Set(effects.flatMap(({ opens }) => opens));

/** The conditions that are left for the applicator to check. */
export const unjudgedAfter = (
  unjudged: readonly UnjudgedCondition[],
  effects: readonly GivenEffect[],
): UnjudgedCondition[] => {
  const isSettled = settledBy(effects);
  const opened = openedBy(effects);
  return unjudged
    .filter((condition) => !isSettled(condition))
    .map((condition) => (opened.has(condition.ruleId) ? { ...condition, isOpen: true } : condition));
};

/**
 * Issues with answers taken into account: doubt that an answer settles goes, and a violation that it tells of comes.
 *
 * A violation that is known without it never goes. Units: none. Source: docs/rules.md, Attestations. Missing data: an
 * answer about what is not among the issues changes nothing. Throws: never.
 */
export function issuesAfter(
  issues: readonly Issue[],
  effects: readonly GivenEffect[],
  unjudged: readonly UnjudgedCondition[],
): Issue[] {
  if (effects.length === 0) return [...issues];
  const freed = freedBy(effects);
  // A label that has ended leaves the same code, and no answer about another label takes that away.
  const isLifted = ({ code, productIndex, particulars }: Issue): boolean =>
    productIndex !== null &&
    freed.has(productIndex) &&
    OF_UNREAD_LABEL.includes(code) &&
    !("labelEndedOn" in particulars);
  const lifts = effects.flatMap((effect) => effect.lifts);
  const left = lifts.reduce(
    without,
    issues.filter((found) => !isLifted(found)).flatMap(withoutReadAreas(unlimitedBy(effects))),
  );
  const isListChanged = effects.some(({ settles, opens }) => settles.length + opens.length > 0);
  const counted = isListChanged ? recounted(left, unjudgedAfter(unjudged, effects)) : left;
  return mergeIssues([...counted, ...effects.flatMap(({ finds }) => finds)]);
}

/**
 * Areas whose texts are not loaded leave nothing to read once no product of the mix is limited there. What an earlier
 * version saved does not say which products it was found for, and stays.
 */
const withoutReadAreas =
  (unlimited: ReadonlySet<number>) =>
  (found: Issue): Issue[] => {
    if (found.code !== "LIMITATIONS_REVIEW_REQUIRED") return [found];
    const { areasWithoutText, mayName, mayLimit, ...rest } = found.particulars;
    if ((areasWithoutText ?? mayName) === undefined || mayLimit === undefined) return [found];
    if (!mayLimit.every((productIndex) => unlimited.has(productIndex))) return [found];
    return (rest.toRead ?? rest.notes ?? []).length === 0 ? [] : [{ ...found, particulars: rest }];
  };

/** Takes one finding out of the merged issues: what other rules found under the same code stays. */
function without(issues: readonly Issue[], lifted: Issue): Issue[] {
  return issues.flatMap((found) => {
    if (found.code !== lifted.code || found.productIndex !== lifted.productIndex) return [found];
    const rest = lessOf({ ...found.particulars }, { ...lifted.particulars });
    return rest === null ? [] : [{ ...found, particulars: rest }];
  });
}

type Particulars = Record<string, unknown>;

/** Lists less what is taken out; null where nothing is left in any of them. */
function lessOf(from: Particulars, taken: Particulars): Particulars | null {
  const entries = Object.entries(from).map(([key, value]): [string, unknown] => {
    const gone = taken[key];
    if (!Array.isArray(value) || !Array.isArray(gone)) return [key, value];
    const texts = new Set(gone.map((each) => JSON.stringify(each)));
    return [key, value.filter((each) => !texts.has(JSON.stringify(each)))];
  });
  // What an earlier version saved without the list may rest on more than is taken out.
  const isUnlisted = Object.keys(taken).some((key) => Array.isArray(taken[key]) && from[key] === undefined);
  if (isUnlisted) return from;
  const lists = entries.filter(([, value]) => Array.isArray(value));
  const isEmpty = lists.every(([, value]) => (value as unknown[]).length === 0);
  return isEmpty ? null : Object.fromEntries(entries);
}

/** How many conditions of each product are left, and whether one of them blocks. */
function recounted(issues: readonly Issue[], left: readonly UnjudgedCondition[]): Issue[] {
  return issues.flatMap((found) => {
    if (found.code !== "LABEL_CONDITIONS_NOT_CHECKED" || found.productIndex === null) return [found];
    const own = left.filter(({ productIndex }) => productIndex === found.productIndex);
    if (own.length === 0) return [];
    const unread = own.filter(({ isUnread }) => isUnread === true).length;
    const blocks = own.some(({ isOpen }) => isOpen === true);
    return [{ ...found, blocks, particulars: { ...found.particulars, count: own.length, unread } }];
  });
}

/** Names each answer that counts, beside the product it is about. */
export const attestedIssues = (asked: readonly AskedQuestion[]): Issue[] =>
  mergeIssues(
    asked.flatMap(({ question: { productIndex, particulars, subject, kind }, attestation }) =>
      attestation === null || attestation.answer === "unknown"
        ? []
        : [
            issue("ATTESTED", {
              productIndex,
              particulars: {
                productName: particulars.productName,
                attested: [
                  {
                    ...{ kind, subject, answer: attestation.answer, by: attestation.attestedBy },
                    ...(particulars.besides === undefined ? {} : { besides: particulars.besides }),
                  },
                ],
              },
            }),
          ],
    ),
  );

/** The answers that are in force, as an assessment lists them. */
export const listedAttestations = (
  asked: readonly AskedQuestion[],
  { counts }: { counts: boolean },
): ListedAttestation[] =>
  asked.flatMap(({ question, attestation }) => {
    if (attestation === null) return [];
    const { kind, version, questionId, subject, productIndex } = question;
    const { answer, attestedBy, attestedAt, labelDate, applicationRevision } = attestation;
    const said = { answer, attestedBy, attestedAt, labelDate, applicationRevision };
    return [{ questionId, kind, version, subject, productIndex, ...said, counts }];
  });
