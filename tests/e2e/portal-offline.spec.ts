import { setTimeout } from "node:timers/promises";
import { expect } from "@playwright/test";
import { test } from "./fixture";
import {
  openMeasures,
  opened,
  selectedOf,
  unfold,
  ready,
  noTill,
  notes,
  state,
  kept,
  databases,
} from "./measures-support";
import { shoot, violations } from "./support";

test.use({ map: "none", device: "keeps-all" });

test("without a network the page is readable, edits wait on the device, and are sent in order when it is back", async ({
  page,
  context,
}) => {
  const { id } = await opened(page);
  await kept(page);
  await context.setOffline(true);
  await expect(page.getByText("You are offline")).toBeVisible();
  await unfold(page, "Measures in the field");
  await noTill(page).check();
  await expect(state(page)).toHaveAttribute("data-save-state", "waiting");
  await page.getByRole("checkbox", { name: "Rows follow the contour" }).check();
  await notes(page).fill("Written without a network");
  await expect(page.getByText("2 changes kept on this device")).toBeVisible();
  await page.reload();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Runoff measures");
  await expect(page.getByText("This page is as it was on")).toBeVisible();
  await ready(page);
  await expect(noTill(page)).toBeChecked();
  await expect(notes(page)).toHaveValue("Written without a network");
  await shoot(page, "measures-offline");
  expect(await violations(page)).toEqual([]);
  await context.setOffline(false);
  await expect(state(page)).toHaveAttribute("data-save-state", "saved");
  await expect(page.getByText("You are offline")).toHaveCount(0);
  await expect(page.locator("#changes li")).toHaveText([/Selected “Rows follow/, /Selected “No-till/]);
  expect(await selectedOf(page, id)).toMatchObject({ 210: "Written without a network", 212: null });
});

test("two tabs of one session share their unsent edits: each is shown in both, and sent once", async ({
  page,
  context,
}) => {
  const { id } = await opened(page);
  const other = await context.newPage();
  await other.goto(page.url());
  await ready(other);
  await context.setOffline(true);
  for (const tab of [page, other]) await unfold(tab, "Measures in the field");
  await noTill(page).check();
  await expect(noTill(other)).toBeChecked();
  await other.getByRole("checkbox", { name: "Rows follow the contour" }).check();
  await expect(page.getByText("2 changes kept on this device")).toBeVisible();
  await context.setOffline(false);
  for (const tab of [page, other]) await expect(tab.locator("#changes li")).toHaveCount(2);
  expect(Object.keys(await selectedOf(page, id)).toSorted()).toEqual(["210", "212"]);
});

test("a session that ended keeps what was typed as text, and a new link saves it", async ({ page, context }) => {
  const { id, url } = await opened(page);
  await kept(page);
  await unfold(page, "Measures in the field");
  await noTill(page).check();
  await expect(state(page)).toHaveAttribute("data-save-state", "saved");
  const grant = new URL(page.url()).pathname.split("/").slice(0, 4).join("/");
  const origin = new URL(page.url()).origin;
  const headers = { Origin: origin, "Sec-Fetch-Site": "same-origin" };
  // Else the page hears of the end by itself, when it brings what it keeps up to the saved edit.
  await context.setOffline(true);
  await page.request.post(`${grant}/sign-out`, { headers, form: {}, maxRedirects: 0 });
  await notes(page).fill("Typed too late");
  await page.getByLabel("Find a measure").focus();
  await expect(page.getByText("1 change kept on this device")).toBeVisible();
  await context.setOffline(false);
  await expect(page).toHaveURL(/\/portal\/expired/);
  await expect(page.getByLabel("What was not saved")).toHaveValue(/Typed too late/);
  await shoot(page, "measures-expired");
  expect(await violations(page)).toEqual([]);
  expect(await page.evaluate(() => caches.keys())).toEqual([]);
  // A database that another page still had open goes when that page has closed it.
  await expect.poll(() => databases(page)).toEqual(["hedgerow-unsent"]);
  await openMeasures(page, url);
  await page.getByRole("button", { name: "Save them now" }).click();
  await expect(notes(page)).toHaveValue("Typed too late");
  await expect.poll(() => selectedOf(page, id)).toEqual({ 210: "Typed too late" });
  await expect(page.getByText("was not saved")).toHaveCount(0);
});

