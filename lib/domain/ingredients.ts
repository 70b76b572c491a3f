/** Stands for an active ingredient that the register lists without a name: it may be any. */
export const UNNAMED_INGREDIENT = "unnamed ingredient";

/** Whether all active ingredients of a product are known: a source names at least one, and each that it lists. */
export const areAllNamed = (ingredients: readonly { name: string }[]): boolean =>
  ingredients.length > 0 && ingredients.every(({ name }) => name !== UNNAMED_INGREDIENT);

/** A name as its words alone, with a blank before and after each: `2,4-D, choline salt` and `2 4 d choline` compare so. */
export const ingredientWords = (name: string): string =>
  ` ${name
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, " ")
    .trim()} `;

/**
 * Whether two names may mean the same active ingredient: one holds the other, word for word.
 *
 * Bulletins write `dicamba` where a label writes `dicamba, diglycolamine salt`. Taking two ingredients for one adds
 * a limitation to read; taking one for two leaves a limitation out, so the wider reading holds.
 */
export function ingredientsMatch(one: string, other: string): boolean {
  const [a, b] = [ingredientWords(one), ingredientWords(other)];
  return a.trim() !== "" && b.trim() !== "" && (a.includes(b) || b.includes(a));
}
