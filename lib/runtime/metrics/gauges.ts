import { Gauge, type Registry } from "prom-client";
import { type Db, POOL_STATES } from "@/lib/data/db";
import type { Reads } from "@/lib/data/replica/reads";
import { findsArchive } from "@/lib/data/imports/archive-file";
import { readServiceState, type ServiceState } from "@/lib/data/service-state";
import { within } from "@/lib/data/within";
import { BREAKER_STATES } from "@/lib/gateways/upstream/breaker";
import type { SoilSource } from "@/lib/gateways/soil-source";
import type { Log } from "@/lib/runtime/log";

export interface Watched {
  db: Db;
  reads: Reads;
  soil: SoilSource;
  log: Log;
}

/** A scrape does not wait longer for the database, so that what the process itself knows is seen while it is away. */
const DATABASE_MS = 3000;
/** All gauges of a scrape, and scrapers beside each other, ask the database once. */
const KEPT_MS = 2000;

/** Figures that are read when someone looks: the pool and the breaker of this process, and what the database knows. */
export function watchState(registry: Registry, { db, reads, soil, log }: Watched): void {
  watchPool(registry, db);
  watchReplica(registry, reads);
  watchBreaker(registry, soil);
  watchDatabase(registry, { db, log });
}

function watchPool(registry: Registry, db: Db): void {
  new Gauge({
    name: "hedgerow_db_pool_connections",
    help: "Connections of this process to the database, idle and busy, and the callers that wait for one.",
    labelNames: ["state"],
    registers: [registry],
    collect() {
      const use = db.poolUse();
      for (const state of POOL_STATES) this.set({ state }, use[state]);
    },
  });
  new Gauge({
    name: "hedgerow_db_pool_size",
    help: "The most connections that this process may have.",
    registers: [registry],
    collect() {
      this.set(db.poolMax);
    },
  });
}

/** Shown where there is a replica. */
function watchReplica(registry: Registry, reads: Reads): void {
  const look = keptFor(KEPT_MS, () => reads.replicaState());
  new Gauge({
    name: "hedgerow_replica_up",
    help: "1 when the read replica follows the primary and can be read; absent without one.",
    registers: [registry],
    async collect() {
      const state = await look();
      this.remove();
      if (state !== null) this.set(state.problem === null ? 1 : 0);
    },
  });
  new Gauge({
    name: "hedgerow_replica_lag_seconds",
    help: "How far the read replica is behind the primary; absent when it does not say.",
    registers: [registry],
    async collect() {
      const lagS = (await look())?.lagS ?? null;
      this.remove();
      if (lagS !== null) this.set(lagS);
    },
  });
}

function watchBreaker(registry: Registry, { breakerState }: SoilSource): void {
  if (breakerState === undefined) return;
  new Gauge({
    name: "hedgerow_soil_breaker",
    help: "1 for the state that the soil survey's breaker is in; open: checks are answered without new soil.",
    labelNames: ["state"],
    registers: [registry],
    collect() {
      for (const state of BREAKER_STATES) this.set({ state }, state === breakerState() ? 1 : 0);
    },
  });
}

interface StateGauge {
  name: string;
  help: string;
  labelNames?: string[];
  set: (gauge: Gauge, state: ServiceState) => void | Promise<void>;
}

const STATE_GAUGES: readonly StateGauge[] = [
  {
    name: "hedgerow_queue_jobs",
    help: "Entries of the worker's queue.",
    labelNames: ["task", "state"],
    set: (gauge, { queue }) => {
      for (const { task, waiting, due, running, retrying, givenUp } of queue) {
        for (const [state, count] of Object.entries({ waiting, due, running, retrying, given_up: givenUp })) {
          gauge.set({ task, state }, count);
        }
      }
    },
  },
  {
    name: "hedgerow_queue_oldest_due_seconds",
    help: "How long the oldest due entry of the queue has waited; 0 when none is due.",
    set: (gauge, { queue }) => gauge.set(Math.max(0, ...queue.map(({ oldestDueS }) => oldestDueS ?? 0))),
  },
  {
    name: "hedgerow_data_set_age_seconds",
    help: "Time since the set in force was last verified with its publisher.",
    labelNames: ["kind"],
    set: (gauge, { dataSets }) => {
      for (const { kind, ageS } of dataSets) gauge.set({ kind }, ageS);
    },
  },
  {
    name: "hedgerow_switch_unlooked_seconds",
    help: "How long the oldest switch of data or rule tables has waited to be looked at to the end; 0 when none waits.",
    set: (gauge, { oldestSwitchS }) => gauge.set(oldestSwitchS ?? 0),
  },
  {
    name: "hedgerow_archives_missing",
    help: "Archived data sets whose file this process does not find whole; reports of what they judged fail here.",
    set: async (gauge, { archives }) => {
      const found = await Promise.all(archives.map(findsArchive));
      gauge.set(found.filter((each) => !each).length);
    },
  },
  {
    name: "hedgerow_claims",
    help: "Fields and applications that someone works on now; lapsed ones are of processes that died.",
    labelNames: ["state"],
    set: (gauge, { claims }) => {
      gauge.set({ state: "live" }, claims.live);
      gauge.set({ state: "lapsed" }, claims.lapsed);
    },
  },
  {
    name: "hedgerow_workers_alive",
    help: "Workers heard of within 20 seconds.",
    set: (gauge, { workers }) => gauge.set(workers.alive),
  },
  {
    name: "hedgerow_worker_beat_age_seconds",
    help: "Time since any worker was heard of; absent when none was within a day.",
    set: (gauge, { workers }) => {
      if (workers.lastBeatS !== null) gauge.set(workers.lastBeatS);
    },
  },
];

function watchDatabase(registry: Registry, of: Pick<Watched, "db" | "log">): void {
  const look = keptFor(KEPT_MS, () => lookAt(of));
  new Gauge({
    name: "hedgerow_database_up",
    help: "1 when the database told about the queue, the data sets, and the workers; those are absent otherwise.",
    registers: [registry],
    async collect() {
      this.set((await look()) === null ? 0 : 1);
    },
  });
  for (const { name, help, labelNames = [], set } of STATE_GAUGES) {
    new Gauge({
      name,
      help,
      labelNames,
      registers: [registry],
      async collect() {
        const state = await look();
        // What is not known is not shown: the last figure would look like a new one.
        this.reset();
        if (labelNames.length === 0) this.remove();
        if (state !== null) await set(this, state);
      },
    });
  }
}

async function lookAt({ db, log }: Pick<Watched, "db" | "log">): Promise<ServiceState | null> {
  try {
    return await within(DATABASE_MS, readServiceState(db));
  } catch (error) {
    log.warn({ err: error }, "metrics: the database does not answer");
    return null;
  }
}

function keptFor<T>(ms: number, read: () => Promise<T>): () => Promise<T> {
  let readAt = -Infinity;
  let last: Promise<T> | null = null;
  return () => {
    if (last !== null && performance.now() - readAt < ms) return last;
    readAt = performance.now();
    last = read();
    return last;
  };
}
