import { randomUUID } from "node:crypto";
import { expect, type Page } from "@playwright/test";
import { test } from "./fixture";
import { TIERED } from "./measures-support";
import { expectClean, check, openLink, PORTAL_THEMES, readCompliance } from "./support";

test.use({ map: "none" });

const FIELDS = ["Creek bottom", "Home quarter", "Long meadow", "North forty"];
/** As many as a retailer has gaps of one size. */
const FIFTY = Array.from({ length: 50 }, (_, index) => `Field ${String(index + 1).padStart(2, "0")}`);
const OTHER = { product_name: "Stryax", epa_number: "264-1241", rate: 22, rate_unit: "fl oz/ac" };

/** Fields of a new group, the first four of them with a second application of the season; the link of the last. */
async function plan(page: Page, fields: readonly string[]): Promise<{ url: string; tiered: string[] }> {
  const provider_group_id = `Season ${randomUUID().slice(0, 8)}`;
  const tiered: string[] = [];
  let url = "";
  for (const [place, field_name] of fields.entries()) {
    const provider_field_id = randomUUID();
    const made = await check(page.request, { provider_group_id, field_name, provider_field_id, products: [TIERED] });
    tiered.push(made.applicationEventId);
    url = made.url;
    if (place >= FIELDS.length) continue;
    ({ url } = await check(page.request, { provider_group_id, field_name, provider_field_id, products: [OTHER] }));
  }
  return { url, tiered };
}

test("fifty gaps of a season are closed in at most twelve actions, and all are taken back with one", async ({
  page,
}) => {
  const { url, tiered } = await plan(page, FIFTY);
  await openLink(page, url);
  let actions = 0;
  const act = async (action: Promise<unknown>): Promise<void> => {
    actions += 1;
    await action;
  };
  await act(page.getByRole("link", { name: "The season: fields by products" }).click());
  const rows = page.locator("tbody tr");
  await expect(rows).toHaveCount(FIFTY.length);
  await expect(page.locator("thead th")).toHaveText(["Field", /^(DEMO Tiered Dry Herbicide|Stryax)$/, /./]);
  const lacking = (points: string) => page.getByRole("button", { name: `Pick the 50 fields that lack ${points}` });
  await expect(lacking("4 points")).toBeEnabled();
  await act(lacking("4 points").click());
  await expect(page.getByText("50 fields are picked")).toBeVisible();
  for (const measure of [/^No-till/, /^Rows follow the contour/]) {
    const option = page.locator("#group-measure option").filter({ hasText: measure }).first();
    const value = (await option.getAttribute("value")) ?? "";
    await act(page.getByLabel("A measure that is in place").selectOption(value));
    await act(page.getByRole("button", { name: "Tick it on 50 fields" }).click());
    await expect(page.locator("[data-result=saved]")).toHaveCount(FIFTY.length);
  }
  await expect(page.getByRole("button", { name: /^Pick the .* that lack/ })).toHaveCount(0);
  expect(actions).toBeLessThanOrEqual(12);
  test.info().annotations.push({ type: "actions", description: `${actions} for ${FIFTY.length} fields` });
  for (const id of tiered) {
    const { application } = (await readCompliance(page.request, id)) as unknown as Read;
    const epa = application.compliance.runoff.find(({ mitigation_type: type }) => type === "epa_runoff");
    expect(epa?.gap).toBe(0);
  }
  await page.getByRole("button", { name: "Undo on all of them" }).click();
  await expect(page.locator("[data-result=undone]")).toHaveCount(FIFTY.length);
});

