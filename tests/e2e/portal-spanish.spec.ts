import { expect, type Browser, type Page } from "@playwright/test";
import { test } from "@/tests/e2e/fixture";
import { check, complaints, computeDrift, goTo, openLink, overflow, shoot, violations } from "@/tests/e2e/support";
import { englishIn, textsOf } from "@/tests/e2e/spanish-support";
import { settled } from "@/tests/e2e/settled";
import { LANGUAGE_COOKIE } from "@/lib/views/language";
import { PORTAL_PAGES } from "@/lib/views/portal/pages";

/** Of the demonstration: a label with a buffer, points and limitation texts. */
const TIERED = { product_name: "DEMO Tiered Dry Herbicide", epa_number: "99002-1", rate: 1.5, rate_unit: "lb/ac" };
/** No one has read its label, so the applicator is asked. */
const UNREAD = { product_name: "DEMO Unread Herbicide", epa_number: "99001-3", rate: 16, rate_unit: "fl oz/ac" };
const STRYAX = { product_name: "Stryax", epa_number: "264-1241", rate: 22, rate_unit: "fl oz/ac" };
const SETUP = { droplet_size: "VC", boom_height: "low", gpa: 15 };

/** The same link opened by a reader of each language. */
async function readers(newContext: Browser["newContext"], url: string): Promise<{ english: Page; spanish: Page }> {
  const open = async (locale: string): Promise<Page> => {
    const page = await (await newContext({ locale, viewport: { width: 360, height: 740 } })).newPage();
    await openLink(page, url);
    return page;
  };
  return { english: await open("en-US"), spanish: await open("es-MX") };
}

/** What is left in English on the page that both have open. */
async function leftInEnglish(english: Page, spanish: Page): Promise<string[]> {
  await Promise.all([settled(english), settled(spanish)]);
  await expect(spanish.locator("html")).toHaveAttribute("lang", "es");
  await expect(english.locator("html")).toHaveAttribute("lang", "en");
  return englishIn(await textsOf(spanish), await textsOf(english));
}

/** Every page of a field, of one product, in both languages beside each other. */
function testEveryPage(product: typeof TIERED): void {
  test(`every page of a field with ${product.product_name} is in Spanish`, async ({ newContext, request }) => {
    const { url, applicationEventId } = await check(request, { products: [product], ...SETUP, field_name: "Norte 7" });
    await computeDrift(request, applicationEventId, {}, "?wind_rose=true");
    const { english, spanish } = await readers(newContext, url);
    for (const { id } of PORTAL_PAGES) {
      await Promise.all([goTo(english, id), goTo(spanish, id)]);
      expect.soft(await leftInEnglish(english, spanish), id).toEqual([]);
      await spanish.setViewportSize({ width: 320, height: 740 });
      expect.soft(await overflow(spanish), `${id} at 320 px`).toBeLessThanOrEqual(0);
      expect.soft(await violations(spanish), id).toEqual([]);
      await spanish.setViewportSize({ width: 360, height: 740 });
      await shoot(spanish, `spanish-${product.epa_number}-${id}`);
    }
  });
}

testEveryPage(TIERED);

// What a map says in words is on these two pages; the drawn one is on those above.
test.describe("on a device that draws no map", () => {
  test.use({ map: "none" });
  testEveryPage(UNREAD);
  testEveryPage(STRYAX);
});

test("the files for the machine and the report on the screen are in Spanish", async ({ newContext, request }) => {
  const { url, applicationEventId } = await check(request, { products: [TIERED], ...SETUP, field_name: "Norte 7" });
  await computeDrift(request, applicationEventId, {}, "?wind_rose=true");
  const { english, spanish } = await readers(newContext, url);
  const base = (page: Page): string => new URL(page.url()).pathname;
  const search = new URL(spanish.url()).search;
  await Promise.all([
    english.goto(`${base(english)}/drift/machine${search}`),
    spanish.goto(`${base(spanish)}/drift/machine${search}`),
  ]);
  expect.soft(await leftInEnglish(english, spanish)).toEqual([]);
  const [ofEnglish, ofSpanish] = [english, spanish].map((page) => base(page).split("/").slice(0, 5).join("/"));
  await Promise.all([
    english.goto(`${ofEnglish ?? ""}/report/view/runoff?year=2027`),
    spanish.goto(`${ofSpanish ?? ""}/report/view/runoff?year=2027`),
  ]);
  expect.soft(await leftInEnglish(english, spanish)).toEqual([]);
  await shoot(spanish, "spanish-report");
});

test("the fields of a group are in Spanish", async ({ newContext, request }) => {
  const group = `e2e-spanish-${Date.now()}`;
  const { url } = await check(request, { products: [TIERED], provider_group_id: group, field_name: "Norte 7" });
  await check(request, { products: [STRYAX], provider_group_id: group, field_name: "Sur 8" });
  const { english, spanish } = await readers(newContext, url);
  const list = (page: Page): string => new URL(page.url()).pathname.split("/").slice(0, 4).join("/");
  await Promise.all([english.goto(list(english)), spanish.goto(list(spanish))]);
  expect.soft(await leftInEnglish(english, spanish)).toEqual([]);
  await shoot(spanish, "spanish-group");
});

test("a link that is refused says so in Spanish", async ({ newContext, request }) => {
  const { url } = await check(request, {});
  const { english, spanish } = await readers(newContext, url);
  for (const address of ["/portal/expired", "/portal/expired?signed-out=1", "/portal/g/none"]) {
    await Promise.all([english.goto(address), spanish.goto(address)]);
    expect.soft(await leftInEnglish(english, spanish), address).toEqual([]);
  }
});

test("a language that is chosen is kept, and the wind is set and saved in it", async ({ page, context, request }) => {
  const heard = complaints(page);
  const { url } = await check(request, { products: [TIERED], ...SETUP });
  await openLink(page, url);
  await expect(page.locator("html")).toHaveAttribute("lang", "en");
  await page.getByText("Display", { exact: true }).click();
  await page.getByRole("button", { name: "Español" }).click();
  await expect(page.locator("html")).toHaveAttribute("lang", "es");
  expect((await context.cookies()).find(({ name }) => name === LANGUAGE_COOKIE)?.value).toBe("es");
  await goTo(page, "drift");
  await expect(page.locator("html")).toHaveAttribute("lang", "es");
  // West is "oeste": a Spanish reader types and reads SO.
  const direction = page.getByRole("slider", { name: /viento/ });
  await direction.focus();
  await direction.press("End");
  await expect(direction).toHaveAttribute("aria-valuetext", /180°, sur$/);
  await page.getByText("Pantalla", { exact: true }).click();
  await page.getByRole("button", { name: "English" }).click();
  await expect(page.locator("html")).toHaveAttribute("lang", "en");
  expect(heard).toEqual([]);
});
