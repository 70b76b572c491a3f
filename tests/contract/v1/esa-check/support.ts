import { expect } from "vitest";
import type { z } from "zod";
import { POST } from "@/app/api/v1/esa-check/route";
import { esaCheckResponse } from "@/lib/contracts/v1/esa-check";
import type { Body } from "@/tests/contract/v2/esa-check/support";
import type { Caller, Sent } from "@/tests/support/api";
import { checkBody, NO_ESA } from "@/tests/support/requests";
import { callV1, expectDeprecated, v1Answer, v1Detail, v1Faults } from "@/tests/support/v1";

export type V1CheckAnswer = z.output<typeof esaCheckResponse>;

export const SUCCESSOR = "/api/v2/esa-check";

/** A version 1 check that is right in every part; tests change the part they are about. */
export const v1CheckBody = (providerId: string, more: Body = {}): Body =>
  checkBody(providerId, { application_method: "Ground boom sprayer", ...more });

/** One that is answered without any work. */
export const plainV1Body = (providerId: string, more: Body = {}): Body =>
  v1CheckBody(providerId, { products: [NO_ESA], ...more });

export const send = (caller: Caller | null, sent: Sent): Promise<Response> => callV1(POST, caller, "esa-check", sent);

export const sendV1Check = (caller: Caller, more: Body = {}, query?: string): Promise<Response> =>
  send(caller, { body: v1CheckBody(caller.providerId, more), ...(query === undefined ? {} : { query }) });

/** Checks by version 1 and reads the answer with the strict schema. */
export async function v1Check(caller: Caller, more: Body = {}, query?: string): Promise<V1CheckAnswer> {
  const response = await sendV1Check(caller, more, query);
  expectDeprecated(response, SUCCESSOR);
  return v1Answer(response, esaCheckResponse);
}

/** A refusal that is a sentence, marked as deprecated. */
export async function refused(response: Response, status: number): Promise<string> {
  expectDeprecated(response, SUCCESSOR);
  const detail = await v1Detail(response, status);
  if (typeof detail !== "string") throw new Error(`a list and no sentence: ${JSON.stringify(detail)}`);
  return detail;
}

/** 400 with exactly this fault; gives back its message. */
export async function faultAt(response: Response, ...path: (string | number)[]): Promise<string> {
  expectDeprecated(response, SUCCESSOR);
  const faults = await v1Faults(response);
  expect(faults.map(({ loc }) => loc)).toEqual([["body", ...path]]);
  expect(faults[0]?.type).toMatch(/^[a-z_]+$/);
  return faults[0]?.msg ?? "";
}
