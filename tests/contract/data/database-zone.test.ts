import pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { asProvider, connect, type Db } from "@/lib/data/db";
import { asProviderPlainly } from "@/lib/data/plain-statements";
import { makeCaller } from "@/tests/support/api";

const { DATABASE_URL, DATABASE_DIRECT_URL } = process.env;
const AT = "2027-06-15T12:00:00.000Z";
let db: Db;
let providerId: string;

/** A server that was set up on a machine in Iowa keeps that machine's zone, and every session begins with it. */
async function keepZone(setting: string): Promise<void> {
  const owner = new pg.Client({ connectionString: String(DATABASE_DIRECT_URL) });
  await owner.connect();
  await owner.query(`ALTER DATABASE ${owner.escapeIdentifier(String(owner.database))} ${setting}`);
  await owner.end();
}

beforeAll(async () => {
  ({ providerId } = await makeCaller("zoned"));
  await keepZone("SET timezone = 'America/Chicago'");
  db = connect({ url: String(DATABASE_URL), poolMax: 2 });
});
afterAll(async () => {
  await db.close();
  await keepZone("RESET timezone");
});

type Read = Pick<Db["prisma"], "$queryRaw">;
const readAt = async (tx: Read): Promise<unknown> => {
  const [row] = await tx.$queryRaw<{ at: unknown; day: string; isAsSent: boolean }[]>`
    SELECT timestamptz '2027-06-15 12:00:00+00' AS at, (timestamptz '2027-06-15 03:00:00+00')::date::text AS day,
           ${new Date(AT)}::timestamptz = timestamptz '2027-06-15 12:00:00+00' AS "isAsSent"`;
  return { at: row?.at instanceof Date ? row.at.toISOString() : row?.at, day: row?.day, isAsSent: row?.isAsSent };
};

describe("a database that keeps another zone than UTC", () => {
  // Prisma's driver takes what a session writes for UTC: each time was read as many hours off as the zone is.
  it.each([
    ["of a provider", () => asProvider(db, providerId, readAt)],
    ["of a provider, past Prisma", () => asProviderPlainly(db, providerId, readAt as never)],
    ["of reference data", () => readAt(db.prisma)],
  ])("gives and takes the times and days %s in UTC", async (_, read) => {
    expect(await read()).toEqual({ at: AT, day: "2027-06-15", isAsSent: true });
  });
});
