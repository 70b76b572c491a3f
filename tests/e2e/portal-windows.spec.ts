import { expect, type Page } from "@playwright/test";
import { test } from "@/tests/e2e/fixture";
import {
  expectClean,
  apiKey,
  check,
  complaints,
  goTo,
  openLink,
  readCompliance,
  PORTAL_THEMES,
  shoot,
  smallTargets,
  violations,
} from "@/tests/e2e/support";
import { daysFromNow } from "@/tests/support/days";

/** A label with a wind range, a part of the day and a forecast high. */
const STRYAX = {
  // In three days: hours of another year than the application's are not known, and the turn of a year leaves some of its own.
  application_date: daysFromNow()(3),
  products: [
    { product_name: "Stryax", epa_number: "264-1241", rate: 22, rate_unit: "fl oz/ac" },
    { product_name: "Oil emulsion DRA", epa_number: null, rate: 0.3, rate_unit: "% v/v" },
    { product_name: "Volatility reducing agent", epa_number: null, rate: 40, rate_unit: "fl oz/ac" },
  ],
  droplet_size: "UC",
  boom_height: "low",
  gpa: 15,
};

// The map stands beside the dial on a desk, and has tests of its own.
test.use({ map: "none" });

const section = (page: Page) => page.locator("#windows");

for (const width of [360, 1280]) {
  test(`a week is planned by the forecast, ${width} px wide`, async ({ page, request }) => {
    const heard = complaints(page);
    const { url, applicationEventId } = await check(request, STRYAX);
    await page.setViewportSize({ width, height: 800 });
    await openLink(page, url);
    await goTo(page, "drift");
    const windows = section(page);
    await expect(windows.getByText("Demonstration: this weather is made up.")).toBeVisible();
    await expect(windows.getByText(/the reading at the boom decides/)).toBeVisible();
    const answer = await request.get(`/api/v2/applications/${applicationEventId}/spray-windows`, {
      headers: apiKey(),
    });
    const planned = (await answer.json()) as { summary: string; windows: unknown[]; hours: { state: string }[] };
    expect(planned.windows.length).toBeGreaterThan(0);
    await expect(windows.getByText(planned.summary)).toBeVisible();
    expect(planned.summary).toMatch(/acres/);
    // Seven days and the hours that are left of today.
    const days = windows.getByRole("region");
    if (width < 768) {
      await expect(days).toHaveCount(0);
      await windows.getByText("All hours of the week").click();
    }
    expect([7, 8]).toContain(await days.count());
    await days.nth(1).locator("summary").click();
    const rows = days.nth(1).getByRole("row");
    await expect(rows.filter({ hasText: /acres.*Wind [NSEW]{1,3} \d+ mph/ }).first()).toBeVisible();
    await expect(rows.filter({ hasText: "part of the day that the label allows" }).first()).toBeVisible();
    await expectClean(page, `windows at ${width} px`, { themes: PORTAL_THEMES });
    expect(heard).toEqual([]);
  });
}

for (const [title, more, summary] of [
  ["a setup that is missing", { droplet_size: null }, /^No window: something stands in the way in every hour\.$/],
  ["a day that is over", { application_date: "2026-06-15" }, /^The day of this application, Jun 15, 2026, is over\./],
] as const) {
  test(`a week with ${title} names no window and no acres`, async ({ page, request }) => {
    const { url } = await check(request, { ...STRYAX, ...more });
    await page.setViewportSize({ width: 360, height: 800 });
    await openLink(page, url);
    await goTo(page, "drift");
    const windows = section(page);
    await expect(windows.getByText(summary)).toBeVisible();
    await expect(windows.getByRole("heading", { name: /then most ground$/ })).toHaveCount(0);
    const hours = windows.getByText("Hour by hour, by the weather alone");
    await expect(hours).toBeVisible();
    await hours.click();
    await expect(windows.getByText(/\d+ hours? open by the weather alone/).first()).toBeVisible();
    await expect(windows.getByText(/\d acres/)).toHaveCount(0);
    await expectClean(page, `a week with ${title}`, { themes: PORTAL_THEMES });
  });
}

