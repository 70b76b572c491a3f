import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { GET as getReady } from "@/app/api/ready/route";
import { GET as getFields } from "@/app/api/v2/fields/route";
import { GET as getProducts } from "@/app/api/v2/products/route";
import { GET as getUsage } from "@/app/api/v2/usage/route";
import { fieldListResponse } from "@/lib/contracts/v2/listings";
import { readyResponse } from "@/lib/contracts/v2/plain";
import { usageResponse } from "@/lib/contracts/v2/usage";
import { asProvider, connect, type Db } from "@/lib/data/db";
import { replicaReads, type ReadAnswer, type Reads } from "@/lib/data/replica/reads";
import { getDeps } from "@/lib/runtime/deps";
import { serveMetrics } from "@/lib/runtime/metrics/serve-metrics";
import { stopCluster, urlsFor } from "@/scripts/setup/cluster.mjs";
import { ensureDatabaseIn } from "@/scripts/setup/database.mjs";
import { check, loadGround } from "@/tests/contract/v2/esa-check/support";
import { type BreakableDatabase, migrate, setEnvironment, startDatabase } from "@/tests/faults/own-cluster";
import { answer, call, makeCaller, type Caller } from "@/tests/support/api";
import { onServer, startStandby } from "@/tests/support/standby";
import { NO_ESA, squareField } from "@/tests/support/requests";

/** A server with its standby, both of this test alone, and the whole service before them. */
const NAME = "hedgerow_replica";
const folder = mkdtempSync(join(tmpdir(), "hedgerow-replica-"));
let primary: BreakableDatabase;
let standby: BreakableDatabase;
let caller: Caller;
let other: Caller;
let metrics: Awaited<ReturnType<typeof serveMetrics>>;
const opened: Db[] = [];

beforeAll(async () => {
  // The servers run as another user than root.
  chmodSync(folder, 0o755);
  primary = await startDatabase(join(folder, "primary"));
  const { app, owner } = await ensureDatabaseIn(primary.cluster, NAME);
  await migrate(owner);
  setEnvironment(app, owner);
  standby = await startStandby(primary.cluster, join(folder, "standby"));
  Object.assign(process.env, {
    DATABASE_REPLICA_URL: urlsFor(standby.cluster, NAME).app,
    DATABASE_REPLICA_WAIT_MS: "2000",
    METRICS_PORT: "0",
  });
  await loadGround();
  caller = await makeCaller("replica");
  other = await makeCaller("replica-other");
  metrics = await serveMetrics(await getDeps(), "web");
});
beforeEach(() => expect.poll(answeredBy, { timeout: 30_000 }).toBe("replica"));
afterAll(async () => {
  const deps = await getDeps();
  await deps.settled();
  await metrics?.close();
  await Promise.all([deps.reads.close(), deps.db.close(), ...opened.map((db) => db.close())]);
  stopCluster(standby.cluster, "immediate");
  stopCluster(primary.cluster, "immediate");
  rmSync(folder, { recursive: true, force: true });
});

const open = (url: string): Db => {
  const db = connect({ url, poolMax: 2 });
  opened.push(db);
  return db;
};

async function counts(): Promise<Partial<Record<ReadAnswer, number>>> {
  const deps = await getDeps();
  const counter = deps.metrics.registry.getSingleMetric("hedgerow_replica_reads_total");
  const { values = [] } = (await counter?.get()) ?? {};
  return Object.fromEntries(values.map(({ labels, value }) => [String(labels.by), value]));
}

/** Which server answered what this work read; each read once. */
async function answersOf(work: () => Promise<unknown>): Promise<Partial<Record<ReadAnswer, number>>> {
  const before = await counts();
  await work();
  const after = Object.entries(await counts()) as [ReadAnswer, number][];
  return Object.fromEntries(
    after.map(([by, count]) => [by, count - (before[by] ?? 0)] as const).filter(([, count]) => count !== 0),
  );
}

const fieldsOf = async (who: Caller): Promise<string[]> =>
  (await answer(await call(getFields, who, { method: "GET", query: "limit=100" }), fieldListResponse)).fields.map(
    ({ provider_field_id: id }) => id,
  );
const answeredBy = async (): Promise<string | undefined> => Object.keys(await answersOf(() => fieldsOf(caller)))[0];

