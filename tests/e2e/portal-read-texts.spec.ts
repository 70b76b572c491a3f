import { expect, type Page } from "@playwright/test";
import { test } from "@/tests/e2e/fixture";
import { apiKey, check, goTo, openLink, turnAway } from "@/tests/e2e/support";

/** "Marked as read" on two devices: each shows what the server keeps once its page comes back. */

test.use({ map: "none" });

/** Has two texts on the ground of the demonstration. */
const TIERED = { product_name: "DEMO Tiered Dry Herbicide", epa_number: "99002-1", rate: 1.5, rate_unit: "lb/ac" };

const MINUTE_MS = 60_000;
const read = (page: Page) => page.locator("form[data-read=true]");

async function texts(page: Page, url: string): Promise<void> {
  await openLink(page, url);
  await goTo(page, "limitations");
  // It is there once the page listens.
  await expect(page.getByRole("button", { name: /^I have read both texts/ })).toBeVisible();
}

/** Comes back after a minute, and waits for the page to say how many are marked. */
async function comeBack(page: Page, marked: number): Promise<void> {
  await turnAway(page, MINUTE_MS);
  await expect(page.getByText(`2 texts, ${marked} marked as read`)).toBeVisible();
}

test("a mark that another device made, or took back, shows once the page comes back", async ({ page, newContext }) => {
  const { url } = await check(page.request, { products: [TIERED] });
  await texts(page, url);
  const other = await (await newContext()).newPage();
  await texts(other, url);
  await page
    .getByRole("button", { name: /^Mark as read/ })
    .first()
    .click();
  await expect(page.locator("[data-save-state=saved]")).toBeVisible();
  await comeBack(other, 1);
  await expect(read(other)).toHaveCount(1);
  await other.getByRole("button", { name: /^Take the mark back/ }).click();
  await expect(read(other)).toHaveCount(0);
  await expect(other.locator("[data-save-state=saved]")).toBeVisible();
  await comeBack(page, 0);
  await expect(read(page)).toHaveCount(0);
});

test("a mark for a text that binds no more is refused, and the page shows what does", async ({ page }) => {
  const { url, body } = await check(page.request, { products: [TIERED] });
  await texts(page, url);
  const other = { product_name: "Stryax", epa_number: "264-1241", rate: 22, rate_unit: "fl oz/ac" };
  const again = await page.request.post("/api/v2/esa-check", {
    headers: apiKey(),
    data: { ...body, products: [other] },
  });
  expect(again.status()).toBe(200);
  await page
    .getByRole("button", { name: /^Mark as read/ })
    .first()
    .click();
  await expect(page.getByText("No limitation of the loaded bulletins names these products")).toBeVisible();
  await expect(page.getByText("Not saved: Code")).toBeVisible();
});
