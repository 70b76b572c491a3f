import { expect, type Page } from "@playwright/test";
import { test } from "@/tests/e2e/fixture";
import { check, complaints, goTo, openLink } from "@/tests/e2e/support";
import { kept, noTill, opened, ready, state, tally, TIERED, unfold } from "@/tests/e2e/measures-support";
import { openTools, showMap } from "@/tests/e2e/portal-map-support";

test.use({ map: "none" });

const READY = { products: [TIERED], droplet_size: "VC", boom_height: "low", gpa: 15 };
const ENLIST = { product_name: "Enlist One", epa_number: "62719-695", rate: 32, rate_unit: "fl oz/ac" };
const bar = (page: Page) => page.locator("[data-drift-state]");
const focused = (page: Page) => page.evaluate(() => document.activeElement?.textContent.trim() ?? "");

async function driftPage(page: Page, more: Record<string, unknown> = {}): Promise<void> {
  const { url } = await check(page.request, { ...READY, ...more });
  await openLink(page, url);
  await goTo(page, "drift");
  await expect(page.getByLabel("Wind from, degrees")).toBeEnabled();
}

async function setWind(page: Page, deg: number, mph: number): Promise<void> {
  await page.getByLabel("Wind from, degrees").fill(String(deg));
  await page.getByLabel("Wind speed, mph").fill(String(mph));
  await expect(bar(page)).toHaveAttribute("data-drift-state", "current");
}

test.describe("on a device that keeps the field", () => {
  test.use({ device: "keeps-all" });

  test("a page from the device says so until the server answers, and no longer", async ({ page, context }) => {
    await opened(page);
    await kept(page);
    await context.setOffline(true);
    await page.reload();
    await expect(page.getByText("This page is as it was on")).toBeVisible();
    await context.setOffline(false);
    await expect(page.getByText("The server cannot be reached")).toHaveCount(0);
    await expect(page.getByText("This page is as it was on")).toHaveCount(0);
    await ready(page);
  });

  test("a page that stands open without a network says of when it is for days, and is asked for again with the network", async ({
    page,
    context,
  }) => {
    await page.clock.install();
    await opened(page);
    await expect(page.locator("[data-kept=all]")).toBeVisible({ timeout: 180_000 });
    const marks = await page.evaluate(() => {
      document.body.dataset.stays = "yes";
      return new Date().toDateString();
    });
    await context.setOffline(true);
    await page.clock.setSystemTime(Date.now() + 3 * 86_400_000);
    await page.clock.runFor(61_000);
    expect(await page.evaluate(() => new Date().toDateString())).not.toBe(marks);
    await expect(page.getByText(/This page is as it was on \w{3} \d/)).toBeVisible();
    await expect(page.getByText("Nothing on it was compared with newer data since")).toBeVisible();
    await expect(page.locator("[data-kept=all]")).toHaveText(/, \w{3} \d{1,2}, 20\d\d, \d/, { useInnerText: true });
    const asked = page.waitForRequest((request) => request.headers().rsc !== undefined);
    await context.setOffline(false);
    await page.clock.runFor(1000);
    await asked;
    await expect(page.getByText("This page is as it was on")).toHaveCount(0);
    expect(await page.evaluate(() => document.body.dataset.stays)).toBe("yes");
  });
});

test("undo pressed again takes back the change before, and what was taken back returns by name alone", async ({
  page,
}) => {
  await opened(page);
  await unfold(page, "Measures in the field");
  const contour = page.getByRole("checkbox", { name: "Rows follow the contour" });
  for (const measure of [noTill(page), contour]) {
    await measure.check();
    await expect(page.getByText("All saved")).toBeVisible();
  }
  await page.getByRole("button", { name: /^Undo: Selected “Rows follow/ }).click();
  await expect(contour).not.toBeChecked();
  // The undo itself stands on top of the list now, where the button was: it offers none.
  await expect(page.locator("#changes li").first().getByRole("button")).toHaveCount(0);
  await page.getByRole("button", { name: /^Undo the last change/ }).click();
  await expect(noTill(page)).not.toBeChecked();
  await expect(contour).not.toBeChecked();
  await page.getByRole("button", { name: /^Put back: Selected “Rows follow/ }).click();
  await expect(contour).toBeChecked();
  await expect(noTill(page)).not.toBeChecked();
});

