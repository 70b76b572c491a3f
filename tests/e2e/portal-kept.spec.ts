import { randomUUID } from "node:crypto";
import { expect, type Locator, type Page } from "@playwright/test";
import { test } from "./fixture";
import { check, computeDrift, goTo, openLink, readCompliance, shoot } from "./support";
import { kept, opened, ready, selectedOf, TIERED, unfold } from "./measures-support";
import { cutNetwork, random } from "./network-cuts";
import { settled } from "./settled";
import { scrollToMap } from "./portal-map-support";
import { cacheNameOf } from "@/lib/portal-client/cache-name";
import { pageTitle, PORTAL_PAGES } from "@/lib/views/portal/pages";

const READY = { products: [TIERED], droplet_size: "VC", boom_height: "low", gpa: 15 };

/** The device has all of the field, and says so. */
const isKept = (page: Page) =>
  expect(page.locator("[data-kept=all]")).toHaveText(/^Kept on this (phone|computer), \d/, {
    useInnerText: true,
    timeout: 180_000,
  });
const heading = (page: Page) => page.getByRole("heading", { level: 1 });

/** What the device keeps under a path of the session. */
const keptUnder = (page: Page, path: string): Promise<string[]> =>
  page.evaluate(async (under) => {
    const caches = await Promise.all((await window.caches.keys()).map((name) => window.caches.open(name)));
    const requests = (await Promise.all(caches.map((cache) => cache.keys()))).flat();
    const paths = requests.map(({ url }) => url.slice(location.origin.length));
    return paths.filter((each) => each.startsWith(under)).toSorted();
  }, path);
/** Of which applications it keeps the winds, as `<id>` of the speed last asked about and as `<id>/ahead` of several. */
const windsKept = async (page: Page): Promise<string[]> => {
  const under = `${new URL(page.url()).pathname.split("/").slice(0, 4).join("/")}/kept-winds/`;
  return (await keptUnder(page, under)).map((path) => path.slice(under.length));
};
const tilesPath = (start: string): string => `${start.split("/").slice(0, 4).join("/")}/tiles/`;

test.use({ device: "keeps-all", viewport: { width: 360, height: 740 }, hasTouch: true });

test("a field that was opened once opens from its link without a network, page by page, with map and winds", async ({
  page,
  context,
}) => {
  const { url, applicationEventId: id } = await check(page.request, READY);
  const start = await openLink(page, url);
  await isKept(page);
  const ofPage = ({ segment }: { segment: string }): string => (segment === "" ? start : `${start}/${segment}`);
  const pages = PORTAL_PAGES.map((each) => `${ofPage(each)}?application=${id}`);
  expect(await keptUnder(page, start)).toEqual(pages.toSorted());
  await expect.poll(() => keptUnder(page, tilesPath(start))).not.toEqual([]);
  await shoot(page, "kept-online");
  await context.setOffline(true);
  await page.goto(url);
  await expect(page).toHaveURL(new RegExp(`${start}\\?application=${id}$`));
  await expect(page.getByText("You are offline")).toBeVisible();
  await expect(page.getByText("This page is as it was on")).toBeVisible();
  await shoot(page, "kept-offline");
  // Not one of them was opened before.
  for (const { id: pageId, segment } of PORTAL_PAGES.slice(1)) {
    await page.goto(`${start}/${segment}?application=${id}`);
    await expect(heading(page), segment).toHaveText(new RegExp(pageTitle(pageId), "i"));
    await expect(page.getByText("This page is as it was on"), segment).toBeVisible();
  }
  await page.goto(`${start}?application=${id}#map`);
  await scrollToMap(page);
  await expect(page.locator("canvas.maplibregl-canvas")).toBeVisible({ timeout: 30_000 });
  await page.goto(`${start}/changes`);
  await expect(heading(page)).toHaveText("Not on this device");
  await expect(page.getByRole("link", { name: /^Drift/ })).toBeVisible();
  await shoot(page, "kept-none");
});