const saveField = (who: Caller, name: string, index: number) =>
  check(who, {
    application_id: name,
    provider_field_id: name,
    products: [{ ...NO_ESA, product_name: "Stryax", epa_number: "264-1241", rate: 22, rate_unit: "fl oz/ac" }],
    field_boundary: squareField(-87 + (index % 50) * 0.005, 32.5),
  });

const replicaOf = async () => {
  const response = await call(getReady, null, { method: "GET" });
  const { status, checks } = readyResponse.parse(await response.json());
  return { status, replica: checks.replica };
};
const HOLDS = { ok: true, detail: null };
const problem = (detail: string) => ({
  status: "ready",
  replica: { ok: false, detail: expect.stringContaining(detail) as string },
});
const becomes = (expected: object) => expect.poll(replicaOf, { timeout: 30_000 }).toMatchObject(expected);

async function gauges(): Promise<Record<string, number>> {
  const text = await (await fetch(`http://127.0.0.1:${metrics?.port ?? 0}/metrics`)).text();
  return Object.fromEntries(
    [...text.matchAll(/^(hedgerow_replica_(?:up|lag_seconds)) (\S+)$/gm)].map(([, name = "", value]) => [
      name,
      Number(value),
    ]),
  );
}

describe("with a standby that follows", () => {
  it("lists, usage and searches are answered by it, and the state says that it is no lag behind", async () => {
    const read = (handler: typeof getFields, query = "") => call(handler, caller, { method: "GET", query });
    expect(await answersOf(() => fieldsOf(caller))).toEqual({ replica: 1 });
    expect(await answersOf(async () => answer(await read(getUsage), usageResponse))).toEqual({ replica: 1 });
    expect(await answersOf(() => read(getProducts, "q=DEMO"))).toEqual({ replica: 1 });
    await becomes({ status: "ready", replica: HOLDS });
    // A standby replays what was written a moment ago, by others too.
    await expect.poll(gauges, { timeout: 30_000 }).toEqual({ hedgerow_replica_up: 1, hedgerow_replica_lag_seconds: 0 });
  });

  it("really answers from the standby", async () => {
    const { reads } = await getDeps();
    const [row] = await reads.read((db) => db.prisma.$queryRaw<{ on: boolean }[]>`SELECT pg_is_in_recovery() AS on`);
    expect(row).toEqual({ on: true });
  });

  it("everyone sees what was just saved, again and again", async () => {
    const answered = await answersOf(async () => {
      for (let index = 0; index < 15; index += 1) {
        await saveField(caller, `own-${index}`, index);
        expect(await fieldsOf(caller)).toContain(`own-${index}`);
      }
    });
    expect(answered.replica).toBeGreaterThan(0);
  });

  it("sees what another process saved", async () => {
    const elsewhere = open(String(process.env.DATABASE_URL));
    for (let index = 0; index < 15; index += 1) {
      await asProvider(
        elsewhere,
        caller.providerId,
        (tx) => tx.$executeRaw`UPDATE field SET field_name = ${`name ${index}`} WHERE provider_field_id = 'own-0'`,
      );
      const page = await answer(
        await call(getFields, caller, { method: "GET", query: "limit=100" }),
        fieldListResponse,
      );
      expect(page.fields.find(({ provider_field_id: id }) => id === "own-0")?.field_name).toBe(`name ${index}`);
    }
  });

  it("a provider sees its own rows and no others there, and a plain connection sees none", async () => {
    await saveField(other, "theirs", 30);
    const { reads } = await getDeps();
    expect(await answersOf(async () => expect(await fieldsOf(other)).toEqual(["theirs"]))).toEqual({ replica: 1 });
    expect(await fieldsOf(caller)).not.toContain("theirs");
    expect(await reads.read((db) => db.prisma.field.findMany())).toEqual([]);
  });

  it("work that changes something is done on the primary", async () => {
    const { reads } = await getDeps();
    const answered = await answersOf(() =>
      reads.read((db) =>
        asProvider(
          db,
          caller.providerId,
          (tx) => tx.$executeRaw`UPDATE field SET field_name = 'moved' WHERE provider_field_id = 'own-1'`,
        ),
      ),
    );
    expect(answered).toEqual({ failed: 1 });
  });

  it("a refusal is the answer, and asks no other server", async () => {
    const answered = await answersOf(() => call(getFields, caller, { method: "GET", query: "limit=100&offset=5000" }));
    expect(answered).toEqual({ replica: 1 });
  });
});

