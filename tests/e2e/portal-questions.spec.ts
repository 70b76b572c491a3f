import { expect, type Page } from "@playwright/test";
import { test } from "./fixture";
import { settled } from "./settled";
import {
  check,
  complaints,
  lock,
  openLink,
  overflow,
  readCompliance,
  shoot,
  smallTargets,
  violations,
} from "./support";

const HOUR_MS = 3_600_000;

test.use({ map: "none" });

/** No one has read its label. */
const UNREAD = { product_name: "DEMO Unread Herbicide", epa_number: "99001-3", rate: 16, rate_unit: "fl oz/ac" };

/** Its label of October 30, 2025 is known from a coding alone. */
const LIBERTY = { product_name: "Liberty ULTRA", epa_number: "7969-500", rate: 24, rate_unit: "fl oz/ac" };

interface Compliance {
  application: { compliance: { attestations: { answer: string; attested_by: string }[]; runoff: unknown[] } };
}

const saidOf = async (page: Page, id: string) =>
  ((await readCompliance(page.request, id)) as unknown as Compliance).application.compliance.attestations.map(
    ({ answer, attested_by }) => `${attested_by}: ${answer}`,
  );

const card = (page: Page) => page.locator("#questions");
const question = (page: Page) => card(page).getByRole("heading", { name: /^Open the DEMO Unread Herbicide label/ });
const name = (page: Page) => card(page).getByLabel("Your name");
const answer = (page: Page, words: string) => card(page).getByRole("button", { name: words, exact: true });
const headline = (page: Page) => page.getByRole("heading", { level: 1 });
const saved = (page: Page) => card(page).locator("[data-save-state='saved']");

async function opened(page: Page): Promise<string> {
  const { url, applicationEventId } = await check(page.request, { products: [UNREAD] });
  await openLink(page, url);
  await expect(answer(page, "No")).toBeEnabled();
  return applicationEventId;
}

test("what no record has is asked, counts when it is said, and is taken back", async ({ page }) => {
  const heard = complaints(page);
  const id = await opened(page);
  const before = (await headline(page).textContent()) ?? "";
  await expect(question(page)).toBeVisible();
  await answer(page, "No").click();
  await expect(card(page).getByText("Type your name first")).toBeVisible();
  await expect(name(page)).toBeFocused();
  expect(await saidOf(page, id)).toEqual([]);
  await name(page).fill("Jo Field");
  // Saved, and the page that is asked for after it is long in coming.
  let come: () => void = () => undefined;
  const held = new Promise<void>((resolve) => (come = resolve));
  await page.route("**/*", async (route) => {
    if (route.request().headers().rsc !== undefined) await held;
    await route.continue();
  });
  const sent = page.waitForRequest(/\/api\/edits$/);
  await answer(page, "No").click();
  expect((await sent).postDataJSON(), "an earlier version of the server takes it too").not.toHaveProperty("saidMsAgo");
  await expect(saved(page)).toBeVisible();
  await expect(question(page), "what was answered is not asked again").toHaveCount(0);
  await expect(page.getByText("A change you made is not in this answer yet")).toBeVisible();
  come();
  await expect(card(page).getByText("the label has no ESA directions")).toBeVisible();
  await expect(page.getByText("A change you made is not in this answer yet")).toHaveCount(0);
  const part = card(page).getByRole("group", { name: "Questions and answers" });
  await expect(part, "the focus does not go with the question").toBeFocused();
  await expect(headline(page)).not.toHaveText(before);
  await expect(page.getByText("rests on the applicator's own word").first()).toBeVisible();
  expect(await saidOf(page, id)).toEqual(["Jo Field: no"]);
  await shoot(page, "questions-said");
  await card(page)
    .getByRole("button", { name: /^Take back/ })
    .click();
  await expect(question(page)).toBeVisible();
  await expect(part).toBeFocused();
  await expect(headline(page)).toHaveText(before);
  expect(await saidOf(page, id)).toEqual([]);
  expect(heard).toEqual([]);
});

test("figures that no one has read are asked about before the wind, and make points and buffer known", async ({
  page,
}) => {
  const { url } = await check(page.request, {
    products: [LIBERTY],
    crop: ["Soybeans"],
    application_date: "2026-12-01",
  });
  await openLink(page, url);
  await page.getByRole("link", { name: "Answer 1 question" }).first().click();
  await page.setViewportSize({ width: 360, height: 740 });
  const figures = card(page).getByRole("listitem");
  await expect(figures.filter({ hasText: /^a buffer of 10 feet downwind for ground sprayers$/ })).toBeVisible();
  expect(await figures.count()).toBeGreaterThan(2);
  expect(await overflow(page)).toBeLessThanOrEqual(0);
  await shoot(page, "questions-figures-360");
  await page.setViewportSize({ width: 1280, height: 720 });
  await expect(page.getByText("How many points are needed is not known").first()).toBeVisible();
  await name(page).fill("Jo Field");
  await answer(page, "Yes").click();
  await expect(card(page).getByText("the label has the figures that were asked about")).toBeVisible();
  await expect(page.getByText("How many points are needed is not known")).toHaveCount(0);
  await expect(page.getByRole("link", { name: "Work out the drift buffer" }).first()).toBeVisible();
});

test.describe("on a device that keeps the field", () => {
  test.use({ device: "keeps-all" });

  test("an answer given without a network waits on the device and is sent when it is back", async ({
    page,
    context,
  }) => {
    await page.clock.install();
    const id = await opened(page);
    await name(page).fill("Jo Field");
    await context.setOffline(true);
    await answer(page, "I can't tell").click();
    await expect(card(page).getByText("You said:")).toContainText("I can't tell");
    await expect(card(page).locator("[data-save-state='waiting']")).toBeVisible();
    // Two hours later it is sent as of when it was given.
    await settled(page);
    await page.clock.setSystemTime(Date.now() + 2 * HOUR_MS);
    const sent = page.waitForRequest(/\/api\/edits$/);
    await context.setOffline(false);
    const { saidMsAgo } = (await sent).postDataJSON() as { saidMsAgo: number };
    expect(saidMsAgo).toBeGreaterThanOrEqual(2 * HOUR_MS);
    await expect(saved(page)).toBeVisible();
    await expect(card(page).getByText("cannot tell whether the label has ESA directions")).toBeVisible();
    expect(await saidOf(page, id)).toEqual(["Jo Field: unknown"]);
  });
});

test("a locked application takes no answer, and a lock that comes meanwhile says so", async ({ page }) => {
  const id = await opened(page);
  await name(page).fill("Jo Field");
  await lock(page.request, id, true);
  await answer(page, "No").click();
  await expect(card(page).getByText("Your answer was not saved")).toBeVisible();
  await expect(
    card(page)
      .getByText(/has locked this application/)
      .first(),
  ).toBeVisible();
  await page.reload();
  await expect(answer(page, "No")).toBeDisabled();
  expect(await saidOf(page, id)).toEqual([]);
});

test("the questions fit a phone, with targets to tap and nothing that axe finds wrong", async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 800 });
  await opened(page);
  expect(await overflow(page)).toBeLessThanOrEqual(0);
  expect(await smallTargets(page)).toEqual([]);
  expect(await violations(page)).toEqual([]);
  await shoot(page, "questions-360");
});
