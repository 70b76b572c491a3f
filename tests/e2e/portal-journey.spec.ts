import { execFile } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { promisify } from "node:util";
import { expect, type Page } from "@playwright/test";
import { test } from "@/tests/e2e/fixture";
import { cutNetwork, random, type Network } from "@/tests/e2e/network-cuts";
import { countOf, readAir, readings, refillAsBefore, savedRecord, STRYAX } from "@/tests/e2e/record-support";
import { apiKey, check, complaints, goTo, openLink, overflow, shoot } from "@/tests/e2e/support";
import { daysFromNow } from "@/tests/support/days";
import { hasPoppler, lettersOf } from "@/tests/support/poppler";
import { programOf } from "@/tests/support/program";

/** `npm run journey` makes 50 cuts; every run of the tests makes these. Another seed: `JOURNEY_SEED`. */
const CUTS = Number(process.env.JOURNEY_CUTS ?? 10);
const SEED = Number(process.env.JOURNEY_SEED ?? 20_261_123);
/** Of one cut with what is written in it, on a machine with many times its load. */
const CUT_MS = 20_000;

/** In three days: hours of another year than the application's are not known, and the turn of a year leaves some of its own. */
const DAY = daysFromNow()(3);
const YEAR = DAY.slice(0, 4);

test.use({ device: "keeps-all", viewport: { width: 360, height: 740 }, hasTouch: true });

/** The check, its link, the week by the forecast, and the wind that was read: what is done before the field is out of reach. */
async function plan(page: Page): Promise<{ id: string }> {
  const { url, applicationEventId: id } = await check(page.request, { ...STRYAX, application_date: DAY });
  await openLink(page, url);
  await goTo(page, "drift");
  const windows = page.locator("#windows");
  await expect(windows.getByText(/the reading at the boom decides/)).toBeVisible();
  const answer = await page.request.get(`/api/v2/applications/${id}/spray-windows`, { headers: apiKey() });
  const planned = (await answer.json()) as { summary: string; windows: unknown[] };
  expect(planned.windows.length).toBeGreaterThan(0);
  await expect(windows.getByText(planned.summary)).toBeVisible();
  await windows.scrollIntoViewIfNeeded();
  await shoot(page, "journey-1-window");
  await page.getByLabel("Wind from, degrees").fill("225");
  await page.getByLabel("Wind speed, mph").fill("7");
  await page.getByRole("button", { name: "Use these conditions" }).click();
  await expect(page.locator("#conditions [data-save-state=saved]")).toBeVisible();
  await goTo(page, "record");
  await expect(page.getByRole("button", { name: "Start", exact: true })).toBeEnabled();
  await expect(page.locator("[data-kept=all]")).toBeVisible({ timeout: 60_000 });
  return { id };
}

async function end(page: Page): Promise<void> {
  await page.getByRole("button", { name: "End", exact: true }).click();
  await page.getByRole("button", { name: "Save end" }).click();
}

async function sign(page: Page): Promise<void> {
  await page.getByLabel("Name of the applicator").fill("Jo Field");
  await page.getByRole("button", { name: "Sign and lock" }).click();
}

/** The report of the signed record, its file, what the offline verifier says of that, and the page that anyone may ask. */
async function verify(page: Page, id: string): Promise<void> {
  const { signed } = await savedRecord(page.request, id);
  await goTo(page, "report");
  const path = test.info().outputPath("report.pdf");
  const link = page.getByRole("link", { name: new RegExp(`Download the PDF.*runoff report ${YEAR}`) });
  const href = new URL((await link.getAttribute("href")) ?? "", page.url()).href;
  // A machine with many times its load may take longer than a report is waited for, and is asked again.
  await expect(async () => {
    const answer = await page.request.get(href);
    expect(answer.headers()["content-type"]).toBe("application/pdf");
    writeFileSync(path, await answer.body());
  }).toPass();
  const pdf = readFileSync(path);
  const hash = /record sha-256 ([0-9a-f]{64})/.exec(pdf.toString("latin1"))?.[1] ?? "";
  if (hasPoppler) expect(lettersOf(pdf)).toContain(signed?.record_hash);
  const told = await verifyOffline(path);
  expect(told).toContain(hash);
  expect(told).not.toContain("WRONG");
  await page.goto(`/verify/${hash}`);
  await expect(page.getByRole("main")).toContainText(hash);
  await expect(page.getByText(`Runoff report ${YEAR}`)).toBeVisible();
  await expect(page.getByText("Known, and unchanged")).toBeVisible();
  expect(await overflow(page)).toBeLessThanOrEqual(0);
  await shoot(page, "journey-5-verify");
  const proof = await page.request.get(`/api/v2/applications/${id}/record/proof`, { headers: apiKey() });
  expect(await proof.json()).toMatchObject({ record_hash: signed?.record_hash, log_state: "logged" });
}

/** `npm run verify -- file`, as someone without the service's key runs it: nothing wrong, and no signer to trust. */
async function verifyOffline(path: string): Promise<string> {
  const run = promisify(execFile);
  try {
    const { stdout, stderr } = await run(process.execPath, [...programOf("verify"), path]);
    return stdout + stderr;
  } catch (error) {
    const { code, stdout, stderr } = error as { code: number; stdout: string; stderr: string };
    expect(code, stdout + stderr).toBe(2);
    return stdout + stderr;
  }
}

