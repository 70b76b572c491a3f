import { findsArchive } from "@/lib/data/imports/archive-file";
import { findActiveKinds, findAppliedMigrations, probeWriting, readDatabaseFacts } from "@/lib/data/readiness";
import type { DatabaseFacts } from "@/lib/data/readiness";
import { readServiceState, type ServiceState } from "@/lib/data/service-state";
import { cancellingStatements } from "@/lib/data/statement-context";
import { within } from "@/lib/data/within";
import type { Deps } from "@/lib/runtime/deps";
import { migrationNames } from "@/lib/runtime/migration-files";

export interface ReadinessCheck {
  ok: boolean;
  detail: string | null;
}

/** What has to hold for this process to do its work. */
const NEEDED_CHECKS = ["database", "postgis", "schema", "dataSets"] as const;
/**
 * `queue` and `worker` are others' work, and a missing archive fails only reports of what old sets judged: a web process
 * answers checks without them, and stays in service.
 */
type CheckName = (typeof NEEDED_CHECKS)[number] | "archives" | "queue" | "worker";

export interface Readiness extends Record<CheckName, ReadinessCheck> {
  isReady: boolean;
  /** There while this process is about to end, and fails. */
  process?: ReadinessCheck;
  /** Left out: there is no read replica. Without it the primary answers, so it does not count either. */
  replica?: ReadinessCheck;
}

const NEEDED_KINDS = ["catalogue", "county", "pula"];
/** A job that is due and has waited longer is worth a look. */
const QUEUE_LATE_S = 300;
/** A standby that is further behind answers hardly any read. */
const REPLICA_LATE_S = 5;
/** Anyone may ask whether we are ready, so we look once for all who ask within this time. */
const KEPT_MS = 2000;
/** Less than probes wait (deploy/kubernetes): a database that stands still answers nothing on connections that are open. */
const LONGEST_LOOK_MS = 4000;
/** Each look that is not over holds a connection, so that there are few: after a thaw the service needs the others. */
const MOST_OPEN_LOOKS = 2;

interface Looks {
  at: number;
  readiness: Promise<Readiness>;
  /** Begun and not over: late ones too. */
  open: number;
}
const looks = new WeakMap<Deps, Looks>();

declare global {
  /** Whether this process was asked to end; put there by the web server. */
  var hedgerowIsStopping: (() => boolean) | undefined;
}

/** Whether this process can do its work now, as it was found within the last two seconds. Answers within four seconds. */
export async function readReadiness(deps: Deps): Promise<Readiness> {
  const found = await lookedAt(deps);
  if (globalThis.hedgerowIsStopping?.() !== true) return found;
  return { ...found, isReady: false, process: fails("this process was asked to end") };
}

function lookedAt(deps: Deps): Promise<Readiness> {
  const last = looks.get(deps);
  if (last !== undefined && (performance.now() - last.at < KEPT_MS || last.open >= MOST_OPEN_LOOKS))
    return last.readiness;
  const current: Looks = last ?? { at: 0, readiness: Promise.resolve({ isReady: false, ...UNKNOWN }), open: 0 };
  const looking = cancellingStatements(AbortSignal.timeout(LONGEST_LOOK_MS), () => look(deps));
  current.open += 1;
  const over = (): number => (current.open -= 1);
  looking.then(over, over);
  current.at = performance.now();
  current.readiness = within(LONGEST_LOOK_MS, looking).catch((error: unknown) => notAnswering(deps, error));
  looks.set(deps, current);
  return current.readiness;
}

const holds: ReadinessCheck = { ok: true, detail: null };
const fails = (detail: string): ReadinessCheck => ({ ok: false, detail });
const NOT_KNOWN = fails("not known");
const UNKNOWN: Record<CheckName, ReadinessCheck> = {
  database: NOT_KNOWN,
  postgis: NOT_KNOWN,
  schema: NOT_KNOWN,
  dataSets: NOT_KNOWN,
  archives: NOT_KNOWN,
  queue: NOT_KNOWN,
  worker: NOT_KNOWN,
};

