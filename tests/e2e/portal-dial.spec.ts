import { expect, type CDPSession, type Page } from "@playwright/test";
import { test } from "@/tests/e2e/fixture";
import { check, computeDrift, goTo, openLink, wearTheme } from "@/tests/e2e/support";

test.use({ map: "none" });

const READY = {
  products: [{ product_name: "DEMO Tiered Dry Herbicide", epa_number: "99002-1", rate: 1.5, rate_unit: "lb/ac" }],
  droplet_size: "VC",
  boom_height: "low",
  gpa: 15,
};
const PHONE = { width: 360, height: 740 };
/** Where the dial's top stands in the window, from mostly under the sticky bar to mostly below the screen. */
const DIAL_TOPS = [-170, -90, -20, 60, 140, 240, 400, 560];
/** Twelve bearings of the ring; those of the next row lie between them. */
const bearingsOf = (row: number): number[] => Array.from({ length: 12 }, (_, index) => index * 30 + (row % 2) * 15);
/** The ring's radius as a share of the dial's width. */
const RING = 96 / 260;
/** A pixel on the ring is about half a degree, and a press lands on whole pixels. */
const TOLERANCE_DEG = 1;

const degrees = (page: Page) => page.getByLabel("Wind from, degrees");
const dial = (page: Page) => page.getByRole("slider", { name: "Where the wind comes from" });

/** A drift page that runs; `windDeg` is the direction saved before it is opened. */
async function opened(page: Page, windDeg: number | null = null): Promise<void> {
  const { url, applicationEventId: id } = await check(page.request, READY);
  if (windDeg !== null) await computeDrift(page.request, id, { wind_direction_deg: windDeg });
  await openLink(page, url);
  await goTo(page, "drift");
  await expect(degrees(page)).toBeEnabled();
  // An answer that arrives later would move the dial.
  if (windDeg !== null) await expect(page.locator("[data-drift-state]")).toHaveAttribute("data-drift-state", "current");
}

interface Spot {
  x: number;
  y: number;
  scrollY: number;
  /** The dial is on top there: not the sticky bar, and not outside the window. */
  isDial: boolean;
}

/** The place at a bearing from the dial's center, as the dial stands now. */
const spotAt = (page: Page, deg: number, radius = RING): Promise<Spot> =>
  dial(page).evaluate(
    (element, at) => {
      const box = element.getBoundingClientRect();
      const angle = (at.deg * Math.PI) / 180;
      const x = box.x + box.width / 2 + at.radius * box.width * Math.sin(angle);
      const y = box.y + box.height / 2 - at.radius * box.width * Math.cos(angle);
      const isDial = element.contains(document.elementFromPoint(x, y));
      return { x, y, scrollY: window.scrollY, isDial };
    },
    { deg, radius },
  );

const scrollDialTo = (page: Page, top: number): Promise<void> =>
  dial(page).evaluate((element, wanted) => {
    window.scrollBy({ top: element.getBoundingClientRect().top - wanted, behavior: "instant" });
  }, top);

/** Until the page does not roll on after a swipe: ten frames in one place. */
const standsStill = (page: Page): Promise<void> =>
  page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        const look = (before: number, same: number): void => {
          if (same === 10) resolve();
          else requestAnimationFrame(() => look(window.scrollY, window.scrollY === before ? same + 1 : 0));
        };
        look(window.scrollY, 0);
      }),
  );

const offBy = (a: number, b: number): number => Math.abs(((a - b + 540) % 360) - 180);

/** Presses bearings all around the ring that are in sight, at every scroll position; what came out wrong. */
async function wrongPresses(page: Page, press: (x: number, y: number) => Promise<void>) {
  const wrong: string[] = [];
  let pressed = 0;
  for (const [row, top] of DIAL_TOPS.entries()) {
    for (const deg of bearingsOf(row)) {
      // The page as someone finds it who has not been at the dial yet.
      await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
      await scrollDialTo(page, top);
      const { x, y, scrollY, isDial } = await spotAt(page, deg);
      if (!isDial) continue;
      pressed += 1;
      await press(x, y);
      await expect(dial(page)).toBeFocused();
      const set = Number(await degrees(page).inputValue());
      const moved = (await page.evaluate(() => window.scrollY)) - scrollY;
      if (offBy(set, deg) > TOLERANCE_DEG || moved !== 0)
        wrong.push(`top ${top}: ${deg}° gave ${set}°, moved ${moved}`);
    }
  }
  return { wrong, pressed };
}