test.describe("on a device that keeps the field", () => {
  test.use({ device: "keeps-all" });

  test("a season that was opened is there without a network, says of when it is, and sends what is ticked later", async ({
    page,
    context,
  }) => {
    const { url, tiered } = await plan(page, FIELDS);
    await openLink(page, url);
    await page.getByRole("link", { name: "The season: fields by products" }).click();
    await expect(page.locator("[data-kept=all]")).toBeVisible({ timeout: 60_000 });
    await context.setOffline(true);
    await page.reload();
    await expect(page.locator("tbody tr")).toHaveCount(FIELDS.length);
    await expect(page.getByText("You are offline")).toBeVisible();
    await expect(page.getByText("This page is as it was on")).toBeVisible();
    await page.getByRole("button", { name: /^Pick the 4 fields that lack 4 points/ }).click();
    const option = page
      .locator("#group-measure option")
      .filter({ hasText: /^No-till/ })
      .first();
    await page.getByLabel("A measure that is in place").selectOption((await option.getAttribute("value")) ?? "");
    await page.getByRole("button", { name: "Tick it on 4 fields" }).click();
    await expect(page.locator("[data-result=waiting]")).toHaveCount(FIELDS.length);
    await context.setOffline(false);
    await expect(page.locator("[data-result=saved]")).toHaveCount(FIELDS.length);
    for (const id of tiered) {
      const { application } = (await readCompliance(page.request, id)) as unknown as Read;
      expect(
        application.compliance.runoff.find(({ mitigation_type: type }) => type === "epa_runoff")?.gap,
      ).toBeLessThan(4);
    }
  });
});

interface Read {
  application: { compliance: { runoff: { mitigation_type: string; gap: number }[] } };
}

test("the season reads on a phone and at a desk, in every theme, and a cell leads to its application", async ({
  page,
}) => {
  const { url } = await plan(page, FIELDS);
  await openLink(page, url);
  await page.goto(new URL("season", `${page.url().replace(/\/?(\?.*)?$/, "")}/`).href);
  await expect(page.locator("tbody tr")).toHaveCount(FIELDS.length);
  for (const width of [360, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    await expectClean(page, `season at ${width} px`, { themes: PORTAL_THEMES });
  }
  await page.emulateMedia({ media: "print" });
  await expect(page.getByText(/^As of \w{3} \d{1,2}, 20\d\d/), "paper is read on any day").toBeVisible();
  await expect(page.locator("[data-kept]")).toBeHidden();
  await expect(page.getByRole("link", { name: "The list of the fields" })).toBeHidden();
  await page.emulateMedia({ media: "screen" });
  await page.getByRole("checkbox", { name: "Pick Long meadow" }).check();
  await expect(page.getByText("1 field is picked")).toBeVisible();
  await page
    .getByRole("row", { name: /Home quarter/ })
    .getByRole("link")
    .first()
    .click();
  await expect(page).toHaveURL(/\/portal\/g\/[^/]+\/[0-9a-f-]{36}\?application=/);
  await expect(page.getByText("Home quarter").first()).toBeVisible();
});

test("without JavaScript the season says why nothing can be picked, and a long name leaves room for the products", async ({
  page,
  newContext,
}) => {
  const long = "Grandmother O'Shaughnessy's northeast eighty below the old Chicago & North Western railroad grade";
  const { url } = await plan(page, [long, "Home quarter"]);
  const context = await newContext({ javaScriptEnabled: false, viewport: { width: 1280, height: 800 } });
  const bare = await context.newPage();
  await bare.goto(url);
  // A browser whose scripts are switched off by a test shows nothing of a <noscript>, unlike one of a person.
  const without = async (): Promise<string> => (await bare.request.get(bare.url())).text();
  const why = /<noscript>(?:(?!<\/noscript>).)*To work on several fields at once, switch on JavaScript/s;
  expect(await without()).toMatch(why);
  await bare.getByRole("link", { name: "The season: fields by products" }).click();
  await expect(bare.getByRole("heading", { level: 1 })).toContainText("Season");
  expect(await without()).toMatch(why);
  const names = await bare.getByRole("columnheader", { name: "Field" }).boundingBox();
  expect(names?.width).toBeLessThan(800);
});

test("picking none by keyboard leaves the focus where it was", async ({ page }) => {
  const { url } = await plan(page, FIELDS);
  await openLink(page, url);
  await page.getByRole("link", { name: "The season: fields by products" }).click();
  const none = page.getByRole("button", { name: "Pick none" });
  await expect(none).toBeDisabled();
  const first = page.locator("[name=field]").first();
  await expect(async () => {
    await first.setChecked(false);
    await first.setChecked(true);
    await expect(page.getByText("1 field is picked")).toBeVisible({ timeout: 1000 });
  }).toPass();
  await none.focus();
  await page.keyboard.press("Enter");
  await expect(page.getByText("0 fields are picked")).toBeVisible();
  await expect(none).toBeFocused();
  await expect(none).toBeDisabled();
});
