import createClient from "openapi-fetch";
import type { components, paths } from "./hedgerow";

/**
 * What a farm software's first day with Hedgerow looks like: check, close the gap, spray, bulk. Types:
 * `npx openapi-typescript $HEDGEROW_URL/api/v2/openapi.json --default-non-nullable false -o hedgerow.d.ts`, so that members
 * with a default may be left out of requests.
 */

type Schemas = components["schemas"];
export type Client = ReturnType<typeof connect>;

export const connect = (baseUrl: string, apiKey: string, fetch?: (request: Request) => Promise<Response>) =>
  createClient<paths>({ baseUrl, headers: { "X-API-Key": apiKey }, ...(fetch === undefined ? {} : { fetch }) });

/** An error of the API as an exception: code, request id, and whether trying again can help. */
export class HedgerowError extends Error {
  readonly code: Schemas["ErrorCode"];
  readonly retryable: boolean;
  readonly requestId: string;

  constructor({ error }: Schemas["Error"]) {
    super(error.message);
    this.code = error.code;
    this.retryable = error.retryable;
    this.requestId = error.request_id;
  }
}

function unwrap<Data>(result: { data?: Data; error?: unknown }): Data {
  if (result.data !== undefined) return result.data;
  throw new HedgerowError(result.error as Schemas["Error"]);
}

/** Only these two are passes, and neither clears an application. */
export const isPass = (status: Schemas["ComplianceStatus"]): boolean => status === "met" || status === "not_applicable";

export async function check(client: Client, body: Schemas["EsaCheckRequest"]) {
  const answer = unwrap(await client.POST("/api/v2/esa-check", { params: { query: { explain: true } }, body }));
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
  const params = { path: { application_event_id: reference } };
  const { application } = unwrap(
    await client.GET("/api/v2/applications/{application_event_id}/compliance", { params }),
  );
  return new Map(application.compliance.runoff.map((entry) => [entry.mitigation_type, entry.earned_points]));
}

/** Widths to keep at the sprayer, by edge. */
export async function buffersNow(client: Client, reference: string, wind: { fromDeg: number; mph: number }) {
  const { application_time: now, compliance } = unwrap(
    await client.POST("/api/v2/applications/{application_event_id}/drift-buffer/compute", {
      params: { path: { application_event_id: reference } },
      body: { wind_direction_deg: wind.fromDeg, wind_speed_mph: wind.mph, geometry: "both" },
    }),
  );
  const treatable: Schemas["Geometry"] | null = now.geometry?.treatable ?? null;
  return {
    status: compliance.status,
    widthsFt: now.edges.map(({ edge_index: edge, buffer_ft: width }) => ({ edge, width })),
    parts: treatable?.type === "MultiPolygon" ? treatable.coordinates.length : treatable === null ? 0 : 1,
  };
}

/** Submits once, however often it is called with the same key, and waits for up to 30 seconds. */
export async function submitAll(client: Client, key: string, body: Schemas["BulkRequest"]) {
  const { job_id: jobId, status } = unwrap(
    await client.POST("/api/v2/esa-check/bulk", {
      params: { header: { "Idempotency-Key": key, Prefer: "wait=0" } },
      body,
    }),
  );
  return { jobId, isOver: status !== "queued" && status !== "processing" };
}

/** All items of a job, page by page. */
export async function readResults(client: Client, jobId: string): Promise<Schemas["BulkItem"][]> {
  const items: Schemas["BulkItem"][] = [];
  let offset: number | null = 0;
  while (offset !== null) {
    const params = { path: { job_id: jobId }, query: { offset, limit: 50 } };
    const page: Schemas["BulkResults"] = unwrap(
      await client.GET("/api/v2/esa-check/bulk/{job_id}/results", { params }),
    );
    items.push(...page.items);
    offset = page.next_offset;
  }
  return items;
}