test.describe("with a finger", () => {
  test.use({ viewport: PHONE, hasTouch: true });

  test("a tap sets the direction under the finger, wherever the dial stands, and the page stays", async ({ page }) => {
    test.slow();
    await opened(page);
    const { wrong, pressed } = await wrongPresses(page, (x, y) => page.touchscreen.tap(x, y));
    expect(wrong).toEqual([]);
    expect(pressed).toBeGreaterThan(50);
  });

  test("a swipe that begins on the dial scrolls the page and sets nothing", async ({ page }) => {
    await opened(page);
    for (const [deg, radius] of [
      [0, 0],
      [180, 0.2],
      [90, RING],
      [225, RING],
    ] as const) {
      await scrollDialTo(page, 300);
      const { x, y, scrollY } = await spotAt(page, deg, radius);
      await swipe(await page.context().newCDPSession(page), [x, y], [x + 10, y - 200]);
      await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(scrollY + 100);
      await expect(dial(page)).toHaveAttribute("aria-valuetext", "Not set");
    }
  });

  test("a saved direction outlives a swipe over the ring, and the way back to it is one tap", async ({ page }) => {
    await opened(page, 225);
    await scrollDialTo(page, 300);
    const east = await spotAt(page, 90);
    await swipe(await page.context().newCDPSession(page), [east.x, east.y], [east.x - 10, east.y - 200]);
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(east.scrollY + 100);
    await expect(degrees(page)).toHaveValue("225");
    await standsStill(page);
    await scrollDialTo(page, 200);
    const again = await spotAt(page, 90);
    await page.touchscreen.tap(again.x, again.y);
    await expect(degrees(page)).toHaveValue("90");
    await page.getByRole("button", { name: "Back to the saved 225°" }).tap();
    await expect(degrees(page)).toHaveValue("225");
    await expect(page.getByRole("button", { name: "Back to the saved 225°" })).toHaveCount(0);
  });

  test("the knob follows the finger and the page stays", async ({ page }) => {
    await opened(page, 0);
    await scrollDialTo(page, 200);
    const from = await spotAt(page, 0);
    const middle = await spotAt(page, 45);
    const to = await spotAt(page, 90);
    const points = [from, middle, to].map(({ x, y }): [number, number] => [x, y]);
    await drag(await page.context().newCDPSession(page), points);
    await expect.poll(async () => offBy(Number(await degrees(page).inputValue()), 90)).toBeLessThan(2);
    // The page may scroll to make up for what changes height above: what counts is that the dial stays put.
    const now = await spotAt(page, 0);
    expect(Math.abs(now.y - from.y)).toBeLessThan(1);
  });

  test("dial, field, buffers, answer and speed share one screen, and a point beyond the ring is taken whole", async ({
    page,
    context,
  }) => {
    await opened(page, 225);
    const { pathname } = new URL(page.url());
    await page.goto(`${pathname}${new URL(page.url()).search}#conditions`);
    await expect(page.locator("[data-drift-state]")).toHaveAttribute("data-drift-state", "current");
    await expect(page.locator("[data-drift-state]")).toContainText(/acres lie outside the buffer/);
    for (const part of [dial(page), page.locator("[data-field-picture=placed]"), page.getByLabel("Wind speed, mph")]) {
      await expect(part).toBeInViewport({ ratio: 1 });
    }
    const treatable = page.locator("[data-field-picture=placed] path").nth(3);
    const before = await treatable.getAttribute("d");
    const beside = await spotAt(page, 50, 122 / 260);
    await page.touchscreen.tap(beside.x, beside.y);
    await expect(degrees(page)).toHaveValue("45");
    await expect(treatable).not.toHaveAttribute("d", before ?? "");
    // A quarter mile south of the field's southwest corner.
    await context.grantPermissions(["geolocation"]);
    await context.setGeolocation({ latitude: 42.0117, longitude: -93.8714947, accuracy: 5 });
    await page.getByRole("button", { name: "How far am I from the buffer?" }).tap();
    await expect(page.getByText(/^You are 1,3\d\d ft from the buffer\. The reading is good to 17 ft\.$/)).toBeVisible();
  });

  test("the middle of the dial takes no tap", async ({ page }) => {
    await opened(page);
    await scrollDialTo(page, 200);
    const { x, y } = await spotAt(page, 225, 0.08);
    await page.touchscreen.tap(x, y);
    await expect(dial(page)).toHaveAttribute("aria-valuetext", "Not set");
  });
});

test.describe("with the mouse", () => {
  test.use({ viewport: PHONE });

  test("a click sets the direction under the pointer, wherever the dial stands, and the page stays", async ({
    page,
  }) => {
    test.slow();
    await opened(page);
    const { wrong, pressed } = await wrongPresses(page, (x, y) => page.mouse.click(x, y));
    expect(wrong).toEqual([]);
    expect(pressed).toBeGreaterThan(50);
  });
});

type Point = [x: number, y: number];
const STEPS = 8;

const swipe = (cdp: CDPSession, from: Point, to: Point): Promise<void> => drag(cdp, [from, to]);

/** A finger put down at the first point, moved along the others in small steps, and lifted. */
async function drag(cdp: CDPSession, points: readonly Point[]): Promise<void> {
  const [first] = points;
  if (first === undefined) return;
  const touch = (type: "touchStart" | "touchMove" | "touchEnd", at: Point[]): Promise<unknown> =>
    cdp.send("Input.dispatchTouchEvent", { type, touchPoints: at.map(([x, y]) => ({ x, y })) });
  await touch("touchStart", [first]);
  let [fromX, fromY] = first;
  for (const [toX, toY] of points.slice(1)) {
    for (let step = 1; step <= STEPS; step += 1) {
      const share = step / STEPS;
      await touch("touchMove", [[fromX + (toX - fromX) * share, fromY + (toY - fromY) * share]]);
    }
    [fromX, fromY] = [toX, toY];
  }
  await touch("touchEnd", []);
}

test("in a contrast theme of the device the compass letters have its color, whatever theme was chosen", async ({
  page,
}) => {
  await page.emulateMedia({ forcedColors: "active", colorScheme: "dark" });
  await opened(page, 225);
  await wearTheme(page, "light");
  const letter = dial(page).locator("svg text").filter({ hasText: /^N$/ });
  const [fill, words] = await letter.evaluate((text) => [
    getComputedStyle(text).fill,
    getComputedStyle(document.body).color,
  ]);
  expect(fill).toBe(words);
});