test("a page leaves a session that ended without asking, though the worker forgot it before the page did", async ({
  page,
  context,
}) => {
  const asked: string[] = [];
  page.on("dialog", (dialog) => {
    asked.push(dialog.type());
    void dialog.dismiss();
  });
  await opened(page);
  await kept(page);
  await context.setOffline(true);
  const grant = new URL(page.url()).pathname.split("/").slice(0, 4).join("/");
  const headers = { Origin: new URL(page.url()).origin, "Sec-Fetch-Site": "same-origin" };
  await page.request.post(`${grant}/sign-out`, { headers, form: {}, maxRedirects: 0 });
  // What the worker does first: the page goes on with what it has in memory.
  const forgotten = `hedgerow-portal-${grant.split("/").at(-1)}`;
  await page.evaluate(async (name) => {
    const deleting = indexedDB.deleteDatabase(name);
    await new Promise((resolve) => (deleting.onsuccess = resolve));
  }, forgotten);
  await unfold(page, "Measures in the field");
  await noTill(page).check();
  await notes(page).fill("Typed after it was forgotten");
  await page.getByLabel("Find a measure").focus();
  await expect(page.getByText("This browser keeps nothing for later")).toBeVisible();
  await context.setOffline(false);
  await expect(page).toHaveURL(/\/portal\/expired/);
  await expect(page.getByLabel("What was not saved")).toHaveValue(/Typed after it was forgotten/);
  expect(asked).toEqual([]);
  await expect.poll(() => databases(page)).toEqual(["hedgerow-unsent"]);
});

test("a browser that keeps nothing still saves, and says what would be lost with the page", async ({
  page,
  context,
}) => {
  await page.addInitScript(() => {
    Object.defineProperty(window, "indexedDB", {
      get: () => {
        throw new DOMException("denied", "SecurityError");
      },
    });
  });
  const { id } = await opened(page);
  await unfold(page, "Measures in the field");
  await noTill(page).check();
  await expect(state(page)).toHaveAttribute("data-save-state", "saved");
  await context.setOffline(true);
  await notes(page).fill("On this page alone");
  await expect(page.getByText("This browser keeps nothing for later")).toBeVisible();
  await context.setOffline(false);
  await expect.poll(() => selectedOf(page, id)).toEqual({ 210: "On this page alone" });
});

test("signing out leads to the page that says so, though the worker hears of it first", async ({ page, context }) => {
  await opened(page);
  await kept(page);
  // The worker is refused a page of the field that it was about to keep, and says so, as it did here.
  await page.evaluate(() => {
    const tell = () => navigator.serviceWorker.dispatchEvent(new MessageEvent("message", { data: { type: "ended" } }));
    document.addEventListener("submit", () => window.setTimeout(tell, 100));
  });
  await context.route("**/sign-out", async (route) => {
    const response = await route.fetch({ maxRedirects: 0 });
    // On its way for longer than a page stays whose session was found over.
    await setTimeout(2500);
    await route.fulfill({ response });
  });
  await page.getByText("Display").click();
  await page.getByRole("button", { name: "Sign out of this device" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("You are signed out");
});

test("signing out leaves nothing of the session on the device", async ({ page }) => {
  await opened(page);
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready;
  });
  await expect.poll(() => page.evaluate(() => caches.keys())).toHaveLength(1);
  await page.getByText("Display").click();
  await page.getByRole("button", { name: "Sign out of this device" }).click();
  await expect(page).toHaveURL(/\/portal\/expired/);
  await expect.poll(() => page.evaluate(() => caches.keys())).toEqual([]);
  const workers = await page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length);
  expect({ databases: await databases(page), workers }).toEqual({ databases: [], workers: 0 });
  await expect(page.getByText("not saved")).toHaveCount(0);
});
