import { POST } from "@/app/api/v2/applications/[applicationEventId]/portal-access/route";
import { PUT as putApplicationLock } from "@/app/api/v2/applications/[applicationEventId]/portal-lock/route";
import { PUT as putGroupLock } from "@/app/api/v2/groups/[providerGroupId]/portal-lock/route";
import { portalAccessResponse } from "@/lib/contracts/v2/portal-access";
import { applicationLockResponse, groupLockResponse } from "@/lib/contracts/v2/portal-lock";
import { getDeps } from "@/lib/runtime/deps";
import { sql } from "@/tests/contract/v2/esa-check/support";
import { answer, call, type Caller, type Sent } from "@/tests/support/api";

export const sendLock = (caller: Caller | null, id: string, sent: Sent): Promise<Response> =>
  call(putApplicationLock, caller, { method: "PUT", params: { applicationEventId: id }, ...sent });

export const lock = async (caller: Caller, id: string, locked: boolean) =>
  answer(await sendLock(caller, id, { body: { locked } }), applicationLockResponse);

export const sendGroupLock = (caller: Caller | null, group: string, sent: Sent): Promise<Response> =>
  call(putGroupLock, caller, { method: "PUT", params: { providerGroupId: group }, ...sent });

export const lockGroup = async (caller: Caller, group: string, locked: boolean, accountId = "account-1") =>
  answer(await sendGroupLock(caller, group, { body: { account_id: accountId, locked } }), groupLockResponse);

export const askAccess = (caller: Caller | null, id: string, sent: Sent = {}): Promise<Response> =>
  call(POST, caller, { params: { applicationEventId: id }, ...sent });

export const access = async (caller: Caller, id: string, body?: unknown) =>
  answer(await askAccess(caller, id, body === undefined ? {} : { body }), portalAccessResponse);

/** The opaque part of a portal link. */
export function opaqueOf(url: string): string {
  const [, opaque] = /^http:\/\/localhost:3000\/portal\/f\/([\w-]+)$/.exec(url) ?? [];
  if (opaque === undefined) throw new Error(`not a portal link: ${url}`);
  return opaque;
}

/** Changes a provider's own row, and forgets what this process remembers of it. */
export async function setProvider(providerId: string, column: string, value: unknown): Promise<void> {
  await sql(providerId, `UPDATE provider SET ${column} = $1`, [value]);
  (await getDeps()).caches.keys.clear();
}

/** Ends, or prolongs, the period of the portal of an application's field. */
export const setPortalEnd = (providerId: string, id: string, end: Date | null): Promise<unknown> =>
  sql(
    providerId,
    `UPDATE field SET portal_expires_at = $2
     WHERE field_id = (SELECT field_id FROM application WHERE application_event_id = $1)`,
    [id, end],
  );

/** Works with this process's clock moved on; puts it back. */
export async function atTime<T>(later: Date, work: () => Promise<T>): Promise<T> {
  const deps = await getDeps();
  const { clock } = deps;
  deps.clock = () => later;
  try {
    return await work();
  } finally {
    deps.clock = clock;
  }
}

export const inSeconds = (seconds: number): Date => new Date(Date.now() + seconds * 1000);
