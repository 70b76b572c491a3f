import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { asProvider, connect, type Db, Prisma } from "@/lib/data/db";
import { cancellingStatements } from "@/lib/data/statement-context";
import { asProviderPlainly, plainReader } from "@/lib/data/plain-statements";
import { makeCaller } from "@/tests/support/api";

let db: Db;
let providerId: string;

beforeAll(async () => {
  ({ providerId } = await makeCaller("plain-statements"));
  // One connection: what one piece of work leaves behind on it, the next would meet.
  db = connect({ url: String(process.env.DATABASE_URL), poolMax: 1 });
});
afterAll(() => db.close());

const settings = Prisma.sql`
  SELECT current_setting('hedgerow.provider_id', true) AS provider, current_setting('search_path') AS path,
         current_setting('statement_timeout') AS "limit", current_setting('synchronous_commit') AS flush,
         current_setting('transaction_isolation') AS isolation, current_user::text AS "user"`;

const values = Prisma.sql`
  SELECT ${true}::boolean AS yes, ${7}::int AS number, ${1.5}::float8 AS part, ${"ä'\"\\"}::text AS text,
         ${null}::text AS nothing, ${JSON.stringify({ a: [1, "é", null] })}::jsonb AS object,
         ${'{"b": 1.10}'}::json AS json, ${["x", "y,z", ""]}::text[] @> ARRAY['y,z'] AS listed,
         ${[] as string[]}::text[] = '{}' AS empty, cardinality(${["x", "y"]}::text[]) AS size,
         ${new Date("2026-06-15T23:59:59.123Z")}::timestamptz AS moment,
         ${"01a2078e-f0da-77e8-8c2f-050e1fccc307"}::uuid AS id`;

const COUNT = Prisma.sql`SELECT count(*)::int AS found FROM claim`;
const insertClaim = (provider: string): Prisma.Sql => Prisma.sql`
  INSERT INTO claim (provider_id, kind, identity, token, leased_until)
  VALUES (${provider}, 'field', 'plain', '01a2078e-f0da-77e8-8c2f-050e1fccc307', now())`;
const found = async (): Promise<unknown> => asProvider(db, providerId, (tx) => tx.$queryRaw(COUNT));

describe("statements that go past Prisma", () => {
  it("run under the same settings as those of Prisma's", async () => {
    for (const options of [{}, { isolation: "RepeatableRead", mayBeLost: true, statementTimeoutMs: 1234 } as const]) {
      const plain = await asProviderPlainly(db, providerId, (tx) => tx.$queryRaw(settings), options);
      expect(plain).toEqual(await asProvider(db, providerId, (tx) => tx.$queryRaw(settings), options));
      expect(plain).toMatchObject([{ provider: providerId, user: "hedgerow_app" }]);
    }
  });

  it("send and read values as Prisma does", async () => {
    const plain = await asProviderPlainly(db, providerId, (tx) => tx.$queryRaw(values));
    expect(plain).toEqual(await asProvider(db, providerId, (tx) => tx.$queryRaw(values)));
    expect(await plainReader(db).$queryRaw(values)).toEqual(plain);
    expect(await plainReader(db).$executeRaw`SELECT ${1}::int UNION ALL SELECT 2`).toBe(2);
  });

  it("refuse a type that the driver would read in another way, and leave the connection whole", async () => {
    for (const statement of ["SELECT 1::bigint AS n", "SELECT 1::numeric AS n", "SELECT now()::date AS n"]) {
      await expect(asProviderPlainly(db, providerId, (tx) => tx.$queryRaw(Prisma.raw(statement)))).rejects.toThrow(
        "a plain statement may not return type",
      );
    }
    expect(await found()).toEqual([{ found: 0 }]);
  });

  it("see and write no other provider's rows", async () => {
    const { providerId: other } = await makeCaller("plain-statements-other");
    await expect(asProviderPlainly(db, providerId, (tx) => tx.$executeRaw(insertClaim(other)))).rejects.toThrow(
      "row-level security",
    );
    await asProviderPlainly(db, other, (tx) => tx.$executeRaw(insertClaim(other)));
    expect(await asProviderPlainly(db, providerId, (tx) => tx.$queryRaw(COUNT))).toEqual([{ found: 0 }]);
    expect(await plainReader(db).$queryRaw(COUNT)).toEqual([{ found: 0 }]);
    expect(await asProviderPlainly(db, other, (tx) => tx.$queryRaw(COUNT))).toEqual([{ found: 1 }]);
  });

  it.each([
    ["whose work failed", () => Promise.reject(new Error("no more"))],
    ["that went on after a failed statement", () => Promise.resolve()],
  ])("undo a transaction %s", async (_, end) => {
    const work = asProviderPlainly(db, providerId, async (tx) => {
      await tx.$executeRaw(insertClaim(providerId));
      await tx.$queryRaw`SELECT 1 / ${0}::int`.catch(() => undefined);
      await end();
    });
    await expect(work).rejects.toThrow(/no more|went on/);
    expect(await found()).toEqual([{ found: 0 }]);
  });

  it("end when their work is called off, and the next has the connection", async () => {
    const calling = new AbortController();
    const work = cancellingStatements(calling.signal, () =>
      asProviderPlainly(db, providerId, async (tx) => {
        await tx.$executeRaw(insertClaim(providerId));
        setTimeout(() => calling.abort(), 50);
        await tx.$queryRaw`SELECT pg_sleep(20)::text`;
      }),
    );
    await expect(work).rejects.toThrow();
    expect(await found()).toEqual([{ found: 0 }]);
  });
});

describe("a connection that no one uses", () => {
  afterEach(() => {
    vi.useRealTimers();
  });

  const serverProcess = async (): Promise<unknown> => plainReader(db).$queryRaw`SELECT pg_backend_pid() AS pid`;

  it("is there for the next request some minutes later, and is given up then", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    const first = await serverProcess();
    vi.advanceTimersByTime(4 * 60_000);
    expect(await serverProcess()).toEqual(first);
    vi.advanceTimersByTime(6 * 60_000);
    expect(await serverProcess()).not.toEqual(first);
  });
});
