import { createHash } from "node:crypto";
import { expect, type Page } from "@playwright/test";
import sharp from "sharp";
import { photoOfField } from "@/tests/support/photos";
import { test } from "./fixture";
import { countOf, readAir, readings, refillAsBefore, savedRecord, STRYAX } from "./record-support";
import { expectClean, apiKey, check, complaints, goTo, openLink, overflow, shoot, violations } from "./support";

interface Entry {
  entry_id: string;
  is_addition: boolean;
  statement: { kind: string; sha256?: string };
}

/** Taken with the camera of the device, which writes into the file where it was. */
async function addPhoto(page: Page, caption: string): Promise<void> {
  const buffer = await photoOfField();
  await page.getByLabel("Take a photo").setInputFiles({ name: "IMG_1.jpg", mimeType: "image/jpeg", buffer });
  await page.getByLabel("What it shows").fill(caption);
  await page.getByRole("button", { name: "Save photo" }).click();
  await expect(page.locator("[data-photos]").getByAltText(caption)).toBeVisible();
}

// The device is in another time zone than the field, whose clock the record is kept by.
test.use({
  map: "none",
  device: "keeps-all",
  viewport: { width: 360, height: 740 },
  hasTouch: true,
  timezoneId: "America/Los_Angeles",
});

test("a record that is written without a network is kept, signed and locked, and what comes later stands beside it", async ({
  page,
  context,
}) => {
  const heard = complaints(page);
  const { url, applicationEventId: id } = await check(page.request, STRYAX);
  await openLink(page, url);
  await expect(page.locator("[data-kept=all]")).toBeVisible({ timeout: 60_000 });
  await goTo(page, "record");
  await expect(page.getByRole("button", { name: "Start", exact: true })).toBeEnabled();
  const before = await countOf(page);
  await shoot(page, "record-empty");
  expect(await violations(page)).toEqual([]);

  await context.setOffline(true);
  await page.reload();
  await readAir(page, "Start", 7);
  await readAir(page, "Refill", 12);
  await refillAsBefore(page);
  // A page that is loaded again, as when the network goes while it asks for what is new, keeps what was tapped.
  await page.getByRole("button", { name: "Refill", exact: true }).click();
  await page.getByRole("button", { name: /^Same air as before: \d+ mph/ }).click();
  await page.reload();
  // Without colors of our own, as in Windows' contrast themes, what was tapped is still seen to be.
  await page.emulateMedia({ forcedColors: "active" });
  const fillOf = (mph: string): Promise<string> =>
    page
      .getByRole("group", { name: "Wind speed, mph" })
      .getByRole("button", { name: mph, exact: true })
      .evaluate((tile) => getComputedStyle(tile).backgroundColor);
  expect(await fillOf("12")).not.toBe(await fillOf("11"));
  await page.emulateMedia({ forcedColors: "none" });
  await page.getByRole("button", { name: "Save refill" }).click();
  await expect(readings(page)).toHaveCount(4);
  await expect(readings(page).filter({ hasText: "12 mph" })).toHaveCount(3);
  await addPhoto(page, "Nozzles before the start");
  await page.getByRole("button", { name: "End", exact: true }).click();
  await shoot(page, "record-form");
  expect(await violations(page)).toEqual([]);
  await page.getByRole("button", { name: "Save end" }).click();
  await page.getByLabel("Certified applicator, full name").fill("Jo Field");
  await page.getByLabel("Certification number", { exact: true }).fill("IL-12345");
  await page.getByRole("button", { name: "Save what you wrote" }).click();
  // The meter counts what waits: both names, both times, the wind. The temperature's item has the forecast too.
  await expect.poll(() => countOf(page)).toBe(before + 5);
  await page.reload();
  await expect(readings(page)).toHaveCount(5);
  await expect(page.getByText("(on this device)").first()).toBeVisible();
  await expect(page.getByText("8 entries and photos are still on this device alone.")).toBeVisible();
  await expect(page.locator("[data-photos] img[alt^=Nozzles][src^=data]")).toBeVisible();
  await shoot(page, "record-offline");

  await context.setOffline(false);
  await expect(page.getByText("(on this device)")).toHaveCount(0);
  await expect(page.getByText(/on this device alone/)).toHaveCount(0);
  // True, outside the label's wind, and kept.
  await expect(page.getByText("Wind from 3 to 10 mph at boom height.").first()).toBeVisible();
  await expect.poll(() => countOf(page)).toBe(before + 5);
  await addPhoto(page, "Taken by mistake");
  await page.getByRole("button", { name: /^Take out.*Taken by mistake/ }).click();
  await expect(page.locator("[data-photos] > li"), "one tap takes nothing out").toHaveCount(2);
  await page.getByRole("button", { name: /^Yes, take it out/ }).click();
  await expect(page.locator("[data-photos] > li")).toHaveCount(1);
  await page.locator("#photos").scrollIntoViewIfNeeded();
  await shoot(page, "record-photos");
  await page.getByLabel("Name of the applicator").fill("Jo Field");
  await page.getByRole("button", { name: "Sign and lock" }).click();
  await expect(page.getByText("Signed and locked")).toBeVisible();
  await expect(page.getByText(/^Jo Field, .*\d [AP]M C[DS]T\. What is below/)).toBeVisible();
  await expect(readings(page).first()).toContainText(/^Start \d{1,2}:\d\d [AP]M C[DS]T, 7 mph/);
  await expect(page.getByRole("button", { name: "Sign and lock" })).toHaveCount(0);
  await expect(page.locator("#readings")).toContainText("add or correct now stands beside what was signed");
  await readAir(page, "Refill", 6);
  await expect(page.getByRole("heading", { name: "Added after the signature" })).toBeVisible();
  await expect(readings(page)).toHaveCount(5);
  await page.reload();
  await expectClean(page, "signed record");
  await page.setViewportSize({ width: 1280, height: 900 });
  await shoot(page, "record-signed-wide");

  const answer = await page.request.get(`/api/v2/applications/${id}/record`, { headers: apiKey() });
  const { entries, signed } = (await answer.json()) as { entries: Entry[]; signed: { record_hash: string } };
  expect(signed).toMatchObject({ by: "Jo Field" });
  expect(entries.map(({ is_addition }) => is_addition)).toEqual([...Array.from({ length: 10 }, () => false), true]);
  const photo = entries.find(({ statement }) => statement.kind === "photo");
  const picture = await page.request.get(`/api/v2/applications/${id}/record/photos/${photo?.entry_id}`, {
    headers: apiKey(),
  });
  const bytes = await picture.body();
  expect(createHash("sha256").update(bytes).digest("hex")).toBe(photo?.statement.sha256);
  expect((await sharp(bytes).metadata()).exif).toBeUndefined();
  await expect(page.locator("#photos").getByRole("button", { name: /^Take out/ })).toHaveCount(0);
  await goTo(page, "report");
  await page.goto(page.url().replace("/report", "/report/view/runoff"));
  const shown = page.locator("figure img");
  await shown.scrollIntoViewIfNeeded();
  await expect.poll(() => shown.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(100);
  expect(await violations(page)).toEqual([]);
  await shoot(page, "record-photo-in-report");
  await page.goto(`/verify/${signed.record_hash}`);
  await expect(page.getByText("Signed, with additions since")).toBeVisible();
  expect(await violations(page)).toEqual([]);
  await page.setViewportSize({ width: 360, height: 740 });
  expect(await overflow(page)).toBeLessThanOrEqual(0);
  await shoot(page, "verify-record");
  expect(heard.filter((line) => !line.includes("ERR_INTERNET_DISCONNECTED"))).toEqual([]);
});

test.describe("without an offline worker", () => {
  test.use({ device: "keeps-nothing", map: "none" });

  test("an entry that is saved while its page is loaded again is on that page all the same", async ({ page }) => {
    const { url, applicationEventId: id } = await check(page.request, STRYAX);
    await openLink(page, url);
    await goTo(page, "record");
    await expect(page.getByRole("button", { name: "Start", exact: true })).toBeEnabled();
    // Another tab tells when the answer is here and what waited is stored as done.
    const other = await page.context().newPage();
    await other.goto(page.url());
    await expect(other.getByRole("button", { name: "Start", exact: true })).toBeEnabled();
    // The server makes the page, then saves the entry, and only then the page arrives.
    let made: () => void = () => undefined;
    const isMade = new Promise<void>((resolve) => (made = resolve));
    await page.context().route(/\/api\/edits$/, async (route) => {
      await isMade;
      await route.continue();
    });
    await page.route(
      ({ pathname }) => pathname.endsWith("/record"),
      async (route) => {
        const response = await route.fetch();
        made();
        await expect.poll(async () => (await savedRecord(page.request, id)).entries.length).toBe(1);
        await expect(readings(other)).toHaveCount(1);
        await expect(other.getByText("(on this device)")).toHaveCount(0);
        await route.fulfill({ response });
      },
      { times: 1 },
    );
    await readAir(page, "Start", 7);
    await page.reload();
    await expect(readings(page)).toHaveCount(1);
  });

  test("a clock of the device that is an hour ahead is named once a reading has its time", async ({ page }) => {
    await page.addInitScript(() => {
      const given = Date;
      const ahead = (): number => given.now() + 3_600_000;
      window.Date = class extends given {
        constructor(...args: [] | [number | string]) {
          super(args.length === 0 ? ahead() : args[0]);
        }
        static override now = ahead;
      } as DateConstructor;
    });
    const { url } = await check(page.request, STRYAX);
    await openLink(page, url);
    await goTo(page, "record");
    await expect(page.getByRole("button", { name: "Start", exact: true })).toBeEnabled();
    await readAir(page, "Start", 7);
    await expect(page.getByRole("status").filter({ hasText: "is 60 minutes ahead" })).toBeVisible();
    expect(await violations(page)).toEqual([]);
  });

  test("by keyboard: the focus goes along with what is opened, saved, and taken out, and each is read out", async ({
    page,
  }) => {
    const { url } = await check(page.request, STRYAX);
    await openLink(page, url);
    await goTo(page, "record");
    const press = (name: RegExp | string) => page.getByRole("button", { name, exact: true }).press("Enter");
    const list = page.getByRole("group", { name: "What is recorded" });
    const form = page.getByRole("form", { name: "Start of the application" });
    // What is pressed before the page's script runs does nothing.
    await expect(async () => {
      if (!(await form.isVisible())) await press("Start");
      await expect(form).toBeFocused({ timeout: 2000 });
    }).toPass();
    await press("Cancel");
    await expect(page.getByRole("button", { name: "Start", exact: true })).toBeFocused();
    await press("Start");
    await press("+1 degree");
    await expect(form.getByRole("status")).toHaveText("71 °F");
    await press("Save start");
    await expect(list).toBeFocused();
    await expect(page.getByRole("status").filter({ hasText: /Saved \d/ })).toBeVisible();
    await press(/^Correct/);
    await expect(form).toBeFocused();
    await press("Cancel");
    await press(/^Take out/);
    await expect(page.getByRole("group", { name: "Take this out of the record?" })).toBeFocused();
    await press("No, keep it");
    await expect(page.getByRole("button", { name: /^Take out/ })).toBeFocused();
    await press(/^Take out/);
    await press(/^Yes, take it out/);
    await expect(list).toBeFocused();
    await expect(list).toHaveText(/^Nothing is recorded yet/);
    await page.getByLabel("Certified applicator, full name").fill("Jo Field");
    await press("Save what you wrote");
    await expect(page.getByRole("form", { name: "Save what you wrote" })).toBeFocused();
  });
});
