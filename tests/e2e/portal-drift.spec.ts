import { expect, type APIRequestContext, type Browser, type Locator, type Page } from "@playwright/test";
import { test } from "@/tests/e2e/fixture";
import {
  expectClean,
  check,
  complaints,
  computeDrift,
  goTo,
  lock,
  openLink,
  readCompliance,
  type Checked,
  type Edge,
} from "@/tests/e2e/support";
import {
  canvasOf,
  clickAll,
  drawRoad,
  fieldOnScreen,
  idle,
  openTools,
  showMap,
  takeUp,
} from "@/tests/e2e/portal-map-support";
import { feetToKeep } from "@/lib/domain/rounding";
import { formatFeet } from "@/lib/views/figures";

/** Asks for a buffer downwind that practices may reduce. */
const TIERED = { product_name: "DEMO Tiered Dry Herbicide", epa_number: "99002-1", rate: 1.5, rate_unit: "lb/ac" };
const READY = { products: [TIERED], droplet_size: "VC", boom_height: "low", gpa: 15 };
const HOOD = 505;

/** The map stands beside the dial on a desk; most of what is tested here has nothing to do with it. */
test.use({ map: "none" });

/** What is saved of an application's drift. */
async function savedDrift(request: APIRequestContext, id: string) {
  const read = (await readCompliance(request, id)) as {
    application: {
      compliance: {
        drift: {
          weather: { wind_direction_deg: number | null; wind_speed_mph: number | null };
          last_computation: { edges: Edge[]; manual_claims: { sub_option_id: number }[] } | null;
        };
      };
    };
  };
  return read.application.compliance.drift;
}

const degrees = (page: Page): Locator => page.getByLabel("Wind from, degrees");
const dial = (page: Page): Locator => page.getByRole("slider", { name: "Where the wind comes from" });
const bar = (page: Page): Locator => page.locator("[data-drift-state]");
const isCurrent = (page: Page): Promise<void> => expect(bar(page)).toHaveAttribute("data-drift-state", "current");
const hood = (page: Page): Locator => page.getByRole("checkbox", { name: "Over-the-top hooded sprayer" });
const hoodState = (page: Page): Locator => page.locator(`[data-practice='${HOOD}'] [data-save-state]`);
const use = (page: Page): Locator => page.getByRole("button", { name: "Use these conditions" });

/** A drift page that runs. */
async function runs(page: Page, url: string): Promise<void> {
  await openLink(page, url);
  await goTo(page, "drift");
  await expect(degrees(page)).toBeEnabled();
}

async function setWind(page: Page, deg: number, mph: number): Promise<void> {
  await degrees(page).fill(String(deg));
  await page.getByLabel("Wind speed, mph").fill(String(mph));
  await isCurrent(page);
}

/** A field and application of its own with its drift page, and the wind set. */
async function opened(page: Page, more: Record<string, unknown> = {}): Promise<Checked> {
  const checked = await check(page.request, { ...READY, ...more });
  await runs(page, checked.url);
  return checked;
}

/** The edge table by the edge's place in the ring: what it keeps, as it is written. */
const keptByEdge = (page: Page): Promise<Record<string, string>> =>
  page
    .locator("tr[data-edge]")
    .evaluateAll((rows) =>
      Object.fromEntries(
        rows.map((row) => [
          (row.getAttribute("data-edge") ?? "").split("/")[2] ?? "",
          row.querySelector("[data-buffer-ft]")?.textContent ?? "",
        ]),
      ),
    );

const keptByApi = (edges: readonly Edge[]): Record<string, string> =>
  Object.fromEntries(
    edges.map(({ edge_index: index, buffer_ft: ft }) => [String(index), ft === null ? "" : formatFeet(feetToKeep(ft))]),
  );

test("the wind from four directions: edge by edge the page says what the API answers, and saves nothing", async ({
  page,
}) => {
  const heard = complaints(page);
  const { applicationEventId: id } = await opened(page);
  const other = await check(page.request, READY);
  const seen = new Set<string>();
  for (const deg of [0, 90, 180, 270]) {
    await setWind(page, deg, 8);
    const kept = await keptByEdge(page);
    expect(kept).toEqual(
      keptByApi(await computeDrift(page.request, other.applicationEventId, { wind_direction_deg: deg })),
    );
    seen.add(JSON.stringify(kept));
  }
  expect(seen.size).toBe(4);
  expect((await savedDrift(page.request, id)).last_computation).toBeNull();
  expect(heard).toEqual([]);
});

