import { request, type ClientRequest } from "node:http";
import { buffer } from "node:stream/consumers";
import { afterAll, beforeAll, expect, it } from "vitest";
import { openPortal, type PortalPage } from "@/tests/attack/support/portal";
import { startTarget, type Target } from "@/tests/attack/support/server";
import { isAnswering, until } from "@/tests/attack/support/sockets";
import { saved } from "@/tests/contract/v2/compliance/support";
import { loadGround } from "@/tests/contract/v2/esa-check/support";
import { access, opaqueOf } from "@/tests/contract/v2/portal/support";
import { type FaultyLine, startLine } from "@/tests/faults/proxy";
import { makeCaller, type Caller } from "@/tests/support/api";

/** Asked for at once by one client, which then gives up. */
const ASKED = 60;
/** At work at once at most: `PAGES_AT_ONCE` and `READS_AT_ONCE`. */
const AT_ONCE = 8;

let line: FaultyLine;
let target: Target;
let caller: Caller;
let applicationEventId: string;
let page: PortalPage;
let dataPath = "";
let restingFiles = 0;
beforeAll(async () => {
  const url = String(process.env.DATABASE_URL);
  line = await startLine(Number(new URL(url).port));
  await loadGround();
  caller = await makeCaller("pages-rush");
  ({ id: applicationEventId } = await saved(caller, { provider_field_id: "pages-rush" }));
  const opaque = opaqueOf((await access(caller, applicationEventId)).portal_url);
  target = await startTarget({
    env: { DATABASE_URL: line.through(url), PAGES_AT_ONCE: String(AT_ONCE), READS_AT_ONCE: String(AT_ONCE) },
  });
  page = await openPortal(target, `/portal/f/${opaque}`);
  const asData = await fetch(`${target.url}${page.path}`, {
    redirect: "manual",
    headers: { Cookie: page.cookie, RSC: "1" },
  });
  // The address that Next wants for it.
  dataPath = asData.headers.get("location") ?? page.path;
  restingFiles = target.openFiles();
});
afterAll(async () => {
  await target.stop();
  line.close();
});

interface Sent {
  path: string;
  headers: Record<string, string>;
}

/** On a connection of its own, so that what is given up leaves nothing behind for the next request. */
function send({ path, headers }: Sent): { sent: ClientRequest; status: Promise<number | undefined> } {
  const sent = request(`${target.url}${path}`, { headers, agent: false });
  const status = new Promise<number | undefined>((resolve, reject) => {
    sent.once("error", reject);
    sent.once("response", (answer) => {
      buffer(answer).then(() => resolve(answer.statusCode), reject);
    });
  });
  status.catch(() => undefined);
  sent.end();
  return { sent, status };
}

/** What the database answers for one of them, once what is kept in memory is there. */
async function bytesOfOne(sent: Sent): Promise<number> {
  let bytes = 0;
  for (let time = 0; time < 3; time += 1) {
    const before = line.answeredBytes();
    expect(await send(sent).status).toBe(200);
    bytes = line.answeredBytes() - before;
  }
  return bytes;
}

it.each([
  ["pages", (): Sent => ({ path: page.path, headers: { Cookie: page.cookie, Accept: "text/html" } })],
  // As a followed link asks for one: its head is sent before its content is made.
  ["pages as data", (): Sent => ({ path: dataPath, headers: { Cookie: page.cookie, RSC: "1" } })],
  [
    "reads of the API",
    (): Sent => ({
      path: `/api/v2/applications/${applicationEventId}/compliance`,
      headers: { "X-API-Key": caller.apiKey },
    }),
  ],
])("of many %s at once a few are worked on, and none of the others once their client has gone", async (_what, make) => {
  const one = await bytesOfOne(make());
  line.setFrozen(true);
  const before = line.answeredBytes();
  const asked = Array.from({ length: ASKED }, () => send(make()));
  expect(await until(() => target.openFiles() >= restingFiles + ASKED)).toBe(true);
  // Answered without the database, after what came before it was begun or put in line.
  expect(await isAnswering(target.url)).toBe(true);
  for (const { sent } of asked) sent.destroy();
  expect(await until(() => target.openFiles() <= restingFiles + 10)).toBe(true);
  line.setFrozen(false);
  expect(await send(make()).status).toBe(200);
  // Those at work, and the last one. Without turns all of them came first.
  expect((line.answeredBytes() - before) / one).toBeLessThan(2 * AT_ONCE);
});