test.describe("with the map", () => {
  test.use({ map: "drawn" });

  test("saving the conditions leaves the focus with the button, and an area with the drawing tools", async ({
    page,
  }) => {
    await driftPage(page);
    await setWind(page, 225, 8);
    const use = page.getByRole("button", { name: "Use these conditions" });
    await use.focus();
    await page.keyboard.press("Enter");
    await expect(page.locator("#conditions [data-save-state=saved]")).toBeVisible();
    await expect(use).toBeFocused();
    await showMap(page);
    await openTools(page);
    await page.getByRole("button", { name: "Strip along the field" }).click();
    await page.getByRole("checkbox", { name: "Side facing north" }).focus();
    await page.keyboard.press("Space");
    await page.getByLabel("How wide, feet, outward from the field").fill("30");
    await page.keyboard.press("Enter");
    await page.getByLabel("What lies there").selectOption("Road");
    await page.getByRole("button", { name: "Save the area" }).focus();
    await page.keyboard.press("Enter");
    await expect.poll(() => focused(page)).toBe("Areas beside the field");
  });
});

test("an answer is no answer while a practice under it is being saved, nor while the server says nothing", async ({
  page,
}) => {
  await page.clock.install();
  await driftPage(page);
  await setWind(page, 225, 8);
  const hood = page.getByRole("checkbox", { name: "Over-the-top hooded sprayer" });
  const earlier = page.locator("#answer").getByText("This is the answer to earlier conditions.");
  await hood.check();
  await expect(bar(page)).toContainText("A claimed drift practice cannot be verified.");
  await expect(bar(page)).toHaveAttribute("data-drift-state", "current");
  let answer: () => void = () => undefined;
  const held = new Promise<void>((resolve) => (answer = resolve));
  await page.context().route(/\/api\/edits$/, async (route) => {
    await held;
    await route.continue();
  });
  await hood.uncheck();
  await expect(bar(page)).toHaveAttribute("data-drift-state", "updating");
  await expect(earlier).toBeVisible();
  answer();
  await expect(bar(page)).toHaveAttribute("data-drift-state", "current");
  await expect(bar(page)).not.toContainText("A claimed drift practice");
  await expect(earlier).toHaveCount(0);

  let asked = 0;
  await page.context().route(/\/drift-preview$/, () => void (asked += 1));
  await page.getByLabel("Wind from, degrees").fill("90");
  for (const attempt of [1, 2]) {
    await expect(async () => {
      await page.clock.runFor(1000);
      expect(asked).toBeGreaterThanOrEqual(attempt);
    }).toPass();
    await page.clock.runFor(20_000);
  }
  await expect(page.getByRole("button", { name: "Note these conditions" })).toBeEnabled();
});

test("while a measure is being saved its points show a clock, not a cross", async ({ page }) => {
  await opened(page);
  await unfold(page, "Measures in the field");
  let answer: () => void = () => undefined;
  const held = new Promise<void>((resolve) => (answer = resolve));
  await page.context().route(/\/api\/edits$/, async (route) => {
    await held;
    await route.continue();
  });
  await noTill(page).check();
  await expect(tally(page)).toContainText("Not saved yet");
  await expect(tally(page)).toHaveAttribute("data-state", "saving");
  answer();
  await expect(state(page)).toHaveAttribute("data-save-state", "saved");
  await expect(tally(page)).not.toHaveAttribute("data-state", "saving");
});

test("going from page to page quickly raises no error in the browser", async ({ page }) => {
  const heard = complaints(page);
  const { url } = await check(page.request, READY);
  await openLink(page, url);
  for (const id of ["measures", "drift", "limitations", "report", "overview"] as const) {
    await goTo(page, id);
    await page.reload({ waitUntil: "commit" });
  }
  await page.waitForLoadState("load");
  expect(heard).toEqual([]);
});

test("wind above the label's is the headline, before any acres", async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await driftPage(page, { products: [ENLIST], droplet_size: "C" });
  await setWind(page, 225, 25);
  await expect(bar(page).locator("p").first()).toHaveText(/^Do not spray: the wind is outside /);
  await expect(page.locator("#answer p").first()).toHaveText(/^Do not spray: /);
});

test("limitation texts that are all marked as read are nowhere still to be read", async ({ page }) => {
  const { url } = await check(page.request, READY);
  await openLink(page, url);
  await goTo(page, "limitations");
  const marks = page.getByRole("button", { name: /^Mark as read/ });
  await expect(marks.first()).toBeEnabled();
  const total = await marks.count();
  for (let left = total; left > 0; left -= 1) {
    await marks.first().click();
    await expect(marks).toHaveCount(left - 1);
  }
  await expect(page.locator("[data-save-state=saved]")).toHaveCount(total);
  await goTo(page, "overview");
  await expect(page.getByText("Every limitation text is marked as read.")).toBeVisible();
  await expect(page.getByText("have to be read")).toHaveCount(0);
  await expect(page.getByText("Read the text of each limitation")).toHaveCount(0);
});
