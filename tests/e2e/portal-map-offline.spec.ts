import { expect, type Page } from "@playwright/test";
import { test } from "@/tests/e2e/fixture";
import { openTools, showMap } from "@/tests/e2e/portal-map-support";
import { check, goTo, openLink } from "@/tests/e2e/support";

const READY = {
  products: [{ product_name: "DEMO Tiered Dry Herbicide", epa_number: "99002-1", rate: 1.5, rate_unit: "lb/ac" }],
  droplet_size: "VC",
  boom_height: "low",
  gpa: 15,
};
const degrees = (page: Page) => page.getByLabel("Wind from, degrees");
const bar = (page: Page) => page.locator("[data-drift-state]");

/** A drift page with an answer that no one has scrolled down yet. */
async function answered(page: Page): Promise<void> {
  await page.setViewportSize({ width: 360, height: 640 });
  const { url } = await check(page.request, READY);
  await openLink(page, url);
  await goTo(page, "drift");
  await expect(degrees(page)).toBeEnabled();
  await degrees(page).fill("225");
  await page.getByLabel("Wind speed, mph").fill("8");
  await expect(bar(page)).toHaveAttribute("data-drift-state", "current");
}

/** Everything on the page comes near the screen once, from top to bottom. */
async function scrollThrough(page: Page): Promise<void> {
  // The page grows while its parts arrive.
  const height = () => page.evaluate(() => document.documentElement.scrollHeight);
  for (let top = 0; top < (await height()); top += 500) {
    await page.evaluate((to) => window.scrollTo({ top: to, behavior: "instant" }), top);
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
  }
}

test.use({ device: "keeps-all" });

test.describe("where the device keeps nothing", () => {
  test.use({ serviceWorkers: "block" });

  test("scripts that do not come later cost the map and the chart, and neither the answer nor the typed wind", async ({
    page,
  }) => {
    await answered(page);
    const refused: string[] = [];
    await page.route(/\/_next\/static\//, (route) => {
      refused.push(route.request().url());
      return route.abort();
    });
    await scrollThrough(page);
    await expect(page.locator("[data-near-map]")).toContainText("The map could not be loaded");
    await expect(page.getByText("The drift chart could not be loaded")).toBeVisible();
    expect(refused.length).toBeGreaterThan(1);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Drift");
    await expect(page.getByText("This page could not be shown")).toHaveCount(0);
    await expect(degrees(page)).toHaveValue("225");
    await expect(bar(page)).toContainText("Wind from 225°, southwest, 8 mph");
    await expect(page.locator("#answer")).toContainText("lie outside the buffer");
  });
});

test("the map and the chart of a page that was opened once are there without a network", async ({ page, context }) => {
  await answered(page);
  // Between one page and the next nothing is missing of those that are kept, while this one is not yet among them.
  await expect(page.locator("[data-kept]")).toHaveAttribute("data-kept", "all", { timeout: 180_000 });
  // Every part that a kept script names is kept too, in whatever order; the map's own script is the largest of them.
  await expect
    .poll(
      () =>
        page.evaluate(async () => {
          const caches = await window.caches.keys();
          const requests = await Promise.all(caches.map(async (name) => (await window.caches.open(name)).keys()));
          const paths = new Set(requests.flat().map(({ url }) => new URL(url).pathname));
          const scripts = [...paths].filter((path) => path.endsWith(".js"));
          const texts = await Promise.all(
            scripts.map(async (path) => (await (await window.caches.match(path, { ignoreVary: true }))?.text()) ?? ""),
          );
          const named = texts.flatMap((text) => text.match(/static\/chunks\/[\w.~-]+\.(?:js|css)(?=")/g) ?? []);
          const missing = named.filter((name) => !paths.has(`/_next/${name}`));
          return { hasMap: texts.some((text) => text.includes("/maplibre/") && text.length > 500_000), missing };
        }),
      { timeout: 180_000 },
    )
    .toEqual({ hasMap: true, missing: [] });
  await context.setOffline(true);
  await scrollThrough(page);
  await expect(page.locator("canvas.maplibregl-canvas")).toBeVisible({ timeout: 30_000 });
  await expect(page.getByText("Expected drift beyond the edge")).toBeVisible();
  await expect(degrees(page)).toHaveValue("225");
});

test("an area that waits for the network can still be changed, and is sent once as it was left", async ({
  page,
  context,
}) => {
  await answered(page);
  await showMap(page);
  await openTools(page);
  let [sent, saved] = [0, 0];
  context.on("request", (request) => {
    if (request.url().endsWith("/api/edits")) sent += 1;
  });
  context.on("response", (response) => {
    if (response.url().endsWith("/api/edits") && response.ok()) saved += 1;
  });
  await page.getByRole("button", { name: "Strip along the field" }).click();
  await page.getByRole("checkbox", { name: "Side facing north" }).check();
  await page.getByLabel("How wide, feet, outward from the field").fill("30");
  await page.keyboard.press("Enter");
  await page.getByLabel("What lies there").selectOption("Road");
  await context.setOffline(true);
  await page.getByRole("button", { name: "Save the area" }).click();
  await page.getByRole("button", { name: "Change Road" }).click();
  await page.getByLabel("What lies there").selectOption("Mowed grass");
  await page.getByRole("button", { name: "Save the area" }).click();
  await expect(page.getByRole("button", { name: "Change Road" })).toHaveCount(0);
  expect(sent).toBe(0);
  await context.setOffline(false);
  // What waits can be changed too: neither the button nor the notice says that it has arrived.
  await expect.poll(() => saved, { timeout: 90_000 }).toBe(1);
  await expect(page.getByText("waiting for a connection")).toHaveCount(0);
  await page.reload();
  await showMap(page);
  await openTools(page);
  await expect(page.getByRole("button", { name: "Change Mowed grass" })).toBeEnabled();
  await expect(page.getByText("Not saved")).toHaveCount(0);
  expect(sent).toBe(1);
});