test.describe("where the reader asked the device to save data", () => {
  test.use({ device: "saves-data" });

  test("the page that was opened is kept, and no other of its field", async ({ page, context }) => {
    const { url, applicationEventId: id } = await check(page.request, READY);
    const start = await openLink(page, url);
    // The worker says so once it is done.
    await expect(page.locator("[data-kept=part]")).toHaveText(
      /^This page is kept on this (phone|computer), others not/,
      {
        useInnerText: true,
      },
    );
    expect(await keptUnder(page, start)).toEqual([`${start}?application=${id}`]);
    expect(await keptUnder(page, tilesPath(start))).toEqual([]);
    await context.setOffline(true);
    await page.reload();
    await expect(page.getByText("This page is as it was on")).toBeVisible();
    await page.goto(`${start}/drift?application=${id}`);
    await expect(heading(page)).toHaveText("Not on this device");
  });
});

test("wind that is noted without a network goes on record with its time when it is back", async ({ page, context }) => {
  const { url, applicationEventId: id } = await check(page.request, READY);
  await openLink(page, url);
  await isKept(page);
  await expect.poll(() => windsKept(page)).toContain(`${id}/ahead`);
  await context.setOffline(true);
  await goTo(page, "drift");
  const wind = page.getByLabel("Wind from, degrees");
  await expect(wind).toBeEnabled();
  await wind.fill("SW");
  await page.getByLabel("Wind speed, mph").fill("8");
  // Neither this page nor this wind was ever asked about with a network.
  await expect(page.locator("[data-drift-state]")).toContainText(/Likely.*8 mph.*Kept on this device/);
  await page.getByRole("button", { name: "Note these conditions" }).click();
  const waits = page.locator("#conditions [data-save-state=waiting]");
  await expect(waits).toContainText("Wind from 225°, southwest, 8 mph, noted");
  await shoot(page, "kept-wind");
  await page.reload();
  await expect(waits).toContainText("Wind from 225°, southwest, 8 mph, noted");
  await context.setOffline(false);
  await expect(page.locator("#saved")).toContainText("Wind from 225°, southwest, at 8 mph");
  await expect(waits).toHaveCount(0);
  const { application } = (await readCompliance(page.request, id)) as unknown as Saved;
  expect(application.compliance.drift.weather).toMatchObject({ wind_direction_deg: 225, wind_speed_mph: 8 });
});

test("without a network the last saved answer and the kept ones for other winds can be read, and nothing is saved", async ({
  page,
  context,
}) => {
  const { url, applicationEventId: id } = await check(page.request, READY);
  await computeDrift(page.request, id);
  await openLink(page, url);
  await goTo(page, "drift");
  await isKept(page);
  await expect.poll(() => windsKept(page)).toEqual([id, `${id}/ahead`]);
  await context.setOffline(true);
  await expect(page.getByText("Offline: conditions are noted")).toBeVisible();
  await page.reload();
  await expect(page.getByText("Offline: conditions are noted")).toBeVisible();
  const bar = page.locator("[data-drift-state]");
  const from = page.getByLabel("Wind from, degrees");
  const speed = page.getByLabel("Wind speed, mph");
  await expect(from).toBeEnabled();
  const ground = page.locator("[data-field-picture=placed] path").nth(3);
  await from.fill("SW");
  await expect(bar).toContainText(/Likely.*from 225°, southwest.*acres to leave.*Kept on this device/);
  // The application has other rules, which are not met in any wind.
  await expect(bar).toContainText(/Likely.*Application: not met/);
  const ofSouthwest = await ground.getAttribute("d");
  await from.fill("N");
  await expect(bar).toContainText(/Likely.*from 0°, north/);
  expect(await ground.getAttribute("d")).not.toBe(ofSouthwest);
  const paths = page.locator("[data-field-picture=placed] path");
  const ofOneWind = await paths.count();
  // Between two of the winds both count: more than the larger may have to be left.
  await from.fill("10");
  await expect(bar).toContainText(/Likely.*from 10°, north.*At least .* acres to leave, at most/);
  await expect(paths).toHaveCount(ofOneWind + 1);
  await from.fill("N");
  await expect(bar).toContainText(/Likely.*from 0°, north/);
  await expect(bar).not.toContainText("At least");
  await expect(bar).not.toContainText(/Met/);
  await expect(page.getByRole("button", { name: "Note these conditions" })).toBeEnabled();
  // Between speeds that were kept ahead both count; beyond the last of them nothing is known.
  await speed.fill("5");
  await expect(bar).toContainText(/Likely.*5 mph from 0°/);
  await speed.fill("16");
  await expect(bar).not.toContainText("Likely");
  await expect(page.locator("tr[data-edge]")).toHaveCount(5);
  // What stands below is the answer to the saved wind, and says so wherever it may be read by itself.
  for (const part of ["#answer", "#edges", "#map"]) {
    await expect(page.locator(`${part} [data-earlier-answer]`)).toHaveText("This is the answer to earlier conditions.");
  }
  // Its word, and that of its product, have no color.
  const colors = await page
    .locator("#answer")
    .getByText("Met", { exact: true })
    .evaluateAll((badges) => badges.map((badge) => getComputedStyle(badge).color));
  expect(colors).toHaveLength(2);
  expect(new Set(colors).size).toBe(1);
  await context.setOffline(false);
  await expect(bar).toHaveAttribute("data-drift-state", "current");
});

