import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { expect, test, type APIRequestContext, type BrowserContext, type Locator, type Page } from "@playwright/test";
import { PORTAL_THEMES, THEME_COOKIE, type PortalPageId, type PortalTheme } from "@/lib/views/portal/pages";

export { PORTAL_THEMES };

export interface Demo {
  base_url: string;
  providers: { provider_id: string; api_key: string }[];
  portal_url: string;
  demo_field_boundary: { type: "Feature" };
}

/** What the running demonstration says of itself. */
export const demo = (): Demo => JSON.parse(readFileSync(".data/demo.json", "utf8")) as Demo;

const caller = (index: number) => {
  const provider = demo().providers[index];
  if (provider === undefined) throw new Error(`the demonstration has no provider ${index}`);
  return provider;
};

/** The header that makes a request one of a provider of the demonstration. */
export const apiKey = (index = 0): Record<string, string> => ({ "X-API-Key": caller(index).api_key });

/** A check of a field and application of its own, so that tests do not meet in one field. */
export const checkBody = (more: Record<string, unknown> = {}, index = 0) => {
  const name = randomUUID();
  return {
    provider_id: caller(index).provider_id,
    account_id: "e2e-account",
    provider_field_id: `e2e-field-${name}`,
    field_name: "Ñandú's home quarter",
    application_id: `e2e-${name}`,
    application_method: "Broadcast-Ground",
    application_date: "2027-05-20",
    field_boundary: demo().demo_field_boundary,
    products: [{ product_name: "Stryax", epa_number: "264-1241", rate: 22, rate_unit: "fl oz/ac" }],
    crop: ["soybeans"],
    pest: ["waterhemp"],
    ...more,
  };
};

/** Today by the clock of the demonstration's fields: the wind of now is the wind of this day. */
export const today = (): string => new Intl.DateTimeFormat("sv-SE", { timeZone: "America/Chicago" }).format(new Date());

export interface Checked {
  url: string;
  applicationEventId: string;
  body: ReturnType<typeof checkBody>;
}

/** A real check over HTTP, with the link it gave. */
export async function check(
  request: APIRequestContext,
  more: Record<string, unknown> = {},
  index = 0,
  headers: Record<string, string> = {},
): Promise<Checked> {
  const body = checkBody(more, index);
  const answer = await request.post("/api/v2/esa-check", { headers: { ...apiKey(index), ...headers }, data: body });
  expect(answer.status(), await answer.text()).toBe(200);
  const found = (await answer.json()) as {
    mitigation_portal_url: string;
    application_event_id: string;
  };
  return {
    url: found.mitigation_portal_url,
    applicationEventId: found.application_event_id,
    body,
  };
}

/** The saved compliance of an application, as its provider reads it. */
export async function readCompliance(request: APIRequestContext, id: string, index = 0) {
  const answer = await request.get(`/api/v2/applications/${id}/compliance`, { headers: apiKey(index) });
  expect(answer.status(), await answer.text()).toBe(200);
  return (await answer.json()) as Record<string, unknown>;
}

/** What is sent of the wind unless a test says more: eight miles an hour from southwest. */
const WIND = { wind_direction_deg: 225, wind_speed_mph: 8 };

export interface Edge {
  edge_index: number;
  buffer_ft: number | null;
  reason: string;
}

/** Puts a buffer on record over the API, as a provider does; what it answers, edge by edge. */
export async function computeDrift(
  request: APIRequestContext,
  id: string,
  conditions: Readonly<Record<string, unknown>> = {},
  query: "" | "?wind_rose=true" = "",
): Promise<Edge[]> {
  const answer = await request.post(`/api/v2/applications/${id}/drift-buffer/compute${query}`, {
    headers: apiKey(),
    data: { ...WIND, ...conditions },
  });
  expect(answer.status(), await answer.text()).toBe(200);
  return ((await answer.json()) as { application_time: { edges: Edge[] } }).application_time.edges;
}

