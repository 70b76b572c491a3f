import { expect, test, type Locator, type Page } from "@playwright/test";
import {
  check,
  complaints,
  demo,
  lock,
  openLink,
  overflow,
  PORTAL_THEMES,
  setTheme,
  shoot,
  smallTargets,
  violations,
} from "@/tests/e2e/support";

const FRAME = "[data-map-state]";

/** Opens the map of a link and waits until it is drawn. */
async function openMap(page: Page, url: string): Promise<void> {
  await openLink(page, url);
  await showMap(page);
}

async function showMap(page: Page): Promise<void> {
  await page.locator(FRAME).scrollIntoViewIfNeeded();
  await idle(page);
}

const idle = (page: Page): Promise<void> =>
  expect(page.locator(FRAME)).toHaveAttribute("data-map-state", "idle", { timeout: 30_000 });

const canvasOf = (page: Page): Locator => page.locator("canvas.maplibregl-canvas");
const openTools = (page: Page): Promise<void> => page.getByText("Draw areas beside the field").click();

/** Where the field's outline lies on the screen, as the map was fitted to it. */
async function fieldOnScreen(page: Page): Promise<{ left: number; right: number; top: number; bottom: number }> {
  const ring = (demo().demo_field_boundary as unknown as { geometry: { coordinates: [number, number][][] } }).geometry
    .coordinates[0];
  if (ring === undefined) throw new Error("the demonstration's field has no outline");
  const xs = ring.map(([lon]) => (lon * Math.PI) / 180);
  const ys = ring.map(([, lat]) => Math.asinh(Math.tan((lat * Math.PI) / 180)));
  const [wide, high] = [Math.max(...xs) - Math.min(...xs), Math.max(...ys) - Math.min(...ys)];
  await canvasOf(page).evaluate((canvas) => canvas.scrollIntoView({ block: "center" }));
  const box = await canvasOf(page).boundingBox();
  if (box === null) throw new Error("no map");
  const scale = Math.min((box.width - 80) / wide, (box.height - 80) / high);
  const [midX, midY] = [box.x + box.width / 2, box.y + box.height / 2];
  return {
    left: midX - (scale * wide) / 2,
    right: midX + (scale * wide) / 2,
    top: midY - (scale * high) / 2,
    bottom: midY + (scale * high) / 2,
  };
}

/** Two clicks nearer than this in time would be one double click. */
const BETWEEN_CLICKS_MS = 350;

async function clickAll(page: Page, places: readonly [number, number][]): Promise<void> {
  for (const [x, y] of places) {
    await page.mouse.move(x, y);
    await page.mouse.click(x, y);
    await page.waitForTimeout(BETWEEN_CLICKS_MS);
  }
}

test("the map draws the field from this host alone, and each switch of the legend acts", async ({ page }) => {
  const heard = complaints(page);
  const asked: string[] = [];
  page.on("request", (request) => asked.push(request.url()));
  await openMap(page, demo().portal_url);
  expect(await canvasOf(page).getAttribute("aria-label")).toMatch(/^Map of /);
  const tiles = (layer: string) => asked.filter((url) => url.includes(`/tiles/${layer}/`)).length;
  expect(tiles("pula")).toBeGreaterThan(0);
  expect(tiles("soil")).toBe(0);
  await page.getByLabel("Soils of the field").check();
  await expect.poll(() => tiles("soil")).toBeGreaterThan(0);
  await expect(page.getByText("Group D: water runs off")).toBeVisible();
  await idle(page);
  await page.getByRole("button", { name: "What is in the middle of the map?" }).click();
  await expect(page.getByText(/^Soil: DEMO/)).toBeVisible();
  await page.getByLabel("Soils of the field").uncheck();
  await idle(page);
  await page.getByRole("button", { name: "What is in the middle of the map?" }).click();
  await expect(page.getByText(/^Soil: DEMO/)).toHaveCount(0);
  const host = new URL(page.url()).origin;
  expect(asked.filter((url) => !url.startsWith(host) && !url.startsWith("data:") && !url.startsWith("blob:"))).toEqual(
    [],
  );
  expect(heard).toEqual([]);
});

for (const theme of PORTAL_THEMES.filter((each) => each !== "auto")) {
  for (const width of [360, 1280]) {
    test(`the map with its tools open at ${width} px, ${theme}, has no fault that axe finds`, async ({
      page,
      context,
    }) => {
      await setTheme(context, theme);
      await page.setViewportSize({ width, height: 800 });
      await openMap(page, demo().portal_url);
      await openTools(page);
      await page.getByRole("button", { name: "Strip along the field" }).click();
      expect(await violations(page)).toEqual([]);
      expect(await overflow(page)).toBeLessThanOrEqual(0);
      expect(await smallTargets(page)).toEqual([]);
      await idle(page);
      await shoot(page, `map-${theme}-${width}`);
    });
  }
}

