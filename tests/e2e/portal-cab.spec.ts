import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, type Page } from "@playwright/test";
import { test } from "@/tests/e2e/fixture";
import {
  expectClean,
  check,
  computeDrift,
  goTo,
  openLink,
  shoot,
  smallTargets,
  today,
  violations,
} from "@/tests/e2e/support";
import { thumbOf } from "@/tests/e2e/thumb";
import { noTill, unfold } from "@/tests/e2e/measures-support";
import { settled } from "@/tests/e2e/settled";

test.use({ map: "none" });

const TIERED = { product_name: "DEMO Tiered Dry Herbicide", epa_number: "99002-1", rate: 1.5, rate_unit: "lb/ac" };
const READY = { products: [TIERED], droplet_size: "VC", boom_height: "low", gpa: 15 };
const ALL_CHECKED = "Everything this service can check is checked.";
const PHONE = { width: 360, height: 740 };

/** Beside every area of the demonstration. */
const OUTSIDE_AREAS = {
  type: "Feature",
  properties: {},
  geometry: {
    type: "Polygon",
    coordinates: [
      [
        [-93.898, 41.952],
        [-93.894, 41.952],
        [-93.894, 41.956],
        [-93.898, 41.956],
        [-93.898, 41.952],
      ],
    ],
  },
};

/** Of the main path: from the link to the answer with nothing left that the service could check. */
const MOST_TAPS = 8;
const MOST_LONG_SCROLLS = 2;
const HEAD_SHARE = 1 / 4;

const card = (page: Page) => page.locator("[data-cab-card]");
const headline = (page: Page) => page.getByRole("heading", { level: 1 });

/** A promise, and what fulfills it. */
function signal(): [Promise<void>, () => void] {
  let give: () => void = () => undefined;
  return [new Promise<void>((resolve) => (give = resolve)), () => give()];
}

