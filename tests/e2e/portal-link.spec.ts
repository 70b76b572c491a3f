import { expect } from "@playwright/test";
import { test } from "./fixture";
import { apiKey, check, complaints, demo, openLink, overflow, violations } from "./support";

test.use({ map: "none" });

for (const width of [360, 1280]) {
  for (const colorScheme of ["light", "dark"] as const) {
    test(`a check's link opens the field at ${width} px, ${colorScheme}, without a fault`, async ({
      newContext,
      request,
    }) => {
      const { url } = await check(request);
      const context = await newContext({ viewport: { width, height: 800 }, colorScheme });
      const page = await context.newPage();
      const heard = complaints(page);
      const response = await page.goto(url);
      await expect(page).toHaveTitle(/^Overview · Ñandú's home quarter · /);
      await expect(page.getByText("Ñandú's home quarter").first()).toBeVisible();
      await expect(page.getByText("never a clearance to apply")).toBeVisible();
      expect(response?.headers()["referrer-policy"]).toBe("no-referrer");
      expect(response?.headers()["content-security-policy"]).toContain("frame-ancestors 'none'");
      expect(response?.headers()["x-request-id"]).toBeTruthy();
      expect(await overflow(page)).toBeLessThanOrEqual(0);
      expect(await violations(page)).toEqual([]);
      expect(heard).toEqual([]);
    });
  }
}

test("a forged link says nothing but that it does not work", async ({ page }) => {
  const url = demo().portal_url;
  const last = url.at(-5) === "A" ? "B" : "A";
  await page.goto(url.slice(0, -5) + last + url.slice(-4));
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("This link does not work");
  await expect(page.getByText("DEMO")).toHaveCount(0);
  expect(await violations(page)).toEqual([]);
});

test("a link that lost its end says whom to ask, and in Spanish too", async ({ newContext }) => {
  const context = await newContext({ viewport: { width: 360, height: 740 }, locale: "en-US" });
  const page = await context.newPage();
  await page.goto(demo().portal_url.slice(0, -12));
  await expect(page.getByText("ask that person for a new one")).toBeVisible();
  await page.getByRole("button", { name: "Español" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Este enlace no funciona");
  await expect(page.getByText("pídale uno nuevo a esa persona")).toBeVisible();
  expect(new URL(page.url()).pathname).toBe("/portal/expired");
  expect(await overflow(page)).toBeLessThanOrEqual(0);
  expect(await violations(page)).toEqual([]);
  // Cut before its first letter, it opens no page of the portal at all.
  await page.goto("/portal/f/");
  await expect(page.getByText("pídale uno nuevo a esa persona")).toBeVisible();
});

test("who signed out and goes back in the browser still finds the way to the farm software", async ({ newContext }) => {
  const context = await newContext({ viewport: { width: 360, height: 740 } });
  const page = await context.newPage();
  const { applicationEventId: id } = await check(page.request);
  const returnUrl = "https://farm.example/fields/home-quarter";
  const asked = { headers: apiKey(), data: { return_url: returnUrl } };
  const answer = await page.request.post(`/api/v2/applications/${id}/portal-access`, asked);
  const { portal_url: url } = (await answer.json()) as { portal_url: string };
  const field = await openLink(page, url);
  const back = page.getByRole("link", { name: "Back to your farm software" });
  const seesTheWay = async (): Promise<void> => {
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("You are signed out");
    await expect(back).toHaveAttribute("href", returnUrl);
    await expect(page.getByText("Open the link again."), "nothing has failed").toBeVisible();
    await expect(page.getByText("does not work")).toHaveCount(0);
  };
  await page.getByText("Display").click();
  await page.getByRole("button", { name: "Sign out of this device" }).click();
  await seesTheWay();
  await page.goBack();
  await seesTheWay();
  // A file of the field, by a link that someone kept: a page, and no error of a program.
  await page.goto(`${field}/report/runoff.pdf`);
  await seesTheWay();
  // The link itself begins a new session.
  expect(await openLink(page, url)).not.toBe(field);
  await expect(page.getByText("Ñandú's home quarter").first()).toBeVisible();
});

test("a phone shows the day of the application beside a long name of its product", async ({ newContext }) => {
  const context = await newContext({ viewport: { width: 360, height: 740 } });
  const page = await context.newPage();
  const products = [
    { product_name: `DEMO ${"Tiered ".repeat(12)}`, epa_number: "99002-1", rate: 1, rate_unit: "lb/ac" },
  ];
  await openLink(page, (await check(page.request, { products })).url);
  const day = page.locator("summary", { hasText: "Application:" }).getByText("May 20, 2027");
  await expect(day).toBeVisible();
  const room = await day.evaluate((each) => ({ ends: each.getBoundingClientRect().right, wide: innerWidth }));
  expect(room.ends).toBeLessThan(room.wide);
  expect(await overflow(page)).toBeLessThanOrEqual(0);
});

test("the field is readable without JavaScript", async ({ newContext }) => {
  const context = await newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(demo().portal_url);
  await expect(page.getByText("DEMO Field").first()).toBeVisible();
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
});

test("unknown pages and unknown API routes both carry a request id", async ({ request }) => {
  const page = await request.get("/no-such-page");
  expect(page.status()).toBe(404);
  expect(page.headers()["x-request-id"]).toBeTruthy();
  const route = await request.get("/api/v2/no-such-route", { headers: { "X-Request-ID": "mine-1" } });
  expect(route.status()).toBe(404);
  expect(route.headers()["x-request-id"]).toBe("mine-1");
  expect(await route.json()).toMatchObject({ success: false, error: { code: "NOT_FOUND", request_id: "mine-1" } });
});

test("a body over the limit is refused while it is read, by the real server", async ({ request }) => {
  const answer = await request.post("/api/v2/esa-check", {
    headers: { ...apiKey(), "Content-Type": "application/json" },
    data: `{"x":"${"a".repeat(6_000_000)}"}`,
  });
  expect(answer.status()).toBe(413);
});
