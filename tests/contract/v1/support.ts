import type { z } from "zod";
import { POST } from "@/app/api/v1/process-field/route";
import { processFieldResponse } from "@/lib/contracts/v1/process-field";
import type { Body } from "@/tests/contract/v2/esa-check/support";
import { fieldBody } from "@/tests/contract/v2/fields/support";
import type { Caller } from "@/tests/support/api";
import { callV1, expectDeprecated, v1Answer } from "@/tests/support/v1";

export type V1FieldAnswer = z.output<typeof processFieldResponse>;

export const sendV1Field = (caller: Caller, more: Body = {}, query?: string): Promise<Response> =>
  callV1(POST, caller, "process-field", {
    body: fieldBody(caller.providerId, more),
    ...(query === undefined ? {} : { query }),
  });

/** Processes a field by version 1 and reads the answer with the strict schema. */
export async function v1Field(caller: Caller, more: Body = {}, query?: string): Promise<V1FieldAnswer> {
  const response = await sendV1Field(caller, more, query);
  expectDeprecated(response, "/api/v2/process-field");
  return v1Answer(response, processFieldResponse);
}
