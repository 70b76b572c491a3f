import { randomUUID } from "node:crypto";
import { expect, type Page } from "@playwright/test";
import { photoOfField } from "@/tests/support/photos";
import { test } from "@/tests/e2e/fixture";
import { TIERED } from "@/tests/e2e/measures-support";
import { canvasOf, idle, openTools, showMap, takeUp } from "@/tests/e2e/portal-map-support";
import { readAir, savedRecord, STRYAX } from "@/tests/e2e/record-support";
import { settled } from "@/tests/e2e/settled";
import { check, computeDrift, goTo, lock, openLink, overflow, shoot, violations } from "@/tests/e2e/support";

/** What a phone has room for. */
test.use({ map: "none", viewport: { width: 360, height: 740 }, hasTouch: true });

const READY = { products: [TIERED], droplet_size: "VC", boom_height: "low", gpa: 15 };

/** The drift page of an application whose buffer is on record. */
async function openDrift(page: Page, more: Record<string, unknown> = {}): Promise<void> {
  const { url, applicationEventId: id } = await check(page.request, READY);
  await computeDrift(page.request, id, more);
  await openLink(page, url);
  await goTo(page, "drift");
  await expect(page.locator("[data-drift-state]")).toHaveAttribute("data-drift-state", "current");
}

/** Of the sides, those that keep a distance are open, and no other. */
const expectKeptSidesOpen = (page: Page): Promise<void> =>
  expect(async () => {
    const sides = await page
      .locator("#edges details")
      .evaluateAll((found) =>
        found.map((side) => [(side as HTMLDetailsElement).open, side.textContent.includes("keeps no distance")]),
      );
    expect(new Set(sides.map(String))).toEqual(new Set(["true,false", "false,true"]));
  }).toPass();

/** Shares of the map's height at which nothing stands over it, in its middle. */
const freeShares = (page: Page, shares: readonly number[]): Promise<number[]> =>
  canvasOf(page).evaluate((canvas, asked) => {
    const { left, width, top, height } = canvas.getBoundingClientRect();
    return asked.filter((share) => document.elementFromPoint(left + width / 2, top + height * share) === canvas);
  }, shares);

test.describe("with the map", () => {
  test.use({ map: "drawn" });

  test("all of the map is in sight while an outline is drawn and while its corners are dragged", async ({ page }) => {
    await openDrift(page);
    await showMap(page);
    await openTools(page);
    await takeUp(page, "Draw an outline");
    await idle(page);
    const along = [0.3, 0.4, 0.6, 0.7, 0.8, 0.9];
    await expect.poll(() => freeShares(page, along)).toEqual(along);
    await expect(page.getByRole("button", { name: "Stop drawing" })).toBeInViewport({ ratio: 1 });
    await shoot(page, "phone-drawing");
    // A garden in the middle of the field: nothing of a buffer lies beyond it.
    const box = await canvasOf(page).boundingBox();
    if (box === null) throw new Error("no map");
    for (const [x, y] of [
      [0.3, 0.45],
      [0.55, 0.45],
      [0.55, 0.6],
    ] as const) {
      await page.touchscreen.tap(box.x + box.width * x, box.y + box.height * y);
      await page.waitForTimeout(400);
    }
    await page.getByRole("button", { name: "Close outline" }).tap();
    await expect(page.getByText("It lies inside the field")).toBeVisible();
    await expect(page.getByText("It meets the field's edge")).toHaveCount(0);
    await page.getByLabel("What lies there").selectOption("Mowed grass");
    await page.getByRole("button", { name: "Save the area" }).tap();
    await page.getByRole("button", { name: "Change Mowed grass" }).tap();
    await expect(page.getByText("Drag the corners on the map")).toBeInViewport();
    await expect(canvasOf(page)).toBeInViewport({ ratio: 0.6 });
    await shoot(page, "phone-reshaping");
  });

  test("what only explains is folded away on the drift page, and what is kept is not", async ({ page }) => {
    await openDrift(page);
    await expectKeptSidesOpen(page);
    // Other sides keep a distance in the wind from the other side.
    const kept = await page.locator("#edges details[open]").allInnerTexts();
    await page.getByLabel("Wind from, degrees").fill("45");
    await expect.poll(() => page.locator("#edges details[open]").allInnerTexts()).not.toEqual(kept);
    await expectKeptSidesOpen(page);
    await expect(page.locator("#saved").getByText("Very coarse (VC)")).toBeHidden();
    // What still comes moves what is below it from under a tap.
    await settled(page);
    await page.getByText("The conditions on record").tap();
    await expect(page.locator("#saved").getByText("Very coarse (VC)")).toBeVisible();
    await showMap(page);
    await expect(page.getByRole("heading", { name: "The map in words" })).toBeHidden();
    await settled(page);
    await page.getByText("The map in words, and its data").tap();
    await expect(page.getByRole("heading", { name: "The map in words" })).toBeVisible();
    await expect(page.locator("#answer")).toContainText("EPA Reg. No. 99002-1");
    // What follows the name of a source goes on in its line.
    const lines = await page.locator("#deposition ul li").evaluate((item) => {
      const [link, locator] = [item.querySelector("a"), item.querySelector("a + span")];
      return [link?.getClientRects(), locator?.getClientRects()].map((rects) =>
        [...(rects ?? [])].map(({ top }) => top),
      );
    });
    expect(Math.abs((lines[0]?.at(-1) ?? 0) - (lines[1]?.[0] ?? 1000))).toBeLessThan(20);
    await shoot(page, "phone-drift");
    expect(await violations(page)).toEqual([]);
  });
});

