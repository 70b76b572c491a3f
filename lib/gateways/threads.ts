import { join } from "node:path";
import { Piscina } from "piscina";

export interface ThreadPoolOptions {
  /** Module of the threads, from the project's root; plain JavaScript that loads the source under tsx. */
  file: string;
  /** What of it does the work. */
  name: string;
  /** What every thread finds beside the project's root in its `workerData`. */
  given?: unknown;
  /** Most of them at once; they start with the first work. */
  threads: number;
  /** Far above what any work takes; a thread that passes it is ended by Node, and its work fails. */
  memoryMb: number;
  /** Room for what is let go of again; left out: what Node gives. */
  youngMb?: number;
  /** A thread is kept this long without work: starting one takes a second. */
  idleMs: number;
}

/** Threads for work that would hold up every request of the process. */
export interface ThreadPool {
  /** Rejects with what the work throws; a signal ends the thread, whatever it is doing. */
  run: <Result>(task: unknown, signal: AbortSignal) => Promise<Result>;
  close: () => Promise<void>;
}

/**
 * A pool that starts nothing before its first work. Threads run the source itself, or what `npm run build:server` made of
 * it where the process is one of that build: Next would bundle what it can see.
 */
export function createThreadPool(options: ThreadPoolOptions): ThreadPool {
  let pool: Piscina | null = null;
  const started = (): Piscina => {
    if (pool !== null) return pool;
    const opened = open(options);
    // A thread that dies with its work fails that work and is replaced. One that dies without has not even started, nor
    // would the next: every caller that waits gets the error, and later work tries again.
    opened.on("error", () => {
      if (pool === opened) pool = null;
      void opened.destroy();
    });
    pool = opened;
    return opened;
  };
  return {
    run: async <Result>(task: unknown, signal: AbortSignal) => (await started().run(task, { signal })) as Result,
    close: async () => {
      await pool?.destroy();
      pool = null;
    },
  };
}

function open({ file, name, given, threads, memoryMb, youngMb, idleMs }: ThreadPoolOptions): Piscina {
  // Looked up when it runs, from where the service runs: the bundle lies elsewhere.
  const root = process.cwd();
  const { hedgerowBuilt = "" } = globalThis as typeof globalThis & { hedgerowBuilt?: string };
  return new Piscina({
    filename: join(/* turbopackIgnore: true */ root, hedgerowBuilt, file),
    name,
    workerData: { root, given },
    minThreads: 0,
    maxThreads: threads,
    idleTimeout: idleMs,
    resourceLimits: {
      maxOldGenerationSizeMb: memoryMb,
      ...(youngMb === undefined ? {} : { maxYoungGenerationSizeMb: youngMb }),
    },
  });
}