test("used conditions are saved with their time and weather, and the page comes back with them", async ({ page }) => {
  const { applicationEventId: id } = await opened(page);
  await setWind(page, 225, 8);
  await page.getByLabel("Temperature").fill("71");
  await isCurrent(page);
  await use(page).click();
  await expect(page.locator("#conditions [data-save-state=saved]")).toBeVisible();
  const { weather, last_computation: last } = await savedDrift(page.request, id);
  expect(weather).toMatchObject({ wind_direction_deg: 225, wind_speed_mph: 8, temperature_f: 71 });
  expect(keptByApi(last?.edges ?? [])).toEqual(await keptByEdge(page));
  await expect(page.locator("#saved")).toContainText("Wind from 225°, southwest, at 8 mph");
  await page.reload();
  await expect(degrees(page)).toHaveValue("225");
  await expect(page.getByLabel("Temperature")).toHaveValue("71");
});

test("what was changed meanwhile is not saved over: the typed conditions stay and are saved on a second look", async ({
  page,
}) => {
  const { applicationEventId: id } = await opened(page);
  await setWind(page, 90, 8);
  await computeDrift(page.request, id, { wind_direction_deg: 180, wind_speed_mph: 5 });
  await use(page).click();
  await expect(page.getByText("Not saved", { exact: true })).toBeVisible();
  await expect(degrees(page)).toHaveValue("90");
  await expect(page.locator("#saved")).toContainText("Wind from 180°");
  await isCurrent(page);
  await page.getByRole("button", { name: "Save these conditions again" }).click();
  await expect(page.locator("#saved")).toContainText("Wind from 90°, east");
  expect((await savedDrift(page.request, id)).weather).toMatchObject({ wind_direction_deg: 90 });
});

test("a buffer that is met says beside it that the application is not, until it is", async ({ page }) => {
  await opened(page);
  await setWind(page, 225, 8);
  await expect(bar(page)).toContainText("Met");
  await expect(bar(page)).toContainText("Application: not met");
  await page.getByLabel("Wind speed, mph").fill("30");
  await expect(bar(page)).not.toContainText("Application:");
});

test("a claimed practice halves the buffer, stays unverified, and is taken back by undo", async ({ page }) => {
  const { applicationEventId: id } = await opened(page);
  await setWind(page, 225, 8);
  const before = await keptByEdge(page);
  await expect(bar(page)).toContainText("Met");
  await hood(page).check();
  await expect(hoodState(page)).toHaveAttribute("data-save-state", "saved");
  await expect(page.locator("[data-issue=MANUAL_DRIFT_PRACTICE_UNVERIFIED]")).toBeVisible();
  await expect(bar(page)).toContainText("Not settled");
  await expect(page.locator(`[data-practice='${HOOD}'] [data-practice-standing=claimed]`)).toContainText("50 %");
  expect(await keptByEdge(page)).not.toEqual(before);
  await page.getByLabel("Notes on it").fill("Redball hood\nall 24 rows");
  await degrees(page).focus();
  await expect(page.getByText("Changed the notes of “Over-the-top hooded sprayer”")).toBeVisible();
  await page.getByRole("button", { name: "Undo: Changed the notes of “Over-the-top hooded sprayer”" }).click();
  await expect(page.getByLabel("Notes on it")).toHaveValue("");
  await page.getByRole("button", { name: "Undo: Claimed “Over-the-top hooded sprayer”" }).click();
  await expect(hood(page)).not.toBeChecked();
  await isCurrent(page);
  await expect.poll(() => keptByEdge(page)).toEqual(before);
  expect((await savedDrift(page.request, id)).last_computation).toBeNull();
});

