import { LRUCache } from "lru-cache";
import { cancellingStatements, connect, countStatements, uncounted, type Db } from "@/lib/data/db";
import type { LimitedNames } from "@/lib/data/limited-names";
import type { KeyHolder } from "@/lib/data/providers";
import type { CatalogueProduct, LimitationRule } from "@/lib/domain/product";
import type { BrandIndex } from "@/lib/domain/brand-names";
import type { RegulatedAreas } from "@/lib/domain/pula";
import type { ReportLogo } from "@/lib/domain/report";
import type { SprayWindows } from "@/lib/domain/spray-windows";
import type { SoilFailure } from "@/lib/domain/soil-survey";
import { weatherService } from "@/lib/gateways/forecast/weather-service";
import { noForecastSource, type ForecastSource } from "@/lib/gateways/forecast-source";
import { createPdfRenderer, type PdfRenderer } from "@/lib/gateways/pdf/renderer";
import { createSharedThreads, type SharedThreads } from "@/lib/gateways/shared-threads";
import { soilDataAccess } from "@/lib/gateways/soil/soil-data-access";
import { noSoilSource, type SoilSource } from "@/lib/gateways/soil-source";
import { type ShapeKernel, startGeos } from "@/lib/geo/kernel";
import { type Environment, readEnvironment } from "@/lib/runtime/env";
import { createLog, type Log } from "@/lib/runtime/log";

export { cancellingStatements, countStatements };

/** A look-up in the catalogue as it was answered; `product` null: the catalogue does not hold the number. */
export interface CachedProduct {
  dataSetId: number;
  version: string;
  product: CatalogueProduct | null;
}

/** Answers that may be up to a minute old: keys, products, limitation rules, the areas on maps and spray windows. */
export interface Caches {
  keys: LRUCache<string, { holder: KeyHolder }>;
  /** Keys that no provider has, for so short a time that a key may be issued meanwhile. */
  unknownKeys: LRUCache<string, true>;
  /** How many of them each address asked for, in the minute after its first. */
  unknownKeysOf: LRUCache<string, { count: number }>;
  products: LRUCache<string, CachedProduct>;
  limitationRules: LRUCache<number, LimitationRule[]>;
  /** Names sent without a number, and whether a pesticide of the catalogue has a like name. */
  pesticideNames: LRUCache<string, boolean>;
  /** By catalogue set, whose names never change. */
  brandNames: LRUCache<number, BrandIndex>;
  /** What the limitations of the active set name, under one key. */
  limitedNames: LRUCache<"active", LimitedNames>;
  /** Of the fields whose map was shown, by boundary, day and data sets. */
  mapAreas: LRUCache<string, RegulatedAreas>;
  /** Weeks of hours that were judged, by everything saved that they rest on and the forecast. */
  sprayWindows: LRUCache<string, SprayWindows>;
  /** Logos as they may be shown, by provider and stored hash; null: the stored one cannot be shown. */
  logos: LRUCache<string, Promise<ReportLogo | null>>;
}

/** Everything a use case works with, made once a process. */
export interface Deps {
  env: Environment;
  db: Db;
  clock: () => Date;
  soil: SoilSource;
  forecasts: ForecastSource;
  /** Squares of the soil grid that are being fetched now, for all who need them. */
  soilInFlight: Map<string, Promise<SoilFailure | null>>;
  geos: ShapeKernel;
  /** Starts its threads with the first report. */
  pdf: PdfRenderer;
  /** For drift computations that take long; starts with the first of them. */
  driftThreads: SharedThreads;
  log: Log;
  caches: Caches;
  /** Starts work that no request waits for. What fails is logged. */
  aside: (work: () => Promise<unknown>) => void;
  /** Resolves when everything started aside has ended. */
  settled: () => Promise<void>;
}

/** A revoked key, a new product and a switched set act within this time. docs/contract.md, Promises of speed and safety */
const CACHE_MS = 60_000;
const UNKNOWN_KEY_MS = 3_000;

const DRIFT_THREADS = {
  file: "lib/usecases/applications/drift-buffer/thread/thread.mjs",
  name: "placeInThread",
  memoryMb: 512,
  idleMs: 300_000,
  queueMax: 32,
  graceMs: 2000,
};

/** Empty ones: the process has one set of caches, and a question about data that is not in force has its own. */
export const createCaches = (): Caches => ({
  keys: new LRUCache({ max: 10_000, ttl: CACHE_MS }),
  unknownKeys: new LRUCache({ max: 10_000, ttl: UNKNOWN_KEY_MS }),
  unknownKeysOf: new LRUCache({ max: 10_000, ttl: CACHE_MS }),
  products: new LRUCache({ max: 20_000, ttl: CACHE_MS }),
  pesticideNames: new LRUCache({ max: 20_000, ttl: CACHE_MS }),
  limitationRules: new LRUCache({ max: 4, ttl: CACHE_MS }),
  brandNames: new LRUCache({ max: 2 }),
  limitedNames: new LRUCache({ max: 1, ttl: CACHE_MS }),
  mapAreas: new LRUCache({ max: 2000, ttl: CACHE_MS }),
  sprayWindows: new LRUCache({ max: 100, ttl: CACHE_MS }),
  // What a hash stands for does not change, so these stay.
  logos: new LRUCache({ max: 500 }),
});

export async function createDeps(env: Environment): Promise<Deps> {
  const log = createLog(env.LOG_LEVEL);
  const running = new Set<Promise<unknown>>();
  const aside = (work: () => Promise<unknown>): void => {
    const task: Promise<unknown> = uncounted(work)
      .catch((error: unknown) => log.warn({ err: error }, "work beside a request failed"))
      .finally(() => running.delete(task));
    running.add(task);
  };
  return {
    env,
    db: connect({
      url: env.DATABASE_URL,
      poolMax: env.DATABASE_POOL_MAX,
      isPrepared: env.DATABASE_PREPARED_STATEMENTS,
    }),
    clock: () => new Date(),
    soil: soilSource(env, log),
    forecasts: forecastSource(env, log),
    soilInFlight: new Map(),
    geos: await startGeos(),
    pdf: createPdfRenderer({
      workers: env.REPORT_WORKERS,
      queueMax: env.REPORT_QUEUE_MAX,
      timeoutS: env.REPORT_TIMEOUT_S,
    }),
    driftThreads: createSharedThreads({ ...DRIFT_THREADS, threads: env.DRIFT_THREADS }),
    log,
    aside,
    settled: async () => {
      await Promise.all(running);
    },
    caches: createCaches(),
  };
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

/** The process's own deps, made at first use. A start that failed is tried again by the next caller. */
export function getDeps(): Promise<Deps> {
  shared.hedgerowDeps ??= createDeps(readEnvironment()).catch((error: unknown) => {
    delete shared.hedgerowDeps;
    throw error;
  });
  return shared.hedgerowDeps;
}
