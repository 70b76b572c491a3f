import { expect, type Locator, type Page } from "@playwright/test";
import { test } from "@/tests/e2e/fixture";
import { canvasOf, fieldOnScreen, fieldRing, openMap } from "@/tests/e2e/portal-map-support";
import { check, tabTo } from "@/tests/e2e/support";

/** More than any page has to tab through. */
const FAR = 250;
/** What Shift and an arrow move the map by. */
const FINE_STEP_PX = 4;

/** Takes up a control as a keyboard does. */
async function press(page: Page, control: Locator): Promise<void> {
  await tabTo(page, control, FAR);
  await page.keyboard.press("Enter");
}

/** Back from the tools to the map itself, the way that Shift and Tab go. */
async function backToMap(page: Page): Promise<void> {
  await expect(async () => {
    await page.keyboard.press("Shift+Tab");
    await expect(canvasOf(page)).toBeFocused({ timeout: 100 });
  }).toPass();
}

/** Moves the map until the middle of the field's east edge lies at the cross. */
async function eastEdgeToCross(page: Page): Promise<void> {
  const { right } = await fieldOnScreen(page);
  const box = await canvasOf(page).boundingBox();
  if (box === null) throw new Error("no map");
  const steps = Math.round((right - (box.x + box.width / 2)) / FINE_STEP_PX);
  for (let step = 0; step < steps; step += 1) await page.keyboard.press("Shift+ArrowRight");
}

const openTools = (page: Page): Promise<void> => press(page, page.getByText("Draw areas beside the field"));
const button = (page: Page, name: string | RegExp): Locator => page.getByRole("button", { name });

test("with keys alone single edges are picked on the map, for a strip and for the marks", async ({ page, request }) => {
  const { url } = await check(request);
  await openMap(page, url);
  await openTools(page);
  await press(page, button(page, "Strip along the field"));
  await expect(page.getByText("Enter picks what lies at the cross")).toBeVisible();
  await backToMap(page);
  await eastEdgeToCross(page);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("status").filter({ hasText: "1 edge chosen." })).toBeVisible();
  await expect(page.getByRole("checkbox", { name: "Side facing east" })).toBeChecked();
  await press(page, button(page, "Cancel"));

  await press(page, button(page, "Mark downslope edges"));
  await backToMap(page);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("status").filter({ hasText: "1 edge marked." })).toBeVisible();
  await press(page, button(page, "Save the marks"));
  await expect(page.getByText("1 edge is marked.")).toBeVisible();
});

test("with keys alone an area gets another outline, and one that is removed leaves the focus beside it", async ({
  page,
  request,
}) => {
  const { url } = await check(request);
  await openMap(page, url);
  await openTools(page);
  await press(page, button(page, "Corners by number"));
  const [[lon, lat] = [0, 0]] = fieldRing();
  const written = [
    [lat - 0.001, lon],
    [lat - 0.001, lon + 0.001],
    [lat - 0.0005, lon],
  ].map((corner) => corner.map((degrees) => Number(degrees.toFixed(6))).join(", "));
  const corners = page.getByRole("textbox", { name: "Corners" });
  await tabTo(page, corners);
  await page.keyboard.insertText(written.join("\n"));
  await press(page, button(page, "Use these corners"));
  // By arrows: letters that a busy machine takes in too slowly are each the start of another word.
  const ground = page.getByLabel("What lies there");
  await tabTo(page, ground);
  await expect(async () => {
    await page.keyboard.press("ArrowDown");
    expect(await ground.inputValue()).toBe("road");
  }).toPass();
  await press(page, button(page, "Save the area"));
  await expect(page.locator('[data-save-state="saved"]').first()).toBeVisible();

  await press(page, button(page, "Change Road"));
  await press(page, page.getByText("Change the outline by its corners, without dragging"));
  await tabTo(page, corners);
  await expect(corners).toHaveValue(written.join("\n"));
  const fourth = `${lat - 0.0007}, ${lon - 0.0005}`;
  await page.keyboard.press("Control+End");
  await page.keyboard.insertText(`\n${fourth}`);
  await press(page, button(page, "Use these corners"));
  await expect(page.getByRole("status").filter({ hasText: "The area has 4 corners now" })).toBeVisible();
  const sent = page.waitForRequest((each) => each.url().endsWith("/api/edits"));
  await press(page, button(page, "Save the area"));
  const body = (await sent).postDataJSON() as { drawing: { geometry: { coordinates: number[][][] } } };
  expect(body.drawing.geometry.coordinates[0]).toHaveLength(5);
  await expect(page.locator('[data-save-state="saved"]').first()).toBeVisible();

  await press(page, button(page, "Remove Road"));
  await expect(page.getByText("No area was drawn beside this field.")).toBeVisible();
  await expect(page.getByRole("heading", { name: "Areas beside the field" })).toBeFocused();
});

