import { randomUUID } from "node:crypto";
import { expect, type Page } from "@playwright/test";
import { test } from "@/tests/e2e/fixture";
import { TIERED } from "@/tests/e2e/measures-support";
import { showMap } from "@/tests/e2e/portal-map-support";
import { STRYAX } from "@/tests/e2e/record-support";
import { settled } from "@/tests/e2e/settled";
import { check, goTo, holdPreviews, openLink, tabTo } from "@/tests/e2e/support";

/** What a keyboard alone and a screen reader meet on the portal's pages. */

const READY = { products: [TIERED], droplet_size: "VC", boom_height: "low", gpa: 15 };
/** More than any page has to tab through. */
const FAR = 250;

test.describe("without a map", () => {
  test.use({ map: "none" });

  test("a menu closes by Escape, with the focus on its button, and behind who tabs on from it", async ({ page }) => {
    const { url } = await check(page.request, READY);
    await page.setViewportSize({ width: 360, height: 740 });
    await openLink(page, url);
    await settled(page);
    for (const title of ["Display", "Pages"]) {
      const button = page.locator("summary").filter({ hasText: title });
      const menu = page.locator("details").filter({ has: button });
      await tabTo(page, button, FAR);
      await page.keyboard.press("Enter");
      await expect(menu).toHaveAttribute("open");
      await page.keyboard.press("Tab");
      await expect(button).not.toBeFocused();
      await page.keyboard.press("Escape");
      await expect(menu).not.toHaveAttribute("open");
      await expect(button).toBeFocused();
    }
    await page.keyboard.press("Enter");
    const last = page.getByRole("navigation", { name: "Pages of this field" }).getByRole("link").last();
    await last.focus();
    await page.keyboard.press("Tab");
    await expect(last, "it lies over what has the focus now").toBeHidden();
  });

  test("the list of applications closes by Escape and stays open behind who goes on: it covers nothing", async ({
    page,
  }) => {
    const { url } = await check(page.request, READY);
    await openLink(page, url);
    await settled(page);
    const button = page.locator("summary").filter({ hasText: "Application:" });
    const choice = page.getByRole("navigation", { name: "Applications and years" }).getByRole("link").first();
    await tabTo(page, button, FAR);
    await page.keyboard.press("Enter");
    await tabTo(page, page.getByRole("link", { name: "Report" }).first(), FAR);
    await expect(choice).toBeVisible();
    await choice.focus();
    await page.keyboard.press("Escape");
    await expect(choice).toBeHidden();
    await expect(button).toBeFocused();
  });

  test("texts of one code in two areas, and the buttons that mark them, have names of their own", async ({ page }) => {
    const { url } = await check(page.request, READY);
    await openLink(page, url);
    await goTo(page, "limitations");
    for (const named of [page.getByRole("article"), page.getByRole("button", { name: /^Mark as read/ })]) {
      await expect(named).toHaveCount(2);
      const [first, second] = (await Promise.all([named.first().ariaSnapshot(), named.last().ariaSnapshot()])).map(
        (told) => told.split("\n")[0],
      );
      expect(first).not.toBe(second);
    }
  });

  test("an answer of earlier is not read out while the next one is worked out", async ({ page }) => {
    const { url } = await check(page.request, READY);
    await openLink(page, url);
    await goTo(page, "drift");
    await page.getByLabel("Wind speed, mph").fill("8");
    await page.getByLabel("Wind from, degrees").fill("225");
    const bar = page.locator("[data-drift-state]");
    const told = bar.getByRole("status").filter({ hasText: "keep" });
    await expect(bar).toHaveAttribute("data-drift-state", "current");
    await expect(told).toHaveText(/^2 edges keep a distance, .* outside the buffer\.$/);
    const answer = await holdPreviews(page);
    // Nothing is kept on the device for another set-up.
    await page.getByLabel("Spray volume, gallons per acre").fill("16");
    await expect(bar).toHaveAttribute("data-drift-state", "updating");
    await expect(bar, "it is still in sight").toContainText("2 edges keep a distance");
    await expect(told).toHaveCount(0);
    answer();
    await expect(bar).toHaveAttribute("data-drift-state", "current");
    await expect(told).toHaveText(/^2 edges keep a distance, .* outside the buffer\.$/);
  });

  test("why conditions cannot be used yet is said with the button that uses them", async ({ page }) => {
    const { url } = await check(page.request, READY);
    await openLink(page, url);
    await goTo(page, "drift");
    await expect(page.getByLabel("Wind from, degrees")).toBeEnabled();
    await page.getByRole("button", { name: /^Fill in the nearest station/ }).click();
    const use = page.getByRole("button", { name: "Use these conditions" });
    await expect(use).toHaveAttribute("aria-disabled", "true");
    await expect(use).toHaveAccessibleDescription(/^Measure this wind at the sprayer now/);
  });

  test("a set-up that is folded over a fault says so", async ({ page }) => {
    const { url } = await check(page.request, READY);
    await page.setViewportSize({ width: 360, height: 740 });
    await openLink(page, url);
    await goTo(page, "drift");
    const fold = page.locator("details").filter({ has: page.locator("#drift-gpa") });
    const mark = (): Promise<string> =>
      fold.locator("> summary").evaluate((summary) => getComputedStyle(summary, "::before").content);
    await expect(page.locator("#drift-gpa")).toBeEnabled();
    await fold.locator("> summary").click();
    expect(await mark()).toBe("none");
    await page.locator("#drift-gpa").fill("many");
    await fold.locator("> summary").click();
    await expect(fold).not.toHaveAttribute("open");
    expect(await mark()).toContain("⚠");
  });

  test("a list with an item that has no number does not count it among those the meter counts", async ({ page }) => {
    const { url } = await check(page.request, STRYAX);
    await openLink(page, url);
    await goTo(page, "record");
    const [, total] = (await page.locator("[data-record-count]").innerText()).split(" of ");
    await expect(page.locator("#items-0 summary").first()).toHaveText(
      `All ${total ?? ""} items and 1 that has no number, with what is known of each`,
    );
  });

  test("what a document is called within Spanish words is marked as English, and what a label says is Spanish", async ({
    newContext,
    request,
  }) => {
    const { url } = await check(request, STRYAX);
    const page = await (await newContext({ locale: "es-US" })).newPage();
    await openLink(page, url);
    const asked = page.locator("#questions p").filter({ hasText: "La etiqueta dice:" });
    await expect(asked).toContainText("Revise el sitio web del producto");
    await expect(asked.locator("[lang=en]")).toHaveText(/^Stryax Herbicide label/);
  });

  test("a row of the season is named by its field, once", async ({ page }) => {
    const provider_group_id = `Season ${randomUUID().slice(0, 8)}`;
    await check(page.request, { ...READY, provider_group_id, field_name: "Creek bottom" });
    const { url } = await check(page.request, { ...READY, provider_group_id, field_name: "Long meadow" });
    await openLink(page, url);
    await page.getByRole("link", { name: "The season: fields by products" }).click();
    await expect(page.getByRole("rowheader", { name: "Creek bottom", exact: true })).toBeVisible();
    await expect(page.getByRole("checkbox", { name: "Pick Creek bottom", exact: true })).toBeVisible();
  });
});

/** The tools of a drawing that is in progress. */
const tools = (page: Page) => page.locator("[data-draw-bar]");

test("Escape calls off a drawing from its buttons as well as from the map", async ({ page }) => {
  const { url } = await check(page.request, READY);
  await openLink(page, url);
  await showMap(page);
  await page.getByText("Draw areas beside the field").click();
  for (const isOnMap of [true, false]) {
    await page.getByRole("button", { name: "Draw an outline" }).click();
    await expect(page.locator("canvas.maplibregl-canvas")).toBeFocused();
    await expect(tools(page)).toContainText("Escape stops");
    if (!isOnMap) await tools(page).getByRole("button", { name: "Corner here" }).focus();
    await page.keyboard.press("Escape");
    await expect(tools(page)).toHaveCount(0);
  }
});
