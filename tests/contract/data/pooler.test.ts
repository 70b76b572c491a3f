import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { asProvider, connect, type Db, Prisma } from "@/lib/data/db";
import { asProviderPlainly } from "@/lib/data/plain-statements";
import { startPooler } from "@/tests/support/pooler";
import { makeCaller } from "@/tests/support/api";

/** Fewer connections than statements at a time, so that both processes come to work on each of them. */
const SERVER_CONNECTIONS = 2;
const STATEMENTS = 12;
const ROUNDS = 10;

let pooler: Awaited<ReturnType<typeof startPooler>>;
let providerId: string;
const opened: Db[] = [];

/** Two processes have two copies of the data layer, each counting for itself: the second begins with other statements. */
const open = (url: string, isPrepared: boolean): Db => {
  const db = connect({ url, poolMax: 4, isPrepared });
  opened.push(db);
  return db;
};

beforeAll(async () => {
  ({ providerId } = await makeCaller("pooled"));
  pooler = await startPooler(String(process.env.DATABASE_URL), SERVER_CONNECTIONS);
});
afterAll(async () => {
  for (const db of opened) await db.close();
  await pooler.stop();
});

/** Through Prisma and past it; both use the same connections. */
const WAYS = [asProvider, asProviderPlainly];

/** A statement of its own text for each number, and what it has to answer. */
const answerTo = async (db: Db, number: number): Promise<string> =>
  (WAYS[number % 2] ?? asProvider)(db, providerId, async (tx) => {
    const rows = await tx.$queryRaw<{ answer: string }[]>(Prisma.raw(`SELECT 'statement ${number}' AS answer`));
    return rows[0]?.answer ?? "";
  });

describe("behind a pooler that gives out connections by the transaction", () => {
  it("every statement gets its own answer, from two processes at once", async () => {
    const [one, other] = [open(pooler.url, false), open(pooler.url, false)];
    const asked = Array.from({ length: ROUNDS }, () =>
      Array.from({ length: STATEMENTS }, (_, number) => number),
    ).flat();
    const answers = await Promise.all(
      asked.flatMap((number) => [answerTo(one, number), answerTo(other, STATEMENTS - 1 - number)]),
    );
    expect(answers).toEqual(asked.flatMap((number) => [`statement ${number}`, `statement ${STATEMENTS - 1 - number}`]));
  });

  it.each(WAYS)("sets its search path and its time limit with every transaction (%o)", async (way) => {
    const db = open(pooler.url, false);
    const [settings] = await way(
      db,
      providerId,
      (tx) => tx.$queryRaw<{ path: string; limit: string; provider: string }[]>`
        SELECT current_setting('search_path') AS path, current_setting('statement_timeout') AS "limit",
               current_setting('hedgerow.provider_id') AS provider`,
    );
    expect(settings).toEqual({ path: "public, gis", limit: "30s", provider: providerId });
  });
});

it.each(WAYS)("names a statement by its text, so that no process can mean another one (%o)", async (way) => {
  const { DATABASE_URL: url } = process.env;
  const db = open(String(url), true);
  const names = await way(db, providerId, async (tx) => {
    await tx.$queryRaw(Prisma.raw("SELECT 1 AS one"));
    await tx.$queryRaw(Prisma.raw("SELECT 2 AS two"));
    return tx.$queryRaw<{ name: string; statement: string }[]>(
      Prisma.raw(
        "SELECT name::text, statement FROM pg_prepared_statements WHERE statement ~ '^SELECT [12] AS' ORDER BY statement",
      ),
    );
  });
  expect(names.map(({ statement }) => statement)).toEqual(["SELECT 1 AS one", "SELECT 2 AS two"]);
  for (const { name } of names) expect(name).toMatch(/^hedgerow_[0-9a-f]{32}$/);
});
