import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { unzipSync } from "fflate";
import { expect, type Page } from "@playwright/test";
import { test } from "./fixture";
import { noTill, state, TIERED, unfold } from "./measures-support";
import { check, goTo, lock, openLink, overflow, readCompliance, shoot, violations } from "./support";

/** A morning's work. Three of them are locked on the way. */
const NAMES = [
  "Creek bottom",
  "Home quarter",
  "Long meadow",
  "North forty",
  "Orchard strip",
  "River bend",
  "South eighty",
  "West ridge",
];
const LOCKED = NAMES.slice(2, 5);
const READY = { products: [TIERED], droplet_size: "VC", boom_height: "low", gpa: 15 };
/** Three points, and no buffer. */
const RUNOFF_ONLY = {
  product_name: "DEMO Runoff Only Herbicide",
  epa_number: "99002-5",
  rate: 16,
  rate_unit: "fl oz/ac",
};
const results = (page: Page) => page.locator("[data-result]");

test.use({ map: "none", viewport: { width: 360, height: 740 } });

test("a measure and one wind go on chosen fields, with a reason where one refuses, and one undo", async ({ page }) => {
  const provider_group_id = `Spring ${randomUUID().slice(0, 8)}`;
  const ids: string[] = [];
  let url = "";
  for (const field_name of NAMES) {
    const made = await check(page.request, { ...READY, provider_group_id, field_name });
    ids.push(made.applicationEventId);
    ({ url } = made);
  }
  const measuresOf = async (id: string): Promise<number[]> => {
    const { application } = (await readCompliance(page.request, id)) as unknown as Read;
    return application.compliance.runoff.flatMap((each) =>
      each.selected_measures.filter(({ source }) => source === "portal").map((own) => own.sub_option_id),
    );
  };
  const windOf = async (id: string) =>
    ((await readCompliance(page.request, id)) as unknown as Read).application.compliance.drift.weather;

  await openLink(page, url);
  await page.getByText("Work on several fields at once").click();
  const locked = ids.slice(2, 5);
  for (const id of locked) await lock(page.request, id, true);
  await page.getByRole("button", { name: "All", exact: true }).click();
  await page
    .getByLabel("A measure that is in place")
    .selectOption({ label: "No-till, perennial crops included (3 points)" });
  await page.getByRole("button", { name: "Tick it on 8 fields" }).click();
  await expect(results(page)).toHaveText(
    NAMES.map((name) =>
      LOCKED.includes(name) ? new RegExp(`${name}: not saved\\. Your farm software has locked`) : `${name}: saved`,
    ),
  );
  await expect(page.getByRole("status").filter({ hasText: "5 fields saved, 3 fields not saved" })).toBeVisible();
  await expect(page.getByRole("status").filter({ has: results(page) }), "one line is read out, not all").toHaveCount(0);
  await shoot(page, "group-work");
  expect(await violations(page)).toEqual([]);
  expect(await overflow(page)).toBeLessThanOrEqual(0);
  expect(await measuresOf(ids[0] ?? "")).toEqual([210]);
  await page.getByRole("button", { name: "Undo on all of them" }).click();
  await expect(results(page).filter({ hasText: "taken back" })).toHaveCount(NAMES.length - LOCKED.length);
  await expect(page.getByRole("region", { name: /^Tick “No-till/ })).toBeFocused();
  expect(await measuresOf(ids[1] ?? "")).toEqual([]);

  // On a field's page they are one notice: fifty of them would stand before the answer.
  const list = page.url();
  await page.getByRole("link", { name: "Creek bottom" }).click();
  const notice = page.getByRole("alert").filter({ hasText: "3 changes were not saved" });
  await notice.getByText("Each of them, and why").click();
  await expect(notice.getByText("Not saved: No-till, perennial crops included (Long meadow)")).toBeVisible();
  await notice.getByRole("button", { name: "Let them all go" }).click();
  await expect(notice).toHaveCount(0);
  await page.goto(list);
  await page.getByText("Work on several fields at once").click();
  for (const id of locked) await lock(page.request, id, false);
  // What is pressed before the page's script runs does nothing.
  await expect(async () => {
    await page.getByRole("button", { name: "All", exact: true }).click();
    await expect(page.getByRole("checkbox", { checked: true })).toHaveCount(NAMES.length, { timeout: 2000 });
  }).toPass();

  await page.getByLabel("Wind from").fill("SQ");
  await expect(page.getByLabel("Wind from")).toHaveAccessibleDescription(/degrees from 0 to 360, or letters/);
  await page.getByLabel("Wind from").fill("SW");
  await page.getByLabel("Wind speed, mph").fill("8");
  await page.getByRole("button", { name: "Note this wind on 8 fields" }).click();
  await expect(page.locator("[data-result=saved]")).toHaveCount(NAMES.length);
  for (const id of ids) expect(await windOf(id)).toMatchObject({ wind_direction_deg: 225, wind_speed_mph: 8 });

  const waited = page.waitForEvent("download");
  await page.getByRole("link", { name: "Runoff reports of all 8 fields" }).click();
  const file = await waited;
  expect(file.suggestedFilename()).toMatch(/^spring-.*-reports\.zip$/);
  const made = unzipSync(readFileSync(await file.path()));
  const files = NAMES.map((name) => new RegExp(`^${name.toLowerCase().replace(" ", "-")}-\\d{4}-runoff\\.pdf$`));
  expect(Object.keys(made).sort()).toEqual(files.map((file): unknown => expect.stringMatching(file)));
});