test("the forecast's wind is filled in with one tap, and goes on record once it was measured at the sprayer", async ({
  page,
  request,
}) => {
  const { url, applicationEventId } = await check(request, STRYAX);
  const windOnRecord = async () =>
    ((await readCompliance(request, applicationEventId)) as unknown as Read).application.compliance.drift.weather;
  await page.setViewportSize({ width: 360, height: 740 });
  await openLink(page, url);
  await goTo(page, "drift");
  const wind = page.getByLabel("Wind from, degrees");
  await expect(wind).toHaveValue("");
  const fill = page.getByRole("button", { name: /^Fill in the forecast: wind [NSEW]{1,3} [\d.]+ mph at \d/ });
  await fill.click();
  await expect(wind).not.toHaveValue("");
  const [deg, mph] = [await wind.inputValue(), await page.getByLabel("Wind speed, mph").inputValue()];
  const note = page.locator("[data-forecast-wind]");
  await expect(note).toContainText(/forecast for \d.*Confirm it at the sprayer/);
  // The answer to it is shown at once, and nothing is saved of it.
  await expect(page.locator("[data-drift-state]")).toHaveAttribute("data-drift-state", "current");
  const use = page.getByRole("button", { name: "Use these conditions" });
  await expect(use).toHaveAttribute("aria-disabled", "true");
  await expect(page.getByText(/^Measure this wind at the sprayer now/)).toBeVisible();
  await use.press("Enter");
  expect(await windOnRecord()).toMatchObject({ wind_direction_deg: null, wind_speed_mph: null });
  await shoot(page, "forecast-filled-360");
  expect(await violations(page)).toEqual([]);
  expect(await smallTargets(page)).toEqual([]);
  // Another wind is someone's own, and the forecast is offered again.
  await wind.fill("10");
  await expect(note).toHaveCount(0);
  await expect(use).toHaveAttribute("aria-disabled", "false");
  await fill.click();
  await page.getByLabel("I measured the wind at the sprayer, and it is this").check();
  await expect(use).toHaveAttribute("aria-disabled", "false");
  await use.click();
  await expect(page.locator("#conditions [data-save-state=saved]")).toBeVisible();
  expect(await windOnRecord()).toMatchObject({ wind_direction_deg: Number(deg), wind_speed_mph: Number(mph) });
});

test("the nearest station's wind is offered with its distance and age, and goes on record once it was measured", async ({
  page,
  request,
}) => {
  const { url } = await check(request, STRYAX);
  await page.setViewportSize({ width: 360, height: 740 });
  await openLink(page, url);
  await goTo(page, "drift");
  const form = page.locator("#conditions");
  await expect(
    form.getByText(/^Stub Municipal Airport, \d+ miles to the southeast, read at \d.* \(\d+ min ago\)$/),
  ).toBeVisible();
  await page.getByRole("button", { name: /^Fill in the nearest station: wind [NSEW]{1,3} [\d.]+ mph$/ }).click();
  await expect(page.getByLabel("Wind from, degrees")).not.toHaveValue("");
  const note = page.locator("[data-forecast-wind]");
  await expect(note).toHaveCount(1);
  await expect(note).toContainText(/A weather station read this wind.*Confirm it at the sprayer/);
  const use = page.getByRole("button", { name: "Use these conditions" });
  await expect(use).toHaveAttribute("aria-disabled", "true");
  await shoot(page, "station-filled-360");
  expect(await violations(page)).toEqual([]);
  expect(await smallTargets(page)).toEqual([]);
  await page.getByLabel("I measured the wind at the sprayer, and it is this").check();
  await expect(use).toHaveAttribute("aria-disabled", "false");
});

interface Read {
  application: { compliance: { drift: { weather: object | null } } };
}

test("a field that the weather service does not cover has no window, and says so", async ({ page, request }) => {
  const box = (lon: number, lat: number) => ({
    type: "Feature",
    properties: {},
    geometry: {
      type: "Polygon",
      coordinates: [
        [
          [lon, lat],
          [lon + 0.004, lat],
          [lon + 0.004, lat + 0.004],
          [lon, lat + 0.004],
          [lon, lat],
        ],
      ],
    },
  });
  const { url } = await check(request, { ...STRYAX, field_boundary: box(144.75, 13.45) });
  await openLink(page, url);
  await goTo(page, "drift");
  await expect(section(page).getByText(/The weather service has no forecast for this place/)).toBeVisible();
  await expect(section(page).getByText(/acres/)).toHaveCount(0);
  await expect(page.getByRole("button", { name: /^Fill in the (forecast|nearest station)/ })).toHaveCount(0);
});
