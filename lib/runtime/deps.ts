import { connect, type Db } from "@/lib/data/db";
import { cancellingStatements, countStatements, endingSignal, payingAs, uncounted } from "@/lib/data/statement-context";
import { primaryReads, type Reads, replicaReads } from "@/lib/data/replica/reads";
import { type EnrichmentJob, enqueueSoilEnrichment } from "@/lib/data/soil/enrichment";
import type { TimedSigner } from "@/lib/domain/report";
import type { SoilFailure } from "@/lib/domain/soil-survey";
import { weatherService } from "@/lib/gateways/forecast/weather-service";
import { noForecastSource, type ForecastSource } from "@/lib/gateways/forecast-source";
import { createPdfRenderer, type PdfRenderer } from "@/lib/gateways/pdf/renderer";
import { signerOf } from "@/lib/gateways/pdf/signing/signing-key";
import { createRecordKeys, type RecordKeys } from "@/lib/gateways/record-keys";
import { createSharedThreads, type SharedThreads } from "@/lib/gateways/shared-threads";
import { soilDataAccess } from "@/lib/gateways/soil/soil-data-access";
import { noSoilSource, type SoilSource } from "@/lib/gateways/soil-source";
import { type ShapeKernel, startGeos } from "@/lib/geo/kernel";
import { type Caches, createCaches } from "@/lib/runtime/caches";
import { type Environment, readEnvironment } from "@/lib/runtime/env";
import { keepCachesFresh } from "@/lib/runtime/fresh-caches";
import { createLog, type Log } from "@/lib/runtime/log";
import { createMetrics, type Metrics } from "@/lib/runtime/metrics/metrics";
import { serveMetrics } from "@/lib/runtime/metrics/serve-metrics";
import { startTracing } from "@/lib/runtime/tracing/start-tracing";
import { publishedCertificates, readSigningKey } from "@/lib/runtime/signing-key";

export { cancellingStatements, countStatements, endingSignal, payingAs };

/** Everything a use case works with, made once a process. */
export interface Deps {
  env: Environment;
  db: Db;
  /** For reads that the replica may answer, where there is one. */
  reads: Reads;
  clock: () => Date;
  soil: SoilSource;
  forecasts: ForecastSource;
  /** Squares of the soil grid that are being fetched now, for all who need them. */
  soilInFlight: Map<string, Promise<SoilFailure | null>>;
  /** Puts the loading of a field's soil in the worker's queue. */
  queueSoil: (job: EnrichmentJob) => Promise<void>;
  geos: ShapeKernel;
  /** Who signs report PDFs; null: no key is set. */
  reportSigner: TimedSigner | null;
  /** What signs records and the log of their hashes, and the key set that anyone may read. */
  recordKeys: RecordKeys;
  /** Starts its threads with the first report. */
  pdf: PdfRenderer;
  /** For drift computations that take long; starts with the first of them. */
  driftThreads: SharedThreads;
  log: Log;
  metrics: Metrics;
  caches: Caches;
  /** Starts work that no request waits for. What fails is logged. */
  aside: (work: () => Promise<unknown>) => void;
  /** Resolves when everything started aside has ended. */
  settled: () => Promise<void>;
}

const DRIFT_THREADS = {
  file: "lib/usecases/applications/drift-buffer/thread/thread.mjs",
  name: "placeInThread",
  memoryMb: 512,
  idleMs: 300_000,
  queueMax: 32,
  graceMs: 2000,
};

export async function createDeps(env: Environment): Promise<Deps> {
  const log = createLog(env.LOG_LEVEL);
  const signingKey = await readSigningKey(env);
  const running = new Set<Promise<unknown>>();
  const aside = (work: () => Promise<unknown>): void => {
    const task: Promise<unknown> = uncounted(work)
      .catch((error: unknown) => log.warn({ err: error }, "work beside a request failed"))
      .finally(() => running.delete(task));
    running.add(task);
  };
  const db = openDatabase(env, env.DATABASE_URL);
  const metrics = createMetrics();
  return {
    env,
    db,
    reads: readsOf(db, { env, log, metrics }),
    clock: () => new Date(),
    soil: soilSource(env, log),
    forecasts: forecastSource(env, log),
    soilInFlight: new Map(),
    queueSoil: (job) => enqueueSoilEnrichment(db.prisma, job),
    geos: await startGeos(),
    reportSigner: signingKey === null ? null : signerOf(signingKey),
    recordKeys: await createRecordKeys(env.RECORD_SIGNING_KEYS, await publishedCertificates(env, signingKey)),
    pdf: createPdfRenderer({
      workers: env.REPORT_WORKERS,
      queueMax: env.REPORT_QUEUE_MAX,
      timeoutS: env.REPORT_TIMEOUT_S,
      signingKey,
    }),
    driftThreads: createSharedThreads({ ...DRIFT_THREADS, threads: env.DRIFT_THREADS }),
    log,
    metrics,
    aside,
    settled: async () => {
      await Promise.all(running);
    },
    caches: createCaches(),
  };
}

const openDatabase = (env: Environment, url: string): Db =>
  connect({
    url,
    poolMax: env.DATABASE_POOL_MAX,
    secondsPerMin: env.DATABASE_SECONDS_PER_MIN,
    isPrepared: env.DATABASE_PREPARED_STATEMENTS,
    isSpread: env.DATABASE_SPREAD,
  });

function readsOf(primary: Db, { env, log, metrics }: Pick<Deps, "env" | "log" | "metrics">): Reads {
  if (env.DATABASE_REPLICA_URL === undefined) return primaryReads(primary);
  return replicaReads({
    primary,
    replica: openDatabase(env, env.DATABASE_REPLICA_URL),
    waitMs: env.DATABASE_REPLICA_WAIT_MS,
    answered: metrics.readAnswered,
    failed: (error) => log.warn({ err: error }, "the replica is left alone for a while; the primary answers"),
  });
}

/** The survey that the environment names. Without one there is no soil; nothing stands in for it. */
function soilSource({ SOIL_URL: url }: Environment, log: Log): SoilSource {
  if (url === undefined) return noSoilSource;
  return soilDataAccess({ url, report: ({ event, ...facts }) => log.warn(facts, `soil survey: ${event}`) });
}

/** The weather service that the environment names. Without one there is no forecast; nothing stands in for it. */
function forecastSource({ FORECAST_URL: url, FORECAST_USER_AGENT: userAgent }: Environment, log: Log): ForecastSource {
  if (url === undefined) return noForecastSource;
  return weatherService({
    url,
    userAgent,
    report: ({ event, ...facts }) => log.warn(facts, `weather service: ${event}`),
  });
}

/** Kept on the global object, because each route's bundle has a module instance of its own. */
const shared = globalThis as typeof globalThis & { hedgerowDeps?: Promise<Deps> };

/** Listens for as long as the process lives. Tests count statements on what is kept, and listen where they ask for it. */
async function createListening(): Promise<Deps> {
  const deps = await createDeps(readEnvironment());
  if (deps.env.HEDGEROW_MODE !== "test") {
    keepCachesFresh(deps);
    await serveMetrics(deps, "web");
    await startTracing(deps, "web");
  }
  return deps;
}

/** The process's own deps, made at first use. A start that failed is tried again by the next caller. */
export function getDeps(): Promise<Deps> {
  shared.hedgerowDeps ??= createListening().catch((error: unknown) => {
    delete shared.hedgerowDeps;
    throw error;
  });
  return shared.hedgerowDeps;
}
