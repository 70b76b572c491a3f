import pg from "pg";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { asProvider, connect, type Db, Prisma } from "@/lib/data/db";
import { countStatements, type StatementTrace } from "@/lib/data/statement-context";
import { asProviderAtHome, asProviderPlainly } from "@/lib/data/plain-statements";
import { makeCaller } from "@/tests/support/api";
import { isSpread } from "@/tests/support/spread";

/**
 * Where a provider's rows are, as Citus says it, on one PostgreSQL: tables and a function of the same names. The other server is
 * the same one by another name, which is a pool of its own.
 */
const CITUS = `
  CREATE TABLE pg_dist_node (groupid INT, nodename TEXT, nodeport INT, noderole TEXT);
  CREATE TABLE pg_dist_placement (shardid BIGINT, groupid INT);
  CREATE FUNCTION get_shard_id_for_distribution_column(REGCLASS, TEXT) RETURNS BIGINT LANGUAGE sql AS 'SELECT 102008::bigint';
  GRANT SELECT ON pg_dist_node, pg_dist_placement TO hedgerow_app;
  INSERT INTO pg_dist_placement VALUES (102008, 1);`;

const url = new URL(String(process.env.DATABASE_URL));
let owner: pg.Client;
let db: Db;
let providerId: string;

const moveTo = (host: string, port = url.port): Promise<unknown> =>
  owner.query(`DELETE FROM pg_dist_node; INSERT INTO pg_dist_node VALUES (1, '${host}', ${port}, 'primary')`);

beforeAll(async () => {
  ({ providerId } = await makeCaller("at-home"));
  owner = new pg.Client({ connectionString: process.env.DATABASE_DIRECT_URL });
  await owner.connect();
  await owner.query(CITUS);
});
afterAll(() => owner.end());

beforeEach(async () => {
  await moveTo("localhost");
  // One connection at work at a time, on whichever server: looking up and working may not wait for each other.
  db = connect({ url: url.href, poolMax: 1, isSpread: true });
  return () => db.close();
});

const SETTINGS = Prisma.sql`
  SELECT current_setting('hedgerow.provider_id') AS provider, current_user::text AS "user", inet_server_port()::int AS port`;
const atHome = (): Promise<unknown> => asProviderAtHome(db, providerId, (tx) => tx.$queryRaw(SETTINGS));
const seen = { user: "hedgerow_app", port: Number(url.port) };
const hostsOf = ({ nodes }: Db): string[] =>
  (nodes?.pools() ?? []).map(({ options }) => new URL(String(options.connectionString)).hostname);

// Citus has these tables itself, and no one may write them.
describe.skipIf(isSpread)("work on a provider's own rows where they are spread over servers", () => {
  it("goes to the server that has them, and other work does not", async () => {
    await asProviderPlainly(db, providerId, (tx) => tx.$queryRaw(SETTINGS));
    expect(hostsOf(db)).toEqual([]);
    expect(await atHome()).toEqual([{ provider: providerId, ...seen }]);
    expect(hostsOf(db)).toEqual(["localhost"]);
    expect(db.poolUse()).toEqual({ idle: 2, busy: 0, waiting: 0 });
  });

  it("asks once where they are, and sends no role along", async () => {
    await atHome();
    const count: StatementTrace = { statements: 0, messages: [] };
    await countStatements(count, atHome);
    await countStatements(count, () => asProvider(db, providerId, (tx) => tx.$queryRaw(SETTINGS)));
    expect(count.statements).toBe(6);
    expect(count.messages?.filter((text) => /\bROLE\b/.test(text))).toEqual([]);
  });

  it("finds rows again that were moved, once the server that had them refuses", async () => {
    await atHome();
    await moveTo("127.0.0.1");
    await atHome();
    expect(hostsOf(db)).toEqual(["localhost"]);
    await expect(asProviderAtHome(db, providerId, (tx) => tx.$queryRaw`SELECT 1 / 0 AS nothing`)).rejects.toThrow();
    await atHome();
    expect(hostsOf(db)).toEqual(["localhost", "127.0.0.1"]);
  });

  it("fails where no server has them", async () => {
    await owner.query("DELETE FROM pg_dist_node");
    await expect(atHome()).rejects.toThrow("no server has the rows of this provider");
  });

  it("refuses anyone who logs in as another than the service's role, for whom row-level security may not hold", async () => {
    const asOwner = connect({ url: String(process.env.DATABASE_DIRECT_URL), poolMax: 1, isSpread: true });
    const inAnyWay = [
      () => asProviderAtHome(asOwner, providerId, (tx) => tx.$queryRaw(SETTINGS)),
      () => asProvider(asOwner, providerId, (tx) => tx.$queryRaw(SETTINGS)),
      () => asOwner.prisma.$queryRaw(SETTINGS),
    ];
    for (const work of inAnyWay) await expect(work()).rejects.toThrow("who logs in has to be hedgerow_app");
    await asOwner.close();
  });

  it("is any work of the provider's where one server has everything", async () => {
    const whole = connect({ url: url.href, poolMax: 1 });
    const answer = await asProviderAtHome(whole, providerId, (tx) => tx.$queryRaw(SETTINGS));
    await whole.close();
    expect(answer).toEqual([{ provider: providerId, ...seen }]);
    expect(whole.nodes).toBeNull();
  });
});
