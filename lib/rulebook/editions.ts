import { RulebookError } from "@/lib/rulebook/schema-shared";

/** One dated edition of a table. */
interface Edition {
  effectiveFrom: string;
}

/**
 * The edition in force on a date (`YYYY-MM-DD`): the latest that had taken effect. A date before the first
 * edition finds the first, because a check of an older application is still owed the rules nearest to it.
 * Throws RangeError when there is no edition at all.
 */
export function editionInForce<E extends Edition>(editions: readonly E[], date: string): E {
  const [first, ...later] = editions.toSorted((a, b) => a.effectiveFrom.localeCompare(b.effectiveFrom));
  if (first === undefined) throw new RangeError("a table has no edition");
  return later.findLast(({ effectiveFrom }) => effectiveFrom <= date) ?? first;
}

/** The same value, with every object in it frozen, so that no caller can change a rule for the next one. */
export function deepFreeze<T>(value: T): T {
  if (typeof value === "object" && value !== null && !Object.isFrozen(value)) {
    Object.freeze(value);
    Object.values(value).forEach((member: unknown) => deepFreeze(member));
  }
  return value;
}

/**
 * The citations of several tables as one dictionary. Throws `RulebookError` where one key would mean two
 * citations: an explanation that looks a key up must not find another table's source.
 */
export function mergeCitations<C>(
  tables: readonly { table: string; effectiveFrom: string; citations: Record<string, C> }[],
): Record<string, C> {
  const merged: Record<string, C> = {};
  for (const { table, effectiveFrom, citations } of tables) {
    for (const [key, citation] of Object.entries(citations)) {
      const known = merged[key];
      if (known !== undefined && JSON.stringify(known) !== JSON.stringify(citation)) {
        const reason = "another table means another citation by this key";
        throw new RulebookError([{ file: `${table}-${effectiveFrom}.json`, path: `citations.${key}`, reason }]);
      }
      merged[key] = citation;
    }
  }
  return merged;
}
