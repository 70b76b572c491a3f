import { expect } from "@playwright/test";
import { test } from "@/tests/e2e/fixture";
import { complaints, expectClean, overflow, PORTAL_THEMES, wearTheme } from "@/tests/e2e/support";

/** One page of each kind. */
const PAGES = {
  home: "/docs",
  guide: "/docs/guides/quick-start",
  operation: "/docs/reference/checkEsa",
  schemas: "/docs/reference/schemas",
  codes: "/docs/errors",
  disputed: "/docs/rules/disputed",
  sandbox: "/docs/sandbox",
  search: "/docs/search?q=wind",
  front: "/",
};

/** Pages of thousands of elements of the same few kinds: axe takes a minute on each, so it reads them in one theme, most at one width. */
const LONG = new Set([PAGES.schemas, PAGES.codes, PAGES.sandbox]);

/** In which themes axe reads a page: on a phone in all; at a desk, where the same colors stand beside a menu, in one, by turns. */
const themesOf = (path: string, index: number, width: number) => {
  const turn = index % PORTAL_THEMES.length;
  // The sandbox has a form of its own.
  if (LONG.has(path)) return width === 360 || path === PAGES.sandbox ? PORTAL_THEMES.slice(0, 1) : [];
  return width === 360 ? PORTAL_THEMES : PORTAL_THEMES.slice(turn, turn + 1);
};

for (const width of [360, 1280]) {
  test(`the documentation has no fault that axe finds and nothing cut off at ${width} px, in every theme`, async ({
    page,
  }) => {
    const heard = complaints(page);
    await page.setViewportSize({ width, height: 900 });
    for (const [index, [name, path]] of Object.entries(PAGES).entries()) {
      await page.goto(path);
      const [themes, place] = [themesOf(path, index, width), `docs ${name} at ${width} px`];
      await expectClean(page, place, { themes, hasTargets: false });
      for (const theme of PORTAL_THEMES.filter((each) => !themes.includes(each))) {
        await wearTheme(page, theme);
        expect.soft(await overflow(page), `${place}, ${theme}`).toBeLessThanOrEqual(0);
      }
    }
    expect(heard).toEqual([]);
  });
}

test("the documentation works without a script: pages, search, and colors", async ({ browser, baseURL }) => {
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL: baseURL ?? "" });
  const page = await context.newPage();
  await page.goto("/");
  await page.getByRole("link", { name: "Ten-minute start" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Ten-minute start");
  await page.getByRole("searchbox").fill("wind direction");
  await page.getByRole("button", { name: "Search" }).click();
  await page.getByRole("link", { name: "Drift at the sprayer" }).last().click();
  await expect(page).toHaveURL(/\/docs\/guides\/drift-at-the-sprayer$/);
  const dark = page.getByRole("button", { name: "Dark" });
  if (!(await dark.isVisible())) await page.getByText("All pages and colors").click();
  await dark.click();
  await expect(page).toHaveURL(/\/docs\/guides\/drift-at-the-sprayer$/);
  await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
  await context.close();
});

test("the address in an answer leads to the code it names, and each page has its Markdown", async ({
  page,
  request,
}) => {
  await page.goto("/docs/errors#soil_unavailable");
  await expect(page.locator("#soil_unavailable")).toBeInViewport();
  for (const path of ["/docs", "/docs/guides/bulk", "/docs/reference/checkEsa", "/docs/errors"]) {
    const twin = await request.get(`${path}.md`);
    expect(twin.headers()["content-type"], path).toContain("text/markdown");
    expect(await twin.text(), path).toMatch(/^# /);
  }
  expect((await request.get("/docs/guides/nothing.md")).status()).toBe(404);
  expect((await request.get("/docs/guides/nothing")).status()).toBe(404);
  expect(await (await request.get("/llms.txt")).text()).toContain("/docs/guides/quick-start.md");
});

test("the line under a code's link leaves its underscores to be seen", async ({ page }) => {
  await page.goto(PAGES.codes);
  const link = page.getByRole("link", { name: "REQUEST_FAILED", exact: true }).first();
  const offset = await link.evaluate((each) => Number.parseFloat(getComputedStyle(each).textUnderlineOffset));
  expect(offset).toBeGreaterThanOrEqual(5);
});
