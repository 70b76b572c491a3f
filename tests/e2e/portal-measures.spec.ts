import { expect } from "@playwright/test";
import { test } from "./fixture";
import {
  TIERED,
  epaOf,
  opened,
  openMeasures,
  selectedOf,
  secondTab,
  unfold,
  ready,
  tally,
  noTill,
  notes,
  state,
  date,
} from "./measures-support";
import {
  expectClean,
  check,
  complaints,
  goTo,
  lock,
  openLink,
  overflow,
  PORTAL_THEMES,
  tabTo,
  shoot,
  violations,
} from "./support";

test.use({ map: "none" });

test("from a check to a closed gap: the engine's advice is one tap, one change and one undo", async ({ page }) => {
  const heard = complaints(page);
  const { id } = await opened(page);
  expect(await epaOf(page, id)).toMatchObject({ status: "not_met" });
  await expect(tally(page)).toHaveAttribute("data-state", "not_met");
  await page
    .getByRole("button", { name: /^Tick / })
    .first()
    .click();
  await expect(tally(page)).toHaveAttribute("data-state", "met");
  // The button is gone with its set; the focus is not.
  await expect(page.getByLabel("Points so far")).toBeFocused();
  expect(await epaOf(page, id)).toMatchObject({ status: "met", gap: 0 });
  await page.getByRole("button", { name: /^Undo the last change/ }).click();
  await expect(tally(page)).toHaveAttribute("data-state", "not_met");
  expect(await epaOf(page, id)).toMatchObject({ status: "not_met" });
  await expect(page.getByText("Taken back")).toHaveCount(1);
  expect(heard).toEqual([]);
});

