const tokens = (name: string): string =>
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
  const [a, b] = [tokens(one), tokens(other)];
  return a.trim() !== "" && b.trim() !== "" && (a.includes(b) || b.includes(a));
}
