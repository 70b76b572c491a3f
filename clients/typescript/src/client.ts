import createClient, { type Client } from "openapi-fetch";
import type { components, paths } from "./api.js";
import { Bulk } from "./bulk.js";
import { unwrap } from "./errors.js";
import { RETRY_DEFAULTS, retrying, type Fetch, type RetryOptions } from "./retry.js";

type Schemas = components["schemas"];
export type EsaCheckRequest = Schemas["EsaCheckRequest"];
export type EsaCheckResponse = Schemas["EsaCheckResponse"];
export type DriftBufferRequest = Schemas["DriftBufferRequest"];
export type DriftBufferAnswer = Schemas["DriftBufferAnswer"];
export type SavedApplication = Schemas["SavedApplication"];

export interface HedgerowOptions extends Partial<RetryOptions> {
  /** Where the service is, such as `https://hedgerow.example`. */
  baseUrl: string;
  /** Keep it on a server: never in a browser or a mobile app. */
  apiKey: string;
  fetch?: Fetch;
}

/**
 * The API with retries. What stands here is what most integrations begin with; every other operation is on `api`, typed and
 * with the same retries.
 */
export class Hedgerow {
  readonly api: Client<paths>;
  readonly bulk: Bulk;

  constructor({ baseUrl, apiKey, fetch = (request) => globalThis.fetch(request), ...retry }: HedgerowOptions) {
    const options = { ...RETRY_DEFAULTS, ...retry };
    const headers = { "X-API-Key": apiKey };
    this.api = createClient<paths>({ baseUrl, headers, fetch: retrying(fetch, options) });
    this.bulk = new Bulk(this.api, options.wait);
  }

  /** Checks one application and saves it. Read `compliance.status`: an answer is never a clearance to apply. */
  async check(body: EsaCheckRequest, { explain = false, signal }: CallOptions & { explain?: boolean } = {}) {
    const params = { query: { explain } };
    return unwrap(await this.api.POST("/api/v2/esa-check", { params, body, ...withSignal(signal) }));
  }

  /** What is required of a saved application, and what is earned by what the applicator has chosen since. */
  async compliance(applicationEventId: string, { signal }: CallOptions = {}): Promise<SavedApplication> {
    const params = { path: { application_event_id: applicationEventId } };
    const path = "/api/v2/applications/{application_event_id}/compliance";
    return unwrap(await this.api.GET(path, { params, ...withSignal(signal) })).application;
  }

  /** The buffers of this moment, with the wind and the setup at the sprayer. */
  async driftBuffers(
    applicationEventId: string,
    body: DriftBufferRequest,
    { signal }: CallOptions = {},
  ): Promise<DriftBufferAnswer> {
    const params = { path: { application_event_id: applicationEventId } };
    const path = "/api/v2/applications/{application_event_id}/drift-buffer/compute";
    return unwrap(await this.api.POST(path, { params, body, ...withSignal(signal) }));
  }
}

export interface CallOptions {
  signal?: AbortSignal;
}

const withSignal = (signal: AbortSignal | undefined) => (signal === undefined ? {} : { signal });
