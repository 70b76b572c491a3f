import type { Assessment } from "@/lib/domain/compliance";
import type { Issue } from "@/lib/domain/issues";
import type { ResolvedProduct } from "@/lib/domain/product";
import type { RecheckChange } from "@/lib/domain/recheck";

/** The age of a set is no change of an application's: a new set is younger than the one before it. */
const counts = ({ code }: Issue): boolean => code !== "DATA_SET_STALE";

const issuesOf = ({ issues }: Assessment): Map<string, string> =>
  new Map(
    issues
      .filter(counts)
      .map(({ code, productIndex, blocks, particulars }) => [
        JSON.stringify([code, productIndex, blocks, particulars]),
        code,
      ]),
  );

/** The areas of an answer with what each asks for. */
function areasOf({ products }: Assessment): Map<number, string> {
  const said = new Map<number, string[]>();
  for (const [place, { pulas }] of products.entries()) {
    for (const { pulaId, codes, effectiveDate, limitations } of pulas) {
      // A later import may number them otherwise.
      const texts = limitations.map(({ code, text }) => JSON.stringify([code, text])).toSorted();
      said.set(pulaId, [...(said.get(pulaId) ?? []), JSON.stringify([place, codes, effectiveDate, texts])]);
    }
  }
  return new Map([...said].map(([pulaId, parts]) => [pulaId, parts.join()]));
}

const onlyIn = <Key>(one: ReadonlyMap<Key, unknown>, other: ReadonlyMap<Key, unknown>): Key[] =>
  [...one.keys()].filter((key) => !other.has(key));

const codesOnlyIn = (one: Map<string, string>, other: Map<string, string>): string[] => [
  ...new Set(onlyIn(one, other).map((key) => one.get(key) ?? "")),
];

/** Points and drift: what an answer requires beside areas and issues. When it was computed is no requirement. */
const requirementsOf = ({ runoff, drift }: Assessment): string =>
  JSON.stringify([
    runoff.map(({ mitigationType, requiredPoints, status }) => [mitigationType, requiredPoints, status]),
    drift.status,
    drift.configuration === null ? null : { ...drift.configuration, computedAt: null },
  ]);

/**
 * The points that labels ask by the soil group of the field, as a text to compare: where no soil is stored, no answer of the radar has
 * them, and the answer that was saved with soil does.
 */
export const askedBySoil = (products: readonly Pick<ResolvedProduct, "record">[]): string =>
  JSON.stringify(
    products.map(({ record }) =>
      (record?.rules?.runoff ?? []).flatMap(({ system, pointsBySoil }) =>
        pointsBySoil === null ? [] : [[system, pointsBySoil]],
      ),
    ),
  );

/**
 * What differs between two answers to one application; null: a person who acts by them does the same. `isAskedAlike`: nothing is known
 * to differ that the two do not show.
 */
export function changeBetween(before: Assessment, after: Assessment, isAskedAlike = true): RecheckChange | null {
  const [issuesBefore, issuesAfter] = [issuesOf(before), issuesOf(after)];
  const [areasBefore, areasAfter] = [areasOf(before), areasOf(after)];
  const change: RecheckChange = {
    statusBefore: before.status,
    statusAfter: after.status,
    issuesAdded: codesOnlyIn(issuesAfter, issuesBefore),
    issuesRemoved: codesOnlyIn(issuesBefore, issuesAfter),
    pulasAdded: onlyIn(areasAfter, areasBefore),
    pulasRemoved: onlyIn(areasBefore, areasAfter),
    pulasChanged: [...areasAfter].flatMap(([pulaId, said]) =>
      areasBefore.has(pulaId) && areasBefore.get(pulaId) !== said ? [pulaId] : [],
    ),
  };
  const { statusBefore, statusAfter, ...lists } = change;
  const isSame =
    isAskedAlike &&
    statusBefore === statusAfter &&
    Object.values(lists).every((list) => list.length === 0) &&
    requirementsOf(before) === requirementsOf(after);
  return isSame ? null : change;
}