export async function lock(request: APIRequestContext, id: string, locked: boolean): Promise<void> {
  const path = `/api/v2/applications/${id}/portal-lock`;
  expect((await request.put(path, { headers: apiKey(), data: { locked } })).status()).toBe(200);
}

/** Follows a link; where it led, without its query. */
export async function openLink(page: Page, url: string): Promise<string> {
  await page.goto(url);
  await expect(page).toHaveURL(/\/portal\/g\/[0-9a-f-]+/);
  return new URL(page.url()).pathname;
}

/** Goes to a page of the field that is open. */
export async function goTo(page: Page, id: PortalPageId): Promise<void> {
  const here = new URL(page.url());
  const base = here.pathname.split("/").slice(0, 5).join("/");
  await page.goto(`${base}${id === "overview" ? "" : `/${id}`}${here.search}`);
}

export const setTheme = (context: BrowserContext, theme: PortalTheme): Promise<void> =>
  context.addCookies([{ name: THEME_COOKIE, value: theme, url: `${test.info().project.use.baseURL ?? ""}/portal/` }]);

const axeSource = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** Rules of axe whose outcome depends on colors and sizes; every other one finds the same in each theme. */
const RULES_OF_LOOKS = ["color-contrast", "link-in-text-block", "target-size", "scrollable-region-focusable"];

/**
 * What axe finds wrong with the page, by all of its rules or by `rules` alone; evaluated past the page's own policy, which allows no
 * foreign script.
 */
export async function violations(page: Page, rules?: readonly string[]): Promise<string[]> {
  // A page that reads itself again has no title for a moment.
  await expect(page).toHaveTitle(/\S/);
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(axeSource);
  return page.evaluate(async (only) => {
    interface Found {
      violations: { id: string; nodes: { html: string; failureSummary?: string }[] }[];
    }
    const { axe } = window as unknown as { axe: { run: (options: object) => Promise<Found> } };
    const found = await axe.run(only === undefined ? {} : { runOnly: { type: "rule", values: only } });
    return found.violations.flatMap(({ id, nodes }) =>
      nodes.map(({ html, failureSummary }) => `${id}: ${html.slice(0, 200)} ${failureSummary ?? ""}`),
    );
  }, rules);
}

/** Takes another theme on the page that is open, as the switch of the shell does. */
export const wearTheme = (page: Page, theme: PortalTheme): Promise<void> =>
  page.evaluate((chosen) => void (document.documentElement.dataset.theme = chosen), theme);

/**
 * The open page, in one theme after the other: nothing that axe finds, nothing cut off, no small target. The first theme is looked at by
 * all rules of axe. A theme that the reader's own cookie brings is `portal-shell.spec.ts`'s.
 */
export async function expectClean(
  page: Page,
  place: string,
  {
    themes = ["light", "dark", "sunlight"],
    hasTargets = true,
  }: { themes?: readonly PortalTheme[]; hasTargets?: boolean } = {},
): Promise<void> {
  for (const [index, theme] of themes.entries()) {
    await wearTheme(page, theme);
    const at = `${place}, ${theme}`;
    expect.soft(await violations(page, index === 0 ? undefined : RULES_OF_LOOKS), at).toEqual([]);
    expect.soft(await overflow(page), at).toBeLessThanOrEqual(0);
    if (hasTargets) expect.soft(await smallTargets(page), at).toEqual([]);
    await shoot(page, at.replaceAll(/\W+/g, "-"));
  }
}

const withoutHash = (url: string): string => url.split("#", 1).join("");

/** React's words for a part that the server did not finish, in the built page. */
const UNFINISHED_PART = "Minified React error #419";

/**
 * Errors the page puts on its console, refusals by its policy among them. Asked for before the page is loaded.
 *
 * A page that is left while it streams in never gets its last parts, and says so as it goes: no one reads it then. A
 * part that the server fails to finish on a page that stays is heard.
 */