test("the wind of the moment is saved without a way past the set-up, which is named and opens where it lacks something", async ({
  page,
}) => {
  await openDrift(page);
  const setup = page.locator("#conditions details").filter({ hasText: "Droplet size" });
  await expect(setup.locator("summary")).toHaveText("Ground broadcast, Very coarse (VC), Low, 15 gal/ac");
  await expect(page.getByLabel("Droplet size")).toBeHidden();
  const top = (name: string): Promise<number> =>
    page
      .locator("#conditions")
      .getByText(name, { exact: true })
      .evaluate((at) => at.getBoundingClientRect().top);
  expect((await top("Use these conditions")) - (await top("Wind speed, mph"))).toBeLessThan(1.5 * 740);
  await setup.locator("summary").tap();
  await page.getByLabel("Spray volume, gallons per acre").fill("20");
  await expect(setup.locator("summary")).toHaveText(/, 20 gal\/ac$/);
  expect(await violations(page)).toEqual([]);

  // What is wrong in it cannot be folded away, and does not go from under what is being typed.
  const volume = page.getByLabel("Spray volume, gallons per acre");
  await volume.fill("x");
  await setup.locator("summary").tap();
  await expect(setup).not.toHaveAttribute("open");
  await expect(setup.getByText("Write the gallons per acre, more than 0")).toBeVisible();
  await volume.fill("25");
  await expect(volume).toHaveAttribute("aria-invalid", "false");
  await expect(volume).toBeVisible();
  await page.getByLabel("Wind speed, mph").focus();
  await expect(volume).toBeHidden();

  await page.setViewportSize({ width: 1280, height: 800 });
  await expect(setup.locator("summary")).toBeHidden();
  await expect(page.getByLabel("Droplet size")).toBeVisible();

  await page.setViewportSize({ width: 360, height: 740 });
  const { url } = await check(page.request, { ...READY, droplet_size: undefined });
  await openLink(page, url);
  await goTo(page, "drift");
  await expect(page.getByLabel("Droplet size")).toBeVisible();
});

test("the set-up is open where the buffer was worked out for another rate than the check's", async ({ page }) => {
  const { product_name, epa_number, rate_unit } = TIERED;
  await openDrift(page, { rate_updates: [{ product_index: 0, epa_number, rate: 1.25, rate_unit }] });
  await expect(page.getByLabel(`Rate of ${product_name}`)).toBeVisible();
  await expect(page.getByLabel(`Rate of ${product_name}`)).toHaveValue("1.25");
});

test("the first field of a group is on the first screen, and what narrows the list is one tap away", async ({
  page,
}) => {
  const provider_group_id = `Spring ${randomUUID().slice(0, 8)}`;
  const days = ["2026-06-01", "2027-05-20", "2027-06-01"];
  let url = "";
  for (const application_date of days) {
    const field_name = `Field of ${application_date}`;
    ({ url } = await check(page.request, { ...READY, provider_group_id, application_date, field_name }));
  }
  await openLink(page, url);
  const cards = page.getByRole("article");
  await expect(cards).toHaveCount(3);
  const first = await cards.first().evaluate((card) => card.getBoundingClientRect().top);
  expect(first).toBeLessThan(560);
  await shoot(page, "phone-group");
  await page.getByText("Narrow the list").tap();
  await page.getByRole("navigation", { name: "Days" }).getByRole("link", { name: /^Past/ }).tap();
  await expect(cards).toHaveCount(1);
  await expect(page.getByText(/^Narrowed to: Past/)).toBeVisible();
  await shoot(page, "phone-group-narrowed");
  expect(await violations(page)).toEqual([]);
  expect(await overflow(page)).toBeLessThanOrEqual(0);
  await page.setViewportSize({ width: 1280, height: 800 });
  await expect(page.getByRole("navigation", { name: "Days" })).toBeVisible();
  await expect(page.getByText(/^Narrowed to/)).toBeHidden();
});

