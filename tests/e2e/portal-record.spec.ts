import { expect, test, type Page } from "@playwright/test";
import { apiKey, check, complaints, goTo, openLink, setTheme, shoot, violations } from "./support";

const STRYAX = {
  products: [
    { product_name: "Stryax", epa_number: "264-1241", rate: 22, rate_unit: "fl oz/ac" },
    { product_name: "Volatility reducing agent", epa_number: null, rate: 40, rate_unit: "fl oz/ac" },
    { product_name: "Oil emulsion DRA", epa_number: null, rate: 0.3, rate_unit: "% v/v" },
  ],
  crop_stage: "V3",
  droplet_size: "VC",
  boom_height: "low",
  gpa: 15,
  nozzle: "TTI 11004",
  nozzle_pressure_psi: 40,
  forecast_high_f: 82,
  forecast_next_day_high_f: 84,
};

const readings = (page: Page) => page.locator("[data-readings] > li");
const countOf = async (page: Page): Promise<number> =>
  Number((await page.locator("[data-record-count]").getAttribute("data-record-count"))?.split(" ")[0]);

/** Tapped as in a cab: which moment, the wind, where it comes from, and a typed temperature wiped for one by steps. */
async function readAir(page: Page, moment: "Start" | "Refill", mph: number): Promise<void> {
  await page.getByRole("button", { name: moment, exact: true }).click();
  await page
    .getByRole("group", { name: "Wind speed, mph" })
    .getByRole("button", { name: String(mph), exact: true })
    .click();
  await page.getByRole("group", { name: "Wind from" }).getByRole("button", { name: "SW", exact: true }).click();
  const degrees = page.getByRole("spinbutton", { name: "Temperature, °F" });
  await degrees.fill("707");
  await degrees.fill("");
  await expect(degrees).toHaveValue("");
  await page.getByRole("button", { name: "+5 degrees" }).click();
  await expect(degrees).not.toHaveValue("");
  await page.getByRole("button", { name: `Save ${moment.toLowerCase()}` }).click();
}

/** Three taps: refill, the air as before, save. */
async function refillAsBefore(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Refill", exact: true }).click();
  await page.getByRole("button", { name: /^Same air as before: \d+ mph/ }).click();
  await page.getByRole("button", { name: "Save refill" }).click();
}

test.use({ viewport: { width: 360, height: 740 }, hasTouch: true });

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
  await refillAsBefore(page);
  await expect(readings(page)).toHaveCount(4);
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
  await shoot(page, "record-offline");

  await context.setOffline(false);
  await expect(page.getByText("(on this device)")).toHaveCount(0);
  // True, outside the label's wind, and kept.
  await expect(page.getByText("Wind from 3 to 10 mph at boom height.").first()).toBeVisible();
  await expect.poll(() => countOf(page)).toBe(before + 5);
  await page.getByLabel("Name of the applicator").fill("Jo Field");
  await page.getByRole("button", { name: "Sign and lock" }).click();
  await expect(page.getByText("Signed and locked")).toBeVisible();
  await expect(page.getByRole("button", { name: "Sign and lock" })).toHaveCount(0);
  await readAir(page, "Refill", 6);
  await expect(page.getByRole("heading", { name: "Added after the signature" })).toBeVisible();
  await expect(readings(page)).toHaveCount(5);
  for (const theme of ["light", "dark", "sunlight"] as const) {
    await setTheme(context, theme);
    await page.reload();
    await shoot(page, `record-signed-${theme}`);
    expect(await violations(page), theme).toEqual([]);
  }
  await page.setViewportSize({ width: 1280, height: 900 });
  await shoot(page, "record-signed-wide");

  const answer = await page.request.get(`/api/v2/applications/${id}/record`, { headers: apiKey() });
  const { entries, signed } = (await answer.json()) as { entries: { is_addition: boolean }[]; signed: unknown };
  expect(signed).toMatchObject({ by: "Jo Field" });
  expect(entries.map(({ is_addition }) => is_addition)).toEqual([...Array.from({ length: 7 }, () => false), true]);
  expect(heard.filter((line) => !line.includes("ERR_INTERNET_DISCONNECTED"))).toEqual([]);
});
