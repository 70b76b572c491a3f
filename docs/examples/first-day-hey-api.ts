import { createClient, createConfig } from "./hedgerow-sdk/client";
import {
  checkEsa,
  computeDriftBuffer,
  readApplicationCompliance,
  readBulkResults,
  submitBulkChecks,
} from "./hedgerow-sdk";
import type { BulkItem, BulkRequest, ErrorCode, EsaCheckRequest, Geometry } from "./hedgerow-sdk";

/**
 * The first day with another generator: `npx @hey-api/openapi-ts -i $HEDGEROW_URL/api/v2/openapi.json -o hedgerow-sdk`, which
 * makes a function of each operation.
 */

export type Client = ReturnType<typeof connect>;

export const connect = (baseUrl: string, apiKey: string, fetch?: (request: Request) => Promise<Response>) =>
  createClient(
    createConfig({
      baseUrl,
      headers: { "X-API-Key": apiKey },
      ...(fetch === undefined ? {} : { fetch: (input, init) => fetch(new Request(input, init)) }),
    }),
  );

/** The part of an error that a program goes by. */
interface Refusal {
  error: { code: ErrorCode; message: string; retryable: boolean; request_id: string };
}

/** An error of the API as an exception: code, request id, and whether trying again can help. */
export class HedgerowError extends Error {
  readonly code: ErrorCode;
  readonly retryable: boolean;
  readonly requestId: string;

  constructor({ error }: Refusal) {
    super(error.message);
    this.code = error.code;
    this.retryable = error.retryable;
    this.requestId = error.request_id;
  }
}

const isRefusal = (value: unknown): value is Refusal =>
  typeof value === "object" && value !== null && "error" in value && typeof value.error === "object";

function unwrap<Data>(result: { data: Data | undefined; error: unknown }): Data {
  if (result.data !== undefined) return result.data;
  if (isRefusal(result.error)) throw new HedgerowError(result.error);
  throw new Error("The answer is none of the API's.", { cause: result.error });
}

/** Only these two are passes, and neither clears an application. */
const isPass = (status: string): boolean => status === "met" || status === "not_applicable";

export async function check(client: Client, body: EsaCheckRequest) {
  const answer = unwrap(await checkEsa({ client, query: { explain: true }, body }));
  const open = answer.compliance.issues.filter(({ effect }) => effect === "blocks");
  return {
    reference: answer.application_event_id ?? null,
    isPass: isPass(answer.compliance.status),
    link: answer.mitigation_portal_url ?? null,
    toDo: open.map(({ code, product_index: product, remedy }) => ({ code, product, remedy })),
    missingPoints: answer.compliance.runoff.reduce((most, { gap }) => Math.max(most, gap ?? 0), 0),
    toCheckByHand: answer.compliance.unjudged.map(({ text }) => text),
  };
}

/** What the applicator has chosen in the portal since. */
export async function earnedPoints(client: Client, reference: string): Promise<Map<string, number>> {
  const path = { application_event_id: reference };
  const { application } = unwrap(await readApplicationCompliance({ client, path }));
  return new Map(application.compliance.runoff.map((entry) => [entry.mitigation_type, entry.earned_points]));
}

/** Widths to keep at the sprayer, by edge. */
export async function buffersNow(client: Client, reference: string, wind: { fromDeg: number; mph: number }) {
  const { application_time: now, compliance } = unwrap(
    await computeDriftBuffer({
      client,
      path: { application_event_id: reference },
      body: { wind_direction_deg: wind.fromDeg, wind_speed_mph: wind.mph, geometry: "both" },
    }),
  );
  const treatable: Geometry | null = now.geometry?.treatable ?? null;
  return {
    status: compliance.status,
    widthsFt: now.edges.map(({ edge_index: edge, buffer_ft: width }) => ({ edge, width })),
    parts: treatable?.type === "MultiPolygon" ? treatable.coordinates.length : treatable === null ? 0 : 1,
  };
}

/** Submits once, however often it is called with the same key. */
export async function submitAll(client: Client, key: string, body: BulkRequest) {
  const headers = { "Idempotency-Key": key, Prefer: "wait=0" };
  const { job_id: jobId, status } = unwrap(await submitBulkChecks({ client, headers, body }));
  return { jobId, isOver: status !== "queued" && status !== "processing" };
}

/** All items of a job, page by page. */
export async function readResults(client: Client, jobId: string): Promise<BulkItem[]> {
  const items: BulkItem[] = [];
  for (let offset: number | null = 0; offset !== null;) {
    const page: { items: BulkItem[]; next_offset: number | null } = unwrap(
      await readBulkResults({ client, path: { job_id: jobId }, query: { offset, limit: 50 } }),
    );
    items.push(...page.items);
    offset = page.next_offset;
  }
  return items;
}
