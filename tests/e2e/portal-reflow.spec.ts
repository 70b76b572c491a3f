import { expect, type Page } from "@playwright/test";
import type { PortalPageId } from "@/lib/views/portal/pages";
import { test } from "@/tests/e2e/fixture";
import { check, computeDrift, goTo, openLink, overflow } from "@/tests/e2e/support";
import { settled } from "@/tests/e2e/settled";

const PAGES: PortalPageId[] = ["overview", "exemptions", "measures", "drift", "limitations", "record", "report"];
/** Of the demonstration: a label with a buffer, points and limitation texts. */
const TIERED = { product_name: "DEMO Tiered Dry Herbicide", epa_number: "99002-1", rate: 1.5, rate_unit: "lb/ac" };

/** Letters twice as large, as a browser's own setting makes them (WCAG 2.2, 1.4.4). */
async function enlarge(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send("Page.setFontSizes", { fontSizes: { standard: 32, fixed: 26 } });
}

/** Where bars stay in sight: how often Shift and Tab are pressed there. */
const UNDER_BARS: Partial<Record<PortalPageId, number>> = { measures: 25, drift: 25 };

/** What has the focus and is wholly behind something, as a bar that stays (WCAG 2.2, 2.4.11), on the way back from the end of a page. */
async function hiddenFocus(page: Page, steps: number): Promise<string[]> {
  await page.locator("main").locator("a[href], button:enabled").last().focus();
  const hidden: string[] = [];
  for (let step = 0; step < steps; step += 1) {
    await page.keyboard.press("Shift+Tab");
    const found = await page.evaluate(() => {
      const at = document.activeElement;
      if (at === null || at.closest("main") === null) return null;
      const { left, top, width, height } = at.getBoundingClientRect();
      const isSeen = [0.1, 0.5, 0.9].some((part) => {
        const seen = document.elementFromPoint(left + width / 2, top + height * part);
        return seen !== null && (at.contains(seen) || seen.contains(at) || seen instanceof HTMLLabelElement);
      });
      return isSeen ? null : `${at.outerHTML.slice(0, 120)} at ${top}`;
    });
    if (found !== null) hidden.push(found);
  }
  return hidden;
}

/** What stands on the button that opens the list of applications, and is wider than its place. */
const cutOff = (page: Page): Promise<string[]> =>
  page
    .locator("summary", { hasText: "Aplicación:" })
    .locator("span")
    .evaluateAll((parts) =>
      parts
        .filter((part) => !part.matches(".visually-hidden") && part.scrollWidth > part.clientWidth + 1)
        .map((part) => part.textContent),
    );

const WAYS = [
  { name: "at 320 px, which is a page at 400 % (WCAG 2.2, 1.4.10)", width: 320, letters: "16px", locale: "en-US" },
  // Spanish has the longer words.
  { name: "with letters twice as large on a phone", width: 360, letters: "32px", locale: "es-US" },
];

for (const { name, width, letters, locale } of WAYS) {
  test(`nothing scrolls sideways ${name}`, async ({ newContext, request }) => {
    const page = await (await newContext({ locale })).newPage();
    const { url, applicationEventId } = await check(request, {
      products: [TIERED],
      droplet_size: "VC",
      boom_height: "low",
      gpa: 15,
    });
    await computeDrift(request, applicationEventId, {}, "?wind_rose=true");
    await page.setViewportSize({ width, height: 800 });
    await openLink(page, url);
    for (const id of PAGES) {
      await goTo(page, id);
      await settled(page);
      expect.soft(await hiddenFocus(page, letters === "16px" ? (UNDER_BARS[id] ?? 0) : 0), id).toEqual([]);
      if (letters === "32px") await enlarge(page);
      await expect(page.locator("html")).toHaveCSS("font-size", letters);
      await page.evaluate(() =>
        document.querySelectorAll<HTMLDetailsElement>("main details").forEach((each) => (each.open = true)),
      );
      expect.soft(await overflow(page), id).toBeLessThanOrEqual(0);
      // The name of the field has the room of its words.
      const name = await page.getByText("Ñandú's home quarter", { exact: true }).first().boundingBox();
      if (letters === "32px") expect.soft(name?.width, id).toBeGreaterThan(0.8 * width);
      // And the day of the application, which is not the year of another, is not cut off.
      if (letters === "32px") expect.soft(await cutOff(page), id).toEqual([]);
    }
  });
}
