import { expect, test, type Locator, type Page } from "@playwright/test";
import { FIT_PADDING } from "@/components/map/view";
import { demo, openLink } from "@/tests/e2e/support";

export const FRAME = "[data-map-state]";

/** The demonstration's own link, on the server that is tested. */
export const demoLink = (): string =>
  demo().portal_url.replace(demo().base_url, test.info().project.use.baseURL ?? demo().base_url);

/** Opens the map of a link and waits until it is drawn. */
export async function openMap(page: Page, url: string): Promise<void> {
  await openLink(page, url);
  await showMap(page);
}

/**
 * The page streams: what is above the map may still come and push it away, so it is scrolled to until it is drawn. A
 * page whose map could not be had, as on a machine too busy for it, is loaded again, as its user would.
 */
export async function showMap(page: Page): Promise<void> {
  const drawn = async () => {
    await scrollToMap(page);
    await expect(page.locator(FRAME)).toHaveAttribute("data-map-state", "idle", { timeout: 5_000 });
  };
  try {
    await expect(drawn).toPass({ timeout: 60_000 });
  } catch {
    if (!(await hasMap(page))) await page.reload();
    await expect(drawn).toPass({ timeout: 120_000 });
  }
}

const hasMap = async (page: Page): Promise<boolean> =>
  (await page.locator(`${FRAME}:not([data-map-state=failed])`).count()) > 0;

/**
 * To its top: with its legend it is taller than a phone. The map comes when someone comes near its place. A page that
 * is still streaming in holds its last part twice, or holds it hidden, for a moment: a scroll to it then goes nowhere,
 * so it is looked at whether one has arrived.
 */
export async function scrollToMap(page: Page): Promise<void> {
  await expect(async () => {
    await scrollTo(page.locator("[data-near-map]"));
    await scrollTo(page.locator(FRAME));
    await expect(page.locator(FRAME)).toBeInViewport({ timeout: 1_000 });
  }).toPass({ timeout: 60_000 });
}

/** In short waits: one that ends says what was missing, where one cut off by whom it works for says nothing. */
async function scrollTo(place: Locator): Promise<void> {
  await expect(place).toHaveCount(1, { timeout: 10_000 });
  await expect(place).toBeVisible({ timeout: 10_000 });
  await place.evaluate((each) => each.scrollIntoView({ block: "start" }), undefined, { timeout: 5_000 });
}

export const idle = (page: Page): Promise<void> =>
  expect(page.locator(FRAME)).toHaveAttribute("data-map-state", "idle");

export const canvasOf = (page: Page): Locator => page.locator("canvas.maplibregl-canvas");
export const openTools = (page: Page): Promise<void> => page.getByText("Draw areas beside the field").click();

/**
 * Takes up a drawing tool and waits until it draws: it is fetched when someone begins. The map takes the focus in the moment in which it
 * comes into sight, which is after the words: a place that was measured before is another one by then.
 */
export async function takeUp(
  page: Page,
  tool: "Draw a rectangle" | "Draw an outline" | "Draw a line with a width",
): Promise<void> {
  await page.getByRole("button", { name: tool }).click();
  await expect(page.getByText(/^Tap (the corners|one corner|along)/)).toBeVisible();
  await expect(canvasOf(page)).toBeFocused();
}

/** The outline of the field of every check. */
export function fieldRing(): [number, number][] {
  const boundary = demo().demo_field_boundary as unknown as { geometry: { coordinates: [number, number][][] } };
  const [ring] = boundary.geometry.coordinates;
  if (ring === undefined) throw new Error("the demonstration's field has no outline");
  return ring;
}

/** Where the field's outline lies on the screen, as the map was fitted to it; `isScrolled`: the map stays where it is. */
export async function fieldOnScreen(page: Page, { isScrolled = false } = {}) {
  const xs = fieldRing().map(([lon]) => (lon * Math.PI) / 180);
  const ys = fieldRing().map(([, lat]) => Math.asinh(Math.tan((lat * Math.PI) / 180)));
  const [wide, high] = [Math.max(...xs) - Math.min(...xs), Math.max(...ys) - Math.min(...ys)];
  if (!isScrolled) await canvasOf(page).evaluate((canvas) => canvas.scrollIntoView({ block: "center" }));
  const box = await canvasOf(page).boundingBox();
  if (box === null) throw new Error("no map");
  const { top, right, bottom, left } = FIT_PADDING;
  const [freeX, freeY] = [box.width - left - right, box.height - top - bottom];
  const scale = Math.min(freeX / wide, freeY / high);
  const [midX, midY] = [box.x + left + freeX / 2, box.y + top + freeY / 2];
  return {
    left: midX - (scale * wide) / 2,
    right: midX + (scale * wide) / 2,
    top: midY - (scale * high) / 2,
    bottom: midY + (scale * high) / 2,
  };
}

/** Two clicks nearer than this in time would be one double click. */
const BETWEEN_CLICKS_MS = 350;

export async function clickAll(page: Page, places: readonly [number, number][]): Promise<void> {
  for (const [x, y] of places) {
    await page.mouse.move(x, y);
    await page.mouse.click(x, y);
    await page.waitForTimeout(BETWEEN_CLICKS_MS);
  }
}

/** The color on the screen at a place, as `#rrggbb`. */
export async function colorAt(page: Page, x: number, y: number): Promise<string> {
  const shot = await page.screenshot({ clip: { x: Math.round(x), y: Math.round(y), width: 1, height: 1 } });
  return page.evaluate(
    async (source) => {
      const image = new Image();
      image.src = source;
      await image.decode();
      const context = document.createElement("canvas").getContext("2d");
      context?.drawImage(image, 0, 0);
      const [red = 0, green = 0, blue = 0] = context?.getImageData(0, 0, 1, 1).data ?? [];
      return `#${[red, green, blue].map((part) => part.toString(16).padStart(2, "0")).join("")}`;
    },
    `data:image/png;base64,${shot.toString("base64")}`,
  );
}

/** A road along the north side, by keyboard. */
export async function drawRoad(page: Page, feet: number): Promise<void> {
  await showMap(page);
  await openTools(page);
  await page.getByRole("button", { name: "Strip along the field" }).click();
  await page.getByRole("checkbox", { name: "Side facing north" }).focus();
  await page.keyboard.press("Space");
  await page.getByLabel("How wide, feet, outward from the field").fill(String(feet));
  await page.keyboard.press("Enter");
  await page.getByLabel("What lies there").selectOption("Road");
  await page.getByRole("button", { name: "Save the area" }).click();
}