test("from plan to window, sprayer, signature and proof: the spraying and three refills without a network", async ({
  page,
  context,
}) => {
  test.slow();
  const heard = complaints(page);
  const { id } = await plan(page);
  const before = await countOf(page);
  await context.setOffline(true);
  await page.reload();
  await readAir(page, "Start", 7);
  for (let refill = 1; refill <= 3; refill += 1) await refillAsBefore(page);
  await end(page);
  await expect(readings(page)).toHaveCount(5);
  await page.getByLabel("Certified applicator, full name").fill("Jo Field");
  await page.getByRole("button", { name: "Save what you wrote" }).click();
  await shoot(page, "journey-2-sprayed");
  // Closed and opened again in the field: nothing but this device has it.
  await goTo(page, "overview");
  await goTo(page, "record");
  await expect(readings(page)).toHaveCount(5);
  expect((await savedRecord(page.request, id)).entries).toEqual([]);
  await context.setOffline(false);
  await expect(page.getByText("(on this device)")).toHaveCount(0);
  expect(await countOf(page)).toBeGreaterThan(before);
  await sign(page);
  await expect(page.getByText("Signed and locked")).toBeVisible();
  await shoot(page, "journey-3-signed");
  const { entries, signed, weather } = await savedRecord(page.request, id);
  expect(signed).toMatchObject({ by: "Jo Field" });
  // What was planned by is in what was signed, and says that it is made up.
  expect(weather).toMatchObject({
    observed: { wind_speed_mph: 7 },
    forecast: { note: expect.stringContaining("made up") as unknown },
  });
  await expect(page.locator("#weather")).toContainText("National Weather Service, issued");
  await shoot(page, "journey-4-weather");
  expect(entries.map(({ statement }) => statement.kind)).toEqual([
    ...Array.from({ length: 5 }, () => "reading"),
    "fact",
  ]);
  await verify(page, id);
  expect(heard.filter((line) => !line.includes("ERR_INTERNET_DISCONNECTED"))).toEqual([]);
});

/** What waits, or is on its way. */
const unsent = (page: Page) =>
  page.locator("[data-save-state=waiting], [data-save-state=saving], [data-save-state=retrying]");

/**
 * A refill that no other is like: its wind is a tenth of its number. A page that was asked for again while the network went
 * may be loaded again, with its form closed: the refill is tapped again then, unless it stands in the list.
 */
async function refillNo(page: Page, number: number): Promise<void> {
  const wind = page.getByLabel("Other wind speed, mph");
  const own = readings(page).filter({ hasText: new RegExp(`Refill [^,]*, ${number / 10} mph`.replace(".", "\\.")) });
  await expect(async () => {
    if ((await own.count()) > 0) return;
    if (!(await wind.isVisible())) {
      await page.getByRole("button", { name: "Refill", exact: true }).click({ timeout: 2000 });
    }
    await wind.fill(String(number / 10), { timeout: 2000 });
    await page.getByRole("button", { name: "Save refill" }).click({ timeout: 2000 });
    await expect(own.first()).toBeVisible({ timeout: 2000 });
  }).toPass({ timeout: 180_000 });
}

/** Writes refills over so many cuts. How many were written. */
async function refillOverCuts(page: Page, network: Network, pick: (below: number) => number): Promise<number> {
  let written = 0;
  const write = (): Promise<void> => refillNo(page, (written += 1));
  const quickly = { intervals: [20] };
  for (let cut = 1; cut <= CUTS; cut += 1) {
    network.arm(pick(2), pick(2) === 0 ? "before" : "after");
    while (!network.isOut()) {
      await write();
      await expect.poll(async () => network.isOut() || (await unsent(page).count()) === 0, quickly).toBe(true);
    }
    for (let more = pick(3); more > 0; more -= 1) await write();
    // A browser that is closed and opened in the dead spot.
    if (pick(4) === 0) await page.reload();
    await network.restore();
  }
  return written;
}

test(`from plan to proof with ${CUTS} cuts of the network at random: no entry is lost, none is kept twice`, async ({
  page,
  context,
}) => {
  test.setTimeout(600_000 + CUTS * CUT_MS);
  const { id } = await plan(page);
  const network = await cutNetwork(context);
  const pick = random(SEED);
  await readAir(page, "Start", 7);
  const written = await refillOverCuts(page, network, pick);
  await end(page);
  // What waited over many cuts goes one by one.
  await expect(unsent(page)).toHaveCount(0, { timeout: CUTS * CUT_MS });
  await expect(readings(page)).toHaveCount(written + 2);
  // The answer to the signature is lost as well.
  network.arm(0, "after");
  await sign(page);
  await expect.poll(() => network.isOut()).toBe(true);
  await network.restore();
  await expect(page.getByText("Signed and locked")).toBeVisible();
  expect(network.cuts).toBe(CUTS + 1);
  const { entries, signed } = await savedRecord(page.request, id);
  const winds = entries.map(({ statement }) => statement.wind_speed_mph ?? null);
  expect(winds, `seed ${SEED}`).toEqual([7, ...Array.from({ length: written }, (_, index) => (index + 1) / 10), null]);
  expect(entries.every((entry) => !entry.is_addition)).toBe(true);
  expect(signed).toMatchObject({ by: "Jo Field" });
  expect([...network.made].filter(([, times]) => times > 1)).toEqual([]);
  expect([...network.made.keys()].filter((key) => !network.answered.has(key))).toEqual([]);
  await verify(page, id);
  test.info().annotations.push({ type: "entries", description: `${entries.length} over ${network.cuts} cuts` });
});
