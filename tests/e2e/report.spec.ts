import { readFileSync } from "node:fs";
import { expect, type Page } from "@playwright/test";
import { hasPoppler, lettersOf } from "@/tests/support/poppler";
import { test } from "./fixture";
import { expectClean, check, complaints, computeDrift, overflow, shoot, violations } from "./support";

const TIERED = { product_name: "DEMO Tiered Dry Herbicide", epa_number: "99002-1", rate: 1.5, rate_unit: "lb/ac" };
const SETUP = { products: [TIERED], droplet_size: "VC", boom_height: "low", gpa: 15 };
const WIDTHS = [360, 1280];

/** A field with an application whose buffers were computed, and its report page. */
async function opened(page: Page): Promise<void> {
  const { url, applicationEventId: id } = await check(page.request, SETUP);
  await computeDrift(page.request, id);
  const found = await page.request.get(url, { maxRedirects: 0 });
  const start = new URL(found.headers().location ?? "", url);
  start.pathname += "/report";
  await page.goto(start.href);
}

const readAsPage = (page: Page) => page.getByRole("link", { name: /Read it as a page.*runoff report 2027/ });

const card = (page: Page, title: string) =>
  page.locator("section").filter({ has: page.getByRole("heading", { level: 2, name: title }) });

/** The hash that the page of the runoff report shows. */
async function shownHash(page: Page): Promise<string> {
  await readAsPage(page).click();
  await expect(page.getByRole("heading", { level: 1 })).toContainText("Runoff report 2027: Ñandú's home quarter");
  return /Record SHA-256: ([0-9a-f]{64})/.exec(await page.locator("article").innerText())?.[1] ?? "";
}

async function downloaded(page: Page, title: string): Promise<{ name: string; pdf: Buffer }> {
  const waited = page.waitForEvent("download");
  await page.getByRole("link", { name: new RegExp(`Download the PDF.*${title}`) }).click();
  const file = await waited;
  return { name: file.suggestedFilename(), pdf: readFileSync(await file.path()) };
}

const bare = (text: string): string => text.normalize("NFC").replaceAll(/\s+/g, "");

test("the report page tells what each report holds and gives it as a file", async ({ page }) => {
  const heard = complaints(page);
  await opened(page);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Reports for 2027");
  await expect(card(page, "Runoff report 2027")).toContainText("Spray drift");
  // No product of a trait program: a report of one would be an empty form.
  await expect(page.getByText("Trait program report 2027")).toHaveCount(0);
  const file = await downloaded(page, "runoff report 2027");
  expect(file.name).toBe("nandu-s-home-quarter-2027-runoff.pdf");
  expect(file.pdf.toString("latin1", 0, 5)).toBe("%PDF-");
  expect(heard).toEqual([]);
});

test("the page of a report and its PDF say the same", async ({ page }) => {
  test.skip(!hasPoppler, "poppler-utils are not there to read the PDF");
  await opened(page);
  const { pdf } = await downloaded(page, "runoff report 2027");
  const hash = await shownHash(page);
  const said = await page
    .locator("article")
    .locator("h2, h3, th, td, dt, dd, li, section > p, section > div > p")
    .allInnerTexts();
  expect(said.length).toBeGreaterThan(80);
  const inPdf = lettersOf(pdf);
  // The minute at which each was made is the only thing they may differ in.
  const isTime = (text: string): boolean => /^\w{3} \d{1,2}, \d{4}, \d\d:\d\d [A-Z]{2,4}$/.test(text.trim());
  const missing = said.filter((text) => !isTime(text) && !inPdf.includes(bare(text)));
  expect(missing).toEqual([]);
  expect(pdf.toString("latin1")).toContain(`record sha-256 ${hash}`);
});

test("each table of a report that may scroll has its own name", async ({ page }) => {
  await opened(page);
  await readAsPage(page).click();
  await expect(page.getByRole("heading", { level: 1 })).toContainText("Runoff report 2027");
  const named = await page.locator("[role=group][tabindex='0']").evaluateAll((groups) =>
    groups.map((group) => ({
      name: group.getAttribute("aria-label") ?? "",
      caption: group.querySelector("caption")?.textContent ?? null,
    })),
  );
  expect(named.length).toBeGreaterThan(5);
  expect(named.map(({ name }) => name)).toEqual(named.map(({ caption }) => `${caption ?? "none"}, scrolls sideways`));
  expect(new Set(named.map(({ name }) => name)).size).toBe(named.length);
  await expect(page.getByRole("group", { name: named[0]?.name ?? "", exact: true })).toHaveCount(1);
});

test("the report pages read well in every theme, on a phone and on a desk", async ({ page }) => {
  await opened(page);
  const previews = page.url();
  const twin = await readAsPage(page).getAttribute("href");
  for (const [name, url] of [
    ["previews", previews],
    ["twin", new URL(twin ?? "", previews).href],
  ] as const) {
    await page.goto(url);
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 800 });
      await expectClean(page, `${name} at ${width} px`);
    }
  }
});

