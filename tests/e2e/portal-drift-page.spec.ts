import { brotliCompressSync } from "node:zlib";
import { expect, type Locator, type Page } from "@playwright/test";
import { test } from "@/tests/e2e/fixture";
import {
  apiKey,
  check,
  checkBody,
  computeDrift,
  goTo,
  holdPreviews,
  lock,
  openLink,
  turnAway,
} from "@/tests/e2e/support";
import { settled } from "@/tests/e2e/settled";

const READY = {
  products: [{ product_name: "DEMO Tiered Dry Herbicide", epa_number: "99002-1", rate: 1.5, rate_unit: "lb/ac" }],
  droplet_size: "VC",
  boom_height: "low",
  gpa: 15,
};

/** Has rules, none of them for drift. */
const NO_BUFFER = { product_name: "DEMO Runoff Only", epa_number: "99002-5", rate: 1, rate_unit: "lb/ac" };

test("a year without an application says so plainly", async ({ page }) => {
  const { provider_id, account_id, provider_field_id, field_name, field_boundary } = checkBody();
  const answer = await page.request.post("/api/v2/process-field", {
    headers: apiKey(),
    data: { provider_id, account_id, provider_field_id, field_name, field_boundary },
  });
  expect(answer.status(), await answer.text()).toBe(200);
  const { mitigation_portal_url: url } = (await answer.json()) as { mitigation_portal_url: string };
  await openLink(page, url);
  await goTo(page, "drift");
  await expect(page.getByText(/^No application in \d{4} yet$/)).toBeVisible();
  await expect(page.locator("main").getByText("A drift buffer belongs to an application")).toBeVisible();
});

test("what cannot be used or worked out says why, each reason beside its button", async ({ page, context }) => {
  const { url } = await check(page.request, READY);
  await openLink(page, url);
  await goTo(page, "drift");
  const speed = page.getByLabel("Wind speed, mph");
  await expect(speed).toBeEnabled();
  const use = page.getByRole("button", { name: "Use these conditions" });
  const winds = page.getByRole("button", { name: "Work out all winds" });
  const noWind = "Set where the wind comes from and how strong it is.";
  await expect(use).toBeDisabled();
  await expect(use).toHaveAccessibleDescription(noWind);
  await expect(winds).toBeDisabled();
  await expect(winds).toHaveAccessibleDescription(noWind);

  await page.getByLabel("Wind from, degrees").fill("225");
  await speed.fill("8 or so");
  const fault = "Something that is set is not right yet; it is said at its field.";
  await expect(use).toHaveAccessibleDescription(fault);
  await expect(winds).toHaveAccessibleDescription(fault);

  const come = await holdPreviews(page);
  await speed.fill("8");
  await expect(use).toHaveAccessibleDescription("Wait for the answer to these conditions.");
  const height = (): Promise<number> =>
    page.locator("#use-why").evaluate((why) => why.parentElement?.clientHeight ?? 0);
  const before = await height();
  come();
  await expect(use).toBeEnabled();
  await expect(use).toHaveAccessibleDescription(/^Puts wind, set-up and buffers on record/);
  expect(await height(), "nothing below moves with a reason").toBe(before);
  await expect(winds).toBeEnabled();

  await context.setOffline(true);
  await expect(winds).toBeDisabled();
  await expect(winds).toHaveAccessibleDescription("Offline: buffers are worked out by the server.");
});

/** Sets 6 mph on the drift page of an application that has 8 mph on record; where the page shows the record. */
async function changeRecord(page: Page): Promise<Locator> {
  const { url, applicationEventId } = await check(page.request, READY);
  await computeDrift(page.request, applicationEventId);
  await openLink(page, url);
  await goTo(page, "drift");
  const speed = page.getByLabel("Wind speed, mph");
  await expect(speed).toBeEnabled();
  const record = page.locator("#saved");
  await expect(record).toContainText("8 mph");
  await speed.fill("6");
  await settled(page);
  return record;
}

test("the record on the page is not the earlier one once other conditions are saved", async ({ page }) => {
  const record = await changeRecord(page);
  let come: () => void = () => undefined;
  const held = new Promise<void>((resolve) => (come = resolve));
  // The page's own data, as they are asked for again.
  await page.route(/[?&]_rsc=/, async (route) => {
    await held;
    await route.continue();
  });
  await page.getByRole("button", { name: "Use these conditions" }).click();
  await expect(record).toContainText("What is on record now is shown here in a moment.");
  await expect(record).not.toContainText("8 mph");
  come();
  await expect(record).toContainText("6 mph");
});

test("the record comes with the page, whatever the clock of the host that saved it", async ({ page }) => {
  const { url } = await check(page.request, READY);
  await openLink(page, url);
  await goTo(page, "drift");
  await expect(page.getByLabel("Wind speed, mph")).toBeEnabled();
  await page.getByLabel("Wind from, degrees").fill("225");
  await page.getByLabel("Wind speed, mph").fill("6");
  await page.route("**/drift-conditions", async (route) => {
    const response = await route.fetch();
    const answer = (await response.json()) as { saved_at: string };
    const ahead = new Date(Date.parse(answer.saved_at) + 3_600_000).toISOString();
    await route.fulfill({ response, json: { ...answer, saved_at: ahead } });
  });
  const record = page.locator("#saved");
  await page.getByRole("button", { name: "Use these conditions" }).click();
  await expect(record).toContainText("6 mph");
  await expect(record).not.toContainText("in a moment");
});

test("without a network the earlier record stays, and is named as that", async ({ page }) => {
  const record = await changeRecord(page);
  // It goes right after the conditions were saved.
  await page.route("**/api/ready", (route) => route.abort("internetdisconnected"));
  await page.getByRole("button", { name: "Use these conditions" }).click();
  await expect(page.getByText("This is the earlier record.")).toBeVisible();
  await expect(record).toContainText("8 mph");
  await page.unroute("**/api/ready");
  await expect(record).toContainText("6 mph");
  await expect(page.getByText("This is the earlier record.")).toHaveCount(0);
});

