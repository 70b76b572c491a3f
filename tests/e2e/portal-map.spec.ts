import { expect, type Page } from "@playwright/test";
import { MAP_THEMES, PALETTES } from "@/components/map/palette";
import { test } from "@/tests/e2e/fixture";
import {
  canvasOf,
  demoLink,
  colorAt,
  fieldOnScreen,
  idle,
  openMap,
  openTools,
  scrollToMap,
  showMap,
} from "@/tests/e2e/portal-map-support";
import { expectClean, check, complaints, goTo, openLink, shoot, violations } from "@/tests/e2e/support";
import { settled } from "@/tests/e2e/settled";

test("the map draws the field from this host alone, and each switch of the legend acts", async ({ page }) => {
  const heard = complaints(page);
  const asked: string[] = [];
  page.on("request", (request) => asked.push(request.url()));
  await openMap(page, demoLink());
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
  const policy = (await page.reload())?.headers()["content-security-policy"] ?? "";
  expect(policy).toMatch(/script-src [^;]*'nonce-/);
  expect(policy).not.toMatch(/script-src [^;]*'unsafe-inline'/);
  await showMap(page);
  const host = new URL(page.url()).origin;
  expect(asked.filter((url) => !url.startsWith(host) && !url.startsWith("data:") && !url.startsWith("blob:"))).toEqual(
    [],
  );
  expect(heard).toEqual([]);
});

test("the map with its tools open has no fault that axe finds, at every width and in every theme", async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await openMap(page, demoLink());
  await openTools(page);
  await page.getByRole("button", { name: "Strip along the field" }).click();
  for (const width of [1280, 768, 360]) {
    await page.setViewportSize({ width, height: 800 });
    await idle(page);
    await expectClean(page, `map at ${width} px`);
  }
});

test("the map takes the colors of a theme that is chosen while it is open", async ({ page, request }) => {
  const { url } = await check(request);
  await openMap(page, url);
  for (const name of ["Pesticide Use", "Water and", "Managed areas", "County", "Roads, section"]) {
    await page.getByRole("checkbox", { name }).uncheck();
  }
  // Full sun has larger letters, which move the map down the page, so it is looked for again.
  const colors = async () => {
    const { left, top, bottom } = await fieldOnScreen(page);
    const middle = (top + bottom) / 2;
    return { ground: await colorAt(page, left - 12, middle), inside: await colorAt(page, left + 24, middle) };
  };
  for (const theme of MAP_THEMES) {
    await page.evaluate((chosen) => (document.documentElement.dataset.theme = chosen), theme);
    const { ground, inside } = PALETTES[theme];
    await expect.poll(colors, { message: theme }).toEqual({ ground, inside });
  }
});

const scale = (page: Page) => page.locator(".maplibregl-ctrl-scale");
const press = (page: Page, name: string) => page.getByRole("button", { name, exact: true }).click();

test("the wheel scrolls the page past the map, and anyone who wants no motion gets none", async ({ page }) => {
  await page.emulateMedia({ reducedMotion: "reduce" });
  await openMap(page, demoLink());
  const { left, top } = await fieldOnScreen(page);
  const [before, whole] = [await page.evaluate(() => window.scrollY), await scale(page).innerText()];
  await page.mouse.move(left, top);
  await page.mouse.wheel(0, 120);
  await expect.poll(() => page.evaluate(() => window.scrollY)).not.toBe(before);
  await expect(scale(page)).toHaveText(whole);
  const texts = await page.evaluate(async () => {
    const frame = () => new Promise((done) => requestAnimationFrame(done));
    const text = () => document.querySelector(".maplibregl-ctrl-scale")?.textContent ?? "";
    document.querySelector<HTMLElement>(".maplibregl-ctrl-zoom-in")?.click();
    const seen: string[] = [];
    for (let count = 0; count < 30; count += 1) {
      await frame();
      seen.push(text());
    }
    return [...new Set(seen)];
  });
  // From one scale to the next, with none between.
  expect(texts.filter((text) => text !== whole)).toHaveLength(1);
});

test("where one is is asked of the device when its button is pressed, and never before", async ({ page, context }) => {
  await context.grantPermissions(["geolocation"]);
  await context.setGeolocation({ latitude: 42.0188, longitude: -93.8668 });
  await page.addInitScript(() => {
    const counter = window as unknown as { located: number };
    counter.located = 0;
    const { geolocation } = navigator;
    const [get, watch] = [
      geolocation.getCurrentPosition.bind(geolocation),
      geolocation.watchPosition.bind(geolocation),
    ];
    geolocation.getCurrentPosition = (...asked) => {
      counter.located += 1;
      get(...asked);
    };
    geolocation.watchPosition = (...asked) => {
      counter.located += 1;
      return watch(...asked);
    };
  });
  const located = () => page.evaluate(() => (window as unknown as { located: number }).located);
  await openMap(page, demoLink());
  expect(await located()).toBe(0);
  await press(page, "Find my location");
  await expect.poll(located).toBeGreaterThan(0);
  await expect(page.locator(".maplibregl-user-location-dot")).toBeVisible();
});

