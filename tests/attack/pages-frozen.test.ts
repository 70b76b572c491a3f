import { afterAll, afterEach, beforeAll, expect, it } from "vitest";
import { type PortalOnLine, startPortalOnLine } from "@/tests/attack/support/portal";

let portal: PortalOnLine;
beforeAll(async () => {
  portal = await startPortalOnLine("pages-frozen", { REQUEST_DEADLINE_S: "4" });
});
afterEach(() => portal.line.setFrozen(false));
afterAll(() => portal.close());

const load = (headers: Record<string, string> = {}): Promise<Response> =>
  fetch(`${portal.target.url}${portal.page.path}`, {
    redirect: "manual",
    headers: { Cookie: portal.page.cookie, ...headers },
  });
const shown = (): Promise<void> =>
  expect.poll(async () => (await load()).status, { timeout: 60_000, interval: 500 }).toBe(200);

it("a page of the portal is 503 with Retry-After while the database stands still, and is shown again afterwards", async () => {
  await shown();
  portal.line.setFrozen(true);
  const late = await load({ "Accept-Language": "es" });
  expect(late.status).toBe(503);
  expect(late.headers.get("retry-after")).toBe("5");
  expect(late.headers.get("x-request-id")).not.toBeNull();
  expect(await late.text()).toContain("cargue esta página de nuevo");
  portal.line.setFrozen(false);
  await shown();
});

it("so is a page that anyone may open, and a question of the API is answered in its own body", async () => {
  await shown();
  portal.line.setFrozen(true);
  const verify = fetch(`${portal.target.url}/verify/${"0".repeat(64)}`);
  const asked = fetch(`${portal.target.url}/api/v2/fields`, { headers: { "X-API-Key": portal.caller.apiKey } });
  expect((await verify).status).toBe(503);
  expect(await (await verify).text()).toContain("load this page again");
  expect((await asked).status).toBe(503);
  expect(await (await asked).json()).toMatchObject({ error: { code: "DEADLINE_EXCEEDED", retryable: true } });
  portal.line.setFrozen(false);
  await shown();
});
