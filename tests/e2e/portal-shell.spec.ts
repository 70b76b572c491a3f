import { randomUUID } from "node:crypto";
import { brotliCompressSync } from "node:zlib";
import { expect, type Browser, type BrowserContext, type Page } from "@playwright/test";
import { test } from "@/tests/e2e/fixture";
import {
  expectClean,
  apiKey,
  check,
  complaints,
  demo,
  goTo,
  openLink,
  PORTAL_THEMES,
  readCompliance,
  setTheme,
  turnAway,
} from "@/tests/e2e/support";
import { settled } from "@/tests/e2e/settled";

test.use({ map: "none" });

const GROUP = `Spring ${randomUUID().slice(0, 8)}`;
const NAMES = ["Creek bottom", "Home quarter", "Long meadow east of the county road, north half"];
/** Of the group: the last field's link. */
let url = "";
/** Of the demonstration: a field with limitation texts. */
let withTexts = "";

test.beforeAll(async ({ request }) => {
  for (const field_name of NAMES) ({ url } = await check(request, { provider_group_id: GROUP, field_name }));
  withTexts = (
    await check(request, {
      products: [{ product_name: "DEMO Tiered", epa_number: "99002-1", rate: 1, rate_unit: "lb/ac" }],
    })
  ).url;
});

/** The pages that the shell brings itself; other pages have tests of their own. */
type Own = "group" | "overview" | "limitations" | "expired";
const OWN: Own[] = ["group", "overview", "limitations", "expired"];

async function visit(page: Page, own: Own): Promise<void> {
  if (own === "expired") await page.goto("/portal/expired?signed-out=1");
  else await openLink(page, own === "limitations" ? withTexts : url);
  if (own === "overview") await page.getByRole("link", { name: "Creek bottom" }).click();
  if (own === "limitations") await goTo(page, "limitations");
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  // Pictures and checks are of the page as it stays: with the map, if it has one, there or given up.
  await settled(page);
}

const fresh = (newContext: Browser["newContext"], width: number): Promise<BrowserContext> =>
  newContext({ viewport: { width, height: 800 }, reducedMotion: "reduce" });

test.describe("with the map", () => {
  test.use({ map: "drawn" });

  for (const width of [360, 768, 1280]) {
    test(`at ${width} px the shell's pages are clean in every theme, and the console stays silent`, async ({
      newContext,
    }) => {
      const context = await fresh(newContext, width);
      const page = await context.newPage();
      const heard = complaints(page);
      for (const own of OWN) {
        await visit(page, own);
        await expectClean(page, `${own} at ${width} px`, { themes: PORTAL_THEMES });
      }
      expect(heard).toEqual([]);
    });
  }
});

test("a page comes in the theme that its reader has chosen", async ({ newContext }) => {
  const context = await fresh(newContext, 360);
  const page = await context.newPage();
  for (const theme of PORTAL_THEMES) {
    await setTheme(context, theme);
    await openLink(page, url);
    await expect(page.locator("html")).toHaveAttribute("data-theme", theme);
  }
});

test("every page and answer of a session carries a strict policy, and every script its nonce", async ({ page }) => {
  const answer = await page.goto(url);
  const policy = answer?.headers()["content-security-policy"] ?? "";
  const nonce = /'nonce-([^']+)'/.exec(policy)?.[1] ?? "none";
  expect(policy.split("; ").find((part) => part.startsWith("script-src"))).not.toContain("unsafe-inline");
  expect(policy).toContain("frame-ancestors 'none'");
  const html = (await answer?.text()) ?? "";
  const scripts = html.match(/<script\b[^>]*>/g) ?? [];
  expect(scripts.length).toBeGreaterThan(0);
  for (const script of scripts) expect(script).toContain(`nonce="${nonce}"`);
  expect(html).not.toMatch(/<[a-z][^>]*\sstyle="/);
  // Another answer has another nonce.
  const again = (await page.reload())?.headers()["content-security-policy"] ?? "";
  expect(again).not.toContain(nonce);
});

test("by keyboard alone: from the list to a field, on to its texts, to the next field and out", async ({ page }) => {
  await openLink(page, url);
  await page.keyboard.press("Tab");
  await expect(page.locator(":focus")).toHaveText("Skip to the list");
  const press = async (name: RegExp | string, key = "Enter"): Promise<void> => {
    for (let steps = 0; steps < 60; steps += 1) {
      await page.keyboard.press("Tab");
      // Past the last control of a page that is still coming in, nothing has the focus; the next Tab begins again.
      const text = await page.evaluate(() => {
        const focused = document.activeElement;
        return focused === null || focused === document.body
          ? ""
          : (focused.getAttribute("aria-label") ?? focused.textContent);
      });
      const isIt = typeof name === "string" ? text.trim() === name : name.test(text);
      if (!isIt) continue;
      const outline = await page.locator(":focus").evaluate((each) => getComputedStyle(each).outlineStyle);
      expect(outline, `focus is seen on ${text}`).not.toBe("none");
      await page.keyboard.press(key);
      return;
    }
    throw new Error(`no focus on ${String(name)}`);
  };
  await press("Creek bottom");
  await expect(page).toHaveTitle(/^Overview · Creek bottom/);
  await press("Limitations");
  await expect(page).toHaveTitle(/^Limitations · Creek bottom/);
  await press(/^Next field: Home quarter/);
  await expect(page, "the same page of the next field").toHaveTitle(/^Limitations · Home quarter/);
  await press("Display");
  await press("Sign out of this device");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("You are signed out");
  await page.goBack();
  await expect(page.getByText("Home quarter")).toHaveCount(0);
});

