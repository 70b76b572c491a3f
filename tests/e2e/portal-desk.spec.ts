import { expect, type Locator } from "@playwright/test";
import { test } from "@/tests/e2e/fixture";
import { check, complaints, openLink, readCompliance, shoot, violations } from "@/tests/e2e/support";

const READY = {
  products: [{ product_name: "DEMO Tiered Dry Herbicide", epa_number: "99002-1", rate: 1.5, rate_unit: "lb/ac" }],
  droplet_size: "VC",
  boom_height: "low",
  gpa: 15,
};

async function boxOf(place: Locator) {
  const box = await place.boundingBox();
  if (box === null) throw new Error("it is not on the screen");
  return box;
}

test.use({ device: "saves-data", viewport: { width: 1280, height: 800 } });

test("at a desk with the mouse: each page leads to the next, and the map stands beside the dial", async ({ page }) => {
  const heard = complaints(page);
  const { url, applicationEventId } = await check(page.request, READY);
  await openLink(page, url);
  const next = page.locator("[data-next-step]").getByRole("link");
  const card = page.locator("[data-cab-card]");
  await card.getByRole("link", { name: /^Close the gap/ }).click();
  const ticked = page.waitForResponse(/api\/edits/);
  await page.getByRole("button", { name: /^Tick/ }).first().click();
  await ticked;
  await next.click();
  await expect(page).toHaveTitle(/^Drift/);
  await expect(page.getByLabel("Wind from, degrees")).toBeEnabled();
  const dial = page.getByRole("slider", { name: "Where the wind comes from" });
  const map = page.locator("[data-map-stage]");
  await expect(map).toBeVisible({ timeout: 60_000 });
  const [dialBox, mapBox] = [await boxOf(dial), await boxOf(map)];
  // On one screen: the map begins right of the dial, and beside it.
  expect(mapBox.x).toBeGreaterThan(dialBox.x + dialBox.width);
  expect(Math.abs(mapBox.y - dialBox.y)).toBeLessThan(400);
  await dial.click({ position: { x: dialBox.width / 2, y: dialBox.height * 0.13 } });
  await page.getByLabel("Wind speed, mph").fill("8");
  const use = page.getByRole("button", { name: "Use these conditions" });
  await expect(use).toHaveAttribute("aria-disabled", "false");
  await shoot(page, "desk-drift");
  await use.click();
  await expect(page.locator("#conditions [data-save-state=saved]")).toBeVisible();
  await next.click();
  await expect(page).toHaveTitle(/^Limitations/);
  const all = page.getByRole("button", { name: /^I have read (all|both)/ });
  await expect(all).toBeVisible();
  // A mark that was taken back is none: the one tap for all marks that text, too.
  const read = page.locator("form[data-read=true]");
  for (const [name, count] of [
    [/^Mark as read/, 1],
    [/^Take the mark back/, 0],
  ] as const) {
    await page.getByRole("button", { name }).first().click();
    await expect(read).toHaveCount(count);
    await expect(page.locator("form [data-save-state=saved]")).toHaveCount(1);
  }
  await all.click();
  await expect(card).toHaveAttribute("data-cab-card", "done");
  await expect(page.getByRole("heading", { level: 1 })).toContainText(/Leave \d+ ft along the .+ \(.+ acres\)/);
  expect(await violations(page)).toEqual([]);
  await page.getByRole("navigation", { name: "Pages of this field" }).getByRole("link", { name: "Report" }).click();
  const waited = page.waitForEvent("download");
  await page.getByRole("link", { name: /Download the PDF.*[Rr]unoff/ }).click();
  expect((await waited).suggestedFilename()).toMatch(/\.pdf$/);
  const { application } = (await readCompliance(page.request, applicationEventId)) as unknown as Read;
  expect(application.compliance.drift.weather).toMatchObject({ wind_speed_mph: 8 });
  expect(heard).toEqual([]);
});

interface Read {
  application: { compliance: { drift: { weather: object | null } } };
}
