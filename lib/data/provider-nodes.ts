import type pg from "pg";

/** Another server may have taken a provider's rows since: where they lie is looked up again after this long. */
const KNOWN_MS = 60_000;

/**
 * Finds the server that has a provider's rows where Citus spreads them, so that a transaction that touches nothing else is
 * planned and run there, and nowhere else first. A server that no longer has them refuses the provider's writes, since row-level
 * security there knows of no provider from elsewhere; `forget` then makes the next transaction look again.
 */
export class ProviderNodes {
  readonly #places = new Map<string, { url: string; until: number }>();
  readonly #pools = new Map<string, pg.Pool>();

  constructor(
    private readonly coordinator: pg.Pool,
    private readonly coordinatorUrl: string,
    private readonly openPool: (url: string) => pg.Pool,
  ) {}

  async poolOf(providerId: string): Promise<pg.Pool> {
    const known = this.#places.get(providerId);
    const place = known !== undefined && known.until > Date.now() ? known : await this.#find(providerId);
    return this.#poolAt(place.url);
  }

  forget(providerId: string): void {
    this.#places.delete(providerId);
  }

  pools(): pg.Pool[] {
    return [...this.#pools.values()];
  }

  async #find(providerId: string): Promise<{ url: string; until: number }> {
    const { rows } = await this.coordinator.query<{ host: string; port: number }>(NODE_OF_PROVIDER, [providerId]);
    const [node] = rows;
    if (node === undefined) throw new Error("no server has the rows of this provider: are the tables spread?");
    const there = new URL(this.coordinatorUrl);
    there.hostname = node.host;
    there.port = String(node.port);
    const place = { url: there.href, until: Date.now() + KNOWN_MS };
    this.#places.set(providerId, place);
    return place;
  }

  #poolAt(url: string): pg.Pool {
    const open = this.#pools.get(url);
    if (open !== undefined) return open;
    const pool = this.openPool(url);
    this.#pools.set(url, pool);
    return pool;
  }
}

const NODE_OF_PROVIDER = `
  SELECT node.nodename AS host, node.nodeport AS port
  FROM pg_dist_placement AS placement JOIN pg_dist_node AS node USING (groupid)
  WHERE placement.shardid = get_shard_id_for_distribution_column('application', $1::text)
    AND node.noderole = 'primary'
  LIMIT 1`;