for (const javaScriptEnabled of [true, false]) {
  test(`times of a field are by its own clock, ${javaScriptEnabled ? "wherever it is read" : "also where no script runs"}`, async ({
    newContext,
  }) => {
    const context = await newContext({ timezoneId: "Asia/Tokyo", javaScriptEnabled });
    const page = await context.newPage();
    await openLink(page, withTexts);
    const checked = page.locator("dt", { hasText: /^Checked$/ }).locator("+ dd time");
    const at = new Date((await checked.getAttribute("datetime")) ?? "");
    const parts = { year: "numeric", month: "short", day: "numeric", hour: "numeric", minute: "2-digit" } as const;
    const zoned = { ...parts, timeZone: "America/Chicago", timeZoneName: "short" } as const;
    await expect(checked).toHaveText(new Intl.DateTimeFormat("en-US", zoned).format(at));
  });
}

test("a page that someone comes back to is what the application is by then", async ({ page, request }) => {
  const first = await check(request);
  await openLink(page, first.url);
  const header = page.getByRole("region", { name: "Field and application" });
  await expect(header).toContainText("Stryax");
  await settled(page);
  const tiered = { product_name: "DEMO Tiered", epa_number: "99002-1", rate: 1, rate_unit: "lb/ac" };
  await check(request, { ...first.body, products: [tiered] });
  let asked = 0;
  page.on("request", (each) => each.url().includes("_rsc=") && (asked += 1));
  await turnAway(page, 5_000);
  expect(asked).toBe(0);
  await turnAway(page, 60_000);
  await expect(header).toContainText("DEMO Tiered");
  await expect(page.getByRole("heading", { level: 1 })).toContainText("4 runoff points short");
});

test("a page that breaks in the browser says so, with the way to the other pages", async ({ page }) => {
  await openLink(page, withTexts);
  await page.addInitScript(() => {
    // What tells a time on the page, while it is drawn.
    Object.defineProperty(Intl.DateTimeFormat.prototype, "format", {
      get: () => () => {
        throw new Error("broken for the test");
      },
    });
  });
  await page.reload();
  await expect(page.getByRole("button", { name: "Try again" })).toBeVisible();
  await expect(page.getByText("This page could not be shown")).toBeVisible();
  await expect(page.getByText("never a clearance to apply")).toBeVisible();
  await page.getByRole("link", { name: "Limitations" }).first().click();
  await expect(page).toHaveTitle(/^Limitations/);
});

test("a theme is kept from page to page, by script and without", async ({ newContext }) => {
  for (const javaScriptEnabled of [true, false]) {
    const context = await newContext({ javaScriptEnabled, viewport: { width: 360, height: 800 } });
    const page = await context.newPage();
    await openLink(page, url);
    await page.getByText("Display", { exact: true }).click();
    await page.getByRole("button", { name: /^Full sun/ }).click();
    await expect(page.locator("html")).toHaveAttribute("data-theme", "sunlight");
    await openLink(page, url);
    await expect(page.locator("html")).toHaveAttribute("data-theme", "sunlight");
  }
});

test("without JavaScript the list, the overview and the limitation texts can be read", async ({ newContext }) => {
  const context = await newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await openLink(page, url);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(GROUP);
  await page.getByRole("link", { name: "Creek bottom" }).first().click();
  await expect(page.getByRole("heading", { name: "Where each part stands" })).toBeVisible();
  await expect(page.getByText("never a clearance to apply")).toBeVisible();
  await openLink(page, withTexts);
  await goTo(page, "limitations");
  await expect(page.getByRole("heading", { name: /^Code / }).first()).toBeVisible();
  await page
    .getByRole("button", { name: /^Mark as read/ })
    .first()
    .click();
  await expect(page.getByText(/^Marked as read/).first()).toBeVisible();
});

test("an overview says nothing better than the API does", async ({ page, request }) => {
  const found = await check(request);
  const { application } = (await readCompliance(request, found.applicationEventId)) as {
    application: { compliance: { last_assessment: { status: string }; runoff: { status: string }[] } };
  };
  await openLink(page, found.url);
  const status = application.compliance.last_assessment.status;
  expect(["not_met", "indeterminate"]).toContain(status);
  await expect(page.getByRole("heading", { level: 1 })).not.toHaveText(/is met|Nothing is asked for/);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(/^Overview: (No answer yet|Do not spray)/);
});

/** Compressed bytes of every script that a page has asked for, by now or from the cache. */
async function scriptBytes(page: Page): Promise<number> {
  const urls = await page.evaluate(() =>
    performance
      .getEntriesByType("resource")
      .map(({ name }) => name)
      .filter((name) => /\/_next\/static\/.*\.js(\?|$)/.test(name)),
  );
  expect(urls.length).toBeGreaterThan(0);
  const bodies = await Promise.all([...new Set(urls)].map(async (src) => (await page.request.get(src)).body()));
  return bodies.reduce((sum, body) => sum + brotliCompressSync(body).length, 0);
}

test("a page without a map asks for at most 150 kB of script, packed as tightly as it gets", async ({ page }) => {
  await openLink(page, withTexts);
  await goTo(page, "limitations");
  await settled(page);
  test.skip((await page.content()).includes("hmr-client"), "development serves scripts whole");
  const bytes = await scriptBytes(page);
  test.info().annotations.push({ type: "script", description: `${bytes} bytes, compressed` });
  expect(bytes).toBeLessThanOrEqual(150 * 1024);
});

test("a portal link opens from the demonstration's own file, for anyone who starts there", async ({
  page,
  request,
}) => {
  expect((await request.get("/api/health", { headers: apiKey() })).status()).toBe(200);
  await openLink(page, new URL(demo().portal_url).pathname);
  await expect(page.getByText("DEMO Field").first()).toBeVisible();
});
