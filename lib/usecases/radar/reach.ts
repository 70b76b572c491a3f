import { isDeepStrictEqual } from "node:util";
import { diffCatalogueSets } from "@/lib/data/imports/catalogue-difference";
import { diffPulaSets } from "@/lib/data/imports/pula-difference";
import type { ImportClient } from "@/lib/data/imports/sets";
import type { LimitedNames } from "@/lib/data/limited-names";
import { findProducts } from "@/lib/data/products";
import {
  findSentNumbers,
  type ListedApplication,
  type PlannedFrom,
  plannedOnAnyGround,
  plannedOnChangedGround,
  plannedWithNumbers,
  type SetPair,
} from "@/lib/data/radar/planned";
import { readRelease } from "@/lib/data/radar/releases";
import type { RadarRun } from "@/lib/data/radar/runs";
import { firstDayToCome } from "@/lib/domain/calendar";
import type { CatalogueProduct } from "@/lib/domain/product";
import { rulesOfTables } from "@/lib/rulebook/load";
import type { TableFile } from "@/lib/rulebook/schema";
import { changesOfTables } from "@/lib/rulebook/table-changes";
import type { Deps } from "@/lib/runtime/deps";
import { isNamedOtherwise, numbersOf } from "@/lib/usecases/products/product-limits";
import type { LookedAtSet, Sides } from "@/lib/usecases/radar/look-at-applications";
import { limitedNamesOf, sidesOf } from "@/lib/usecases/radar/sides";

export type Switch = Pick<RadarRun, "kind" | "beforeId" | "afterId" | "reached">;

/** Applications that a switch may bear on, and what they are assessed by. */
export interface Reach {
  sides: Sides;
  planned: AsyncGenerator<ListedApplication[]>;
}

/** Those on ground that the two sets do not hold alike, and those with a product that the limitations of only one of them name. */
async function reachOfAreas(deps: Deps, client: ImportClient, { beforeId, afterId, reached }: Switch): Promise<Reach> {
  const changed = await diffPulaSets(client, beforeId, afterId);
  const fromDay = firstDayToCome(deps.clock());
  const numbers = await numbersNamedOtherwise(deps, client, { beforeId, afterId, fromDay });
  const query = { pulaIds: changed.map(({ pulaId }) => pulaId), numbers, fromDay, reached };
  return {
    sides: await sidesOf(deps, "pula", { beforeId, afterId }),
    planned: plannedOnChangedGround(client, { beforeId, afterId }, query),
  };
}

/** Products looked up at once: records of some kilobytes. */
const LOOKED_UP = 500;

/**
 * The numbers by which planned applications have products that one set's limitations name and the other's do not: what a limitation says
 * of a label, it says of every field.
 */
async function numbersNamedOtherwise(
  deps: Deps,
  client: ImportClient,
  { beforeId, afterId, fromDay }: SetPair & Pick<PlannedFrom, "fromDay">,
): Promise<string[]> {
  const sides = { before: await limitedNamesOf(deps, beforeId), after: await limitedNamesOf(deps, afterId) };
  if (isDeepStrictEqual(asList(sides.before), asList(sides.after))) return [];
  const sent = await findSentNumbers(client, fromDay);
  const named: string[] = [];
  for (let start = 0; start < sent.length; start += LOOKED_UP) {
    const some = sent.slice(start, start + LOOKED_UP);
    const found = await findProducts(deps.db, [...new Set(some.flatMap(numbersOf))]);
    const recordOf = (epaNumber: string): CatalogueProduct | null =>
      numbersOf(epaNumber).flatMap((number) => found?.products.get(number) ?? [])[0] ?? null;
    named.push(...some.filter((epaNumber) => isNamedOtherwise(epaNumber, recordOf(epaNumber), sides)));
  }
  return named;
}

const asList = ({ registrations, ingredients, isAnyPossible }: LimitedNames): unknown[] => [
  [...registrations].toSorted(),
  ingredients.toSorted(),
  isAnyPossible,
];

/**
 * All of them. A newer map of counties draws most lines a little differently, so that its changed ground is nearly everywhere; whose
 * counties are the same by both sets is not assessed.
 */
const reachOfCounties = async (deps: Deps, client: ImportClient, { reached, ...pair }: Switch): Promise<Reach> => ({
  sides: await sidesOf(deps, "county", pair),
  planned: plannedOnAnyGround(client, { fromDay: firstDayToCome(deps.clock()), reached }),
});

/** Those with a product, their own or of their field and year, whose record differs; all of them where a name or a limitation's rule does. */
async function reachOfLabels(deps: Deps, client: ImportClient, { beforeId, afterId, reached }: Switch): Promise<Reach> {
  const { registrations, isAnyPossible } = await diffCatalogueSets(client, beforeId, afterId);
  const from = { fromDay: firstDayToCome(deps.clock()), reached };
  const sides = await sidesOf(deps, "catalogue", { beforeId, afterId });
  if (isAnyPossible) return { sides, planned: plannedOnAnyGround(client, from) };
  return { sides, planned: plannedWithProducts(client, registrations, from) };
}

/** Planned applications with one of some products, their own or another of their field and year, by canonical registration numbers. */
export async function* plannedWithProducts(
  client: ImportClient,
  registrations: ReadonlySet<string>,
  from: PlannedFrom,
): AsyncGenerator<ListedApplication[]> {
  const sent = await findSentNumbers(client, from.fromDay);
  const numbers = sent.filter((each) => numbersOf(each).some((number) => registrations.has(number)));
  if (numbers.length > 0) yield* plannedWithNumbers(client, { ...from, numbers });
}

async function* nothing(): AsyncGenerator<ListedApplication[]> {
  yield* [];
}

/** Those on or after the first day whose answers the tables of two releases can make differ. */
export function reachOfTables(
  deps: Deps,
  client: ImportClient,
  { before, after, reached }: { before: readonly TableFile[]; after: readonly TableFile[] } & Pick<Switch, "reached">,
): Reach {
  const { firstDay } = changesOfTables(before, after);
  const today = firstDayToCome(deps.clock());
  const sideOf = (files: readonly TableFile[]): LookedAtSet => ({ kind: "tables", rulebookAsOf: rulesOfTables(files) });
  return {
    sides: { before: sideOf(before), after: sideOf(after) },
    planned:
      firstDay === null
        ? nothing()
        : plannedOnAnyGround(client, { fromDay: firstDay > today ? firstDay : today, reached }),
  };
}

/** All of them: what code was mended in bears on any. */
const reachOfCode = async (deps: Deps, client: ImportClient, { reached, ...pair }: Switch): Promise<Reach> => ({
  sides: await sidesOf(deps, "tables", pair),
  planned: plannedOnAnyGround(client, { fromDay: firstDayToCome(deps.clock()), reached }),
});

/** Whatever was switched. Throws `RulebookError` where this release cannot read the tables of another. */
export async function reachOf(deps: Deps, client: ImportClient, change: Switch): Promise<Reach> {
  if (change.kind === "pula") return reachOfAreas(deps, client, change);
  if (change.kind === "county") return reachOfCounties(deps, client, change);
  if (change.kind === "catalogue") return reachOfLabels(deps, client, change);
  const before = await readRelease(deps.db, change.beforeId);
  const after = await readRelease(deps.db, change.afterId);
  if (before.checkRules !== after.checkRules) return reachOfCode(deps, client, change);
  return reachOfTables(deps, client, { before: before.tables, after: after.tables, reached: change.reached });
}
