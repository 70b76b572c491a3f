import { randomUUID } from "node:crypto";
import { expect, type Locator, type Page } from "@playwright/test";
import { test } from "@/tests/e2e/fixture";
import { settled } from "@/tests/e2e/settled";
import { check, computeDrift, goTo, openLink, readCompliance } from "@/tests/e2e/support";

const TIERED = { product_name: "DEMO Tiered Dry Herbicide", epa_number: "99002-1", rate: 1.5, rate_unit: "lb/ac" };
const READY = { products: [TIERED], droplet_size: "VC", boom_height: "low", gpa: 15 };
const HOUR_MS = 3_600_000;
const MINUTE_MS = 60_000;

/** A moment as the field's clock tells it, in the form of the page's own field. */
const byFieldClock = (moment: Date): string =>
  new Intl.DateTimeFormat("sv-SE", { timeZone: "America/Chicago", dateStyle: "short", timeStyle: "short" })
    .format(moment)
    .replace(" ", "T");

interface Sent {
  noted_at: string;
  wind_set_at: string;
}
interface Read {
  application: { compliance: { drift: { weather: { observed_at: string } } } };
}

test.use({ map: "none" });

/** A wind on the drift page of a new application, typed and answered just now. */
async function typeWind(page: Page): Promise<{ id: string; speed: Locator; use: Locator }> {
  const { url, applicationEventId: id } = await check(page.request, READY);
  await openLink(page, url);
  await goTo(page, "drift");
  const speed = page.getByLabel("Wind speed, mph");
  await expect(speed).toBeEnabled();
  await page.getByLabel("Wind from, degrees").fill("225");
  await speed.fill("8");
  const use = page.getByRole("button", { name: "Use these conditions" });
  await expect(use).toBeEnabled();
  return { id, speed, use };
}

/** As long ago as the page's clock was moved, and what the machine took meanwhile. */
function expectMinutes(ms: number, minutes: number): void {
  expect(ms / MINUTE_MS).toBeGreaterThan(minutes - 0.1);
  expect(ms / MINUTE_MS).toBeLessThan(minutes + 9);
}

test("a saved wind of an earlier time is put on record again only once it was measured again", async ({ page }) => {
  const { speed, use } = await typeWind(page);
  const readAt = new Date(Date.now() - 2 * HOUR_MS);
  // The browser keeps another time than the field.
  await page.getByLabel("When you read the wind").fill(byFieldClock(readAt));
  const state = page.locator("[data-drift-state]");
  await expect(state).toHaveAttribute("data-drift-state", "current");
  const saved = page.locator("#conditions [data-save-state=saved]");
  const sent = page.waitForRequest(/drift-conditions$/);
  await use.click();
  const { observed_at: observedAt } = (await sent).postDataJSON() as { observed_at: string };
  expect(Math.abs(Date.parse(observedAt) - readAt.getTime())).toBeLessThan(60_000);
  await expect(saved).toBeVisible();

  await page.reload();
  await expect(speed).toHaveValue("8");
  await expect(state).toHaveAttribute("data-drift-state", "current");
  const old = page.locator("[data-old-wind]");
  await expect(old).toContainText("This is the wind of");
  await expect(use).toBeDisabled();
  // Another wind is another reading.
  await speed.fill("7");
  await expect(old).toHaveCount(0);
  await expect(use).toBeEnabled();
  await speed.fill("8");
  await expect(use).toBeDisabled();
  await old.getByRole("checkbox").check();
  await expect(use).toBeEnabled();
  const again = page.waitForRequest(/drift-conditions$/);
  await use.click();
  expect((await again).postDataJSON()).not.toHaveProperty("observed_at");
  await expect(saved).toBeVisible();
  await expect(old).toHaveCount(0);
});

test("on a device whose clock is an hour ahead a wind that was just saved counts as measured", async ({ page }) => {
  await page.clock.install({ time: new Date(Date.now() + 65 * MINUTE_MS) });
  const { speed, use } = await typeWind(page);
  const sent = page.waitForRequest(/drift-conditions$/);
  await use.click();
  const { noted_at: notedAt } = (await sent).postDataJSON() as { noted_at: string };
  expect(Math.abs(Date.parse(notedAt) - Date.now()), "noted by the server's clock").toBeLessThan(MINUTE_MS);
  await expect(page.locator("#conditions [data-save-state=saved]")).toBeVisible();

  await page.reload();
  await expect(speed).toHaveValue("8");
  await expect(page.locator("[data-drift-state]")).toHaveAttribute("data-drift-state", "current");
  await expect(use).toBeEnabled();
  await expect(page.locator("[data-old-wind]")).toHaveCount(0);
  // An hour later it is of an earlier time here as well.
  await settled(page);
  await page.clock.fastForward("01:05:00");
  await expect(page.locator("[data-old-wind]")).toBeVisible();
  await expect(use).toBeDisabled();
});

test("on a device whose clock is an hour behind an old wind does not count as measured", async ({ page }) => {
  const { use } = await typeWind(page);
  await page.getByLabel("When you read the wind").fill(byFieldClock(new Date(Date.now() - 70 * MINUTE_MS)));
  await expect(use).toBeEnabled();
  await use.click();
  await expect(page.locator("#conditions [data-save-state=saved]")).toBeVisible();
  await page.clock.install({ time: new Date(Date.now() - HOUR_MS) });
  await page.reload();
  await expect(page.locator("[data-old-wind]")).toBeVisible();
  await expect(use).toBeDisabled();
});