test("an area drawn with the mouse is saved, listed after a reload, changed and removed", async ({ page, request }) => {
  const { url } = await check(request);
  await openMap(page, url);
  await openTools(page);
  await page.getByRole("button", { name: "Draw a rectangle" }).click();
  const field = await fieldOnScreen(page);
  await clickAll(page, [
    [field.left, field.bottom + 6],
    [field.right, field.bottom + 26],
  ]);
  await page.getByLabel("What lies there").selectOption("Mowed grass");
  await page.getByLabel("Name, if you like").fill("South verge");
  await page.getByRole("button", { name: "Save the area" }).click();
  await expect(page.getByText("South verge: mowed grass")).toBeVisible();
  await expect(page.locator('[data-save-state="saved"]').first()).toBeVisible();

  await page.reload();
  await showMap(page);
  await openTools(page);
  await expect(page.getByText("South verge: mowed grass")).toBeVisible();
  await expect(page.getByText("1 area was drawn beside the field.")).toBeVisible();
  await page.getByRole("button", { name: "Change South verge: mowed grass" }).click();
  await page.getByLabel("What lies there").selectOption("Water");
  await page.getByRole("button", { name: "Save the area" }).click();
  await expect(page.getByText("South verge: water")).toBeVisible();
  await expect(page.locator('[data-save-state="saved"]').first()).toBeVisible();
  await page.getByRole("button", { name: "Remove South verge: water" }).click();
  await expect(page.getByText("No area was drawn beside this field.")).toBeVisible();
});

test("an outline is drawn corner by corner and closed with Enter", async ({ page, request }) => {
  const { url } = await check(request);
  await openMap(page, url);
  await openTools(page);
  await page.getByRole("button", { name: "Draw an outline" }).click();
  const { right, top, bottom } = await fieldOnScreen(page);
  await clickAll(page, [
    [right + 8, bottom - 40],
    [right + 28, bottom - 40],
    [right + 28, top + 80],
  ]);
  await canvasOf(page).press("Enter");
  await page.getByRole("button", { name: "Save the area" }).click();
  await expect(page.locator("li").filter({ hasText: /^Road/ })).toBeVisible();
  await expect(page.locator('[data-save-state="saved"]').first()).toBeVisible();
});

test("edges are marked downslope by clicking them on the map", async ({ page, request }) => {
  const { url } = await check(request);
  await openMap(page, url);
  await openTools(page);
  await page.getByRole("button", { name: "Mark downslope edges" }).click();
  const { right, top, bottom } = await fieldOnScreen(page);
  await page.mouse.click(right, (top + bottom) / 2);
  await expect(page.getByRole("checkbox", { name: "Side facing east" })).toBeChecked();
  await page.getByRole("button", { name: "Save the marks" }).click();
  await expect(page.getByText("1 edge is marked.")).toBeVisible();
});

