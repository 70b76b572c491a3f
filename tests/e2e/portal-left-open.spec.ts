import { expect } from "@playwright/test";
import { sandboxBoundary } from "@/lib/domain/sandbox/ground";
import { photoOfField } from "@/tests/support/photos";
import { test } from "@/tests/e2e/fixture";
import { STRYAX } from "@/tests/e2e/record-support";
import { settled } from "@/tests/e2e/settled";
import { check, computeDrift, goTo, openLink } from "@/tests/e2e/support";

/** A phone in a pocket: its pages stand for hours, and answers come after someone has gone on. */

const TIERED = { product_name: "DEMO Tiered Dry Herbicide", epa_number: "99002-1", rate: 1.5, rate_unit: "lb/ac" };
const SETTLED = {
  products: [TIERED],
  field_boundary: sandboxBoundary("plain"),
  application_date: "2026-06-15",
  droplet_size: "VC",
  boom_height: "low",
  gpa: 15,
};

test.use({ map: "none", viewport: { width: 360, height: 740 } });

test("the page of the files says that the wind is old when it is, however long ago it was opened", async ({ page }) => {
  await page.clock.install();
  const { url, applicationEventId: id } = await check(page.request, SETTLED);
  const data = { wind_direction_deg: 225, wind_speed_mph: 8 };
  await computeDrift(page.request, id, data);
  await openLink(page, url);
  await goTo(page, "drift");
  await page.getByRole("link", { name: "Files and how to load them" }).click();
  await expect(page.getByRole("link", { name: /^Download/ }).first()).toBeVisible();
  const old = page.getByText("This wind is more than an hour old");
  await expect(old).toHaveCount(0);
  // It asks for the server's clock, which does not go on with the device's here.
  await settled(page);
  await page.clock.fastForward("01:05:00");
  await expect(old).toBeVisible();
});

test("the wind of a station is said to be as old as it is, and no longer offered when it is too old", async ({
  page,
}) => {
  await page.clock.install();
  const { url } = await check(page.request, STRYAX);
  await openLink(page, url);
  await goTo(page, "drift");
  const station = page.getByText(/\(\d+ min ago\)/);
  await expect(station).toBeVisible();
  const minutes = async () => Number(/\((\d+) min ago\)/.exec((await station.textContent()) ?? "")?.[1]);
  const before = await minutes();
  await page.clock.fastForward("10:00");
  // The clock goes on meanwhile, however long this takes.
  await expect.poll(minutes).toBeGreaterThanOrEqual(before + 10);
  await page.clock.fastForward("05:00:00");
  await expect(station).toHaveCount(0);
});

test.describe("a photo", () => {
  test("that is dropped while the device is asked for its place is not kept", async ({ page }) => {
    await page.addInitScript(() => {
      navigator.geolocation.getCurrentPosition = (answer) =>
        addEventListener("place-found", () =>
          answer({ coords: { latitude: 32.5, longitude: -87.5 }, timestamp: 0 } as GeolocationPosition),
        );
    });
    const { url } = await check(page.request, STRYAX);
    await openLink(page, url);
    await goTo(page, "record");
    const buffer = await photoOfField();
    await page.getByLabel("Take a photo").setInputFiles({ name: "IMG_1.jpg", mimeType: "image/jpeg", buffer });
    await page.getByLabel("Keep the place with it").check();
    await page.getByRole("button", { name: "Save photo" }).click();
    await expect(page.getByText("Asking this device where it is…")).toBeVisible();
    await page.getByRole("button", { name: "Drop this photo" }).click();
    await page.evaluate(() => dispatchEvent(new Event("place-found")));
    await expect(page.getByLabel("Take a photo")).toBeEnabled();
    // One that is kept after it goes through the same queue.
    await page.getByLabel("Take a photo").setInputFiles({ name: "IMG_2.jpg", mimeType: "image/jpeg", buffer });
    await page.getByRole("button", { name: "Save photo" }).click();
    await expect(page.locator("[data-photos] > li")).toHaveCount(1);
  });
});
