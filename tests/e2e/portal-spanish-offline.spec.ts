import { expect, type Browser, type BrowserContext, type Page } from "@playwright/test";
import { test } from "@/tests/e2e/fixture";
import { STRYAX } from "@/tests/e2e/record-support";
import { check, goTo, openLink, overflow, shoot, violations } from "@/tests/e2e/support";
import { englishIn, textsOf } from "@/tests/e2e/spanish-support";
import { PORTAL_PAGES } from "@/lib/views/portal/pages";

test.use({ map: "none", device: "keeps-all" });

/** What a reader taps, in the words of each language. */
const TAPS = {
  en: {
    start: "Start",
    saveStart: "Save start",
    refill: "Refill",
    saveRefill: "Save refill",
    same: /^Same air as before/,
    end: "End",
    saveEnd: "Save end",
    speed: "Wind speed, mph",
    from: "Wind from",
    southwest: "SW",
    warmer: "+5 degrees",
    name: "Certified applicator, full name",
    write: "Save what you wrote",
    direction: "Wind from, degrees",
    note: "Note these conditions",
    signer: "Name of the applicator",
    sign: "Sign and lock",
  },
  es: {
    start: "Inicio",
    saveStart: "Guardar inicio",
    refill: "Recarga",
    saveRefill: "Guardar recarga",
    same: /^Las mismas condiciones que antes/,
    end: "Fin",
    saveEnd: "Guardar fin",
    speed: "Velocidad del viento, mph",
    from: "Viento del",
    southwest: "SO",
    warmer: "+5 grados",
    name: "Aplicador certificado, nombre completo",
    write: "Guardar lo que escribió",
    direction: "Viento desde, grados",
    note: "Anotar estas condiciones",
    signer: "Nombre del aplicador",
    sign: "Firmar y bloquear",
  },
} as const;

interface Reader {
  page: Page;
  context: BrowserContext;
  taps: (typeof TAPS)["en" | "es"];
}

/** A field of their own for each: both write the same into it. */
async function reader(newContext: Browser["newContext"], language: "en" | "es"): Promise<Reader> {
  const context = await newContext({
    locale: language === "es" ? "es-MX" : "en-US",
    viewport: { width: 360, height: 740 },
    hasTouch: true,
  });
  const page = await context.newPage();
  const { url } = await check(page.request, { ...STRYAX, field_name: "Norte 7" });
  await openLink(page, url);
  await expect(page.locator("[data-kept=all]")).toBeVisible({ timeout: 60_000 });
  return { page, context, taps: TAPS[language] };
}

const tap = (page: Page, name: string | RegExp) =>
  page.getByRole("button", typeof name === "string" ? { name, exact: true } : { name }).click();

async function start({ page, taps }: Reader): Promise<void> {
  await tap(page, taps.start);
  await page.getByRole("group", { name: taps.speed }).getByRole("button", { name: "7", exact: true }).click();
  await page.getByRole("group", { name: taps.from }).getByRole("button", { name: taps.southwest, exact: true }).click();
  await tap(page, taps.warmer);
}

async function rest({ page, taps }: Reader): Promise<void> {
  await tap(page, taps.saveStart);
  for (let refill = 1; refill <= 3; refill += 1) {
    await tap(page, taps.refill);
    await tap(page, taps.same);
    await tap(page, taps.saveRefill);
  }
  await tap(page, taps.end);
  await tap(page, taps.saveEnd);
  await page.getByLabel(taps.name).fill("Jo Field");
  await tap(page, taps.write);
  await expect(page.locator("[data-readings] > li")).toHaveCount(5);
}

async function noteWind({ page, taps }: Reader): Promise<void> {
  await goTo(page, "drift");
  const direction = page.getByLabel(taps.direction);
  await expect(direction).toBeEnabled();
  await direction.fill(taps.southwest);
  await page.getByLabel(taps.speed, { exact: true }).fill("8");
  await tap(page, taps.note);
  await expect(page.locator("#conditions [data-save-state=waiting]")).toBeVisible();
}

test("the day without a network is in Spanish, from the kept pages to the signature", async ({ newContext }) => {
  const [english, spanish] = await Promise.all([reader(newContext, "en"), reader(newContext, "es")]);
  const both = async (act: (reader: Reader) => Promise<unknown>): Promise<void> => {
    await act(english);
    await act(spanish);
  };
  const look = async (name: string): Promise<void> => {
    const left = englishIn(await textsOf(spanish.page), await textsOf(english.page));
    expect.soft(left, name).toEqual([]);
    expect.soft(await overflow(spanish.page), name).toBeLessThanOrEqual(0);
    await shoot(spanish.page, `spanish-offline-${name}`);
  };
  await both(({ context }) => context.setOffline(true));
  for (const { id } of PORTAL_PAGES) {
    await both(({ page }) => goTo(page, id));
    await expect(spanish.page.locator("html")).toHaveAttribute("lang", "es");
    await expect(spanish.page.getByText("Sin conexión").first()).toBeVisible();
    await look(id);
  }
  await both(({ page }) => page.goto(`${page.url().split("?")[0] ?? ""}/none`));
  await look("not-kept");
  await both(({ page }) => page.goBack());
  await both(noteWind);
  await look("wind-noted");
  await both(({ page }) => goTo(page, "record"));
  await both(start);
  await look("record-form");
  expect.soft(await violations(spanish.page)).toEqual([]);
  await both(rest);
  await look("record-waiting");
  await both(({ context }) => context.setOffline(false));
  await both(({ page }) => expect(page.locator("[data-save-state=waiting], [data-save-state=saving]")).toHaveCount(0));
  await look("record-sent");
  await both(async ({ page, taps }) => {
    await page.getByLabel(taps.signer).fill("Jo Field");
    await tap(page, taps.sign);
    await expect(page.locator("#sign")).toHaveCount(0);
  });
  await look("record-signed");
});