test("who holds a report gets the PDF that was given out first, and its reader finds it again", async ({
  page,
  newContext,
}) => {
  await opened(page);
  const { pdf } = await downloaded(page, "runoff report 2027");
  await page.reload();
  const again = page.getByRole("link", { name: /^Runoff report as of/ });
  await expect(again).toHaveCount(1);
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 800 });
    expect(await overflow(page)).toBeLessThanOrEqual(0);
    await shoot(page, `report-earlier-${width}`);
  }
  const href = (await again.getAttribute("href")) ?? "";
  const stranger = await newContext();
  const other = await stranger.newPage();
  await other.goto(new URL(href.replace("/original.pdf", ""), page.url()).href);
  for (const width of WIDTHS) {
    await other.setViewportSize({ width, height: 800 });
    expect(await overflow(other)).toBeLessThanOrEqual(0);
    expect(await violations(other)).toEqual([]);
    await shoot(other, `verify-original-${width}`);
  }
  const waited = other.waitForEvent("download");
  await other.getByRole("link", { name: "Download the original PDF" }).click();
  expect(readFileSync(await (await waited).path()).equals(pdf)).toBe(true);
});

test("anyone who holds a report can ask whether its record is known and unchanged", async ({ page, newContext }) => {
  await opened(page);
  const hash = await shownHash(page);
  const here = new URL(page.url());
  // Someone else, with nothing but the code.
  const stranger = await newContext({ viewport: { width: 360, height: 740 } });
  const other = await stranger.newPage();
  const heard = complaints(other);
  const answers = [
    [hash, "Known, and unchanged"],
    ["0".repeat(64), "Not known"],
    [hash.slice(0, 40), "Not a report's number"],
  ] as const;
  for (const [asked, title] of answers) {
    const answer = await other.goto(`${here.origin}/verify/${asked}`);
    expect(answer?.headers()["content-security-policy"]).toContain("default-src");
    await expect(other.getByText(title, { exact: true })).toBeVisible();
    // The number is on the report, so who has it may see which field it is of; who asks for another sees nothing.
    await expect(other.getByText("Ñandú's home quarter")).toHaveCount(asked === hash ? 1 : 0);
    expect(await other.content()).not.toMatch(/demo-provider|e2e-field|e2e-account|DEMO Tiered/);
    expect(await overflow(other)).toBeLessThanOrEqual(0);
    expect(await violations(other)).toEqual([]);
    await shoot(other, `verify-${title.replaceAll(/\W+/g, "-")}`);
  }
  // On paper it stands in two lines, and its beginning at the foot of each page.
  await other.goto(`${here.origin}/verify`);
  const typed = other.getByLabel("Number of the report or record");
  await typed.fill(hash.slice(0, 16));
  await other.getByRole("button", { name: "Look it up" }).click();
  await expect(other.getByText("Type the whole one")).toBeVisible();
  await expect(typed).toHaveValue(hash.slice(0, 16));
  expect(await overflow(other)).toBeLessThanOrEqual(0);
  expect(await violations(other)).toEqual([]);
  await shoot(other, "verify-start");
  await typed.fill(`${hash.slice(0, 32).toUpperCase()}\n ${hash.slice(32)}`);
  await other.getByRole("button", { name: "Look it up" }).click();
  await expect(other.getByText("Known, and unchanged", { exact: true })).toBeVisible();
  expect(heard).toEqual([]);
});

test("who holds a report takes along the proof that its record is in the log", async ({ page }) => {
  await opened(page);
  const hash = await shownHash(page);
  const { origin } = new URL(page.url());
  await page.goto(`${origin}/verify/${hash}`);
  await page.getByText("The proof, to keep with the report").click();
  const proof = await page.locator("pre").last().innerText();
  const [version, index] = proof.split("\n");
  expect(version).toBe("c2sp.org/tlog-proof@v1");
  // Others are given out meanwhile, so the log may have grown since.
  const log = new URL(origin).host + "/log";
  expect(proof).toContain(`\n\n${log}\n`);
  expect(await (await page.request.get("/log/checkpoint")).text()).toContain(`${log}\n`);
  const keys = (await (await page.request.get("/.well-known/jwks.json")).json()) as { keys: { crv: string }[] };
  expect(keys.keys.map(({ crv }) => crv)).toEqual(["Ed25519"]);
  const place = Number(/index (\d+)/.exec(index ?? "")?.[1]);
  await expect(page.getByText(new RegExp(`^${place + 1} of \\d+$`))).toBeVisible();
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 800 });
    expect(await overflow(page)).toBeLessThanOrEqual(0);
    expect(await violations(page)).toEqual([]);
    await shoot(page, `verify-proof-${width}`);
  }
});