export function complaints(page: Page): string[] {
  const heard: string[] = [];
  let leftFor: string | null = null;
  page.on("request", (request) => {
    if (request.isNavigationRequest()) leftFor = withoutHash(request.url());
  });
  // A page that changes its own address meanwhile has not gone anywhere.
  page.on("framenavigated", (frame) => {
    if (withoutHash(frame.url()) === leftFor) leftFor = null;
  });
  // What turns out to be a file leads nowhere.
  page.on("download", () => {
    leftFor = null;
  });
  page.on("console", (message) => {
    // With the address: a message about a resource does not say which.
    if (message.type() === "error") heard.push(`${message.text()} (${message.location().url})`);
  });
  page.on("pageerror", ({ message }) => {
    if (leftFor === null || !message.startsWith(UNFINISHED_PART)) heard.push(message);
  });
  return heard;
}

/** By how many pixels the page is wider than its window, or a navigation than the place that cuts it off. */
export const overflow = (page: Page): Promise<number> =>
  page.evaluate(() => {
    const lists = [...document.querySelectorAll<HTMLElement>("nav ul")].filter((list) => list.checkVisibility());
    const cut = lists.map((list) => list.scrollWidth - list.clientWidth);
    return Math.max(document.documentElement.scrollWidth - window.innerWidth, ...cut);
  });

/** Targets smaller than 44 by 44 pixels, links inside a sentence excepted. */
export const smallTargets = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>("a[href], button, input, select, textarea, summary")]
      .filter((element) => element.checkVisibility() && element.closest("p, dd, li p, .maplibregl-map") === null)
      // A tick box counts with its label, whose target is the row; so does an input that only its label shows.
      .map((element) => ({
        element,
        target:
          element.closest<HTMLElement>("[class*=choice], label:has(input[type=checkbox])") ??
          (element instanceof HTMLInputElement && element.matches(".visually-hidden") ? element.labels?.[0] : null) ??
          element,
      }))
      .map(({ element, target }) => ({ element, box: target.getBoundingClientRect() }))
      .filter(({ box }) => box.height < 43.5 || box.width < 43.5)
      .map(({ element, box }) => `${element.outerHTML.slice(0, 120)} ${box.width.toFixed(0)}x${box.height.toFixed(0)}`),
  );

/** A picture of the whole page to be looked at, where `E2E_SHOTS` names a folder for it. */
export async function shoot(page: Page, name: string): Promise<void> {
  const folder = process.env.E2E_SHOTS;
  if (folder !== undefined) await page.screenshot({ path: join(folder, `${name}.png`), fullPage: true });
}

/** Presses Tab until a control has the focus, and the focus is seen on it. */
export async function tabTo(page: Page, control: Locator, most = 12): Promise<void> {
  for (let step = 0; step < most; step += 1) {
    await page.keyboard.press("Tab");
    // In one look: an answer that comes between two may move the focus.
    const outline = await control.evaluate((element) =>
      element === document.activeElement ? getComputedStyle(element).outlineStyle : null,
    );
    if (outline === null) continue;
    expect(outline, "the focus is seen").not.toBe("none");
    return;
  }
  await expect(control).toBeFocused();
}

/** Turns to another app and comes back `ms` later by the device's clock. */
export const turnAway = (page: Page, ms: number): Promise<void> =>
  page.evaluate((value) => {
    const become = (state: string): void => {
      Object.defineProperty(document, "visibilityState", { value: state, configurable: true });
      document.dispatchEvent(new Event("visibilitychange"));
    };
    const now = Date.now;
    become("hidden");
    Date.now = () => now() + value;
    become("visible");
  }, ms);

/** Keeps answers to conditions that are only tried on the drift page from coming. Gives the way to let them come. */
export async function holdPreviews(page: Page): Promise<() => void> {
  let letCome: () => void = () => undefined;
  const held = new Promise<void>((resolve) => (letCome = resolve));
  await page.route("**/drift-preview**", async (route) => {
    await held;
    await route.continue();
  });
  return letCome;
}