test("a wind that was set an hour ago and not saved is measured again, and so is one that someone said to have measured", async ({
  page,
}) => {
  await page.clock.install();
  const { use } = await typeWind(page);
  const old = page.locator("[data-old-wind]");
  await expect(old).toHaveCount(0);
  await settled(page);
  await page.clock.fastForward("01:05:00");
  await expect(old).toContainText("This is the wind of");
  await expect(use).toBeDisabled();
  await old.getByRole("checkbox").check();
  await expect(use).toBeEnabled();
  await page.clock.fastForward("01:05:00");
  await expect(old.getByRole("checkbox")).not.toBeChecked();
  await expect(use).toBeDisabled();
  // It goes on record as of when someone said so.
  await old.getByRole("checkbox").check();
  await page.clock.fastForward("20:00");
  await expect(use).toBeEnabled();
  const sent = page.waitForRequest(/drift-conditions$/);
  await use.click();
  const { noted_at: notedAt, wind_set_at: setAt } = (await sent).postDataJSON() as Sent;
  expectMinutes(Date.parse(notedAt) - Date.parse(setAt), 20);
});

test("a wind goes on record as of when it was set, and is old an hour after that", async ({ page }) => {
  await page.clock.install();
  const { id, use } = await typeWind(page);
  await settled(page);
  await page.clock.fastForward("50:00");
  // The same wind, as when its compass point is tapped once more.
  await page.getByLabel("Wind from, degrees").fill("SW");
  await expect(use).toBeEnabled();
  await use.click();
  await expect(page.locator("#conditions [data-save-state=saved]")).toBeVisible();
  const { application } = (await readCompliance(page.request, id)) as unknown as Read;
  expectMinutes(Date.now() - Date.parse(application.compliance.drift.weather.observed_at), 50);
});

test("a wind for several fields that was typed an hour ago is measured again before it is noted", async ({ page }) => {
  const provider_group_id = `Autumn ${randomUUID().slice(0, 8)}`;
  await check(page.request, { ...READY, provider_group_id, field_name: "Creek bottom" });
  const { url } = await check(page.request, { ...READY, provider_group_id, field_name: "Long meadow" });
  await page.clock.install();
  await openLink(page, url);
  await page.getByText("Work on several fields at once").click();
  await expect(async () => {
    await page.getByRole("button", { name: "All", exact: true }).click();
    await expect(page.getByRole("checkbox", { checked: true })).toHaveCount(2, { timeout: 2000 });
  }).toPass();
  await page.getByLabel("Wind from").fill("SW");
  const speed = page.getByLabel("Wind speed, mph");
  await speed.fill("8");
  const note = page.getByRole("button", { name: "Note this wind on 2 fields" });
  await expect(note).toBeEnabled();
  const old = page.locator("[data-old-wind]");
  await expect(old).toHaveCount(0);
  await settled(page);
  await page.clock.fastForward("01:05:00");
  await expect(page.getByRole("status").filter({ hasText: "This is the wind of" })).toBeVisible();
  await expect(note).toBeDisabled();
  await expect(note).toHaveAccessibleDescription(/This is the wind of/);
  await old.getByRole("checkbox").check();
  await expect(note).toBeEnabled();
  await page.clock.fastForward("01:05:00");
  await expect(note).toBeDisabled();
  // Another wind is another reading.
  await speed.fill("9");
  await expect(old).toHaveCount(0);
  await note.click();
  await expect(page.locator("[data-result=saved]")).toHaveCount(2);
});

test("what was refused is sent again as of when it was set, and no other wind in its name", async ({ page }) => {
  const { url, applicationEventId: id } = await check(page.request, READY);
  await openLink(page, url);
  await goTo(page, "drift");
  const [degrees, speed] = [page.getByLabel("Wind from, degrees"), page.getByLabel("Wind speed, mph")];
  await expect(speed).toBeEnabled();
  await degrees.fill("90");
  await speed.fill("8");
  const state = page.locator("[data-drift-state]");
  await expect(state).toHaveAttribute("data-drift-state", "current");
  // Someone else saves meanwhile.
  await computeDrift(page.request, id, { wind_direction_deg: 180, wind_speed_mph: 5 });
  const noted = page.waitForRequest(/drift-conditions$/);
  await page.getByRole("button", { name: "Use these conditions" }).click();
  const first = (await noted).postDataJSON() as Sent;
  const again = page.getByRole("button", { name: "Save these conditions again" });
  await expect(again).toBeEnabled();
  const stillHere = page.getByText("What you typed is still here.");
  await expect(stillHere).toBeVisible();
  await degrees.fill("91");
  await expect(state).toHaveAttribute("data-drift-state", "current");
  await expect(again).toBeDisabled();
  await expect(stillHere, "another wind is in the form").toHaveCount(0);
  await degrees.fill("90");
  await expect(again).toBeEnabled();
  const sentAgain = page.waitForRequest(/drift-conditions$/);
  await again.click();
  const second = (await sentAgain).postDataJSON() as Sent;
  expect(second).toMatchObject({ wind_direction_deg: 90 });
  expect(Math.abs(Date.parse(second.wind_set_at) - Date.parse(first.wind_set_at))).toBeLessThan(2000);
  await expect(page.locator("#conditions [data-save-state=saved]")).toBeVisible();
});