function notAnswering({ log }: Deps, error: unknown): Readiness {
  log.warn({ err: error }, "readiness: the database does not answer");
  return { isReady: false, ...UNKNOWN, database: fails("the database does not answer") };
}

async function look(deps: Deps): Promise<Readiness> {
  const checks = { ...UNKNOWN };
  try {
    const facts = await readDatabaseFacts(deps.db);
    checks.database = await databaseCheck(deps, facts);
    checks.postgis = postgisCheck(facts);
    checks.schema = facts.hasMigrations ? await schemaCheck(deps) : fails("no migration was applied: npm run migrate");
    // An earlier schema may lack the tables of the next questions.
    if (checks.schema.ok) {
      checks.dataSets = dataSetsCheck(await findActiveKinds(deps.db));
      const state = await readServiceState(deps.db);
      Object.assign(checks, workCheck(state));
      checks.archives = await archivesCheck(state.archives);
    }
  } catch (error) {
    checks.database = notAnswering(deps, error).database;
  }
  return { isReady: NEEDED_CHECKS.every((name) => checks[name].ok), ...checks, ...(await replicaCheck(deps)) };
}

async function replicaCheck({ reads }: Deps): Promise<Pick<Readiness, "replica">> {
  const state = await reads.replicaState();
  if (state === null) return {};
  if (state.problem !== null) return { replica: fails(`${state.problem}; the primary answers its reads`) };
  if (state.lagS !== null && state.lagS <= REPLICA_LATE_S) return { replica: holds };
  const behind = state.lagS === null ? "an unknown time" : `${Math.round(state.lagS)} s`;
  return { replica: fails(`it is ${behind} behind; the primary answers its reads`) };
}

async function databaseCheck(deps: Deps, { isStandby }: DatabaseFacts): Promise<ReadinessCheck> {
  if (isStandby) return fails("the database is a standby that follows another one, and takes no writes");
  try {
    await probeWriting(deps.db);
    return holds;
  } catch (error) {
    deps.log.warn({ err: error }, "readiness: the database takes no writes");
    return fails("the database takes no writes; its disk may be full");
  }
}

function postgisCheck({ postgisSchema, findsPostgis }: DatabaseFacts): ReadinessCheck {
  if (postgisSchema === null) return fails("the database has no PostGIS");
  if (findsPostgis) return holds;
  return fails(`PostGIS is in the schema ${postgisSchema}; the service looks in public and gis`);
}

async function schemaCheck({ db }: Deps): Promise<ReadinessCheck> {
  const applied = new Set(await findAppliedMigrations(db));
  // More than we know is well: the next version of the service is on its way.
  const missing = migrationNames().filter((name) => !applied.has(name));
  return missing.length === 0 ? holds : fails(`the database lacks ${missing.join(", ")}: npm run migrate`);
}

function dataSetsCheck(active: readonly string[]): ReadinessCheck {
  const missing = NEEDED_KINDS.filter((kind) => !active.includes(kind));
  return missing.length === 0 ? holds : fails(`no active set of: ${missing.join(", ")}`);
}

/** Names the sets and not the files: anyone may ask whether we are ready. */
async function archivesCheck(archives: ServiceState["archives"]): Promise<ReadinessCheck> {
  const found = await Promise.all(archives.map(findsArchive));
  const missing = archives.filter((_, index) => found[index] !== true).map(({ version }) => version);
  return missing.length === 0 ? holds : fails(`this process does not find the whole archive of: ${missing.join(", ")}`);
}

function workCheck({ queue, workers }: ServiceState): Pick<Readiness, "queue" | "worker"> {
  const oldestS = Math.round(Math.max(0, ...queue.map(({ oldestDueS }) => oldestDueS ?? 0)));
  const silent =
    workers.lastBeatS === null
      ? "no worker was heard of within a day"
      : `no worker was heard of for ${Math.round(workers.lastBeatS)} s`;
  return {
    queue: oldestS <= QUEUE_LATE_S ? holds : fails(`the oldest due job has waited ${oldestS} s`),
    worker: workers.alive > 0 ? holds : fails(silent),
  };
}
