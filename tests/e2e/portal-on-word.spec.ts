import { expect } from "@playwright/test";
import { test } from "@/tests/e2e/fixture";
import { drawRoad } from "@/tests/e2e/portal-map-support";
import { check, goTo, openLink, shoot } from "@/tests/e2e/support";

const TIERED = { product_name: "DEMO Tiered Dry Herbicide", epa_number: "99002-1", rate: 1.5, rate_unit: "lb/ac" };
const READY = { products: [TIERED], droplet_size: "VC", boom_height: "low", gpa: 15 };

test("an answer that counts a road as it was drawn names it with its width, on the page and on the card", async ({
  page,
}) => {
  const { url } = await check(page.request, READY);
  await openLink(page, url);
  await page
    .locator("[data-cab-card]")
    .getByRole("link", { name: /^Close the gap/ })
    .click();
  const ticked = page.waitForResponse(/api\/edits/);
  await page.getByRole("button", { name: /^Tick/ }).first().click();
  await ticked;
  await goTo(page, "drift");
  await expect(page.getByLabel("Wind from, degrees")).toBeEnabled();
  await page.getByLabel("Wind from, degrees").fill("180");
  await page.getByLabel("Wind speed, mph").fill("8");
  await expect(page.locator("[data-drift-state]")).toHaveAttribute("data-drift-state", "current");
  await drawRoad(page, 200);
  await expect(page.getByText(/Counted as it was drawn by hand: Road \(\d+ ft across\)\./)).toBeAttached();
  await page.getByRole("button", { name: "Use these conditions" }).click();
  await expect(page.locator("#conditions [data-save-state=saved]")).toBeVisible();
  await goTo(page, "limitations");
  await page.getByRole("button", { name: /^I have read (all|both)/ }).click();
  await expect(page).toHaveTitle(/^Overview/);
  const card = page.locator("[data-cab-card=done]");
  await expect(card).toContainText(/It rests on your word: ground that was drawn by hand, Road \(\d+ ft across\)\./);
  for (const width of [360, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    await shoot(page, `card-on-word-${width}`);
  }
});