test.describe("in the cab", () => {
  test.use({ viewport: PHONE, hasTouch: true });

  test("from the link to the answer in few taps, each page leading to the next", async ({ page, request }) => {
    const { url } = await check(request, { ...READY, application_date: today() });
    await openLink(page, url);
    const thumb = thumbOf();
    await expect(headline(page)).toContainText("Do not spray yet: 4 runoff points short");
    await thumb.tap(card(page).getByRole("link", { name: /^Close the gap/ }));
    const ticked = page.waitForResponse(/api\/edits/);
    await thumb.tap(page.getByRole("button", { name: /^Tick/ }).first());
    await ticked;
    const here = page.locator("[data-next-step]").getByRole("link");
    await thumb.tap(here);
    await expect(page).toHaveTitle(/^Drift/);
    await expect(page.getByLabel("Wind from, degrees")).toBeEnabled();
    const dial = page.getByRole("slider", { name: "Where the wind comes from" });
    const box = await dial.boundingBox();
    await thumb.tap(dial, { x: (box?.width ?? 0) / 2, y: (box?.height ?? 0) * 0.13 });
    // The speed is typed: the keyboard comes with the tap.
    await thumb.tap(page.getByLabel("Wind speed, mph"));
    await page.getByLabel("Wind speed, mph").fill("8");
    const use = page.getByRole("button", { name: "Use these conditions" });
    await expect(use).toHaveAttribute("aria-disabled", "false");
    const kept = page.waitForResponse(/drift-conditions/);
    await thumb.tap(use);
    await kept;
    await thumb.tap(here);
    await expect(page).toHaveTitle(/^Limitations/);
    await thumb.tap(page.getByRole("button", { name: /^I have read (all|both)/ }));
    await expect(headline(page)).toContainText(/Leave \d+ ft along the .+ \(.+ acres\)/);
    await expect(card(page)).toHaveAttribute("data-cab-card", "done");
    await expect(card(page)).toContainText(ALL_CHECKED);
    await expect(card(page)).not.toContainText("?");
    await expect(card(page)).toContainText(/Wind N 8 mph at \d/);
    await expect(card(page).getByRole("img", { name: /^The field, north up, with what to leave/ })).toBeVisible();
    const description = `${thumb.taps} taps, ${thumb.longScrolls} long scrolls`;
    test.info().annotations.push({ type: "main path", description });
    expect(thumb.taps).toBeLessThanOrEqual(MOST_TAPS);
    expect(thumb.longScrolls).toBeLessThanOrEqual(MOST_LONG_SCROLLS);
    await shoot(page, "card-done-360");
    await thumb.tap(card(page).getByText(/^What you must check yourself/));
    await expect(card(page).getByRole("checkbox").first()).toBeVisible();
    expect(await violations(page)).toEqual([]);
    expect(await smallTargets(page)).toEqual([]);
    await shoot(page, "card-checks-360");

    // A measure is taken away, and the page is left before that is saved.
    let answer: () => void = () => undefined;
    const held = new Promise<void>((resolve) => (answer = resolve));
    await page.context().route(/\/api\/edits$/, async (route) => {
      await held;
      await route.continue().catch(() => undefined);
    });
    await goTo(page, "measures");
    await unfold(page, "Measures in the field");
    await expect(noTill(page)).toBeEnabled();
    await noTill(page).uncheck();
    await goTo(page, "overview");
    await expect(headline(page)).toContainText("A change you made is not in this answer yet");
    await expect(card(page)).toContainText(/Before: Leave \d+ ft/);
    await expect(card(page)).not.toContainText(ALL_CHECKED);
    await shoot(page, "card-changing-360");
    await goTo(page, "report");
    await expect(page.getByText("A change is not in this page yet")).toBeVisible();
    await goTo(page, "overview");
    await expect(headline(page)).toContainText("A change you made is not in this answer yet");
    answer();
    await expect(headline(page)).toContainText(/Do not spray yet: \d runoff points? short/);
  });

  test("the wind of another day than the application's leaves the wind of that day to be checked", async ({
    page,
    request,
  }) => {
    // On ground without a limitation text, so that the wind alone is left.
    const { url, applicationEventId } = await check(request, { ...READY, field_boundary: OUTSIDE_AREAS });
    await computeDrift(page.request, applicationEventId);
    await openLink(page, url);
    await expect(card(page)).toHaveAttribute("data-cab-card", "done");
    await expect(card(page)).toContainText("The application is dated May 20, 2027: work it out again");
    await expect(card(page)).not.toContainText(ALL_CHECKED);
    await expect(card(page).getByRole("link", { name: "Take it to the machine" })).toHaveCount(0);
    await expect(card(page).getByRole("link", { name: "Work out the drift buffer" })).toHaveAttribute(
      "href",
      /\/drift\?/,
    );
  });

  test("a change that is saved while the overview is on its way is in it all the same", async ({ page, request }) => {
    const { url } = await check(request, READY);
    await openLink(page, url);
    const other = await page.context().newPage();
    await other.goto(page.url());
    await expect(headline(other)).toContainText("4 runoff points short");
    await goTo(page, "measures");
    await unfold(page, "Measures in the field");
    await expect(noTill(page)).toBeEnabled();
    // The server makes the page, then saves the change, and only then the page arrives.
    const [isMade, made] = signal();
    const [mayArrive, arrive] = signal();
    await page.context().route(/\/api\/edits$/, async (route) => {
      await isMade;
      await route.continue();
    });
    await page.context().route(
      ({ pathname }) => /^\/portal\/g\/[^/]+\/[^/]+$/.test(pathname),
      async (route) => {
        const response = await route.fetch();
        made();
        await mayArrive;
        await route.fulfill({ response });
      },
      { times: 1 },
    );
    await noTill(page).check();
    const there = goTo(page, "overview");
    await expect(headline(other)).toContainText("the sources disagree about a figure");
    arrive();
    await there;
    await expect(headline(page)).toContainText("the sources disagree about a figure");
  });

  test("the head leaves three quarters of the screen to the page, and nothing of it is lost", async ({
    page,
    request,
  }) => {
    const { url } = await check(request, READY);
    await openLink(page, url);
    for (const id of ["overview", "measures", "drift", "report"] as const) {
      await goTo(page, id);
      const top = await page.locator("main").evaluate((main) => main.getBoundingClientRect().top + window.scrollY);
      expect(top, id).toBeLessThanOrEqual(PHONE.height * HEAD_SHARE);
    }
    await page.getByText("Pages", { exact: true }).tap();
    await page.getByRole("link", { name: "Limitations", exact: true }).tap();
    await expect(page).toHaveTitle(/^Limitations/);
  });

  test.describe("on a device that keeps the field", () => {
    test.use({ device: "keeps-all" });

    test("the answer is read without a network, and an old wind is no answer", async ({ page, request, context }) => {
      const { url, applicationEventId } = await check(request, READY);
      await computeDrift(page.request, applicationEventId);
      await openLink(page, url);
      await page.evaluate(() => navigator.serviceWorker.ready);
      await page.reload();
      await settled(page);
      await context.setOffline(true);
      await page.reload();
      await expect(card(page)).toContainText(/Leave 70 ft along the north and east sides/);
      await expect(card(page)).toContainText(/Wind SW 8 mph at \d/);
      await expect(card(page).getByRole("link", { name: "If the wind turns, tap here" })).toHaveAttribute(
        "href",
        /\/drift\?.*#conditions$/,
      );
      // Two hours later on the same phone.
      await page.addInitScript(() => {
        const now = Date.now.bind(Date);
        Date.now = () => now() + 2 * 3_600_000;
      });
      await page.reload();
      await expect(card(page).getByRole("link", { name: "Set the wind of now" })).toBeVisible();
      await expect(headline(page)).toHaveAttribute("data-wind", "old");
      await expect(card(page)).not.toContainText(ALL_CHECKED);
      await expect(card(page).getByRole("link", { name: "Take it to the machine" })).toHaveCount(0);
      await context.setOffline(false);
    });
  });

  test("what must not happen comes first, with the figure and its limit", async ({ page, request }) => {
    const { url, applicationEventId } = await check(request, READY);
    await computeDrift(page.request, applicationEventId, { wind_speed_mph: 40 });
    await openLink(page, url);
    await expect(headline(page)).toContainText(/^Overview: Do not spray: /);
    await expect(card(page)).toHaveAttribute("data-cab-card", "stop");
    await expect(card(page)).not.toContainText("Leave");
    await shoot(page, "card-stop-360");
  });

  test("the answer is passed on as words that hold the product, the day, the wind and its time", async ({
    page,
    request,
  }) => {
    const { url, applicationEventId } = await check(request, READY);
    await computeDrift(page.request, applicationEventId);
    await page.addInitScript(() => {
      Object.assign(navigator, { share: ({ text }: { text: string }) => ((window.name = text), Promise.resolve()) });
    });
    await openLink(page, url);
    await page.getByRole("button", { name: "Share the answer" }).tap();
    const told = await page.evaluate(() => window.name);
    expect(told).toMatch(/Leave 70 ft along the north and east sides/);
    expect(told).toMatch(/^DEMO Tiered Dry Herbicide, application of \w{3} \d{1,2}, 20\d\d/m);
    // By the clock of the field, in Illinois.
    expect(told).toMatch(/Wind SW 8 mph at .*20\d\d, \d{1,2}:\d\d [AP]M C[DS]T\./);
    expect(told).toMatch(/never a clearance to apply/);
    expect(told).not.toMatch(/portal/);
    await page.evaluate(() => {
      const now = Date.now.bind(Date);
      Date.now = () => now() + 2 * 3_600_000;
    });
    await page.getByRole("button", { name: "Share the answer" }).tap();
    const toldLater = await page.evaluate(() => window.name);
    expect(toldLater).toMatch(/^Measure the wind again: this answer is for an earlier one\./);
  });
});

