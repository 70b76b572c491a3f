import { expect } from "vitest";
import type { z } from "zod";
import { GET as getApplication } from "@/app/api/v2/applications/[applicationEventId]/compliance/route";
import { GET as getGroup } from "@/app/api/v2/groups/[providerGroupId]/compliance/route";
import { applicationComplianceResponse } from "@/lib/contracts/v2/application-compliance";
import { groupComplianceResponse } from "@/lib/contracts/v2/group-compliance";
import type { Handler } from "@/lib/http/api/route";
import { check, loadGround, sql, type Body, type CheckAnswer } from "@/tests/contract/v2/esa-check/support";
import { answer, call, type Caller, type Sent } from "@/tests/support/api";
import { connectStub, groundOf, type Connected } from "@/tests/support/soil-ground";

export type GroupAnswer = z.output<typeof groupComplianceResponse>;
export type ReadApplication = z.output<typeof applicationComplianceResponse>["application"];
export type RunoffEntry = ReadApplication["compliance"]["runoff"][number];

/** Needs 4 points, on any soil. */
export const NEEDS_4 = { product_name: "DEMO Tiered", epa_number: "99002-1", rate: 1, rate_unit: "lb/ac" };
/** Needs 6 points; sandy soil and wetlands do not count with it. */
export const NEEDS_6 = { product_name: "DEMO Edge", epa_number: "99002-2", rate: 10, rate_unit: "fl oz/ac" };
/** A trait program: 4 points on this ground, and the soil decides. */
export const TRAIT = { product_name: "Enlist One", epa_number: "62719-695", rate: 32, rate_unit: "fl oz/ac" };

/**
 * Ground on which automatic credits come to 5 points: tracking 1, county 2, moderately sandy soil 2. Slope 5 %.
 * Close it when the file is done.
 */
export async function prepareGround(...areas: Parameters<typeof loadGround>): Promise<Connected> {
  await loadGround(...areas);
  return connectStub(groundOf([{ box: [-88, 32, -86, 34], mukey: "1", group: "B", slope: 5 }]));
}

/** A check that is saved, and the reference of its application. */
export async function saved(
  caller: Caller,
  more: Body = {},
  query?: string,
): Promise<{ id: string; answer: CheckAnswer }> {
  const found = await check(caller, more, query);
  if (found.application_event_id === undefined) throw new Error("the check was not saved");
  return { id: found.application_event_id, answer: found };
}

export const getCompliance = (caller: Caller | null, id: string, query?: string): Promise<Response> =>
  call(getApplication, caller, {
    method: "GET",
    params: { applicationEventId: id },
    ...(query === undefined ? {} : { query }),
  });

export async function read(caller: Caller, id: string, query?: string): Promise<ReadApplication> {
  const response = await getCompliance(caller, id, query);
  expect(response.headers.get("cache-control")).toBe("no-store");
  return (await answer(response, applicationComplianceResponse)).application;
}

export const getGroupCompliance = (caller: Caller | null, group: string, query: string): Promise<Response> =>
  call(getGroup, caller, { method: "GET", params: { providerGroupId: group }, query });

export async function readGroup(caller: Caller, group: string, query: string): Promise<GroupAnswer> {
  const response = await getGroupCompliance(caller, group, query);
  expect(response.headers.get("cache-control")).toBe("no-store");
  return answer(response, groupComplianceResponse);
}

/** The entry of a runoff system. */
export function runoffOf({ compliance }: ReadApplication, system = "epa_runoff"): RunoffEntry {
  const entry = compliance.runoff.find((each) => each.mitigation_type === system);
  if (entry === undefined) throw new Error(`no ${system} entry`);
  return entry;
}

export function requirementOf({ compliance }: ReadApplication, type = "epa_runoff") {
  const found = compliance.requirements.find((each) => each.mitigation_type === type);
  if (found === undefined) throw new Error(`no ${type} requirement`);
  return found;
}

export const creditedIds = (entry: RunoffEntry): number[] =>
  entry.credited_measures.map((measure) => measure.sub_option_id).sort((a, b) => a - b);

/** Status, headers and bytes of an answer, under a request id that the caller gives: what two answers can differ in. */
export async function bytesOf(handler: Handler, caller: Caller, sent: Sent): Promise<unknown> {
  const response = await call(handler, caller, { ...sent, headers: { ...sent.headers, "X-Request-ID": "the-same" } });
  const headers = [...response.headers].filter(([name]) => !["date", "ratelimit"].includes(name));
  return { status: response.status, headers, text: await response.text() };
}

/** Archives or brings back the field of an application, as the operator's command does. */
export const archiveFieldOf = (providerId: string, id: string, archived = true): Promise<unknown> =>
  sql(
    providerId,
    `UPDATE field SET archived_at = $2::timestamptz, revision = revision + 1
     WHERE field_id = (SELECT field_id FROM application WHERE application_event_id = $1)`,
    [id, archived ? new Date() : null],
  );
