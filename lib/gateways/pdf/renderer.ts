import { FairQueue, isQueueFull } from "@/lib/gateways/fair-queue";
import type { RenderedPdf, RenderTask } from "@/lib/gateways/pdf/render-pdf";
import type { SigningKey } from "@/lib/gateways/pdf/signing/signing-key";
import { createThreadPool } from "@/lib/gateways/threads";

/** Why there is no PDF. */
const PDF_FAILURES = ["failed", "timed_out", "full", "cancelled"] as const;
export type PdfFailure = (typeof PDF_FAILURES)[number];

class PdfError extends Error {
  readonly failure: PdfFailure;

  constructor(failure: PdfFailure, cause?: unknown) {
    super(`the report was not rendered: ${failure}`, { cause });
    this.name = "PdfError";
    this.failure = failure;
  }
}

/**
 * Why an error means that there is no PDF; null for every other error. Told by its name: pages and route handlers are
 * bundled apart, so the class of the process's one renderer may be another copy of this one.
 */
export function pdfFailureOf(error: unknown): PdfFailure | null {
  if (!(error instanceof Error) || error.name !== "PdfError" || !("failure" in error)) return null;
  return PDF_FAILURES.find((failure) => failure === error.failure) ?? null;
}

export interface PdfRenderer {
  /** The report as a PDF; throws `PdfError`. `owner`: whose share of the renderer it takes. */
  render: (task: RenderTask, asked: { owner: string; signal: AbortSignal }) => Promise<RenderedPdf>;
  close: () => Promise<void>;
}

/** What each thread is given when it starts. */
export interface RendererGift {
  signingKey: SigningKey | null;
}

export interface RendererOptions {
  workers: number;
  /** Reports that may wait for a worker. */
  queueMax: number;
  /** From the moment of asking to the last byte. */
  timeoutS: number;
  /** Signs the reports that say they are signed; left out: none does. */
  signingKey?: SigningKey | null;
  /** Another thread's file, from the project's root. */
  workerFile?: string;
}

const WORKER_FILE = "lib/gateways/pdf/thread.mjs";
/** Far above what the longest report takes; a thread that passes it is ended by Node and its report fails. */
const THREAD_MEMORY_MB = 512;
/** Room for what is let go of again: twice what Node gives, for a tenth less time. */
const THREAD_YOUNG_MB = 96;
/** A thread is kept this long without work, since it takes a second to start one and it holds some 100 MB. */
const IDLE_MS = 300_000;

/**
 * Renders in worker threads, so that no request waits behind a layout. A report that passes its time has its thread
 * ended, whatever it is doing.
 */
export function createPdfRenderer({
  workers,
  queueMax,
  timeoutS,
  workerFile,
  signingKey = null,
}: RendererOptions): PdfRenderer {
  const queue = new FairQueue({ running: workers, waiting: queueMax });
  const pool = createThreadPool({
    file: workerFile ?? WORKER_FILE,
    name: "renderReport",
    given: { signingKey } satisfies RendererGift,
    threads: workers,
    memoryMb: THREAD_MEMORY_MB,
    youngMb: THREAD_YOUNG_MB,
    idleMs: IDLE_MS,
  });
  return {
    render: async (task, { owner, signal }) => {
      const deadline = AbortSignal.timeout(timeoutS * 1000);
      const either = AbortSignal.any([deadline, signal]);
      try {
        return await queue.run(owner, either, () => pool.run<RenderedPdf>(task, either));
      } catch (error) {
        throw new PdfError(failureOf(error, { deadline, signal }), error);
      }
    },
    close: pool.close,
  };
}

function failureOf(error: unknown, { deadline, signal }: { deadline: AbortSignal; signal: AbortSignal }): PdfFailure {
  if (isQueueFull(error)) return "full";
  if (deadline.aborted) return "timed_out";
  return signal.aborted ? "cancelled" : "failed";
}
