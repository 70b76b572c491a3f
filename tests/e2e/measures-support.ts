import { expect, type Browser, type Page } from "@playwright/test";
import { check, readCompliance } from "./support";

/** Asks, with the limitation that holds here, for more points than the ground gives. */
export const TIERED = {
  product_name: "DEMO Tiered Dry Herbicide",
  epa_number: "99002-1",
  rate: 1.5,
  rate_unit: "lb/ac",
};
const NO_TILL = "No-till, perennial crops included";

interface Runoff {
  mitigation_type: string;
  status: string;
  gap: number;
  exempt: boolean;
}

export async function epaOf(page: Page, id: string): Promise<Runoff | undefined> {
  const read = (await readCompliance(page.request, id)) as {
    application: { compliance: { runoff: Runoff[] } };
  };
  return read.application.compliance.runoff.find(({ mitigation_type: type }) => type === "epa_runoff");
}

/** Follows a link to the measures page, past the overview and its map. */
export async function openMeasures(page: Page, url: string): Promise<void> {
  const found = await page.request.get(url, { maxRedirects: 0 });
  const start = new URL(found.headers().location ?? "", url);
  start.pathname += "/measures";
  await page.goto(start.href);
  await ready(page);
}

/** A new field and application, and its measures page. */
export async function opened(page: Page, more: Record<string, unknown> = {}): Promise<{ id: string; url: string }> {
  const { url, applicationEventId: id } = await check(page.request, { products: [TIERED], ...more });
  await openMeasures(page, url);
  return { id, url };
}

/** The page runs: what can be ticked can be ticked. */
export const ready = (page: Page) => expect(page.getByLabel("Find a measure")).toBeEnabled();
export const tally = (page: Page) => page.getByLabel("Points so far").locator("[data-tally=epa_runoff]");
export const unfold = async (page: Page, title: string): Promise<void> => {
  const category = page.locator("details[data-category]", { has: page.getByRole("heading", { name: title }) }).first();
  if ((await category.getAttribute("open")) === null) await category.locator("summary").first().click();
};
export const noTill = (page: Page) => page.getByRole("checkbox", { name: NO_TILL });
export const notes = (page: Page) => page.locator("[data-measure='210']").getByLabel("Notes");
export const state = (page: Page) => page.locator("[data-measure='210'] [data-save-state]");
export const date = (page: Page) => page.locator("[data-measure='210']").getByLabel("In place since or from");
/** The offline worker runs, and has kept the page that is open. */
export async function kept(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready;
  });
  await expect
    .poll(() => page.evaluate(async () => (await caches.match(location.href, { ignoreVary: true })) !== undefined))
    .toBe(true);
}

/** Measures chosen in the portal and their notes, as the provider reads them. */
export async function selectedOf(page: Page, id: string): Promise<Record<string, string | null>> {
  const read = (await readCompliance(page.request, id)) as {
    application: { compliance: { runoff: { selected_measures: Selected[] }[] } };
  };
  const selected = read.application.compliance.runoff.flatMap((entry) => entry.selected_measures);
  const own = selected.filter(({ source }) => source === "portal");
  return Object.fromEntries(own.map((each) => [String(each.sub_option_id), each.notes]));
}
interface Selected {
  sub_option_id: number;
  source: string;
  notes: string | null;
}

/** Reaches a control as a keyboard does. */
export const databases = (page: Page): Promise<(string | undefined)[]> =>
  page.evaluate(async () => (await indexedDB.databases()).map(({ name }) => name));

/** The same link in another browser. */
export async function secondTab(newContext: Browser["newContext"], url: string): Promise<{ page: Page }> {
  const page = await (await newContext()).newPage();
  await openMeasures(page, url);
  return { page };
}
