import { type Browser, chromium } from "@playwright/test";
import { afterAll, afterEach, beforeAll, expect, it } from "vitest";
import { type PortalOnLine, startPortalOnLine } from "@/tests/attack/support/portal";
import { CHROMIUM } from "@/tests/support/chromium";

let portal: PortalOnLine;
let browser: Browser;
beforeAll(async () => {
  portal = await startPortalOnLine("pages-away");
  browser = await chromium.launch(CHROMIUM);
});
afterEach(() => portal.line.setAway(false));
afterAll(async () => {
  await browser.close();
  await portal.close();
});

const asBrowser = { Accept: "text/html,application/xhtml+xml", "Accept-Language": "es" };
const load = (path: string, headers: Record<string, string> = asBrowser): Promise<Response> =>
  fetch(`${portal.target.url}${path}`, { redirect: "manual", headers: { Cookie: portal.page.cookie, ...headers } });
const shown = (): Promise<void> =>
  expect.poll(async () => (await load(portal.page.path)).status, { timeout: 60_000, interval: 500 }).toBe(200);

/** A page of ours that says to try again, in the reader's language. */
async function expectTryAgain(answer: Response): Promise<void> {
  expect([answer.status, answer.headers.get("retry-after")]).toEqual([503, "5"]);
  expect(answer.headers.get("content-type")).toBe("text/html; charset=utf-8");
  expect(answer.headers.get("cache-control")).toBe("no-store");
  expect(answer.headers.get("x-request-id")).not.toBeNull();
  const text = await answer.text();
  expect(text).toMatch(/^<!doctype html><html lang="es">.*<h1>Intente de nuevo<\/h1>.*<a href="">.*<\/html>\n$/s);
}

it("pages are 503 with Retry-After while the database is away, and are shown again afterwards", async () => {
  await shown();
  portal.line.setAway(true);
  const [path = ""] = portal.page.path.split("?", 1);
  const season = path.replace(/\/[^/]+$/, "/season");
  for (const each of [portal.page.path, `${path}/drift`, season, `/verify/${"0".repeat(64)}`])
    await expectTryAgain(await load(each));
  portal.line.setAway(false);
  await shown();
});

it("so is a link that someone taps; what asks for no page gets the error body", async () => {
  await shown();
  portal.line.setAway(true);
  await expectTryAgain(await load(portal.link));
  const asked = await load(portal.link, { Accept: "*/*" });
  expect(asked.status).toBe(503);
  expect(await asked.json()).toMatchObject({ error: { code: "REQUEST_FAILED", retryable: true } });
});

it("a form that someone sends without scripts hears that it may have been saved, and leads to no page that is none", async () => {
  await shown();
  portal.line.setAway(true);
  const [path = ""] = portal.page.path.split("?", 1);
  const answer = await fetch(`${portal.target.url}${path.replace(/\/[^/]+$/, "")}/sign-out`, {
    method: "POST",
    redirect: "manual",
    headers: { Cookie: portal.page.cookie, Origin: portal.target.url, "Sec-Fetch-Site": "same-origin", ...asBrowser },
  });
  expect([answer.status, answer.headers.get("retry-after")]).toEqual([503, "5"]);
  const text = await answer.text();
  expect(text).toContain("compruebe si se guardó");
  expect(text).not.toContain("<a");
});

it("a file that a browser asks for in vain is said so on a page", async () => {
  await shown();
  const [path = ""] = portal.page.path.split("?", 1);
  const answer = await load(`${path}/report/neither.pdf`);
  expect([answer.status, answer.headers.get("retry-after")]).toEqual([404, null]);
  const text = await answer.text();
  expect(text).toMatch(/<h1>Esto no se puede abrir<\/h1><p>Esto no está aquí\./);
  expect(text).not.toContain("<a");
});

/** As someone who turns to another app for a minute. */
function comeBack(): void {
  const { now } = Date;
  for (const state of ["hidden", "visible"]) {
    Object.defineProperty(document, "visibilityState", { value: state, configurable: true });
    document.dispatchEvent(new Event("visibilitychange"));
    Date.now = () => now() + 60_000;
  }
}

it("a page that someone looks at stays while the database is away, with what is typed, and is asked for again afterwards", async () => {
  await shown();
  await expect.poll(async () => (await load("/api/ready")).status, { timeout: 60_000, interval: 500 }).toBe(200);
  const tab = await browser.newPage();
  await tab.goto(`${portal.target.url}${portal.link}`, { timeout: 120_000 });
  await tab.goto(tab.url().replace("?", "/drift?"), { timeout: 120_000 });
  const speed = tab.getByLabel("Wind speed, mph");
  await expect.poll(() => speed.isEnabled(), { timeout: 60_000 }).toBe(true);
  await speed.fill("7");
  portal.line.setAway(true);
  // What the server found of itself is kept for a moment.
  await expect.poll(async () => (await load("/api/ready")).status, { timeout: 60_000, interval: 500 }).toBe(503);
  const refused = tab.waitForResponse((answer) => answer.url().endsWith("/api/ready") && answer.status() === 503);
  await tab.evaluate(comeBack);
  await refused;
  const refreshed = tab.waitForResponse((answer) => answer.url().includes("_rsc="), { timeout: 120_000 });
  portal.line.setAway(false);
  expect((await refreshed).status()).toBe(200);
  expect(await speed.inputValue()).toBe("7");
  await tab.close();
});