test("a set-up that breaks a rule makes the whole field buffer, and a slip of the finger is said at its field", async ({
  page,
}) => {
  await opened(page);
  await page.getByLabel("Wind speed, mph").fill("8 knots");
  await expect(page.locator("#drift-windSpeed-error")).toContainText("from 0 to 80");
  await expect(bar(page)).toHaveAttribute("data-drift-state", "incomplete");
  await setWind(page, 225, 8);
  await expect(page.locator("#drift-windSpeed-error")).toHaveCount(0);
  await page.getByLabel("Humidity").fill("130");
  await expect(page.locator("#drift-humidity-error")).toContainText("from 0 to 100");
  await expect(bar(page)).toContainText("This is an earlier answer");
  await expect(use(page)).toBeDisabled();
  await page.getByLabel("Humidity").fill("");
  await page.getByLabel("Droplet size").selectOption("fine");
  await expect(bar(page)).toContainText("The whole field is buffer");
  await expect(page.locator("#answer")).toContainText("None of the field");
});

test("the dial turns under the mouse", async ({ page }) => {
  await opened(page);
  await dial(page).scrollIntoViewIfNeeded();
  const box = await dial(page).boundingBox();
  if (box === null) throw new Error("no dial");
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  // The field lies inside the ring, which alone takes a press.
  const ring = (box.width * 96) / 260;
  await page.mouse.move(x, y - ring);
  await page.mouse.down();
  await page.mouse.move(x + ring, y, { steps: 4 });
  await page.mouse.up();
  await expect(degrees(page)).toHaveValue("90");
});

test("all winds are worked out on demand, as a drawing and as a table", async ({ page }) => {
  await opened(page);
  await setWind(page, 225, 8);
  await page.getByRole("button", { name: "Work out all winds" }).click();
  const rows = page.locator("#all-winds tbody tr");
  await expect(rows).toHaveCount(16);
  await expect(rows.first()).toContainText("north (0°)");
  await expect(rows.first()).toContainText("%");
});

test("a direction may be written with a comma or in letters, and one that is none takes the answer's badge away", async ({
  page,
}) => {
  const heard = complaints(page);
  await opened(page);
  await setWind(page, 225, 8);
  await expect(bar(page)).toContainText("Met");
  await degrees(page).fill("225,5");
  await isCurrent(page);
  await expect(bar(page)).toContainText("Wind from 225.5°");
  await degrees(page).fill("ne");
  await isCurrent(page);
  await expect(bar(page)).toContainText("Wind from 45°, northeast");
  await degrees(page).fill("up");
  await expect(page.getByText("Direction not set")).toBeVisible();
  await expect(bar(page)).toContainText("Earlier: Met");
  await degrees(page).fill("");
  await expect(dial(page)).toHaveAttribute("aria-valuetext", "Not set");
  expect(heard).toEqual([]);
});

/** How many managed areas the answer looked at. */
const managedAreas = async (page: Page): Promise<number> =>
  Number(/(\d+) managed area/.exec((await page.locator("#answer").textContent()) ?? "")?.[1]);

test("a locked application can be tried out and read, and nothing of it can be saved", async ({ page }) => {
  const checked = await check(page.request, READY);
  await lock(page.request, checked.applicationEventId, true);
  await runs(page, checked.url);
  await setWind(page, 225, 8);
  await expect(use(page)).toBeDisabled();
  await expect(hood(page)).toBeDisabled();
  await expect(page.locator("#conditions")).toContainText("Ask there to have it unlocked");
});

async function withoutScript(newContext: Browser["newContext"], url: string): Promise<Page> {
  const page = await (await newContext({ javaScriptEnabled: false })).newPage();
  await openLink(page, url);
  await goTo(page, "drift");
  return page;
}

test("the last saved answer can be read without JavaScript", async ({ newContext, request }) => {
  const { url, applicationEventId } = await check(request, READY);
  const edges = await computeDrift(request, applicationEventId);
  const page = await withoutScript(newContext, url);
  await expect(page.locator("noscript > div").first()).toBeVisible();
  await expect(page.locator("#saved")).toContainText("Wind from 225°, southwest, at 8 mph");
  expect(await page.locator("tr[data-edge]").count()).toBe(edges.length);
  await expect(page.getByText("Expected drift beyond the edge")).toBeVisible();
  await expect(degrees(page)).toBeDisabled();
  expect(await page.locator("main [style]").count()).toBe(0);
});

/** From the widest to the narrowest: one page of everything, looked at in each. */
const WIDTHS = [1280, 768, 360];

