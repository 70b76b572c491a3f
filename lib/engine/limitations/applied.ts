import type { MethodClass } from "@/lib/domain/application";
import type { AppliedLimitation, AppliedPula } from "@/lib/domain/compliance";
import { ingredientsMatch } from "@/lib/domain/ingredients";
import type { LimitationRule } from "@/lib/domain/product";
import type { Limitation, Pula } from "@/lib/domain/pula";
import { registrantRegistration } from "@/lib/domain/registration";
import type { RatedProduct } from "@/lib/engine/rated-product";

/** A limitation that binds a product here, with the rule that scores it, if there is one. */
export interface BoundLimitation {
  limitation: Limitation;
  rule: LimitationRule | null;
  rated: RatedProduct;
}

const registrationsOf = ({ registration }: RatedProduct): string[] =>
  registration === null ? [] : [registration, registrantRegistration(registration)];

const ingredientsOf = ({ record }: RatedProduct): string[] => record?.ingredients.map(({ name }) => name) ?? [];

/**
 * Limitations that bind one product: named by its registration number (a distributor's falls back to the
 * registrant's) or by an active ingredient of it, for the method's class.
 *
 * Source: spec: decisions section 3. Missing data: a row without method words binds every class; crop uses and
 * formulations are shown and never let a product off.
 */
export function boundLimitations(
  rated: RatedProduct,
  limitations: readonly Limitation[],
  facts: { ofClass: MethodClass; rules: readonly LimitationRule[] },
): BoundLimitation[] {
  const names = registrationsOf(rated);
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
      rule: ruleFor(limitation.code, facts.rules.filter(isNamed)),
      rated,
    }));
}

/** A rule for the product itself stands before one for its ingredient, whatever file each is in. */
const ruleFor = (code: string, rules: readonly LimitationRule[]): LimitationRule | null => {
  const ofCode = rules.filter((rule) => rule.code === code);
  return ofCode.find((rule) => rule.registration !== null) ?? ofCode[0] ?? null;
};

/** The PULAs to list under a product: those with a limitation that binds it, each once, limitations each once. */
export function appliedPulas(pulas: readonly Pula[], bound: readonly BoundLimitation[]): AppliedPula[] {
  return pulas.flatMap((pula) => {
    const here = bound.filter(({ limitation }) => limitation.pulaId === pula.pulaId);
    if (here.length === 0) return [];
    const limitations = new Map<number, AppliedLimitation>(
      here.map(({ limitation, rule }) => [
        limitation.limitationId,
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