test("the answer is passed on as a picture, with its words and the drawing of the field", async ({ page, request }) => {
  const { url, applicationEventId } = await check(request, READY);
  await computeDrift(page.request, applicationEventId);
  await openLink(page, url);
  const waited = page.waitForEvent("download");
  await page.getByRole("button", { name: "Save as a picture" }).click();
  const file = await waited;
  expect(file.suggestedFilename()).toMatch(
    /^Ñandú-s-home-quarter-\d{4}-\d\d-\d\d-(?:.+-)?DEMO-Tiered-Dry-Herbicide\.png$/,
  );
  const path = await file.path();
  const { width, height, isDrawn } = await page.evaluate(
    async (source) => {
      const image = new Image();
      image.src = source;
      await image.decode();
      const canvas = document.createElement("canvas");
      [canvas.width, canvas.height] = [image.width, image.height];
      const context = canvas.getContext("2d");
      context?.drawImage(image, 0, 0);
      // The buffer's own color is in the lower half, below the words.
      const data = context?.getImageData(0, image.height / 2, image.width, image.height / 2).data ?? [];
      const isRed = (at: number): boolean =>
        (data[at] ?? 0) > 130 && (data[at + 1] ?? 0) < 80 && (data[at + 2] ?? 0) < 80;
      const isDrawn = Array.from({ length: data.length / 4 }, (_, index) => index * 4).some(isRed);
      return { width: image.width, height: image.height, isDrawn };
    },
    `data:image/png;base64,${readFileSync(path).toString("base64")}`,
  );
  expect(width).toBe(1080);
  expect(height).toBeGreaterThan(1000);
  expect(isDrawn).toBe(true);
  const folder = process.env.E2E_SHOTS;
  if (folder !== undefined) await file.saveAs(join(folder, "card-picture.png"));
});

test("the card prints on one sheet", async ({ page, request }) => {
  const { url, applicationEventId } = await check(request, READY);
  await computeDrift(page.request, applicationEventId);
  await openLink(page, url);
  await settled(page);
  const pdf = await page.pdf({ format: "Letter" });
  expect(pdf.toString("latin1").match(/\/Type\s*\/Page\b/g)).toHaveLength(1);
});

for (const width of [320, 360, 1280]) {
  test(`the card is clean at ${width} px, in every theme`, async ({ newContext, request }) => {
    const { url, applicationEventId } = await check(request, READY);
    const context = await newContext({ viewport: { width, height: 740 }, reducedMotion: "reduce" });
    const page = await context.newPage();
    await computeDrift(page.request, applicationEventId);
    await openLink(page, url);
    await settled(page);
    await expectClean(page, `card at ${width} px`);
  });
}
