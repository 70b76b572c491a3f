import { expect } from "vitest";
import type { z } from "zod";
import { v1ErrorBodySchema } from "@/lib/contracts/v1/error";
import type { Handler } from "@/lib/http/api/route";
import type { Caller, Sent } from "@/tests/support/api";

/** Calls a version 1 route with a real Request under its real address: refusals by route read the version from it. */
export function callV1(handler: Handler, caller: Caller | null, path: string, sent: Sent): Promise<Response> {
  const headers = new Headers({
    ...(caller === null ? {} : { "X-API-Key": caller.apiKey }),
    ...(sent.body === undefined ? {} : { "Content-Type": "application/json" }),
    ...sent.headers,
  });
  const body = sent.raw ?? (sent.body === undefined ? undefined : JSON.stringify(sent.body));
  const query = sent.query === undefined ? "" : `?${sent.query}`;
  const request = new Request(`http://localhost:3000/api/v1/${path}${query}`, {
    method: sent.method ?? "POST",
    headers,
    ...(body === undefined ? {} : { body }),
  });
  return handler(request, { params: Promise.resolve(sent.params ?? {}) });
}

/** Every answer of version 1 says that it is deprecated, until when it lives, and what follows it. */
export function expectDeprecated(response: Response, successor: string): void {
  expect(response.headers.get("deprecation")).toMatch(/^@\d+$/);
  const sunset = response.headers.get("sunset") ?? "";
  expect(sunset).toMatch(/^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/);
  expect(new Date(sunset).toISOString().slice(0, 10)).toBe("2027-12-31");
  expect(response.headers.get("link")).toBe(`<${successor}>; rel="successor-version"`);
  expect(response.headers.get("x-request-id")).not.toBeNull();
}

/** A 200 answer of version 1, parsed with the strict schema of its contract. */
export async function v1Answer<Schema extends z.ZodType>(
  response: Response,
  schema: Schema,
): Promise<z.output<Schema>> {
  const text = await response.text();
  expect(response.status, text.slice(0, 2000)).toBe(200);
  return schema.parse(JSON.parse(text));
}

export interface V1Fault {
  loc: (string | number)[];
  msg: string;
  type: string;
}

/** An error answer of version 1, parsed with the strict schema of its errors. */
export async function v1Detail(response: Response, status: number): Promise<string | V1Fault[]> {
  const text = await response.text();
  expect(response.status, text.slice(0, 2000)).toBe(status);
  expect(response.headers.get("content-type")).toBe("application/json");
  expect(response.headers.get("cache-control")).toBe("no-store");
  return v1ErrorBodySchema.parse(JSON.parse(text)).detail;
}

/** What is wrong with an invalid request, by version 1: always 400 and always a list. */
export async function v1Faults(response: Response): Promise<V1Fault[]> {
  const detail = await v1Detail(response, 400);
  if (typeof detail === "string") throw new Error(`a sentence and no list: ${detail}`);
  return detail;
}