test("Escape calls off a strip, corners and marks, from their forms and from the map", async ({ page, request }) => {
  const { url } = await check(request);
  await openMap(page, url);
  await openTools(page);
  const slot = page.getByRole("group", { name: "Drawing on the map" });
  for (const [tool, control] of [
    ["Strip along the field", page.getByLabel("How wide, feet, outward from the field")],
    ["Corners by number", page.getByRole("textbox", { name: "Corners" })],
    ["Copy from the map", slot.getByRole("button", { name: "Cancel" })],
    ["Mark downslope edges", page.getByRole("checkbox", { name: "Side facing east" })],
  ] as const) {
    await button(page, tool).click();
    await control.focus();
    await page.keyboard.press("Escape");
    await expect(control, tool).toHaveCount(0);
    await expect(button(page, tool)).toBeEnabled();
    await expect(page.getByRole("heading", { name: "Areas beside the field" })).toBeFocused();
  }
  await button(page, "Strip along the field").click();
  await canvasOf(page).focus();
  await page.keyboard.press("Escape");
  await expect(page.getByLabel("How wide, feet, outward from the field")).toHaveCount(0);
});

/** Three corners south of the field, as they are written. */
const writtenCorners = (): string => {
  const [[lon, lat] = [0, 0]] = fieldRing();
  return [
    [lat - 0.001, lon],
    [lat - 0.001, lon + 0.001],
    [lat - 0.0005, lon],
  ]
    .map((corner) => corner.map((degrees) => Number(degrees.toFixed(6))).join(", "))
    .join("\n");
};

const asks = (page: Page): Locator => page.getByRole("status").filter({ hasText: "Press Escape again to discard" });

test("Escape asks before it takes away what was made, and a second one right after it means it", async ({
  page,
  request,
}) => {
  const { url } = await check(request);
  await openMap(page, url);
  await openTools(page);
  const corners = page.getByRole("textbox", { name: "Corners" });
  const wide = page.getByLabel("How wide, feet, outward from the field");
  const ground = page.getByLabel("What lies there");
  for (const [tool, make, made] of [
    ["Corners by number", () => corners.fill("42.0"), corners],
    ["Strip along the field", () => wide.fill("33"), wide],
    [
      "Mark downslope edges",
      () => page.getByRole("checkbox", { name: "Side facing east" }).check(),
      page.getByText("1 edge marked."),
    ],
    [
      "Corners by number",
      async () => {
        await corners.fill(writtenCorners());
        await button(page, "Use these corners").click();
        await ground.focus();
      },
      ground,
    ],
  ] as const) {
    await button(page, tool).click();
    await make();
    await page.keyboard.press("Escape");
    await expect(asks(page), tool).toBeInViewport();
    await expect(made).toBeVisible();
    // Whatever else is pressed goes on.
    await page.keyboard.press("Shift");
    await expect(asks(page)).toHaveCount(0);
    await page.keyboard.press("Escape");
    await expect(asks(page)).toBeVisible();
    // As assistive technology does, without a pointer or a key.
    await made.dispatchEvent("click");
    await expect(asks(page)).toHaveCount(0);
    await page.keyboard.press("Escape");
    await expect(asks(page)).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(made).toHaveCount(0);
    await expect(button(page, tool)).toBeEnabled();
  }
});