test.describe("without an offline worker", () => {
  test.use({ device: "keeps-nothing", map: "none" });

  const refused = new Map<string, number>();
  const timesRefused = (): number => [...refused.values()].reduce((sum, times) => sum + times, 0);

  /** The drift page without a script or an answer from now on, on a device that keeps winds of 7 and 10 mph. */
  async function withoutScript(page: Page): Promise<Locator> {
    refused.clear();
    const { url, applicationEventId: id } = await check(page.request, READY);
    const start = await openLink(page, url);
    const points = Array.from({ length: 16 }, (_, index) => ({
      windDirectionDeg: index * 22.5,
      treatablePercent: 80,
      bufferAcres: 7,
      treatable: null,
    }));
    const winds = [7, 10].map((mph) => ({ mph, keptAt: new Date().toISOString(), points, forbids: null }));
    const grant = start.split("/").slice(0, 4).join("/");
    await page.evaluate(
      async ({ name, address, kept }) => (await caches.open(name)).put(address, Response.json(kept)),
      { name: cacheNameOf(grant.split("/").at(-1) ?? ""), address: `${grant}/kept-winds/${id}/ahead`, kept: winds },
    );
    await goTo(page, "drift");
    await expect(page.getByLabel("Wind from, degrees")).toBeEnabled();
    await settled(page);
    await page.route("**/drift-preview", (route) => route.abort("internetdisconnected"));
    await page.route("**/*.js", (route) => {
      const asked = route.request().url();
      refused.set(asked, (refused.get(asked) ?? 0) + 1);
      return route.abort("internetdisconnected");
    });
    await page.getByLabel("Wind from, degrees").fill("SW");
    await page.getByLabel("Wind speed, mph").fill("8");
    // What loads scripts asks a second time by itself.
    await expect.poll(() => Math.max(0, ...refused.values())).toBeGreaterThan(1);
    const bar = page.locator("[data-drift-state]");
    await expect(bar).not.toContainText("Likely");
    return bar;
  }

  test("what reads the winds that were kept is asked for again where it could not be fetched", async ({ page }) => {
    const bar = await withoutScript(page);
    await page.unroute("**/*.js");
    await expect(bar).toContainText(/Likely.*7 acres/);
  });

  test("what reads the winds that were kept is not asked for forever, and again once the network is back", async ({
    page,
  }) => {
    await page.clock.install();
    const bar = await withoutScript(page);
    /** A time as long as the longest pause, and every request for a script by its end refused. */
    const wait = async (): Promise<void> => {
      await page.clock.runFor("31");
      await page.evaluate(() => fetch("/none.js").catch(() => null));
      refused.delete(new URL("/none.js", page.url()).href);
    };
    for (let pauses = 0; pauses < 10; pauses += 1) await wait();
    const asked = timesRefused();
    for (let pauses = 0; pauses < 5; pauses += 1) await wait();
    expect(timesRefused()).toBe(asked);
    await page.unroute("**/*.js");
    await wait();
    await expect(bar).not.toContainText("Likely");
    await page.evaluate(() => window.dispatchEvent(new Event("online")));
    await expect(bar).toContainText(/Likely.*7 acres/);
  });
});

