import { afterAll, afterEach, beforeAll, expect, it } from "vitest";
import { openPortal, type PortalPage } from "@/tests/attack/support/portal";
import { startTarget, type Target } from "@/tests/attack/support/server";
import { saved } from "@/tests/contract/v2/compliance/support";
import { loadGround } from "@/tests/contract/v2/esa-check/support";
import { access, opaqueOf } from "@/tests/contract/v2/portal/support";
import { type FaultyLine, startLine } from "@/tests/faults/proxy";
import { makeCaller, type Caller } from "@/tests/support/api";

let line: FaultyLine;
let target: Target;
let caller: Caller;
let page: PortalPage;
beforeAll(async () => {
  const url = String(process.env.DATABASE_URL);
  line = await startLine(Number(new URL(url).port));
  await loadGround();
  caller = await makeCaller("pages-frozen");
  const { id } = await saved(caller, { provider_field_id: "pages-frozen" });
  const opaque = opaqueOf((await access(caller, id)).portal_url);
  target = await startTarget({ env: { DATABASE_URL: line.through(url), REQUEST_DEADLINE_S: "4" } });
  page = await openPortal(target, `/portal/f/${opaque}`);
});
afterEach(() => line.setFrozen(false));
afterAll(async () => {
  await target.stop();
  line.close();
});

const load = (headers: Record<string, string> = {}): Promise<Response> =>
  fetch(`${target.url}${page.path}`, { redirect: "manual", headers: { Cookie: page.cookie, ...headers } });
const shown = (): Promise<void> =>
  expect.poll(async () => (await load()).status, { timeout: 60_000, interval: 500 }).toBe(200);

it("a page of the portal is 503 with Retry-After while the database stands still, and is shown again afterwards", async () => {
  await shown();
  line.setFrozen(true);
  const late = await load({ "Accept-Language": "es" });
  expect(late.status).toBe(503);
  expect(late.headers.get("retry-after")).toBe("5");
  expect(late.headers.get("x-request-id")).not.toBeNull();
  expect(await late.text()).toContain("cargue esta página de nuevo");
  line.setFrozen(false);
  await shown();
});

it("so is a page that anyone may open, and a question of the API is answered in its own body", async () => {
  await shown();
  line.setFrozen(true);
  const verify = fetch(`${target.url}/verify/${"0".repeat(64)}`);
  const asked = fetch(`${target.url}/api/v2/fields`, { headers: { "X-API-Key": caller.apiKey } });
  expect((await verify).status).toBe(503);
  expect(await (await verify).text()).toContain("load this page again");
  expect((await asked).status).toBe(503);
  expect(await (await asked).json()).toMatchObject({ error: { code: "DEADLINE_EXCEEDED", retryable: true } });
  line.setFrozen(false);
  await shown();
});