test.describe("with the map", () => {
  test.use({ map: "drawn" });

  test("the whole way by keyboard: turn the dial, pick an edge, see it marked, use the conditions", async ({
    page,
  }) => {
    await opened(page);
    await page.getByLabel("Wind speed, mph").fill("8");
    await dial(page).focus();
    await page.keyboard.press("PageUp");
    await expect(dial(page)).toHaveAttribute("aria-valuetext", "from 22.5°, north-northeast");
    await page.keyboard.press("ArrowLeft");
    await expect(degrees(page)).toHaveValue("21.5");
    await page.keyboard.press("Home");
    await page.keyboard.press("ArrowDown");
    await expect(dial(page)).toHaveAttribute("aria-valuetext", "from 359°, north");
    await isCurrent(page);
    const edge = page.getByRole("button", { name: "Edge 1: show on the map" });
    await edge.focus();
    await page.keyboard.press("Enter");
    await expect(edge).toHaveAttribute("aria-pressed", "true");
    await use(page).focus();
    await page.keyboard.press("Enter");
    await expect(page.locator("#conditions [data-save-state=saved]")).toBeVisible();
  });

  test("an edge that is clicked on the map is picked in the table", async ({ page }) => {
    await opened(page);
    await setWind(page, 225, 8);
    await showMap(page);
    const { left, right, top } = await fieldOnScreen(page);
    await idle(page);
    await page.mouse.click((left + right) / 2, top);
    await expect(page.locator("tr[data-edge] [aria-pressed=true]")).toHaveText("4");
  });

  test("an edge that is picked in the table is brought into view on the map, and there is a way back", async ({
    page,
  }) => {
    await page.setViewportSize({ width: 360, height: 800 });
    await opened(page);
    await setWind(page, 225, 8);
    const edge = page.getByRole("button", { name: "Edge 4: show on the map" });
    await edge.click();
    await expect(canvasOf(page)).toBeInViewport({ ratio: 0.9, timeout: 20_000 });
    await expect(edge).not.toBeInViewport();
    await page.getByRole("button", { name: "Back to edge 4" }).click();
    await expect(edge).toBeInViewport();
    await expect(edge).toBeFocused();
    await expect(edge).toHaveAttribute("aria-pressed", "true");
  });

  test("managed ground outside an edge, entered by keyboard, carries part of its buffer", async ({ page }) => {
    await opened(page);
    await setWind(page, 180, 8);
    const north = page.locator("tr[data-edge='0/0/3'] td[data-label='Credited outside']");
    await expect(north).toHaveText("0 ft");
    await drawRoad(page, 30);
    await expect(north).not.toHaveText("0 ft");
    await expect(page.getByText("Drew the area “Road”")).toBeVisible();
    await page.getByRole("button", { name: "Undo: Drew the area “Road”" }).click();
    await expect(north).toHaveText("0 ft");
  });

  test("managed ground drawn with the mouse counts at once", async ({ page }) => {
    await opened(page);
    await setWind(page, 180, 8);
    const before = await managedAreas(page);
    await showMap(page);
    await openTools(page);
    await takeUp(page, "Draw a rectangle");
    const { left, right, top } = await fieldOnScreen(page);
    await clickAll(page, [
      [left + 40, top - 4],
      [right - 40, top - 30],
    ]);
    await page.getByLabel("What lies there").selectOption("Mowed grass");
    await page.getByRole("button", { name: "Save the area" }).click();
    await expect(page.getByText("Drew the area “Mowed grass”")).toBeVisible();
    await expect.poll(() => managedAreas(page)).toBe(before + 1);
  });

  test("no fault that axe finds, nothing cut off, every target large enough, in every theme", async ({ page }) => {
    await page.setViewportSize({ width: 1280, height: 800 });
    await opened(page);
    await setWind(page, 225, 8);
    await hood(page).check();
    await expect(hoodState(page)).toHaveAttribute("data-save-state", "saved");
    await use(page).click();
    await expect(page.locator("#conditions [data-save-state=saved]")).toBeVisible();
    await page.getByRole("button", { name: "Work out all winds" }).click();
    await expect(page.locator("#all-winds tbody tr")).toHaveCount(16);
    await page.locator("#deposition summary").click();
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 800 });
      await showMap(page);
      await expectClean(page, `drift at ${width} px`);
    }
  });
});