test("what the field had last year is taken over in one tap, but for what is taken out, and is one undo", async ({
  page,
}) => {
  const first = await check(page.request, { products: [TIERED], application_date: "2026-05-20" });
  await openMeasures(page, first.url);
  await expect(page.getByRole("heading", { name: "As in 2025" })).toHaveCount(0);
  await unfold(page, "Measures in the field");
  const contour = page.getByRole("group", { name: "Contour farming" }).getByRole("checkbox").first();
  await noTill(page).check();
  await contour.check();
  await expect.poll(async () => Object.keys(await selectedOf(page, first.applicationEventId))).toHaveLength(2);

  const again = { ...first.body, application_id: `${first.body.application_id}-next` };
  const { url, applicationEventId: id } = await check(page.request, { ...again, application_date: "2027-05-20" });
  await openMeasures(page, url);
  const card = page.locator("section", { has: page.getByRole("heading", { name: "As in 2026" }) });
  await expect(card.getByRole("checkbox")).toHaveCount(2);
  for (const width of [360, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    expect(await overflow(page)).toBeLessThanOrEqual(0);
    expect(await violations(page)).toEqual([]);
    await shoot(page, `measures-last-year-${width}`);
  }
  await card.getByRole("checkbox", { name: /No-till/ }).uncheck();
  await card.getByRole("button", { name: "Tick it for this year" }).click();
  await expect(page.getByLabel("Points so far")).toBeFocused();
  await expect.poll(async () => Object.keys(await selectedOf(page, id))).toHaveLength(1);
  // What was left out stays to be taken over; what was ticked does not, until it is taken back.
  await expect(card.getByRole("checkbox")).toHaveCount(1);
  await page.getByRole("button", { name: /^Undo the last change/ }).click();
  await expect(card.getByRole("checkbox")).toHaveCount(2);
  expect(Object.keys(await selectedOf(page, id))).toEqual([]);
});

test("undo, pressed again, goes on back and ticks nothing again", async ({ page }) => {
  await opened(page);
  await unfold(page, "Measures in the field");
  const before = (await tally(page).textContent()) ?? "";
  const contour = page.getByRole("group", { name: "Contour farming" }).getByRole("checkbox").first();
  const undo = (of: string) => page.getByRole("button", { name: new RegExp(`^Undo the last change: ${of}`) });
  await noTill(page).check();
  await expect(undo("Selected “No-till")).toBeVisible();
  await contour.check();
  await undo("Selected “(?!No-till)").click();
  await expect(contour).not.toBeChecked();
  await undo("Selected “No-till").click();
  await expect(noTill(page)).not.toBeChecked();
  await expect(tally(page)).toHaveText(before);
  await expect(undo("")).toHaveCount(0);
});

test("what is written about a measure saves itself, and says so", async ({ page }) => {
  await opened(page);
  await unfold(page, "Measures in the field");
  await noTill(page).check();
  await expect(state(page)).toHaveAttribute("data-save-state", "saved");
  await notes(page).fill("North part\nfrom the ditch");
  await date(page).fill("2027-04-02");
  await page.getByLabel("Find a measure").focus();
  await expect(page.getByText(/^Changed “No-till.*date 2027-04-02( and notes)?$/)).toBeVisible();
  await page.reload();
  await ready(page);
  await expect(notes(page)).toHaveValue("North part\nfrom the ditch");
  await expect(page.locator("[data-measure='24'] input[type=checkbox]")).toBeDisabled();
  await expect(page.locator("[data-measure='24']")).toContainText("cannot be taken away");
});

test("an exemption is set and taken back, with both scores in sight", async ({ page }) => {
  const { id } = await opened(page);
  await goTo(page, "exemptions");
  const berm = page.getByRole("checkbox", { name: "Perimeter berm" });
  await expect(berm).toBeEnabled();
  await expect(page.locator("[data-score=without]")).toHaveAttribute("data-holds", "true");
  await berm.check();
  await expect(page.locator("[data-score=with]")).toContainText("In force now");
  expect(await epaOf(page, id)).toMatchObject({ exempt: true, status: "met" });
  await expect(page.locator("[data-score=without]")).toContainText("short");
  await page.getByRole("radio", { name: "None apply" }).check();
  await expect(page.locator("[data-score=without]")).toContainText("In force now");
  expect(await epaOf(page, id)).toMatchObject({ exempt: false, status: "not_met" });
  await page.getByText("for other application methods").click();
  await expect(page.getByRole("checkbox", { name: "Soil injection" })).toBeDisabled();
});

test("the points stay in view while the list scrolls, and nothing lies over them", async ({ page }) => {
  for (const width of [360, 768, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    if (width === 360) await opened(page);
    await unfold(page, "Measures in the field");
    await page.getByRole("checkbox", { name: "Natural mulch" }).scrollIntoViewIfNeeded();
    await page.mouse.wheel(0, 200);
    const headline = tally(page).getByText("short");
    await expect(headline).toBeInViewport();
    const isOnTop = await headline.evaluate((element) => {
      const { x, y, width: w, height: h } = element.getBoundingClientRect();
      return element.contains(document.elementFromPoint(x + w / 2, y + h / 2));
    });
    expect(isOnTop, `${width} px`).toBe(true);
  }
});

test("a lock that comes while someone edits refuses the edit, keeps the text and closes the page", async ({ page }) => {
  const { id } = await opened(page);
  await unfold(page, "Measures in the field");
  await noTill(page).check();
  await expect(state(page)).toHaveAttribute("data-save-state", "saved");
  await lock(page.request, id, true);
  await notes(page).fill("Written before the lock was seen");
  await page.getByLabel("Find a measure").focus();
  await expect(page.getByText("Locked meanwhile")).toBeVisible();
  await expect(page.locator("[data-measure='210']")).toContainText("Written before the lock was seen");
  await expect(noTill(page)).toBeDisabled();
  await lock(page.request, id, false);
});

test("two people on one measure: the second sees both texts and loses none", async ({ page, newContext }) => {
  const { url } = await opened(page);
  const other = await secondTab(newContext, url);
  for (const tab of [page, other.page]) await unfold(tab, "Measures in the field");
  await noTill(page).check();
  await expect(state(page)).toHaveAttribute("data-save-state", "saved");
  await other.page.reload();
  await ready(other.page);
  await notes(other.page).fill("Theirs");
  await other.page.getByLabel("Find a measure").focus();
  await expect(state(other.page)).toHaveAttribute("data-save-state", "saved");
  await notes(page).fill("Mine");
  await page.getByLabel("Find a measure").focus();
  const row = page.locator("[data-measure='210']");
  await expect(
    row.getByText("This was changed meanwhile, by someone else or by another change of yours."),
  ).toBeVisible();
  await expect(row).toContainText("Theirs");
  await expect(row).toContainText("Mine");
  await row.getByRole("button", { name: "Save mine" }).click();
  await expect(state(page)).toHaveAttribute("data-save-state", "saved");
  await expect(notes(page)).toHaveValue("Mine");
  await other.page.reload();
  await expect(notes(other.page)).toHaveValue("Mine");
});

test("a date that cannot be right waits in its field, an odd one is asked about, and the notes wait for neither", async ({
  page,
}) => {
  const { id } = await opened(page);
  await unfold(page, "Measures in the field");
  await noTill(page).check();
  await date(page).fill("0202-04-02");
  await notes(page).fill("Saved all the same");
  await page.getByLabel("Find a measure").focus();
  await expect(page.getByText("This year cannot be right")).toBeVisible();
  await expect.poll(() => selectedOf(page, id)).toEqual({ 210: "Saved all the same" });
  await expect(date(page)).toHaveValue("0202-04-02");
  await date(page).fill("2028-04-02");
  await page.getByLabel("Find a measure").focus();
  await expect(page.getByText("This is after the application on May 20, 2027")).toBeVisible();
  await expect(page.getByText(/^Changed “No-till.*date 2028-04-02$/)).toBeVisible();
});

test("the exemption for a small area asks for the acres first, and says why it refuses them", async ({ page }) => {
  const { id } = await opened(page, { application_method: "Spot-Ground" });
  await goTo(page, "exemptions");
  const small = page.getByRole("checkbox", { name: "Small area" });
  await expect(small).toBeEnabled();
  await small.check();
  const acres = page.getByLabel("Acres that you treat");
  const claim = page.getByRole("button", { name: "Claim with this area" });
  await claim.click();
  await expect(page.getByText("Enter the acres as a number")).toBeVisible();
  await expect(acres, "what is wrong is read out with its field").toBeFocused();
  await acres.fill("0.1");
  await claim.click();
  await expect(page.getByText("This exemption is for less than 0.1 of an acre.")).toBeVisible();
  await expect(page.locator("[data-score=without]")).toHaveAttribute("data-holds", "true");
  await acres.fill("0,08");
  await claim.click();
  await expect(page.locator("[data-score=with]")).toContainText("In force now");
  await expect(page.getByText("Small area (0.08 acres treated)")).toBeVisible();
  await expect(page.getByRole("status").filter({ hasText: /^With an exemption: / })).toHaveCount(1);
  expect(await epaOf(page, id)).toMatchObject({ exempt: true, status: "met" });
  await page.reload();
  await expect(acres).toHaveValue("0.08");
  await small.uncheck();
  await expect(page.locator("[data-score=without]")).toContainText("In force now");
});

test("a broadcast over a whole field says why it is no small area", async ({ page }) => {
  await opened(page);
  await goTo(page, "exemptions");
  await expect(page.getByRole("radio", { name: "None apply" })).toBeEnabled();
  await page.locator("summary", { hasText: "more, for other" }).click();
  await expect(page.getByText("this application goes over the whole field")).toBeVisible();
  await expect(page.getByRole("checkbox", { name: "Small area" })).toBeDisabled();
});

test("where nothing is asked, or an exemption holds, the page says so and still takes measures", async ({ page }) => {
  await opened(page);
  await goTo(page, "exemptions");
  await page.getByRole("checkbox", { name: "Perimeter berm" }).check();
  await expect(page.locator("[data-score=with]")).toContainText("In force now");
  await goTo(page, "measures");
  await ready(page);
  await expect(tally(page)).toHaveAttribute("data-state", "exempt");
  await expect(tally(page)).toContainText("No points needed: an exemption is claimed");
  await expect(page.getByRole("heading", { name: /^Close the gap/ })).toHaveCount(0);
  const trait = page.locator("section", { has: page.getByRole("heading", { name: "Trait program credits" }) }).last();
  await expect(trait).toContainText("This application asks for none");
  await unfold(page, "Where the field lies");
  await page.getByText("that this field does not get: County runoff").click();
  await expect(page.getByRole("checkbox", { name: "County of high runoff vulnerability" })).toBeDisabled();
});

test("the whole way by keyboard: find a measure, tick it, write about it, undo", async ({ page }) => {
  await opened(page);
  await page.getByLabel("Find a measure").focus();
  await page.keyboard.type("no-till, perennial");
  await expect(noTill(page)).toBeVisible();
  await tabTo(page, noTill(page));
  await page.keyboard.press("Space");
  await expect(state(page)).toHaveAttribute("data-save-state", "saved");
  await tabTo(page, notes(page));
  await page.keyboard.type("By keyboard");
  await page.keyboard.press("Tab");
  await expect(page.getByText(/^Changed “No-till.*notes$/)).toBeVisible();
  const undo = page.getByRole("button", { name: /^Undo: Changed/ });
  await undo.focus();
  await page.keyboard.press("Enter");
  await expect(notes(page)).toHaveValue("");
});

test("both pages can be read without JavaScript", async ({ newContext, request }) => {
  const { url } = await check(request, { products: [TIERED] });
  const context = await newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await openLink(page, url);
  for (const [id, text] of [
    ["measures", "Where the field lies"],
    ["exemptions", "Perimeter berm"],
  ] as const) {
    await goTo(page, id);
    await expect(page.getByText(text).first()).toBeVisible();
    await expect(page.locator("noscript > div").first()).toBeVisible();
    await expect(page.locator("main input[type=checkbox]").first()).toBeDisabled();
  }
});

test("no fault that axe finds, nothing cut off, every target large enough, in every theme", async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  const heard = complaints(page);
  await opened(page);
  await unfold(page, "Measures in the field");
  await noTill(page).check();
  await expect(state(page)).toHaveAttribute("data-save-state", "saved");
  await page.locator("[data-measure='210'] details summary").click();
  for (const id of ["measures", "exemptions"] as const) {
    if (id === "exemptions") {
      await goTo(page, id);
      await expect(page.getByRole("radio", { name: "None apply" })).toBeEnabled();
    }
    for (const width of [1280, 768, 360]) {
      await page.setViewportSize({ width, height: 800 });
      await expectClean(page, `${id} at ${width} px`, { themes: PORTAL_THEMES });
    }
  }
  expect(heard).toEqual([]);
});
