import type { Client } from "openapi-fetch";
import type { components, paths } from "./api.js";
import { unwrap } from "./errors.js";
import type { RetryOptions } from "./retry.js";

type Schemas = components["schemas"];
export type BulkRequest = Schemas["BulkRequest"];
export type BulkItem = Schemas["BulkItem"];
export type BulkStatus = Schemas["BulkJob"];
export type BulkSubmission = Schemas["BulkSubmission"];

export interface SubmitOptions {
  /** Left out: a new one, so that a submission that is repeated after a cut connection stays one job. */
  idempotencyKey?: string;
  /** Seconds to wait for the end in the request itself, 0 to 30. */
  waitS?: number;
  signal?: AbortSignal;
}

export interface PollOptions {
  /** Pause between two looks, milliseconds. */
  everyMs?: number;
  signal?: AbortSignal;
}

const EVERY_MS = 5_000;
const PAGE = 50;
const MOST_WAIT_S = 30;

/** Whether a job is at its end, whatever that is: look at its items. */
export const isOver = ({ status }: { status: BulkStatus["status"] }): boolean =>
  status !== "queued" && status !== "processing";

const withSignal = (signal: AbortSignal | undefined) => (signal === undefined ? {} : { signal });

/** Up to 100 checks at once. */
export class Bulk {
  readonly #api: Client<paths>;
  readonly #wait: RetryOptions["wait"];

  constructor(api: Client<paths>, wait: RetryOptions["wait"]) {
    this.#api = api;
    this.#wait = wait;
  }

  /** Hands a job in. The same submission under the same key gives the same job. */
  async submit(body: BulkRequest, options: SubmitOptions = {}): Promise<BulkSubmission> {
    const { idempotencyKey = crypto.randomUUID(), waitS = 0, signal } = options;
    const header = { "Idempotency-Key": idempotencyKey, Prefer: `wait=${Math.min(MOST_WAIT_S, Math.max(0, waitS))}` };
    return unwrap(await this.#api.POST("/api/v2/esa-check/bulk", { params: { header }, body, ...withSignal(signal) }));
  }

  async status(jobId: string, signal?: AbortSignal): Promise<BulkStatus> {
    const params = { path: { job_id: jobId } };
    return unwrap(await this.#api.GET("/api/v2/esa-check/bulk/{job_id}", { params, ...withSignal(signal) }));
  }

  /** Looks every few seconds until the job is at its end. */
  async finished(jobId: string, { everyMs = EVERY_MS, signal }: PollOptions = {}): Promise<BulkStatus> {
    for (;;) {
      const status = await this.status(jobId, signal);
      if (isOver(status)) return status;
      await this.#wait(everyMs, signal ?? new AbortController().signal);
    }
  }

  /** The items of a job, page by page as they are asked for. */
  async *results(jobId: string, signal?: AbortSignal): AsyncGenerator<BulkItem, void, void> {
    let offset: number | null = 0;
    while (offset !== null) {
      const params = { path: { job_id: jobId }, query: { offset, limit: PAGE } };
      const page: Schemas["BulkResults"] = unwrap(
        await this.#api.GET("/api/v2/esa-check/bulk/{job_id}/results", { params, ...withSignal(signal) }),
      );
      yield* page.items;
      offset = page.next_offset;
    }
  }

  /** Hands a job in, waits for its end, and gives all of its items. An item that succeeded still needs a look at its status. */
  async run(body: BulkRequest, options: SubmitOptions & PollOptions = {}): Promise<BulkItem[]> {
    const submitted = await this.submit(body, { waitS: MOST_WAIT_S, ...options });
    if (!isOver(submitted)) await this.finished(submitted.job_id, options);
    const items: BulkItem[] = [];
    for await (const item of this.results(submitted.job_id, options.signal)) items.push(item);
    return items;
  }
}
