import type { z } from "zod";
import { expect } from "vitest";
import { issueApiKey } from "@/lib/auth/api-keys";
import { errorBodySchema } from "@/lib/contracts/v2/error";
import { createProvider } from "@/lib/data/providers";
import type { ActionBy } from "@/lib/domain/operator";
import type { PortalMode } from "@/lib/domain/provider";
import type { Handler } from "@/lib/http/api/route";
import { getDeps } from "@/lib/runtime/deps";

/** Whom a test names as the person who acts. */
export const BY_TEST: ActionBy = { actor: "test", operatorId: null, requestId: null };

export interface Caller {
  providerId: string;
  apiKey: string;
}

/** A provider with a key, made as the operator makes them. */
export async function makeCaller(providerId: string, portalMode: PortalMode = "signed_link"): Promise<Caller> {
  const { db, env, clock } = await getDeps();
  await createProvider(db, { providerId, name: providerId, portalMode, portalLinkTtlS: 2_592_000 });
  const wanted = { providerId, environment: "test", expiresAt: null } as const;
  return {
    providerId,
    apiKey: await issueApiKey({ db, secret: env.API_KEY_HASH_SECRET, by: BY_TEST, now: clock() }, wanted),
  };
}

export interface Sent {
  method?: string;
  body?: unknown;
  /** The body as it goes out, instead of `body` as JSON. */
  raw?: BodyInit;
  headers?: Record<string, string>;
  query?: string;
  params?: Record<string, string>;
}

/** Calls a route handler with a real Request. */
export function call(handler: Handler, caller: Caller | null, sent: Sent): Promise<Response> {
  const headers = new Headers({
    ...(caller === null ? {} : { "X-API-Key": caller.apiKey }),
    ...(sent.body === undefined ? {} : { "Content-Type": "application/json" }),
    ...sent.headers,
  });
  const body = sent.raw ?? (sent.body === undefined ? undefined : JSON.stringify(sent.body));
  const request = new Request(`http://localhost:3000/route${sent.query === undefined ? "" : `?${sent.query}`}`, {
    method: sent.method ?? "POST",
    headers,
    ...(body === undefined ? {} : { body }),
    ...(body instanceof ReadableStream ? { duplex: "half" } : {}),
  });
  return handler(request, { params: Promise.resolve(sent.params ?? {}) });
}

/** A 200 answer, parsed with the strict schema of its contract. */
export async function answer<Schema extends z.ZodType>(response: Response, schema: Schema): Promise<z.output<Schema>> {
  const text = await response.text();
  expect(response.status, text.slice(0, 2000)).toBe(200);
  expect(response.headers.get("x-request-id")).not.toBeNull();
  return schema.parse(JSON.parse(text));
}

export interface Refusal {
  code: string;
  message: string;
  retryable: boolean;
  request_id: string;
  details?: { path: (string | number)[]; pointer: string; code: string; message: string; keys?: string[] }[];
}

/** An error answer, parsed with the strict schema of version 2 errors. */
export async function refusal(response: Response, status: number): Promise<Refusal> {
  const text = await response.text();
  expect(response.status, text.slice(0, 2000)).toBe(status);
  const { error } = errorBodySchema.parse(JSON.parse(text));
  expect(response.headers.get("x-request-id")).toBe(error.request_id);
  expect(response.headers.get("cache-control")).toBe("no-store");
  return error as Refusal;
}
