import { randomUUID } from "node:crypto";
import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, type Locator, type Page } from "@playwright/test";
import { test } from "@/tests/e2e/fixture";
import { operatorOf, runData, signIn } from "@/tests/e2e/console-support";
import { check, complaints, demo, overflow, shoot, smallTargets, violations } from "@/tests/e2e/support";

/** Needs points that the county's class can give, on any soil. */
const NEEDS_POINTS = { product_name: "DEMO Tiered", epa_number: "99002-1", rate: 1, rate_unit: "lb/ac" };

/** County classes of a release to come: every county gives the most points. */
function classesFile(): string {
  const day = "2027-01-01";
  const json = JSON.parse(readFileSync("lib/rulebook/tables/epa-runoff-county-classes-2024-10-01.json", "utf8")) as {
    rows: { points: number }[];
  };
  const file = join(mkdtempSync(join(tmpdir(), "classes-")), `epa-runoff-county-classes-${day}.json`);
  const rows = json.rows.map((row) => ({ ...row, points: 6 }));
  writeFileSync(file, JSON.stringify({ ...json, effectiveFrom: day, rows }));
  return file;
}

/** Loads the page of a preview again until the worker has ended it. */
async function untilDone(page: Page): Promise<void> {
  await expect(page.getByRole("heading", { level: 1 })).toContainText("What would change");
  await expect(async () => {
    await page.reload();
    await expect(page.getByRole("definition").filter({ hasText: /^Done$/ })).toBeVisible({ timeout: 1_000 });
  }).toPass();
}

/** The row of an application: a database that has seen many runs has it on a later page of the list. */
async function rowOf(page: Page, applicationId: string): Promise<Locator> {
  const row = page.getByRole("row").filter({ hasText: applicationId });
  const next = page.getByRole("link", { name: "Next page", exact: true });
  await expect(page.getByRole("heading", { name: "Planned applications", exact: true })).toBeVisible();
  for (let open = 1; (await row.count()) === 0 && (await next.count()) > 0; open += 1) {
    await next.click();
    await expect(page.getByText(`Page ${open + 1} of`)).toBeVisible();
  }
  return row;
}

/** Axe, width, and size of targets of the page that is open, on a phone and on a desk. */
async function judge(page: Page, name: string): Promise<void> {
  for (const width of [360, 1280]) {
    await page.setViewportSize({ width, height: 900 });
    expect.soft(await overflow(page), `${name} at ${width}`).toBeLessThanOrEqual(0);
    expect.soft(await smallTargets(page), `${name} at ${width}`).toEqual([]);
    expect.soft(await violations(page), `${name} at ${width}`).toEqual([]);
    await shoot(page, `console-${name}-${width}`);
  }
}

// One preview at a time is worked out, so that these do not run beside each other.
test.describe.configure({ mode: "serial" });

test("a rule editor sees which planned applications county classes of a release to come would change, and a viewer too", async ({
  page,
  request,
  browser,
  baseURL,
}) => {
  const heard = complaints(page);
  const { body } = await check(request, { application_date: "2027-01-02", products: [NEEDS_POINTS] });
  await signIn(page, operatorOf("rule_editor"));
  await page.goto("/console/data");
  await page.getByLabel("Table files").setInputFiles({
    name: "weather-2027-01-01.json",
    mimeType: "application/json",
    buffer: Buffer.from(`{"table":"weather"}`),
  });
  await page.getByRole("button", { name: "See what would change" }).click();
  await expect(page.getByText("must be one of").first()).toBeVisible();
  await page.getByLabel("Table files").setInputFiles(classesFile());
  await page.getByRole("button", { name: "See what would change" }).focus();
  await page.keyboard.press("Enter");
  await untilDone(page);
  await expect(page.getByText("epa-runoff-county-classes@2027-01-01").first()).toBeVisible();
  await expect(page.getByRole("img", { name: /planned application/ })).toBeVisible();
  for (const title of ["By change", "By provider", "By product", "By county"]) {
    await expect(page.getByRole("heading", { name: title, exact: true })).toBeVisible();
  }
  await page.getByRole("link", { name: NEEDS_POINTS.epa_number, exact: true }).click();
  await expect(page.getByText(`Only ${NEEDS_POINTS.epa_number}.`)).toBeVisible();
  const row = await rowOf(page, body.application_id);
  await expect(row).toContainText("demo-provider");
  await judge(page, "preview");
  const download = page.waitForEvent("download");
  await page.getByRole("link", { name: "Download these (CSV)" }).click();
  const file = readFileSync(await (await download).path(), "utf8");
  expect(file.split("\r\n")[0]).toContain('"provider","account","field"');
  expect(file).toContain(body.application_id);
  expect(heard).toEqual([]);

  const viewer = await browser.newPage({ baseURL: baseURL ?? "", javaScriptEnabled: false });
  await signIn(viewer, operatorOf("viewer"));
  await viewer.goto(page.url());
  await expect(viewer.getByRole("row").filter({ hasText: body.application_id })).toBeVisible();
  await viewer.goto("/console/data");
  await expect(viewer.getByRole("link", { name: "epa-runoff-county-classes@2027-01-01" }).first()).toBeVisible();
  await expect(viewer.locator("main form")).toHaveCount(0);
  await viewer.close();
});

test("an operator sees what a switch of areas would change before it, and goes from there to the switch", async ({
  page,
  request,
}) => {
  const { body } = await check(request, { application_date: "2027-06-01" });
  const version = `few-${randomUUID().slice(0, 8)}`;
  const file = join(mkdtempSync(join(tmpdir(), "areas-")), "areas.geojson");
  const properties = {
    objectid: 1,
    pula_id: 900_001,
    event_name: "One area",
    effective_date: "2026-01-01",
    codes: "T1",
  };
  const feature = { ...demo().demo_field_boundary, properties: { ...properties, status: "effective" } };
  writeFileSync(file, JSON.stringify({ type: "FeatureCollection", features: [feature] }));
  runData("import", "pula", file, "--version", version, "--demonstration");
  await signIn(page, operatorOf("operator"));
  await page.goto(`/console/data/pula/${version}`);
  await page.getByRole("button", { name: "See which applications change" }).click();
  await untilDone(page);
  await expect(await rowOf(page, body.application_id)).toContainText("LIMITATIONS_REVIEW_REQUIRED");
  await judge(page, "preview-of-areas");
  await page.getByRole("link", { name: "To the switch of this set" }).click();
  await expect(page.getByRole("button", { name: "Switch" })).toBeVisible();
});
