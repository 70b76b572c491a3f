import { expect, type Page } from "@playwright/test";
import type { PortalPageId } from "@/lib/views/portal/pages";
import { test } from "@/tests/e2e/fixture";
import { apiKey, check, goTo, openLink, overflow } from "@/tests/e2e/support";
import { settled } from "@/tests/e2e/settled";

const PAGES: PortalPageId[] = ["overview", "exemptions", "measures", "drift", "limitations", "record", "report"];
/** Of the demonstration: a label with a buffer, points and limitation texts. */
const TIERED = { product_name: "DEMO Tiered Dry Herbicide", epa_number: "99002-1", rate: 1.5, rate_unit: "lb/ac" };

/** Letters twice as large, as a browser's own setting makes them (WCAG 2.2, 1.4.4). */
async function enlarge(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send("Page.setFontSizes", { fontSizes: { standard: 32, fixed: 26 } });
}

const WAYS = [
  { name: "at 320 px, which is a page at 400 % (WCAG 2.2, 1.4.10)", width: 320, letters: "16px" },
  { name: "with letters twice as large on a phone", width: 360, letters: "32px" },
];

for (const { name, width, letters } of WAYS) {
  test(`nothing scrolls sideways ${name}`, async ({ page, request }) => {
    const { url, applicationEventId } = await check(request, {
      products: [TIERED],
      droplet_size: "VC",
      boom_height: "low",
      gpa: 15,
    });
    const computed = await request.post(
      `/api/v2/applications/${applicationEventId}/drift-buffer/compute?wind_rose=true`,
      {
        headers: apiKey(),
        data: { wind_direction_deg: 225, wind_speed_mph: 8 },
      },
    );
    expect(computed.status(), await computed.text()).toBe(200);
    await page.setViewportSize({ width, height: 800 });
    await openLink(page, url);
    for (const id of PAGES) {
      await goTo(page, id);
      await settled(page);
      if (letters === "32px") await enlarge(page);
      await expect(page.locator("html")).toHaveCSS("font-size", letters);
      expect.soft(await overflow(page), id).toBeLessThanOrEqual(0);
    }
  });
}
