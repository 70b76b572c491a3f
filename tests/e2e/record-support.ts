import { expect, type APIRequestContext, type Page } from "@playwright/test";
import { apiKey } from "@/tests/e2e/support";

/** The label with a list of records of its own. */
export const STRYAX = {
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

export const readings = (page: Page) => page.locator("[data-readings] > li");
/** How many items the meter says are complete. */
export const countOf = async (page: Page): Promise<number> =>
  Number((await page.locator("[data-record-count]").getAttribute("data-record-count"))?.split(" ")[0]);

/** Tapped as in a cab: which moment, the wind, where it comes from, and a typed temperature wiped for one by steps. */
export async function readAir(page: Page, moment: "Start" | "Refill", mph: number): Promise<void> {
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
export async function refillAsBefore(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Refill", exact: true }).click();
  await page.getByRole("button", { name: /^Same air as before: \d+ mph/ }).click();
  await page.getByRole("button", { name: "Save refill" }).click();
}

interface SavedRecord {
  signed: { by: string; record_hash: string } | null;
  weather: { observed: { wind_speed_mph: number } | null; forecast: { read_at: string; note: string } | null };
  entries: { statement: { kind: string; wind_speed_mph?: number | null }; is_addition: boolean }[];
}

/** What the server has of an application's record. */
export async function savedRecord(request: APIRequestContext, id: string): Promise<SavedRecord> {
  const answer = await request.get(`/api/v2/applications/${id}/record`, { headers: apiKey() });
  expect(answer.status(), await answer.text()).toBe(200);
  return (await answer.json()) as SavedRecord;
}
