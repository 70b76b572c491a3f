import { readFileSync } from "node:fs";
import { expect, type Page } from "@playwright/test";
import { sandboxBoundary } from "@/lib/domain/sandbox/ground";
import { test } from "@/tests/e2e/fixture";
import { expectClean, apiKey, check, complaints, computeDrift, goTo, openLink, today } from "@/tests/e2e/support";

/** Settled once the wind is known: in no PULA, with a product that asks for a buffer. */
const SETTLED = {
  products: [{ product_name: "DEMO Tiered Dry Herbicide", epa_number: "99002-1", rate: 1.5, rate_unit: "lb/ac" }],
  field_boundary: sandboxBoundary("plain"),
  // So that the wind of now is that of its day.
  application_date: today(),
  droplet_size: "VC",
  boom_height: "low",
  gpa: 15,
};

// The way leads over the drift page.
test.use({ map: "none" });

/** From the drift page, as an applicator goes. */
async function toMachine(page: Page): Promise<void> {
  await goTo(page, "drift");
  await page.getByRole("link", { name: "Files and how to load them" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Take it to the machine");
}

async function download(page: Page, title: string): Promise<{ name: string; bytes: Buffer }> {
  const waited = page.waitForEvent("download");
  await page.getByRole("link", { name: `Download ${title}` }).click();
  const file = await waited;
  return { name: file.suggestedFilename(), bytes: readFileSync(await file.path()) };
}

test("a settled answer comes as files; one that has become open gives none, and says why", async ({ page }) => {
  const heard = complaints(page);
  const { url, applicationEventId } = await check(page.request, SETTLED);
  await openLink(page, url);
  await toMachine(page);
  await expect(page.getByText("Work out the buffer first")).toBeVisible();
  await expect(page.getByRole("link", { name: /^Download/ })).toHaveCount(0);

  await computeDrift(page.request, applicationEventId);
  // The overview leads there as soon as nothing else is left.
  await goToOverview(page);
  await page.locator("main").getByRole("link", { name: "Take it to the machine" }).click();
  await page.getByRole("link", { name: "Files and how to load them" }).click();
  await expect(page.getByText("15 gal/ac")).toBeVisible();
  const files = `nandu-s-home-quarter-${today().slice(0, 4)}`;
  const task = await download(page, "ISOBUS task (ISOXML)");
  expect([task.name, task.bytes.toString("latin1", 0, 2)]).toEqual([`${files}-isoxml.zip`, "PK"]);
  const zones = await download(page, "GeoJSON");
  const { features } = JSON.parse(zones.bytes.toString("utf8")) as { features: { properties: { kind: string } }[] };
  expect(features.map(({ properties: { kind } }) => kind)).toEqual(["field", "treatable", "buffer"]);
  expect(zones.name).toBe(`${files}-zones.geojson`);
  expect((await download(page, "Shapefile")).name).toBe(`${files}-shapefile.zip`);

  // A new check takes the buffer back while the page stands open: the link leads to the reason, not to a file.
  await check(page.request, { ...SETTLED, ...(await identityOf(page, applicationEventId)) });
  await page.getByRole("link", { name: "Download KML" }).click();
  await expect(page.getByText("Work out the buffer first")).toBeVisible();
  expect(heard).toEqual([]);
});

async function goToOverview(page: Page): Promise<void> {
  await page.getByRole("link", { name: "See what is open" }).click();
  await expect(page.getByRole("heading", { level: 1 })).not.toHaveText("Take it to the machine");
}

async function identityOf(page: Page, id: string): Promise<Record<string, unknown>> {
  const answer = await page.request.get(`/api/v2/applications/${id}/compliance`, { headers: apiKey() });
  const { application } = (await answer.json()) as {
    application: { application_id: string; provider_field_id: string };
  };
  return { application_id: application.application_id, provider_field_id: application.provider_field_id };
}

test("the page of the files reads well in every theme, on a phone and on a desk", async ({ page }) => {
  const { url, applicationEventId } = await check(page.request, SETTLED);
  await computeDrift(page.request, applicationEventId);
  await openLink(page, url);
  await toMachine(page);
  for (const width of [360, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    await expectClean(page, `machine at ${width} px`);
  }
});