test("a server that is not ready, as with a full disk, and makes the page all the same is asked for it", async ({
  page,
}) => {
  const record = await changeRecord(page);
  await page.route("**/api/ready", (route) => route.fulfill({ status: 503, json: { status: "not_ready" } }));
  await page.getByRole("button", { name: "Use these conditions" }).click();
  await expect(record).toContainText("6 mph");
  await expect(page.getByText("This is the earlier record.")).toHaveCount(0);
});

test("a practice that was not saved is said once, in sight", async ({ page }) => {
  const { url, applicationEventId } = await check(page.request, READY);
  await openLink(page, url);
  await goTo(page, "drift");
  await expect(page.getByLabel("Wind speed, mph")).toBeEnabled();
  await page.getByLabel("Wind from, degrees").fill("225");
  await page.getByLabel("Wind speed, mph").fill("6");
  await expect(page.locator("[data-drift-state]")).toHaveAttribute("data-drift-state", "current");
  await page
    .getByText(/^\d+ practices? that takes? nothing off/)
    .first()
    .click();
  const id = await page.locator("details [data-practice]").first().getAttribute("data-practice");
  const row = page.locator(`[data-practice="${id}"]`);
  const idle = row.getByRole("checkbox");
  await expect(idle).toBeEnabled();
  await lock(page.request, applicationEventId, true);
  await idle.click();
  const said = page.getByText(/^Not saved: /);
  await expect(said).toHaveCount(1);
  await expect(said).toBeInViewport();
  await expect(row).toContainText("Not saved: ");
  await row.getByRole("button", { name: "Let it go" }).click();
  await expect(said).toHaveCount(0);
  // Its row is behind a fold again, and the focus is not lost with it.
  await expect(page.locator("#practices details > summary:focus")).toContainText(/takes? nothing off/);
});

test("a practice that was not saved is said as well where no buffer is asked for any more", async ({ page }) => {
  const { url, applicationEventId, body } = await check(page.request, READY);
  await openLink(page, url);
  await goTo(page, "drift");
  await expect(page.getByLabel("Wind speed, mph")).toBeEnabled();
  await lock(page.request, applicationEventId, true);
  await page.locator("[data-practice] input[type=checkbox]:enabled").first().click();
  const said = page.getByText(/^Not saved: /);
  await expect(said).toHaveCount(1);
  await lock(page.request, applicationEventId, false);
  await check(page.request, { ...body, products: [NO_BUFFER] });
  await page.reload();
  await expect(page.getByText("No drift buffer is asked for")).toBeVisible();
  await expect(said).toHaveCount(1);
  await expect(page.getByRole("link", { name: "Look at it" })).toHaveCount(0);
  await page.getByRole("button", { name: "Let it go" }).click();
  await expect(said).toHaveCount(0);
});

// As it comes over the wire.
test("the page asks for at most 149.5 kB of script before its map is near", async ({ page }) => {
  const { url } = await check(page.request, READY);
  await page.setViewportSize({ width: 360, height: 640 });
  await openLink(page, url);
  // What the page before still fetches is not this one's.
  await settled(page);
  const bodies: Promise<Buffer>[] = [];
  page.on("response", (response) => {
    if (response.request().resourceType() === "script") bodies.push(response.body());
  });
  await goTo(page, "drift");
  await expect(page.getByLabel("Wind from, degrees")).toBeEnabled();
  await settled(page);
  const sizes = (await Promise.all(bodies)).map((body) => brotliCompressSync(body).length);
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(149.5 * 1024);
  expect(sizes.length).toBeGreaterThan(0);
});

test("all winds can be asked for once the page runs, and not while its script is still on the way", async ({
  page,
}) => {
  const { url, applicationEventId } = await check(page.request, READY);
  await computeDrift(page.request, applicationEventId);
  await openLink(page, url);
  await settled(page);
  let come: () => void = () => undefined;
  const held = new Promise<void>((resolve) => (come = resolve));
  await page.route("**/*.js", async (route) => {
    await held;
    await route.continue();
  });
  const here = new URL(page.url());
  await page.goto(`${here.pathname}/drift${here.search}`, { waitUntil: "commit" });
  const allWinds = page.getByRole("button", { name: "Work out all winds" });
  await expect(allWinds).toBeVisible();
  await expect(allWinds).toBeDisabled();
  come();
  await expect(allWinds).toBeEnabled();
});

// The device believes that it has a network, as a phone does in a dead spot.
test("what is typed stays where someone comes back to the page and the server cannot be reached", async ({ page }) => {
  const first = await check(page.request, READY);
  await openLink(page, first.url);
  await goTo(page, "drift");
  const speed = page.getByLabel("Wind speed, mph");
  await expect(speed).toBeEnabled();
  await settled(page);
  await speed.fill("7");
  let refused = 0;
  const isOfThePage = ({ pathname }: URL): boolean => !pathname.startsWith("/_next/");
  await page.route(isOfThePage, (route) => {
    refused += 1;
    return route.abort("internetdisconnected");
  });
  await turnAway(page, 60_000);
  await expect.poll(() => refused).toBeGreaterThan(1);
  await expect(speed).toHaveValue("7");

  // Meanwhile the farm software checked it under another name.
  await check(page.request, { ...first.body, field_name: "Renamed meanwhile" });
  await page.unroute(isOfThePage);
  await expect(page.getByRole("region", { name: "Field and application" })).toContainText("Renamed meanwhile");
  await expect(speed).toHaveValue("7");
});
