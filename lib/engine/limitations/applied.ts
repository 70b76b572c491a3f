import type { MethodClass } from "@/lib/domain/application";
import type { AppliedLimitation, AppliedPula } from "@/lib/domain/compliance";
import { ingredientsMatch } from "@/lib/domain/ingredients";
import type { LimitationRule } from "@/lib/domain/product";
import type { Limitation, Pula } from "@/lib/domain/pula";
import { limitableNumbers } from "@/lib/domain/registration";
import type { RatedProduct } from "@/lib/engine/rated-product";

/** A limitation that binds a product here, with the rule that scores it, if there is one. */
export interface BoundLimitation {
  limitation: Limitation;
  rule: LimitationRule | null;
  /** The rule was made from this very text and scores all of it, so that nothing is left to read. */
  isScored: boolean;
  /** What the sources lack of this code, where nothing scores it. */
  missing: string | null;
  rated: RatedProduct;
}

const ingredientsOf = ({ record }: RatedProduct): string[] => record?.ingredients.map(({ name }) => name) ?? [];

/**
 * Limitations that bind one product: named by its registration number (a distributor's falls back to the
 * registrant's, and one given up in a transfer means the one of today) or by an active ingredient of it, for the method's
 * class.
 *
 * Source: docs/contract.md, Single check. Missing data: a row without method words binds every class; crop uses and
 * formulations are shown and never let a product off.
 */
export function boundLimitations(
  rated: RatedProduct,
  limitations: readonly Limitation[],
  facts: { ofClass: MethodClass; rules: readonly LimitationRule[] },
): BoundLimitation[] {
  const names = limitableNumbers(rated.registration, rated.record);
  const ingredients = ingredientsOf(rated);
  const isNamed = ({
    registration,
    activeIngredient,
  }: {
    registration: string | null;
    activeIngredient: string | null;
  }) =>
    (registration !== null && names.includes(registration)) ||
    (registration === null &&
      activeIngredient !== null &&
      ingredients.some((ingredient) => ingredientsMatch(ingredient, activeIngredient)));
  return limitations
    .filter(isNamed)
    .filter(({ methodClasses }) => methodClasses.length === 0 || methodClasses.includes(facts.ofClass))
    .map((limitation) => ({
      limitation,
      ...readingOf(limitation, facts.rules.filter(isRuleFor(names, ingredients))),
      rated,
    }));
}

/** Whether a rule is made for one of these numbers or ingredients. */
const isRuleFor =
  (names: readonly string[], ingredients: readonly string[]) =>
  ({ registration, activeIngredient }: LimitationRule): boolean =>
    registration === null
      ? ingredients.some((ingredient) => ingredientsMatch(ingredient, activeIngredient ?? ""))
      : names.includes(registration);

/**
 * The rule that scores a limitation. One that was made from a text holds for that text alone, so that a changed text is
 * read again; a rule for the product itself stands before one for its ingredient, whatever file each is in.
 */
function readingOf(
  { code, textHash }: Limitation,
  rules: readonly LimitationRule[],
): Pick<BoundLimitation, "rule" | "isScored" | "missing"> {
  const ofCode = rules.filter((rule) => rule.code === code);
  const scoring = ofCode.filter((rule) => rule.missing === undefined && (rule.textHash ?? textHash) === textHash);
  const exact = scoring.filter((rule) => rule.textHash !== undefined);
  const candidates = exact.length > 0 ? exact : scoring;
  const rule = candidates.find(({ registration }) => registration !== null) ?? candidates[0] ?? null;
  const missing = ofCode.find((each) => each.missing !== undefined)?.missing ?? null;
  return { rule, isScored: exact.length > 0, missing: rule === null ? missing : null };
}

/** What tells limitations apart: two rows may give one number two texts, an earlier and a later one, and each has to be read. */
export const limitationKey = ({
  limitationId,
  code,
  text,
}: Pick<Limitation, "limitationId" | "code" | "text">): string => JSON.stringify([limitationId, code, text]);

/** The PULAs to list under a product: those with a limitation that binds it, each once, limitations each once. */
export function appliedPulas(pulas: readonly Pula[], bound: readonly BoundLimitation[]): AppliedPula[] {
  return pulas.flatMap((pula) => {
    const here = bound.filter(({ limitation }) => limitation.pulaId === pula.pulaId);
    if (here.length === 0) return [];
    const limitations = new Map<string, AppliedLimitation>(
      here.map(({ limitation, rule }) => [
        limitationKey(limitation),
        {
          limitationId: limitation.limitationId,
          code: limitation.code,
          text: limitation.text,
          mitigationOptions: rule?.mitigationOptions ?? [],
        },
      ]),
    );
    const codes = [...new Set(here.map(({ limitation }) => limitation.code))].sort();
    return [{ ...pula, codes, limitations: [...limitations.values()] }];
  });
}