it("while replay is paused the primary answers, with what was just saved, and afterwards the standby again", async () => {
  await onServer(standby.cluster, NAME, "SELECT pg_wal_replay_pause()");
  await saveField(caller, "during-pause", 31);
  const answered = await answersOf(async () => expect(await fieldsOf(caller)).toContain("during-pause"));
  expect(answered).toEqual({ behind: 1 });
  await becomes(problem("s behind; the primary answers its reads"));
  await expect.poll(gauges, { timeout: 30_000 }).toSatisfy((now: Record<string, number>) => {
    return now.hedgerow_replica_up === 1 && (now.hedgerow_replica_lag_seconds ?? 0) > 5;
  });
  await onServer(standby.cluster, NAME, "SELECT pg_wal_replay_resume()");
  await expect.poll(answeredBy, { timeout: 30_000 }).toBe("replica");
  expect(await fieldsOf(caller)).toContain("during-pause");
  await becomes({ replica: HOLDS });
});

it("a standby that is killed is answered for by the primary, without an error, until it is back", async () => {
  await standby.stop("immediate");
  await saveField(caller, "during-absence", 32);
  const answered = await answersOf(async () => {
    for (let turn = 0; turn < 5; turn += 1) expect(await fieldsOf(caller)).toContain("during-absence");
  });
  expect(answered).toEqual({ away: 5 });
  await becomes(problem("it does not answer"));
  await expect.poll(gauges, { timeout: 30_000 }).toEqual({ hedgerow_replica_up: 0 });
  await standby.start();
  await expect.poll(answeredBy, { timeout: 30_000 }).toBe("replica");
  expect(await fieldsOf(caller)).toContain("during-absence");
});

it("a standby that stands still is answered for by the primary meanwhile", async () => {
  standby.freeze();
  try {
    // What waited for a server that stands still would not end before it is let go, below.
    expect(await answersOf(() => fieldsOf(caller))).toEqual({ away: 1 });
    expect(await answersOf(() => fieldsOf(caller))).toEqual({ away: 1 });
  } finally {
    standby.thaw();
  }
  await expect.poll(answeredBy, { timeout: 30_000 }).toBe("replica");
});

describe("a server that may not answer for the primary", () => {
  const readsFrom = (url: string): { reads: Reads; answers: ReadAnswer[]; reasons: string[] } => {
    const answers: ReadAnswer[] = [];
    const reasons: string[] = [];
    const reads = replicaReads({
      primary: open(String(process.env.DATABASE_URL)),
      replica: open(url),
      waitMs: 200,
      answered: (by) => answers.push(by),
      failed: (error) => reasons.push(String(error)),
    });
    return { reads, answers, reasons };
  };

  it.each([
    ["the primary itself", () => String(process.env.DATABASE_URL), "it is no standby"],
    [
      "another database of the standby",
      () => urlsFor(standby.cluster, "postgres").app,
      "it is no copy of the database",
    ],
  ])("%s is not read", async (_, urlOf, reason) => {
    const { reads, answers, reasons } = readsFrom(urlOf());
    await reads.read((db) => db.prisma.$queryRaw`SELECT 1`);
    expect(answers).toEqual(["away"]);
    expect(reasons).toEqual([expect.stringContaining(reason)]);
    expect((await reads.replicaState())?.problem).toContain(reason);
  });

  it("a standby whose primary no longer sends it anything is not read: what it has may have been given up", async () => {
    const conninfo = (port: number) =>
      onServer(
        standby.cluster,
        NAME,
        `ALTER SYSTEM SET primary_conninfo = 'host=127.0.0.1 port=${port} user=postgres'`,
      ).then(() => onServer(standby.cluster, NAME, "SELECT pg_reload_conf()"));
    await conninfo(1);
    await becomes(problem("it has lost its primary"));
    expect(await answeredBy()).toBe("away");
    await conninfo(primary.cluster.port);
    await becomes({ replica: HOLDS });
  });
});
