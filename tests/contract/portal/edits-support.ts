import { expect } from "vitest";
import { GET as getLive } from "@/app/portal/g/[grant]/api/fields/[fieldId]/live/route";
import { POST as postEdit } from "@/app/portal/g/[grant]/api/edits/route";
import { editSavedSchema, type EditSaved } from "@/lib/contracts/portal/edits";
import { fieldYearLiveSchema } from "@/lib/contracts/portal/field-year";
import { liveResponse } from "@/lib/contracts/portal/live";
import type { FieldYearRef } from "@/lib/domain/field-year";
import type { FieldYearLive, MeasureState } from "@/lib/views/portal/field-year";
import { getDeps } from "@/lib/runtime/deps";
import { openSession } from "@/lib/usecases/portal/session";
import { access, opaqueOf } from "@/tests/contract/v2/portal/support";
import { call, type Caller, type Sent } from "@/tests/support/api";
import { sql } from "@/tests/contract/v2/esa-check/support";

/** A browser that followed a portal link. */
export interface Browser {
  grant: string;
  cookie: string;
}

export async function openBrowser(caller: Caller, applicationEventId: string): Promise<Browser> {
  const opened = await openSession(await getDeps(), opaqueOf((await access(caller, applicationEventId)).portal_url));
  if ("refused" in opened) throw new Error("the link was refused");
  return { grant: opened.grant, cookie: `hedgerow-portal=${opened.cookie}` };
}

/** The field that an application is of. */
export async function fieldOf(providerId: string, applicationEventId: string): Promise<string> {
  const text = "SELECT field_id FROM application WHERE application_event_id = $1";
  return (await sql<{ field_id: string }>(providerId, text, [applicationEventId]))[0]?.field_id ?? "";
}

const OWN_PAGE = { "Sec-Fetch-Site": "same-origin" };

export const sendEdit = ({ grant, cookie }: Browser, body: unknown, more: Sent = {}): Promise<Response> =>
  call(postEdit, null, { body, ...more, params: { grant }, headers: { Cookie: cookie, ...OWN_PAGE, ...more.headers } });

/** An edit that is saved; its answer parsed with the strict schema. */
export async function edit(browser: Browser, body: unknown): Promise<EditSaved> {
  const response = await sendEdit(browser, body);
  const text = await response.text();
  expect(response.status, text.slice(0, 2000)).toBe(200);
  expect(response.headers.get("cache-control")).toBe("no-store");
  return editSavedSchema.parse(JSON.parse(text));
}

export interface EditRefusal {
  error: { code: string; message: string };
  /** What is saved now. */
  current?: FieldYearLive;
}

/** An edit that is refused, with what is saved now where the answer has it. */
export async function refusedEdit(
  browser: Browser,
  body: unknown,
  { status, ...more }: Sent & { status: number },
): Promise<EditRefusal> {
  const response = await sendEdit(browser, body, more);
  const text = await response.text();
  expect(response.status, text.slice(0, 2000)).toBe(status);
  expect(response.headers.get("cache-control")).toBe("no-store");
  const found = JSON.parse(text) as EditRefusal;
  if (found.current !== undefined) fieldYearLiveSchema.parse(found.current);
  return found;
}

export const askLive = ({ grant, cookie }: Browser, { fieldId, year, applicationEventId: id }: FieldYearRef) =>
  call(getLive, null, {
    method: "GET",
    params: { grant, fieldId },
    query: `year=${year}${id === null ? "" : `&application=${id}`}`,
    headers: { Cookie: cookie },
  });

export async function readLive(browser: Browser, place: FieldYearRef): Promise<FieldYearLive> {
  const response = await askLive(browser, place);
  const text = await response.text();
  expect(response.status, text.slice(0, 2000)).toBe(200);
  return liveResponse.parse(JSON.parse(text)).live;
}

export const written = (notes: string | null = null, date: string | null = null) => ({
  implementationDate: date,
  notes,
});

/** A change of one of EPA's measures, from what was seen to what is wanted. */
export const selection = (
  place: FieldYearRef,
  subOptionId: number,
  { base = null, wanted = written() }: { base?: unknown; wanted?: unknown } = {},
) => ({
  kind: "selection",
  ...place,
  system: "epa_runoff",
  subOptionId,
  base,
  selection: wanted,
});

export function measureOf({ measures }: FieldYearLive, id: number): MeasureState {
  const found = measures.find((measure) => measure.id === id);
  if (found === undefined) throw new Error(`no measure ${id}`);
  return found;
}

export function tallyOf({ tallies }: FieldYearLive, system = "epa_runoff") {
  const found = tallies.find((tally) => tally.system === system);
  if (found === undefined) throw new Error(`no tally of ${system}`);
  return found;
}