test("going to and fro between pages leaves no map behind", async ({ page }) => {
  const warned: string[] = [];
  page.on("console", (message) => /webgl|context/i.test(message.text()) && warned.push(message.text()));
  await openMap(page, demoLink());
  for (let round = 0; round < 3; round += 1) {
    await goTo(page, "limitations");
    await page.goBack();
    await showMap(page);
    expect(await canvasOf(page).count()).toBe(1);
  }
  expect(warned.filter((text) => /too many|lost/i.test(text))).toEqual([]);
});

test.describe("on a device that keeps the field", () => {
  test.use({ device: "keeps-all" });

  test("without a network the map that was looked at is drawn again", async ({ page, context, request }) => {
    const { url } = await check(request);
    await openMap(page, url);
    await page.evaluate(() => navigator.serviceWorker.ready);
    // Once more under the worker, so that it has met every tile.
    await page.reload();
    await showMap(page);
    await context.setOffline(true);
    const failed: string[] = [];
    page.on("requestfailed", (each) => each.url().includes("/tiles/") && failed.push(each.url()));
    await page.reload();
    await showMap(page);
    await expect(canvasOf(page)).toBeVisible();
    expect(failed).toEqual([]);
    await page.getByRole("button", { name: "What is in the middle of the map?" }).click();
    await expect(page.getByText(/^Pesticide Use Limitation Area \d/).first()).toBeVisible();
  });
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
  await scrollToMap(page);
  await expect(page.getByText(/The map cannot be drawn on this device/)).toBeVisible({ timeout: 20_000 });
  await expect(page.getByRole("img", { name: /home quarter, north up/ })).toBeVisible();
  await shoot(page, "map-without-webgl");
  await expect(page.getByRole("heading", { name: "The map in words" })).toBeVisible();
  await openTools(page);
  await expect(page.getByRole("button", { name: "Draw an outline" })).toBeDisabled();
  await expect(page.getByRole("button", { name: "Strip along the field" })).toBeEnabled();
  expect(await violations(page)).toEqual([]);
});

test.describe("over the wire, without the offline worker between", () => {
  test.use({ serviceWorkers: "block" });

  test("no tile is fetched twice, however one looks about, and the whole field comes back", async ({ page }) => {
    const asked: string[] = [];
    page.on("requestfinished", (each) => {
      if (!each.url().includes("/tiles/")) return;
      // What the browser has kept costs no bytes.
      void each.sizes().then(({ responseBodySize: body, responseHeadersSize: head }) => {
        if (body + head > 0) asked.push(each.url());
      });
    });
    await openMap(page, demoLink());
    const atFirst = asked.length;
    const whole = await scale(page).innerText();
    await press(page, "Zoom in");
    await expect(scale(page)).not.toHaveText(whole);
    await press(page, "Zoom out");
    await press(page, "Show the whole field");
    await expect(scale(page)).toHaveText(whole);
    await page.getByLabel("Pesticide Use Limitation Areas").uncheck();
    await page.getByLabel("Pesticide Use Limitation Areas").check();
    await page.evaluate(() => (document.documentElement.dataset.theme = "dark"));
    await idle(page);
    expect(asked.length).toBe(new Set(asked).size);
    expect(atFirst).toBeLessThanOrEqual(40);
    expect(asked.length).toBeLessThanOrEqual(atFirst + 40);
  });

  test("the map's code comes after the first paint, and the page needs 150 kB of JavaScript at most without it", async ({
    page,
  }) => {
    const scripts: { url: string; bytes: number }[] = [];
    page.on("requestfinished", (request) => {
      if (request.resourceType() !== "script") return;
      void request
        .sizes()
        .then(({ responseBodySize }) => scripts.push({ url: request.url(), bytes: responseBodySize }));
    });
    const response = await page.goto(demoLink());
    test.skip(
      response?.headers()["content-security-policy"]?.includes("unsafe-eval") === true,
      "development's code is not built",
    );
    await settled(page);
    const withoutMap = scripts.reduce((sum, { bytes }) => sum + bytes, 0);
    const before = new Set(scripts.map(({ url }) => url));
    await showMap(page);
    const mapCode = scripts.filter(({ url }) => !before.has(url)).reduce((sum, { bytes }) => sum + bytes, 0);
    test
      .info()
      .annotations.push({ type: "JavaScript", description: `${withoutMap} bytes, and ${mapCode} for the map` });
    process.stdout.write(`JavaScript over the wire: ${withoutMap} bytes without the map, ${mapCode} more for it\n`);
    expect(withoutMap).toBeLessThanOrEqual(150 * 1024);
    expect(mapCode).toBeGreaterThan(100_000);
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
});
