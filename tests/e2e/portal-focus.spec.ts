import { expect, type Locator, type Page } from "@playwright/test";
import { test } from "@/tests/e2e/fixture";
import { TIERED } from "@/tests/e2e/measures-support";
import { readAir, STRYAX } from "@/tests/e2e/record-support";
import { settled } from "@/tests/e2e/settled";
import { photoOfField } from "@/tests/support/photos";
import { check, computeDrift, goTo, holdPreviews, lock, openLink, today } from "@/tests/e2e/support";
import type { PortalPageId } from "@/lib/views/portal/pages";

/** Where the focus is once the control that had it is gone or locked, and what is read out then. */

const READY = { products: [TIERED], droplet_size: "VC", boom_height: "low", gpa: 15 };
const UNREAD = { product_name: "DEMO Unread Herbicide", epa_number: "99001-3", rate: 16, rate_unit: "fl oz/ac" };

test.use({ map: "none", viewport: { width: 360, height: 740 } });

const press = async (page: Page, control: Locator, key = "Enter"): Promise<void> => {
  await control.focus();
  await page.keyboard.press(key);
};

const LET_GO = /^(Let it go|Keep what is saved)$/;

/** The only refusal on the page is let go by the keyboard. */
async function letGo(page: Page): Promise<void> {
  const button = page.getByRole("button", { name: LET_GO });
  await expect(button, "it is said once").toHaveCount(1);
  await press(page, button);
  await expect(button).toHaveCount(0);
}

async function opened(page: Page, id: PortalPageId, more: Record<string, unknown> = READY): Promise<string> {
  const { url, applicationEventId } = await check(page.request, more);
  await openLink(page, url);
  if (id !== "overview") await goTo(page, id);
  await settled(page);
  return applicationEventId;
}

test("a measure under a lock that came meanwhile keeps the focus with its refusal, and then with its details", async ({
  page,
}) => {
  const id = await opened(page, "measures");
  await page.getByLabel("Find a measure").fill("no-till, perennial");
  const box = page.locator("#measure-210");
  await expect(box).toBeEnabled();
  await lock(page.request, id, true);
  await press(page, box, "Space");
  await expect(page.getByRole("group", { name: /^Not saved: No-till/ })).toBeFocused();
  await letGo(page);
  await expect(page.locator("[data-measure='210'] summary")).toBeFocused();
});

test("an exemption under a lock that came meanwhile keeps the focus with its refusal, and then with the questions", async ({
  page,
}) => {
  const id = await opened(page, "exemptions");
  const box = page.getByRole("checkbox").first();
  await expect(box).toBeEnabled();
  await lock(page.request, id, true);
  await press(page, box, "Space");
  await expect(page.getByRole("group", { name: "Your answer was not saved" })).toBeFocused();
  await letGo(page);
  await expect(page.getByRole("group", { name: "Exemption answers" })).toBeFocused();
});

test("a mark that was refused leaves the focus at the page's top, and all marks at once leave it at the last text", async ({
  page,
  context,
}) => {
  const id = await opened(page, "limitations");
  await lock(page.request, id, true);
  await press(page, page.getByRole("button", { name: /^Mark as read/ }).first());
  await letGo(page);
  await expect(page.getByRole("main")).toBeFocused();
  await lock(page.request, id, false);
  await page.reload();
  const all = page.getByRole("button", { name: /^I have read both texts/ });
  await expect(all).toBeVisible();
  await context.setOffline(true);
  await press(page, all);
  await expect(all).toHaveCount(0);
  await expect(page.getByRole("article").last()).toBeFocused();
});

test("an answer that was refused is said once, and let go it leaves the focus with the questions", async ({ page }) => {
  const id = await opened(page, "overview", { products: [UNREAD] });
  const questions = page.locator("#questions");
  await questions.getByLabel("Your name").fill("Jo Field");
  await lock(page.request, id, true);
  await press(page, questions.getByRole("button", { name: "No", exact: true }));
  await expect(questions.getByText("Your answer was not saved")).toBeVisible();
  await letGo(page);
  await expect(questions.getByRole("group", { name: "Questions and answers" })).toBeFocused();
});

test("an entry of the record that was refused leaves the focus with what is recorded", async ({ page }) => {
  const id = await opened(page, "record", STRYAX);
  await expect(page.getByRole("button", { name: "Start", exact: true })).toBeEnabled();
  await lock(page.request, id, true);
  await readAir(page, "Start", 8);
  await letGo(page);
  await expect(page.getByRole("group", { name: "What is recorded" })).toBeFocused();
});