interface Saved {
  application: { compliance: { drift: { weather: unknown } } };
}

test("a field that left the group leads to its list, and the device keeps what it has of the others", async ({
  page,
}) => {
  const group = { ...READY, provider_group_id: `Kept ${randomUUID().slice(0, 8)}` };
  const { url } = await check(page.request, { ...group, field_name: "It stays" });
  const leaves = await check(page.request, { ...group, field_name: "It leaves" });
  await check(page.request, { ...group, field_name: "Another" });
  const start = await openLink(page, url);
  const hrefOf = async (name: string) => (await page.getByRole("link", { name }).getAttribute("href")) ?? "";
  const [ofStays, ofLeaves] = [await hrefOf("It stays"), await hrefOf("It leaves")];
  for (const each of [ofStays, ofLeaves]) {
    await page.goto(each);
    await expect.poll(() => keptUnder(page, start)).toContain(each);
  }
  await check(page.request, { ...leaves.body, provider_group_id: randomUUID() });
  await page.goto(ofLeaves);
  await expect(heading(page)).toHaveText(group.provider_group_id);
  await expect(page.getByText("That field is not in this list")).toBeVisible();
  await shoot(page, "kept-gone");
  await expect.poll(() => keptUnder(page, start)).not.toContain(ofLeaves);
  const kept = await keptUnder(page, start);
  expect(kept).toContain(ofStays);
  // The list is kept as itself, and not once more as one that says so for good.
  expect(kept).not.toContain(`${start}?field=gone`);
});

test("50 cuts of the network at random moments lose no edit and make none twice", async ({ page, context }) => {
  test.slow();
  const { id } = await opened(page);
  await kept(page);
  const network = await cutNetwork(context);
  const pick = random(20_261_122);
  // Measures that may all be in place at once.
  const boxes = page.locator([211, 212, 213, 214, 220].map((measure) => `#measure-${measure}`).join(", "));
  await expect(boxes).toHaveCount(5);
  const show = () =>
    expect(async () => {
      await unfold(page, "Measures in the field");
      await expect(boxes.first()).toBeVisible({ timeout: 1000 });
    }).toPass();
  await show();
  const unsent = page.locator("[data-save-state=waiting], [data-save-state=saving], [data-save-state=retrying]");
  const quickly = { intervals: [20] };
  let turn = 0;
  // Each time another one, so that no two edits become one that is not sent. A page that was asked for again while the
  // network went may have been loaded again, with its categories closed.
  const tick = async (): Promise<void> => {
    turn += 1;
    await expect(async () => {
      await show();
      await boxes.nth(turn % 5).click({ timeout: 2000 });
    }).toPass();
  };
  for (let round = 1; round <= 50; round += 1) {
    network.arm(pick(2), pick(2) === 0 ? "before" : "after");
    while (!network.isOut()) {
      await tick();
      await expect.poll(async () => network.isOut() || (await unsent.count()) === 0, quickly).toBe(true);
    }
    // What is made while there is no network waits behind it, over a closed page too.
    if (pick(3) === 0) await tick();
    if (pick(10) === 0) {
      await page.reload();
      await ready(page);
      await show();
    }
    await network.restore();
  }
  expect(network.cuts).toBe(50);
  await expect(unsent).toHaveCount(0);
  const wanted = await boxes.evaluateAll(
    (inputs) => inputs.filter((each) => (each as HTMLInputElement).checked).length,
  );
  expect(Object.keys(await selectedOf(page, id))).toHaveLength(wanted);
  expect([...network.made].filter(([, times]) => times > 1)).toEqual([]);
  expect([...network.made.keys()].filter((key) => !network.answered.has(key))).toEqual([]);
  await expect(page.locator("#changes li").first()).toBeVisible();
});
