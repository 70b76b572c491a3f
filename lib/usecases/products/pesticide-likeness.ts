import { setImmediate } from "node:timers/promises";
import { findNameKeys, findPesticideNames } from "@/lib/data/products";
import type { SubmittedProduct } from "@/lib/domain/application";
import { isFertilizerName } from "@/lib/domain/fertilizer-names";
import { isSlipOfAny, type SlipIndex, SlipIndexBuilder } from "@/lib/domain/name-slips";
import { isLikeAny, nameKey, saysPesticide } from "@/lib/domain/product-names";
import { findAdjuvant, type Rulebook } from "@/lib/domain/tables";
import type { PesticideLikeness } from "@/lib/runtime/caches";
import type { Deps } from "@/lib/runtime/deps";

/** How pesticides of the catalogue are named like what was sent without a number, by name. */
export async function likePesticides(
  deps: Deps,
  asked: readonly { product: SubmittedProduct }[],
  catalogueSetId: number | null,
): Promise<Map<string, PesticideLikeness>> {
  const { pesticideNames } = deps.caches;
  const names = asked.flatMap(({ product }) => (product.epaNumber === null ? [nameKey(product.productName)] : []));
  const likeness = new Map(names.map((name) => [name, pesticideNames.get(name)]));
  const unknown = names.filter((name) => likeness.get(name) === undefined);
  if (unknown.length > 0) {
    const found = await findPesticideNames(deps.db, unknown, catalogueSetId);
    const slips = found.dataSetId === null ? null : await nameSlips(deps, found.dataSetId);
    for (const name of unknown) {
      const isSlip = slips !== null && isSlipOfAny(slips, name);
      likeness.set(name, found.names.has(name) ? "words" : isSlip ? "slip" : "none");
    }
    for (const name of unknown) pesticideNames.set(name, likeness.get(name) ?? "none");
  }
  return new Map([...likeness].map(([name, kind]) => [name, kind ?? "none"]));
}

/** A first word of the register shorter than this may be anything. */
const LEAST_BEGINNING = 5;

/** All names of a catalogue set, which never change: they are read once a process and set. */
function nameSlips({ db, caches }: Deps, dataSetId: number): Promise<SlipIndex> {
  const cached = caches.nameSlips.get(dataSetId);
  if (cached !== undefined) return cached;
  const index = findNameKeys(db, dataSetId).then(indexSlips);
  caches.nameSlips.set(dataSetId, index);
  // A read that failed is not kept; those who wait hear of it.
  index.catch(() => caches.nameSlips.delete(dataSetId));
  return index;
}

/** Names taken in before others have a turn: a few milliseconds. */
const NAMES_A_TURN = 2000;

async function indexSlips(keys: readonly string[]): Promise<SlipIndex> {
  const builder = new SlipIndexBuilder(LEAST_BEGINNING);
  for (let from = 0; from < keys.length; from += NAMES_A_TURN) {
    builder.add(keys.slice(from, from + NAMES_A_TURN));
    await setImmediate();
  }
  return builder.done();
}

/**
 * Whether what was sent without a number is no pesticide. The name of a function ("AMS") is enough; a brand, and the
 * caller's own word, count only where no pesticide has a like name: a pesticide sent without its number must not slip by.
 */
export function isAdjuvant(
  { kind, productName }: SubmittedProduct,
  rulebook: Rulebook,
  pesticideNames: ReadonlyMap<string, PesticideLikeness>,
): boolean {
  if (kind === "pesticide") return false;
  const row = findAdjuvant(rulebook.adjuvants, productName);
  if (row?.evidence === "specification") return true;
  // A brand that is listed as an adjuvant is no mistyped pesticide ("Clasp", beside the pesticide "Clash").
  if (row !== null) return !hasWordsOfOne(productName, rulebook, pesticideNames);
  return (kind === "adjuvant" || kind === "fertilizer") && !isLikeOne(productName, rulebook, pesticideNames);
}

const hasWordsOfOne = (
  name: string,
  rulebook: Rulebook,
  pesticideNames: ReadonlyMap<string, PesticideLikeness>,
): boolean => pesticideNames.get(nameKey(name)) === "words" || isLikeAny(rulebook.pesticideNames, name);

/** Whether a pesticide has the name, or one like it, typos included. */
export const isLikeOne = (
  name: string,
  rulebook: Rulebook,
  pesticideNames: ReadonlyMap<string, PesticideLikeness>,
): boolean =>
  saysPesticide(name) ||
  hasWordsOfOne(name, rulebook, pesticideNames) ||
  (!isFertilizerName(name) &&
    (pesticideNames.get(nameKey(name)) === "slip" || isSlipOfAny(rulebook.pesticideSlips, name)));