test("Escape on the map discards no corner and no changed area without asking", async ({ page, request }) => {
  const { url } = await check(request);
  await openMap(page, url);
  await openTools(page);
  await button(page, "Draw an outline").click();
  await expect(canvasOf(page)).toBeFocused();
  await page.keyboard.press("Space");
  const placed = page.getByRole("status").filter({ hasText: "1 corner." });
  await expect(placed).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(asks(page)).toBeVisible();
  await expect(placed).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(placed).toHaveCount(0);

  await button(page, "Corners by number").click();
  const corners = page.getByRole("textbox", { name: "Corners" });
  await corners.fill(writtenCorners());
  await button(page, "Use these corners").click();
  await page.getByLabel("What lies there").selectOption("Road");
  await button(page, "Save the area").click();
  await expect(page.locator('[data-save-state="saved"]').first()).toBeVisible();
  await button(page, "Change Road").click();
  const discard = button(page, "Discard");
  await discard.focus();
  await page.keyboard.press("Escape");
  await expect(discard, "nothing was changed, so that nothing is asked").toHaveCount(0);
  await button(page, "Change Road").click();
  await page.getByText("Change the outline by its corners, without dragging").click();
  const [[lon, lat] = [0, 0]] = fieldRing();
  const fourth = [lat - 0.0007, lon - 0.0005].map((degrees) => Number(degrees.toFixed(6)));
  const more = `${writtenCorners()}\n${fourth.join(", ")}`;
  await corners.fill(more);
  await button(page, "Use these corners").click();
  await expect(page.getByText("Drag the corners on the map")).toBeVisible();
  await canvasOf(page).focus();
  await page.keyboard.press("Escape");
  await expect(asks(page)).toBeVisible();
  await expect(corners).toHaveValue(more);
  await page.keyboard.press("Escape");
  await expect(corners).toHaveCount(0);
  await expect(button(page, "Change Road")).toBeEnabled();
});

test("Escape right after a tool was taken up leaves the focus beside the tools", async ({ page, request }) => {
  const { url } = await check(request);
  await openMap(page, url);
  await openTools(page);
  const slot = page.getByRole("group", { name: "Drawing on the map" });
  // What draws is not here yet.
  await page.route("**/*.js", () => undefined);
  for (const tool of ["Strip along the field", "Draw an outline"]) {
    await button(page, tool).click();
    await expect(slot).toBeFocused();
    await page.keyboard.press("Escape");
    await expect(slot).toHaveCount(0);
    await expect(page.getByRole("heading", { name: "Areas beside the field" })).toBeFocused();
  }
});

test.describe("at 400 %", () => {
  test.use({ viewport: { width: 320, height: 256 } });

  test("the map is in sight while corners are placed on it", async ({ page, request }) => {
    const { url } = await check(request);
    await openMap(page, url);
    await openTools(page);
    await press(page, button(page, "Draw an outline"));
    await expect(canvasOf(page)).toBeFocused();
    const isAtCross = canvasOf(page).evaluate((canvas) => {
      const { left, top, width, height } = canvas.getBoundingClientRect();
      return document.elementFromPoint(left + width / 2, top + height / 2) === canvas;
    });
    expect(await isAtCross, "nothing lies over the cross").toBe(true);
    await page.keyboard.press("Space");
    await expect(page.getByRole("status").filter({ hasText: "1 corner." })).toBeAttached();
  });
});

test("a strip says that it is being made while the network is slow, is asked for once, and can be called off", async ({
  page,
  request,
}) => {
  const { url } = await check(request);
  await openMap(page, url);
  await openTools(page);
  let come: () => void = () => undefined;
  let asked = 0;
  await page.route("**/strip", async (route) => {
    asked += 1;
    await new Promise<void>((resolve) => (come = resolve));
    await route.continue();
  });
  const make = async (times: number): Promise<void> => {
    await press(page, button(page, "Strip along the field"));
    await page.getByRole("checkbox", { name: "Side facing north" }).check();
    await page.getByLabel("How wide, feet, outward from the field").fill("33");
    await button(page, "Make the strip").dblclick();
    await expect(page.getByRole("status").filter({ hasText: "Making the strip" })).toBeAttached();
    await button(page, "Making the strip").press("Enter");
    // The page says so before its request is on its way.
    await expect.poll(() => asked).toBe(times);
  };
  const ground = page.getByLabel("What lies there");
  await make(1);
  const answered = page.waitForResponse("**/strip");
  await button(page, "Cancel").click();
  come();
  await (await answered).finished();
  await expect(button(page, "Strip along the field")).toBeEnabled();
  await make(2);
  await expect(ground, "of what was called off").toHaveCount(0);
  come();
  await expect(ground).toBeVisible();
  expect(asked).toBe(2);
});

test("the last corner that is taken back by a button leaves the focus on it", async ({ page, request }) => {
  const { url } = await check(request);
  await openMap(page, url);
  await openTools(page);
  await press(page, button(page, "Draw an outline"));
  await press(page, button(page, "Corner here"));
  await expect(page.getByRole("status").filter({ hasText: "1 corner." })).toBeVisible();
  await press(page, button(page, "Undo corner"));
  await expect(page.getByRole("status").filter({ hasText: "1 corner." })).toHaveCount(0);
  await expect(button(page, "Undo corner")).toBeFocused();
});