test("on its side a phone has the answer in sight, and every page and field in one menu", async ({ page }) => {
  await page.setViewportSize({ width: 740, height: 360 });
  const provider_group_id = `Sides ${randomUUID().slice(0, 8)}`;
  let url = "";
  for (const field_name of ["Creek bottom", "Long meadow"]) {
    const made = await check(page.request, { ...READY, provider_group_id, field_name });
    await computeDrift(page.request, made.applicationEventId);
    ({ url } = made);
  }
  await openLink(page, url);
  await page.getByRole("article").first().getByRole("link").first().click();
  await settled(page);
  await expect(page.getByRole("heading", { level: 1 })).toBeInViewport({ ratio: 1 });
  await shoot(page, "phone-side-overview");
  await page.getByText("Pages", { exact: true }).tap();
  await expect(page.getByRole("link", { name: "All fields" })).toBeInViewport({ ratio: 1 });
  await page.getByRole("navigation", { name: "Pages of this field" }).getByRole("link", { name: "Drift" }).tap();
  await expect(page).toHaveTitle(/^Drift/);
  await settled(page);
  await expect(page.locator("[data-drift-state]").getByText("Wind from 225°")).toBeInViewport({ ratio: 1 });
  expect(await overflow(page)).toBeLessThanOrEqual(0);
  expect(await violations(page)).toEqual([]);
});

test.describe("the record", () => {
  test.use({ map: "none" });

  test("offers a signature once it can be signed, and then shows that it is", async ({ page }) => {
    const { url } = await check(page.request, STRYAX);
    await openLink(page, url);
    await goTo(page, "record");
    await expect(page.getByRole("button", { name: "Start", exact: true })).toBeEnabled();
    await expect(page.locator("#sign")).toContainText("Record the start and the end first.");
    await expect(page.locator("#sign")).not.toContainText("You sign");
    await expect(page.getByLabel("Name of the applicator")).toHaveCount(0);
    await readAir(page, "Start", 7);
    await page.getByRole("button", { name: "End", exact: true }).click();
    await page.getByRole("button", { name: "Save end" }).click();
    await page.getByLabel("Name of the applicator").fill("Jo Field");
    await page.getByRole("button", { name: "Sign and lock" }).click();
    await expect(page.getByRole("group", { name: "Signed and locked" })).toBeFocused();
    await expect(page.getByText("What is below is what was signed.")).toBeInViewport();
  });

  test("keeps what a lock refused, and saves it from there once the lock is lifted", async ({ page }) => {
    const { url, applicationEventId: id } = await check(page.request, STRYAX);
    await openLink(page, url);
    await goTo(page, "record");
    await expect(page.getByRole("button", { name: "Start", exact: true })).toBeEnabled();
    await lock(page.request, id, true);
    await readAir(page, "Start", 7);
    const refused = page.getByRole("alert").filter({ hasText: "Once it is unlocked, it can be saved from here." });
    await expect(refused).toHaveText(/^Not saved: Start/);
    await expect(refused.getByRole("button", { name: /^Save it now/ })).toHaveCount(0);
    await lock(page.request, id, false);
    await page.reload();
    await settled(page);
    await expect(page.getByText(/^Not saved: Start/), "it is said once").toHaveCount(1);
    await refused.getByRole("button", { name: /^Save it now/ }).click();
    await expect(page.locator("[data-readings] > li").filter({ hasText: "7 mph" })).toHaveCount(1);
    await expect(refused).toHaveCount(0);
    // On the server, before the page is asked for again.
    await expect.poll(async () => (await savedRecord(page.request, id)).entries.length).toBe(1);
    await page.reload();
    await expect(page.locator("[data-readings] > li").filter({ hasText: "7 mph" })).toHaveCount(1);
  });

  test("says that a photo is being read, which takes a slow phone seconds", async ({ page }) => {
    // The browser's own work, held until the test has looked.
    await page.addInitScript(() => {
      const given = window.createImageBitmap.bind(window) as (file: Blob) => Promise<ImageBitmap>;
      const held = new Promise((resolve) => window.addEventListener("hedgerow-test-read", resolve));
      Object.defineProperty(window, "createImageBitmap", {
        value: async (file: Blob) => {
          await held;
          return given(file);
        },
      });
    });
    const { url } = await check(page.request, STRYAX);
    await openLink(page, url);
    await goTo(page, "record");
    await expect(page.getByRole("button", { name: "Start", exact: true })).toBeEnabled();
    const buffer = await photoOfField();
    await page.getByLabel("Choose a photo").setInputFiles({ name: "IMG_1.jpg", mimeType: "image/jpeg", buffer });
    await expect(page.getByRole("status").filter({ hasText: "The photo is being read." })).toBeVisible();
    // A second one would be lost.
    await expect(page.getByLabel("Choose a photo")).toBeDisabled();
    await page.evaluate(() => window.dispatchEvent(new Event("hedgerow-test-read")));
    await expect(page.getByRole("form", { name: "The photo" })).toBeFocused();
    await expect(page.getByText("The photo is being read.")).toHaveCount(0);
  });
});