/** Presses Tab until the focus is there: nobody without a mouse gets there by other means. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  for (let step = 0; step < 80; step += 1) {
    await page.keyboard.press("Tab");
    if (await target.evaluate((element) => element === document.activeElement)) return;
  }
  throw new Error(`Tab never reaches ${String(target)}`);
}

test("with the keyboard alone a strip is made along a side and saved, and a side is marked downslope", async ({
  page,
  request,
}) => {
  const { url } = await check(request);
  await openMap(page, url);
  await tabTo(page, canvasOf(page));
  await page.keyboard.press("Enter");
  await expect(page.getByText(/^(Outside the buffer|In the buffer|Pesticide|Nothing)/).first()).toBeVisible();
  await tabTo(page, page.locator("summary").filter({ hasText: "Draw areas" }));
  await page.keyboard.press("Enter");
  await tabTo(page, page.getByRole("button", { name: "Strip along the field" }));
  await page.keyboard.press("Enter");
  await tabTo(page, page.getByRole("checkbox", { name: "Side facing north" }));
  await page.keyboard.press("Space");
  await tabTo(page, page.getByLabel("How wide, feet, outward from the field"));
  await page.keyboard.type("33");
  await page.keyboard.press("Enter");
  await tabTo(page, page.getByLabel("Name, if you like"));
  await page.keyboard.type("Gravel road");
  await page.keyboard.press("Enter");
  await expect(page.getByText("Gravel road: road")).toBeVisible();
  await expect(page.locator('[data-save-state="saved"]').first()).toBeVisible();
  await tabTo(page, page.getByRole("button", { name: "Mark downslope edges" }));
  await page.keyboard.press("Enter");
  await tabTo(page, page.getByRole("checkbox", { name: "Side facing south" }));
  await page.keyboard.press("Space");
  await tabTo(page, page.getByRole("button", { name: "Save the marks" }));
  await page.keyboard.press("Enter");
  await expect(page.getByText("1 edge is marked.")).toBeVisible();
});

test("corners by number say what is wrong with them, and make an area", async ({ page, request }) => {
  const { url } = await check(request);
  await openMap(page, url);
  await openTools(page);
  await page.getByRole("button", { name: "Corners by number" }).click();
  await page.getByLabel("Corners").fill("the gate");
  await page.getByRole("button", { name: "Use these corners" }).click();
  await expect(page.getByText(/Line 1 is no corner/)).toBeVisible();
  const ring = (demo().demo_field_boundary as unknown as { geometry: { coordinates: [number, number][][] } }).geometry
    .coordinates[0];
  const [lon, lat] = ring?.[0] ?? [0, 0];
  const corners = [
    [lat - 0.001, lon],
    [lat - 0.001, lon + 0.001],
    [lat - 0.0005, lon],
  ];
  await page
    .getByLabel("Corners")
    .fill(corners.map((corner) => corner.map((value) => value.toFixed(6)).join(", ")).join("\n"));
  await page.getByRole("button", { name: "Use these corners" }).click();
  await page.getByRole("button", { name: "Save the area" }).click();
  await expect(page.locator('[data-save-state="saved"]').first()).toBeVisible();
});

test("a locked application lets nothing be drawn, and a lock that comes meanwhile loses nothing", async ({
  page,
  request,
}) => {
  const { url, applicationEventId } = await check(request);
  await openMap(page, url);
  await openTools(page);
  await page.getByRole("button", { name: "Strip along the field" }).click();
  await page.getByRole("checkbox", { name: "Side facing west" }).check();
  await page.getByLabel("How wide, feet, outward from the field").fill("20");
  await page.getByRole("button", { name: "Make the strip" }).click();
  await page.getByLabel("Name, if you like").fill("West lane");
  await lock(request, applicationEventId, true);
  await page.getByRole("button", { name: "Save the area" }).click();
  await expect(page.getByText("West lane: not saved")).toBeVisible();
  await expect(page.getByText(/has locked this application/).first()).toBeVisible();
  await page.getByRole("button", { name: "Look at it again" }).click();
  await expect(page.getByLabel("Name, if you like")).toHaveValue("West lane");
  await page.reload();
  await showMap(page);
  await openTools(page);
  await expect(page.getByRole("button", { name: "Draw an outline" })).toBeDisabled();
});

test("a browser that cannot draw maps says so, and the words and the strip are there all the same", async ({
  page,
  request,
}) => {
  await page.addInitScript(() => {
    Object.defineProperty(HTMLCanvasElement.prototype, "getContext", { value: () => null });
  });
  const { url } = await check(request);
  await openLink(page, url);
  await page.locator(FRAME).scrollIntoViewIfNeeded();
  await expect(page.getByText(/The map cannot be drawn on this device/)).toBeVisible({ timeout: 20_000 });
  await expect(page.getByRole("heading", { name: "The map in words" })).toBeVisible();
  await openTools(page);
  await expect(page.getByRole("button", { name: "Draw an outline" })).toBeDisabled();
  await expect(page.getByRole("button", { name: "Strip along the field" })).toBeEnabled();
  expect(await violations(page)).toEqual([]);
});

test("the map's code comes after the first paint, and the page needs 170 kB of JavaScript at most without it", async ({
  page,
}) => {
  const scripts: { url: string; bytes: number }[] = [];
  page.on("requestfinished", (request) => {
    if (request.resourceType() !== "script") return;
    void request.sizes().then(({ responseBodySize }) => scripts.push({ url: request.url(), bytes: responseBodySize }));
  });
  const response = await page.goto(demo().portal_url);
  test.skip(
    response?.headers()["content-security-policy"]?.includes("unsafe-eval") === true,
    "development's code is not built",
  );
  await page.waitForLoadState("networkidle");
  const withoutMap = scripts.reduce((sum, { bytes }) => sum + bytes, 0);
  const before = new Set(scripts.map(({ url }) => url));
  await showMap(page);
  const mapCode = scripts.filter(({ url }) => !before.has(url)).reduce((sum, { bytes }) => sum + bytes, 0);
  test.info().annotations.push({ type: "JavaScript", description: `${withoutMap} bytes, and ${mapCode} for the map` });
  process.stdout.write(`JavaScript over the wire: ${withoutMap} bytes without the map, ${mapCode} more for it\n`);
  expect(mapCode).toBeGreaterThan(100_000);
  expect(withoutMap).toBeLessThanOrEqual(170 * 1024);
  const { painted, mapAt } = await page.evaluate(() => ({
    painted: performance.getEntriesByName("first-contentful-paint")[0]?.startTime ?? Infinity,
    mapAt: Math.min(
      ...performance
        .getEntriesByType("resource")
        .filter(({ name }) => name.includes("maplibre-gl-worker"))
        .map(({ startTime }) => startTime),
    ),
  }));
  expect(mapAt).toBeGreaterThan(painted);
});
