import { expect, type Page } from "@playwright/test";
import type { PortalPageId } from "@/lib/views/portal/pages";
import { test } from "@/tests/e2e/fixture";
import { TIERED } from "@/tests/e2e/measures-support";
import { check, computeDrift, goTo, openLink, wearTheme } from "@/tests/e2e/support";
import { settled } from "@/tests/e2e/settled";
import { greysOf, pagesOf } from "@/tests/support/poppler";

const READY = { products: [TIERED], droplet_size: "VC", boom_height: "low", gpa: 15 };
const PAGES: PortalPageId[] = ["overview", "exemptions", "measures", "drift", "limitations", "record", "report"];
/** The drift page with every hour of the week is more than thirty. */
const MOST_SHEETS = 14;

// The map is not printed: its words are.
test.use({ map: "none" });

async function opened(page: Page): Promise<void> {
  const { url, applicationEventId } = await check(page.request, READY);
  await computeDrift(page.request, applicationEventId);
  await openLink(page, url);
}

/** Every color of the pages, by name. */
const colors = (page: Page): Promise<Record<string, string>> =>
  page.evaluate(() => {
    const names = ["surface", "sunken", "text", "accent", "good", "bad", "bad-soft", "warn", "info", "line-strong"];
    const style = getComputedStyle(document.documentElement);
    return Object.fromEntries(names.map((name) => [name, style.getPropertyValue(`--${name}`).trim()]));
  });

/** What can be pressed and is printed all the same. The number of a table's row is a button on the screen. */
const printedButtons = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll("button, a[class*=button]")]
      .filter((each) => each.checkVisibility() && each.closest("th") === null)
      .map((each) => each.textContent),
  );

const sheets = async (page: Page): Promise<number> =>
  (await page.pdf({ format: "Letter" })).toString("latin1").match(/\/Type\s*\/Page\b/g)?.length ?? 0;

const letters = (text: string): string => text.normalize("NFC").replaceAll(/\s+/g, "");

/** How far down a sheet its lowest mark stands. */
function filledShare(pdf: Buffer, sheet: number): number {
  const { width, height, at } = greysOf(pdf, sheet, 36);
  // The sides of a card that goes on are drawn down to the end of the sheet.
  const middle = Array.from({ length: Math.floor(width / 2) }, (_, x) => x + width / 4);
  const isMarked = (y: number): boolean => middle.some((x) => at(x, y) < 200);
  const lowest = Array.from({ length: height }, (_, y) => y).findLast(isMarked) ?? 0;
  return lowest / height;
}

test("paper is printed in the colors of the light theme, whatever the screen wears", async ({ page }) => {
  await opened(page);
  await page.emulateMedia({ media: "print", colorScheme: "light" });
  const light = await colors(page);
  await page.emulateMedia({ media: "print", colorScheme: "dark" });
  expect(await colors(page), "a device that is dark").toEqual(light);
  await wearTheme(page, "dark");
  expect(await colors(page), "a reader who chose dark").toEqual(light);
  await page.emulateMedia({ media: "screen" });
  expect(await colors(page)).not.toEqual(light);
});

test("no page prints what can only be pressed, and none a week of hours", async ({ page }) => {
  await opened(page);
  for (const id of PAGES) {
    await page.emulateMedia({ media: "screen" });
    await goTo(page, id);
    await settled(page);
    await page.emulateMedia({ media: "print" });
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await expect(page.getByText("A result of this service is never a clearance to apply.").last()).toBeVisible();
    expect.soft(await printedButtons(page), id).toEqual([]);
    expect.soft(await sheets(page), id).toBeLessThanOrEqual(MOST_SHEETS);
  }
  await goTo(page, "drift");
  await settled(page);
  await expect(page.getByText("2 edges keep a distance, at most 70 ft.").first()).toBeVisible();
  await expect(page.getByRole("rowheader", { name: /^Edge 3/ }), "the number of a row is printed").toContainText("3");
  await expect(page.getByText("The conditions of this answer")).toBeVisible();
});

test("a sheet is filled before the next one begins, and none ends with a heading alone", async ({ page }) => {
  await opened(page);
  await goTo(page, "drift");
  await settled(page);
  await page.emulateMedia({ media: "print" });
  const naming = [page.getByRole("heading"), page.locator("details[class*=fold] > summary")];
  const headings = (await Promise.all(naming.map((each) => each.allTextContents()))).flat().map(letters);
  await expect(page.locator("#deposition details > summary")).toHaveCSS("break-after", "avoid");
  const pdf = await page.pdf({ format: "Letter" });
  const printed = pagesOf(pdf);
  expect(printed.length).toBeGreaterThan(2);
  for (const [index, lines] of printed.entries()) {
    const last = letters(lines.at(-1) ?? "");
    expect.soft(headings, `the last line of sheet ${index + 1}`).not.toContain(last);
    if (index < printed.length - 1) expect.soft(filledShare(pdf, index + 1), `sheet ${index + 1}`).toBeGreaterThan(0.6);
  }
});

test("the record is printed without what only takes something, and its lists begin below what is above them", async ({
  page,
}) => {
  await opened(page);
  await goTo(page, "record");
  await settled(page);
  await page.emulateMedia({ media: "print" });
  await expect(page.getByRole("heading", { name: "Start, refills, end" })).toBeVisible();
  await expect(page.getByText(/\(read .+ \d{1,2}:\d\d [AP]M C[SD]T\)/), "by the clock of the readings").toBeVisible();
  await expect(page.getByText("Not signed: no one has signed this record yet")).toBeVisible();
  for (const title of ["Write down", "Photos", "Sign"]) {
    await expect(page.getByRole("heading", { name: title, exact: true })).toBeHidden();
  }
  await expect(page.locator("#items-0")).toHaveCSS("break-inside", "auto");
  await expect(page.locator("#items-0 li").first()).toHaveCSS("break-inside", "avoid");
});

test("a printed report cuts no table after its heads or before its last row", async ({ page }) => {
  await opened(page);
  await goTo(page, "report");
  await page.getByRole("link", { name: /^Read it as a page/ }).click();
  const table = page.locator("article table").first();
  await expect(table).toBeVisible();
  await page.emulateMedia({ media: "print" });
  await expect(table.locator("tbody tr").first()).toHaveCSS("break-before", "avoid");
  await expect(table.locator("tbody tr").last()).toHaveCSS("break-before", "avoid");
  await expect(page.locator("article p:has(+ figure)")).toHaveCSS("break-after", "avoid");
  await expect(page.locator("article dl").first()).toHaveCSS("break-inside", "avoid");
});

test("no sheet of the menu ends with the name of a measure's group", async ({ page }) => {
  await opened(page);
  await goTo(page, "measures");
  await settled(page);
  const names = await page.locator("main legend").allTextContents();
  expect(names.length).toBeGreaterThan(10);
  const margin = { top: "0.4in", bottom: "0.4in", left: "0.4in", right: "0.4in" };
  for (const format of ["Letter", "Legal"] as const) {
    const printed = pagesOf(await page.pdf({ format, margin }));
    expect(printed.length).toBeGreaterThan(3);
    for (const [index, lines] of printed.entries()) {
      expect.soft(names.map(letters), `${format}, sheet ${index + 1}`).not.toContain(letters(lines.at(-1) ?? ""));
    }
  }
  await page.emulateMedia({ media: "print" });
  await expect(page.locator("[data-category] > summary").first()).toHaveCSS("break-after", "avoid");
});