test("a list gives no answer to a change that it lacks, and is brought up to date once that is saved", async ({
  page,
}) => {
  const provider_group_id = `Summer ${randomUUID().slice(0, 8)}`;
  await check(page.request, { ...READY, provider_group_id, field_name: "Short of points" });
  await check(page.request, { ...READY, provider_group_id, field_name: "Untouched" });
  const { url } = await check(page.request, {
    ...READY,
    products: [RUNOFF_ONLY],
    provider_group_id,
    field_name: "Done",
  });
  await openLink(page, url);
  const list = page.url();
  const card = (name: string) => page.getByRole("article", { name: new RegExp(`${name}$`) });
  const lacks = "A change you made is not in this answer yet";
  const turn = async (name: string, isTicked: boolean): Promise<void> => {
    await page.getByRole("link", { name, exact: true }).click();
    await goTo(page, "measures");
    await unfold(page, "Measures in the field");
    await expect(noTill(page)).toBeEnabled();
    await noTill(page).setChecked(isTicked);
  };
  await turn("Done", true);
  await expect(state(page)).toHaveAttribute("data-save-state", "saved");
  await page.goto(list);
  await expect(card("Done")).not.toContainText("Not met");

  let answer: () => void = () => undefined;
  const held = new Promise<void>((resolve) => (answer = resolve));
  await page.context().route(/\/api\/edits$/, async (route) => {
    await held;
    await route.continue().catch(() => undefined);
  });
  await turn("Done", false);
  await page.goto(list);
  await turn("Short of points", true);
  await page.goto(list);
  await expect(page.getByText("A change is not in this page yet")).toBeVisible();
  await expect(card("Done")).toContainText(`Being saved${lacks}`);
  await expect(card("Short of points")).toContainText(new RegExp(`Not met.* short\\. ${lacks}`));
  await expect(card("Untouched")).not.toContainText(lacks);
  await shoot(page, "group-changing");
  expect(await violations(page)).toEqual([]);
  expect(await overflow(page)).toBeLessThanOrEqual(0);
  await page.getByRole("link", { name: "The season: fields by products" }).click();
  await expect(page.getByText("A change is not in this page yet")).toBeVisible();
  await page.goto(list);
  await expect(card("Done")).toContainText(lacks);
  answer();
  await expect(card("Short of points")).not.toContainText("4 runoff points short");
  await expect(page.getByText(lacks)).toHaveCount(0);
  await expect(page.getByText("A change is not in this page yet")).toHaveCount(0);
});

interface Read {
  application: {
    compliance: {
      runoff: { selected_measures: { sub_option_id: number; source: string }[] }[];
      drift: { weather: unknown };
    };
  };
}
