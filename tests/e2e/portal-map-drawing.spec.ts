import { expect, type Locator, type Page } from "@playwright/test";
import { test } from "@/tests/e2e/fixture";
import {
  canvasOf,
  clickAll,
  fieldOnScreen,
  fieldRing,
  idle,
  openMap,
  openTools,
  showMap,
  takeUp,
} from "@/tests/e2e/portal-map-support";
import { DOWNSLOPE_ANCHOR } from "@/lib/views/portal/pages";
import { check, goTo, lock, openLink, shoot } from "@/tests/e2e/support";

test("an area drawn with the mouse is saved, listed after a reload, changed and removed", async ({ page, request }) => {
  const { url } = await check(request);
  await openMap(page, url);
  await openTools(page);
  await takeUp(page, "Draw a rectangle");
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

test("on a laptop the tools leave the field in sight while its corners are placed", async ({ page, request }) => {
  await page.setViewportSize({ width: 1366, height: 650 });
  const { url } = await check(request);
  await openLink(page, url);
  await goTo(page, "drift");
  await showMap(page);
  await openTools(page);
  await takeUp(page, "Draw an outline");
  const canvas = await canvasOf(page).boundingBox();
  const bar = await page.locator("[data-draw-bar=pen]").boundingBox();
  if (canvas === null || bar === null) throw new Error("the map and its tools are there");
  expect((bar.y - canvas.y) / canvas.height).toBeGreaterThan(0.75);
  await expect(page.getByRole("button", { name: "Stop drawing" })).toBeInViewport({ ratio: 1 });
});

/** A road south of the field, drawn and not saved. */
async function drawSouth(page: Page, url: string): Promise<void> {
  await openMap(page, url);
  await openTools(page);
  await takeUp(page, "Draw a rectangle");
  const { left, right, bottom } = await fieldOnScreen(page);
  await clickAll(page, [
    [left, bottom + 8],
    [right, bottom + 30],
  ]);
  await page.getByLabel("What lies there").selectOption("Road");
}

/** Drags its corner that lies farthest to the southeast away from the field. */
async function dragSoutheast(page: Page): Promise<void> {
  const { right, bottom } = await fieldOnScreen(page);
  await page.mouse.move(right, bottom + 30);
  await page.mouse.down();
  await page.mouse.move(right + 15, bottom + 34, { steps: 5 });
  await page.mouse.move(right + 25, bottom + 38, { steps: 5 });
  await page.mouse.up();
}

test("a corner is moved with the mouse, and the others stay", async ({ page, request }) => {
  const { url } = await check(request);
  await drawSouth(page, url);
  const before = await sentDrawing(page, () => page.getByRole("button", { name: "Save the area" }).click());
  await expect(page.locator('[data-save-state="saved"]').first()).toBeVisible();
  await page.getByRole("button", { name: "Change Road" }).click();
  await expect(page.getByText("Drag the corners on the map")).toBeVisible();
  await dragSoutheast(page);
  const after = await sentDrawing(page, () => page.getByRole("button", { name: "Save the area" }).click());
  expect(after.length).toBe(before.length);
  const kept = after.filter((corner) => before.some((old) => near(old, corner)));
  // The first corner comes again at the end; whichever moved, the three others are where they were.
  expect(new Set(kept.map(String)).size).toBe(3);
});

test("an area that is being reshaped is left on the map by the key that deletes", async ({ page, request }) => {
  const { url } = await check(request);
  await drawSouth(page, url);
  await page.getByRole("button", { name: "Save the area" }).click();
  await page.getByRole("button", { name: "Change Road" }).click();
  await expect(page.getByText("Drag the corners on the map")).toBeVisible();
  const corners = page.getByRole("textbox", { name: "Corners" });
  await page.getByText("Change the outline by its corners, without dragging").click();
  const before = await corners.inputValue();
  await canvasOf(page).press("Delete");
  await dragSoutheast(page);
  await expect(corners, "its corners can still be dragged").not.toHaveValue(before);
});

const near = ([a = 0, b = 0]: number[], [c = 0, d = 0]: number[]): boolean => Math.hypot(a - c, b - d) < 1e-8;

/** The outline that is sent when something is pressed. */
async function sentDrawing(page: Page, press: () => Promise<void>): Promise<number[][]> {
  const sent = page.waitForRequest((request) => request.url().endsWith("/api/edits"));
  await press();
  const body = (await sent).postDataJSON() as { drawing: { geometry: { coordinates: number[][][] } } };
  return body.drawing.geometry.coordinates[0] ?? [];
}

test("an outline is drawn corner by corner and closed with Enter", async ({ page, request }) => {
  const { url } = await check(request);
  await openMap(page, url);
  await openTools(page);
  await takeUp(page, "Draw an outline");
  const { right, top, bottom } = await fieldOnScreen(page);
  await clickAll(page, [
    [right + 8, bottom - 40],
    [right + 28, bottom - 40],
    [right + 28, top + 80],
  ]);
  await canvasOf(page).press("Enter");
  await page.getByRole("button", { name: "Save the area" }).click();
  await expect(page.getByText("Choose what lies there: only some kinds can carry a buffer.")).toBeVisible();
  await page.getByLabel("What lies there").selectOption("Road");
  await page.getByRole("button", { name: "Save the area" }).click();
  await expect(page.locator("li").filter({ hasText: /^Road(?!s,)/ })).toBeVisible();
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

/** Presses Tab until the focus is there: no one without a mouse gets there by other means. */
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
  const ground = page.getByLabel("What lies there");
  await tabTo(page, ground);
  // By arrows: letters that a busy machine takes in too slowly are each the start of another word.
  await expect(async () => {
    await page.keyboard.press("ArrowDown");
    expect(await ground.inputValue()).toBe("road");
  }).toPass();
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
  // The outline has a corner in the middle of its south side.
  await expect(page.getByText("2 edges are marked.")).toBeVisible();
});

test("corners by number say what is wrong with them, and make an area", async ({ page, request }) => {
  const { url } = await check(request);
  await openMap(page, url);
  await openTools(page);
  await page.getByRole("button", { name: "Corners by number" }).click();
  await page.getByRole("textbox", { name: "Corners" }).fill("the gate");
  await page.getByRole("button", { name: "Use these corners" }).click();
  await expect(page.getByText(/Line 1 is no corner/)).toBeVisible();
  const [[lon, lat] = [0, 0]] = fieldRing();
  const corners = [
    [lat - 0.001, lon],
    [lat - 0.001, lon + 0.001],
    [lat - 0.0005, lon],
  ];
  await page
    .getByRole("textbox", { name: "Corners" })
    .fill(corners.map((corner) => corner.map((value) => value.toFixed(6)).join(", ")).join("\n"));
  await page.getByRole("button", { name: "Use these corners" }).click();
  await page.getByLabel("What lies there").selectOption("Bare ground");
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
  await page.getByLabel("What lies there").selectOption("Road");
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

const bar = (page: Page) => page.locator("[data-draw-bar]");
const save = async (page: Page, kind: string): Promise<void> => {
  await page.getByLabel("What lies there").selectOption(kind);
  await page.getByRole("button", { name: "Save the area" }).click();
  await expect(page.locator('[data-save-state="saved"]').first()).toBeVisible();
};

test.describe("with a finger on a phone", () => {
  test.use({ viewport: { width: 360, height: 740 }, hasTouch: true });

  test("drawing brings the map and its tools into sight, takes corners back, closes without touching what lies beneath, and snaps", async ({
    page,
    request,
  }) => {
    const { url } = await check(request);
    await openMap(page, url);
    await openTools(page);
    await takeUp(page, "Draw an outline");
    await expect(bar(page)).toBeInViewport({ ratio: 1 });
    await expect(canvasOf(page)).toBeInViewport({ ratio: 0.5 });
    const { left, right, top } = await fieldOnScreen(page, { isScrolled: true });
    // Beside each other in time like a thumb's: two taps in one place are a double tap.
    const tap = async (x: number, y: number): Promise<void> => {
      await page.touchscreen.tap(x, y);
      await page.waitForTimeout(350);
    };
    const count = bar(page).getByRole("status");
    await tap(left + 20, top - 40);
    await tap(right - 40, top - 40);
    await tap(right - 40, top - 60);
    await expect(count).toContainText("3 corners");
    await bar(page).getByRole("button", { name: "Undo corner" }).tap();
    await expect(count).toContainText("2 corners");
    await bar(page).getByRole("button", { name: "Stop drawing" }).tap();

    await page.getByRole("button", { name: "Draw an outline" }).tap();
    await expect(count).toContainText("Tap the corners");
    // The near side falls on the field's edge, as a thumb hits it.
    const field = await fieldOnScreen(page, { isScrolled: true });
    await tap(field.left + 30, field.top - 4);
    await tap(field.right - 60, field.top - 5);
    await tap(field.right - 60, field.top - 30);
    await tap(field.left + 30, field.top - 30);
    await expect(count).toContainText("4 corners");
    await tap(field.left + 30, field.top);
    await expect(page.getByText("It meets the field's edge.")).toBeVisible();
    await expect(page.getByLabel("What lies there")).toHaveValue("");
    await expect(page.locator(".maplibregl-marker"), "the map was asked nothing").toHaveCount(0);
    await shoot(page, "draw-closed-360");
    await save(page, "Mowed grass");
    await expect(page.locator("li").filter({ hasText: /^Mowed grass/ })).toBeVisible();
  });

  test("the sentence that asks for downslope edges leads to the map with the tool taken up", async ({
    page,
    request,
  }) => {
    const { url } = await check(request);
    const path = await openLink(page, url);
    await page.goto(`${path}/drift${new URL(page.url()).search}#${DOWNSLOPE_ANCHOR}`);
    await expect(bar(page)).toContainText("Tap the edges that lie downslope. None is marked.");
    await idle(page);
    await expect(bar(page)).toBeInViewport({ ratio: 1 });
    const { right, top, bottom } = await fieldOnScreen(page, { isScrolled: true });
    await page.touchscreen.tap(right, (top + bottom) / 2);
    await expect(bar(page)).toContainText("1 edge marked.");
    await shoot(page, "downslope-360");
    await bar(page).getByRole("button", { name: "Save the marks" }).tap();
    await expect(page.getByText("1 edge is marked.")).toBeVisible();
  });
});

test("an area off the edge says what the gap costs, and is moved onto the edge", async ({ page, request }) => {
  const { url } = await check(request);
  await openMap(page, url);
  await openTools(page);
  await takeUp(page, "Draw a rectangle");
  const { left, right, bottom } = await fieldOnScreen(page);
  await clickAll(page, [
    [left + 160, bottom + 12],
    [right - 10, bottom + 28],
  ]);
  const gap = page.locator("[data-gap-ft]");
  await expect(gap).toContainText(/\d+ ft from the field's edge: it earns nothing/);
  await page.getByRole("button", { name: "Snap it to the edge" }).click();
  await expect(gap).toHaveAttribute("data-gap-ft", "0.0");
  await save(page, "Road");
});

test("corners are placed, taken back and closed with keys alone", async ({ page, request }) => {
  const { url } = await check(request);
  await openMap(page, url);
  await openTools(page);
  await takeUp(page, "Draw an outline");
  await expect(canvasOf(page)).toBeFocused();
  const press = async (...keys: string[]): Promise<void> => {
    for (const key of keys) await page.keyboard.press(key);
  };
  const arrows = (key: string, times: number) => Array.from({ length: times }, () => key);
  await press("Space", ...arrows("ArrowRight", 3), "Space", ...arrows("ArrowDown", 3), "Space", "ArrowLeft", "Space");
  await expect(bar(page).getByRole("status")).toContainText("4 corners");
  await press("Backspace");
  await expect(bar(page).getByRole("status")).toContainText("3 corners");
  await press("Enter");
  // The middle of the field: no buffer lies there, so nothing is taken off for it.
  await expect(page.getByText("It lies inside the field: it earns nothing there.")).toBeVisible();
  await save(page, "Bare ground");
});

test("a line gets a width, and what the map has already is copied", async ({ page, request }) => {
  const { url } = await check(request);
  await openMap(page, url);
  await openTools(page);
  await takeUp(page, "Draw a line with a width");
  const { left, right, bottom } = await fieldOnScreen(page);
  await clickAll(page, [
    [left, bottom + 30],
    [(left + right) / 2, bottom + 36],
    [right, bottom + 30],
  ]);
  await bar(page).getByRole("button", { name: "End line" }).click();
  await page.getByLabel("How wide, feet, from side to side").fill("40");
  await page.getByRole("button", { name: "Make the strip" }).click();
  await page.getByLabel("Name, if you like").fill("Lane");
  await save(page, "Road");
  await expect(page.getByText("Lane: road")).toBeVisible();

  await page.getByRole("button", { name: "Copy from the map" }).click();
  const first = page.getByRole("button", { name: /^Copy Road/ }).first();
  await expect(first).toBeVisible();
  await first.click();
  await expect(page.getByLabel("What lies there")).toHaveValue("road");
  await page.getByRole("button", { name: "Discard" }).click();
});