test("conditions that were refused leave the focus with the way to save", async ({ page }) => {
  const id = await opened(page, "drift");
  await page.getByLabel("Wind speed, mph").fill("8");
  await page.getByLabel("Wind from, degrees").fill("225");
  const use = page.getByRole("button", { name: "Use these conditions" });
  await expect(use).not.toHaveAttribute("aria-disabled", "true");
  await lock(page.request, id, true);
  await press(page, use);
  await letGo(page);
  await expect(use).toBeFocused();
});

test("the wind of the forecast that is filled in leaves the focus with the question that comes in its place", async ({
  page,
}) => {
  await opened(page, "drift", { ...READY, application_date: today() });
  await press(page, page.getByRole("button", { name: /^Fill in the forecast/ }));
  await expect(page.getByRole("checkbox", { name: /measured/ })).toBeFocused();
});

test("a file that is no picture gives the focus back to what took it", async ({ page }) => {
  await opened(page, "record", STRYAX);
  const choose = page.getByLabel("Choose a photo");
  await expect(choose).toBeEnabled();
  await choose.focus();
  await choose.setInputFiles({ name: "label.txt", mimeType: "text/plain", buffer: Buffer.from("no picture") });
  await expect(page.getByRole("status").filter({ hasText: "cannot be shown as a picture" })).toBeVisible();
  await expect(choose).toBeFocused();
});

test("a place that the device does not give leaves the focus with the way to save the photo", async ({ page }) => {
  await opened(page, "record", STRYAX);
  const choose = page.getByLabel("Choose a photo");
  await expect(choose).toBeEnabled();
  await choose.setInputFiles({ name: "IMG_1.jpg", mimeType: "image/jpeg", buffer: await photoOfField() });
  await page.getByLabel("Keep the place with it").check();
  const save = page.getByRole("button", { name: "Save photo" });
  await press(page, save);
  await expect(page.getByRole("status").filter({ hasText: "did not say where it is" })).toBeVisible();
  await expect(save).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("group", { name: "Photos of this record" })).toBeFocused();
});

test("that the application is not met is read out with a buffer that is", async ({ page }) => {
  // Where the set-up stands open.
  await page.setViewportSize({ width: 1280, height: 740 });
  const id = await opened(page, "drift");
  await computeDrift(page.request, id);
  await page.reload();
  const bar = page.locator("[data-drift-state]");
  await page.getByLabel("Wind from, degrees").fill("90");
  await expect(bar).toHaveAttribute("data-drift-state", "current");
  await expect(bar.getByText("Wind from 90°")).toBeVisible();
  const told = bar.getByRole("status").filter({ hasText: "Application: not met" });
  await expect(told).toHaveText(/^Met/);
  const answer = await holdPreviews(page);
  await page.getByLabel("Spray volume, gallons per acre").fill("16");
  await expect(bar).toHaveAttribute("data-drift-state", "updating");
  await expect(bar).toContainText("Earlier: Met");
  await expect(told, "one to earlier conditions is not read out").toHaveCount(0);
  answer();
  await expect(told).toHaveText(/^Met/);
});

test("in a contrast theme of the device the focus is seen on what is selected, whatever theme was chosen", async ({
  page,
}) => {
  await page.emulateMedia({ forcedColors: "active", colorScheme: "dark" });
  await page.setViewportSize({ width: 1280, height: 740 });
  await opened(page, "overview");
  await page.getByText("Display", { exact: true }).click();
  const themes = page.getByRole("button", { name: "Light", exact: true });
  await themes.click();
  const current = page.getByRole("navigation", { name: "Pages of this field" }).getByRole("link", { name: "Overview" });
  for (const selected of [themes, current]) {
    await selected.focus();
    await page.keyboard.press("Shift+Tab");
    await page.keyboard.press("Tab");
    await expect(selected).toBeFocused();
    const { ring, ground, offset } = await selected.evaluate((element) => {
      const { outlineColor: ring, backgroundColor: ground, outlineOffset: offset } = getComputedStyle(element);
      return { ring, ground, offset };
    });
    expect(parseFloat(offset), "inside, on the ground that is known").toBeLessThan(0);
    expect(contrast(ring, ground)).toBeGreaterThanOrEqual(3);
  }
});

/** The contrast of two colors as CSS computes them (WCAG 2.2). */
function contrast(a: string, b: string): number {
  const light = (color: string): number => {
    const [red = 0, green = 0, blue = 0] = (color.match(/[\d.]+/g) ?? []).map(Number).map((part) => {
      const value = part / 255;
      return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  };
  const [dim = 0, bright = 0] = [light(a), light(b)].toSorted((x, y) => x - y);
  return (bright + 0.05) / (dim + 0.05);
}
