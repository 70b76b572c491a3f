import { listWaiting, type BulkChunk } from "@/lib/data/bulk/attempts";
import { asProvider } from "@/lib/data/db";
import { findRegulatedAreas, findRegulatedAreasOfMany, type AreaQuery } from "@/lib/data/regulated-areas";
import type { RegulatedAreas } from "@/lib/domain/pula";
import { isFreeOfEsa } from "@/lib/domain/product";
import type { Deps } from "@/lib/runtime/deps";
import type { CheckRequest } from "@/lib/usecases/esa-check/check";
import { areasOf } from "@/lib/usecases/esa-check/assess-check";
import { askedOn, resolveProducts } from "@/lib/usecases/products/resolve-products";

/** A set that was switched meanwhile acts on an item no later than this. */
const FRESH_MS = 15_000;

interface Found {
  query: AreaQuery;
  areas: RegulatedAreas;
  at: number;
}

/**
 * The regulated areas of a chunk's items: the first that asks has those looked up that wait behind it as well, in one
 * statement. Where that fails, each asks for itself, so that no item pays for what is wrong with another.
 */
export class ChunkAreas {
  readonly #deps: Deps;
  readonly #chunk: BulkChunk;
  readonly #found = new Map<number, Found>();
  #isTogether = true;

  constructor(deps: Deps, chunk: BulkChunk) {
    this.#deps = deps;
    this.#chunk = chunk;
  }

  async find(itemIndex: number, query: AreaQuery): Promise<RegulatedAreas> {
    const known = this.#found.get(itemIndex);
    this.#found.delete(itemIndex);
    if (known !== undefined && performance.now() - known.at < FRESH_MS && isSame(known.query, query)) {
      return known.areas;
    }
    const together = this.#isTogether ? await this.#findTogether(query) : null;
    return together ?? findRegulatedAreas(this.#deps.db, query);
  }

  /** Null: there is nothing to look up together, or it failed. */
  async #findTogether(query: AreaQuery): Promise<RegulatedAreas | null> {
    try {
      const behind = await this.#queriesBehind(query);
      if (behind.length === 0) return null;
      const at = performance.now();
      const all = [query, ...behind.map((each) => each.query)];
      const [own, ...others] = await findRegulatedAreasOfMany(this.#deps.db, all, query);
      behind.forEach(({ itemIndex, query: asked }, place) => {
        const areas = others[place];
        if (areas !== undefined) this.#found.set(itemIndex, { query: asked, areas, at });
      });
      return own ?? null;
    } catch (error) {
      this.#isTogether = false;
      this.#deps.log.warn({ err: error, job: this.#chunk.jobId }, "areas of a chunk are looked up one by one");
      return null;
    }
  }

  /** What the items that wait in the chunk will ask. One whose products are free of ESA language asks nothing. */
  async #queriesBehind({ withGeometry, withShare }: AreaQuery): Promise<{ itemIndex: number; query: AreaQuery }[]> {
    const { providerId } = this.#chunk;
    const waiting = await asProvider(this.#deps.db, providerId, (tx) => listWaiting(tx, this.#chunk));
    const queries: { itemIndex: number; query: AreaQuery }[] = [];
    for (const { itemIndex, request: stored } of waiting) {
      const request = stored as CheckRequest;
      const { applicationDate, products } = request.application;
      const resolved = await resolveProducts(this.#deps, askedOn(applicationDate, products));
      if (resolved.products.every(isFreeOfEsa)) continue;
      const query = areasOf(request, resolved);
      if (query.withGeometry === withGeometry && query.withShare === withShare) queries.push({ itemIndex, query });
    }
    return queries;
  }
}

/** An item's place never changes; what the catalogue says of its products may. */
const isSame = (a: AreaQuery, b: AreaQuery): boolean =>
  JSON.stringify([a.registrations, a.ingredients]) === JSON.stringify([b.registrations, b.ingredients]);
