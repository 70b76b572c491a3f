import { readFileSync } from "node:fs";
import { expect, type Page } from "@playwright/test";
import { test } from "./fixture";
import { check, complaints, openLink, overflow, readCompliance, tabTo } from "./support";
import { noTill, state, TIERED } from "./measures-support";

test.use({ map: "none" });

/** More than any page has to tab through. */
const FAR = 250;

/** Goes on by the navigation, from wherever the focus is. */
async function goOn(page: Page, title: string): Promise<void> {
  const link = page.getByRole("navigation", { name: "Pages of this field" }).getByRole("link", { name: title });
  await tabTo(page, link, FAR);
  await page.keyboard.press("Enter");
  await expect(page).toHaveTitle(new RegExp(`^${title} · `));
}

/** A desk as it is, and one whose pages are enlarged to 200 %, which leaves half of its pixels to the page. */
const DESKS = [
  { name: "", viewport: { width: 1280, height: 800 }, deviceScaleFactor: 1 },
  { name: " at 200 %", viewport: { width: 640, height: 400 }, deviceScaleFactor: 2 },
];

for (const { name, ...desk } of DESKS) {
  test.describe(`at a desk${name}`, () => {
    test.use(desk);
    test("the whole journey by keyboard alone: link, a measure, the wind at the sprayer, a report in hand", ({
      page,
    }) => journey(page));
  });
}

async function journey(page: Page): Promise<void> {
  const heard = complaints(page);
  const setup = { products: [TIERED], droplet_size: "VC", boom_height: "low", gpa: 15 };
  const { url, applicationEventId: id } = await check(page.request, setup);
  await openLink(page, url);

  await goOn(page, "Measures");
  await expect(page.getByLabel("Find a measure")).toBeEnabled();
  await tabTo(page, page.getByLabel("Find a measure"), FAR);
  await page.keyboard.type("no-till, perennial");
  await tabTo(page, noTill(page));
  await page.keyboard.press("Space");
  await expect(state(page)).toHaveAttribute("data-save-state", "saved");

  await goOn(page, "Drift");
  const degrees = page.getByLabel("Wind from, degrees");
  await expect(degrees).toBeEnabled();
  await tabTo(page, page.getByLabel("Wind speed, mph"), FAR);
  await page.keyboard.type("8");
  await tabTo(page, degrees);
  await page.keyboard.type("270");
  // The button takes nothing before the answer is for the wind that was typed.
  await expect(page.getByText("Wind from 270°, west, 8 mph").first()).toBeVisible();
  await tabTo(page, page.getByRole("button", { name: "Use these conditions" }), FAR);
  await page.keyboard.press("Enter");
  await expect(page.locator("#conditions [data-save-state=saved]")).toBeVisible();

  await goOn(page, "Report");
  await tabTo(page, page.getByRole("link", { name: /Download the PDF.*[Rr]unoff/ }), FAR);
  const waited = page.waitForEvent("download");
  await page.keyboard.press("Enter");
  const pdf = readFileSync(await (await waited).path());
  expect(pdf.toString("latin1", 0, 5)).toBe("%PDF-");

  const { application } = (await readCompliance(page.request, id)) as {
    application: {
      compliance: {
        runoff: { selected_measures: { sub_option_id: number }[] }[];
        drift: { weather: { wind_direction_deg: number } | null };
      };
    };
  };
  const selected = application.compliance.runoff.flatMap((entry) => entry.selected_measures);
  expect(selected.map((measure) => measure.sub_option_id)).toContain(210);
  expect(application.compliance.drift.weather?.wind_direction_deg).toBe(270);
  expect(await overflow(page)).toBeLessThanOrEqual(0);
  expect(heard).toEqual([]);
}
