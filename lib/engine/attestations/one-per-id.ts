import type { AnswerEffect, AttestationQuestion } from "@/lib/domain/attestation";

/**
 * A product that is listed twice is asked about once: the answer is good for every entry of it, and rests on the label of each. Where entries
 * go by editions that say different things, each edition is a question of its own.
 */
export function onePerId(questions: readonly AttestationQuestion[]): AttestationQuestion[] {
  const alike = new Map<string, AttestationQuestion[]>();
  for (const question of questions) {
    const asked = askedBy(question);
    alike.set(asked, [...(alike.get(asked) ?? []), question]);
  }
  const taken = new Set<string>();
  return [...alike.values()].flatMap((same) => {
    const [first] = same;
    if (first === undefined) return [];
    const questionId = freeId(first, taken);
    taken.add(questionId);
    return same.length === 1 ? [{ ...first, questionId }] : [{ ...first, ...merged(same), questionId }];
  });
}

/** The question, whatever name the product was sent with. */
const askedBy = ({ questionId, particulars }: AttestationQuestion): string =>
  JSON.stringify([questionId, { ...particulars, productName: null }]);

/** Of another edition: with its date, since the answer to one must not take the place of the answer to the other. */
function freeId({ questionId, labelDate }: AttestationQuestion, taken: ReadonlySet<string>): string {
  if (!taken.has(questionId)) return questionId;
  const dated = `${questionId}:${labelDate ?? "undated"}`;
  let free = dated;
  for (let place = 2; taken.has(free); place += 1) free = `${dated}:${place}`;
  return free;
}

const EDITION = /:(?:\d{4}-\d{2}-\d{2}|undated)(?::\d+)?$/;

/** The id that the question has of whichever edition stands first: which one that is changes with the entries of the mix. */
export const idOfAnyEdition = (questionId: string): string => questionId.replace(EDITION, "");

function merged(same: readonly AttestationQuestion[]): Pick<AttestationQuestion, "effects" | "entries" | "restsOn"> {
  const restsOn = [...new Set(same.map((question) => question.restsOn))].toSorted();
  return {
    entries: [...new Set(same.map(({ productIndex }) => productIndex))],
    restsOn: restsOn.length === 1 ? (restsOn[0] ?? "") : JSON.stringify(restsOn),
    effects: {
      yes: together(same.map(({ effects }) => effects.yes)),
      no: together(same.map(({ effects }) => effects.no)),
    },
  };
}

const together = (effects: readonly AnswerEffect[]): AnswerEffect => ({
  frees: effects.flatMap(({ frees }) => frees),
  unlimited: effects.flatMap(({ unlimited }) => unlimited),
  confirms: effects.flatMap(({ confirms }) => confirms),
  settles: [...new Set(effects.flatMap(({ settles }) => settles))],
  opens: [...new Set(effects.flatMap(({ opens }) => opens))],
  lifts: effects.flatMap(({ lifts }) => lifts),
  finds: effects.flatMap(({ finds }) => finds),
});
