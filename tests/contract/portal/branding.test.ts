import { afterAll, beforeAll, expect, it } from "vitest";
import { GET as getSheet } from "@/app/portal/g/[grant]/brand.css/route";
import { GET as getLogo } from "@/app/portal/g/[grant]/logo/route";
import { getDeps } from "@/lib/runtime/deps";
import { readLogoFile, setBranding } from "@/lib/usecases/operations/set-branding";
import { brandView } from "@/lib/pages/portal/shell";
import { readSession } from "@/lib/usecases/portal/session";
import { openBrowser, type Browser } from "@/tests/contract/portal/edits-support";
import { prepareGround, saved } from "@/tests/contract/v2/compliance/support";
import { call, makeCaller } from "@/tests/support/api";
import type { Connected } from "@/tests/support/soil-ground";

let soil: Connected;
let browser: Browser;
let other: Browser;
const PNG = Buffer.from("\x89PNG\r\n\x1a\npicture", "latin1");

beforeAll(async () => {
  soil = await prepareGround();
  const [mine, theirs] = [await makeCaller("branded"), await makeCaller("plain")];
  browser = await openBrowser(mine, (await saved(mine)).id);
  other = await openBrowser(theirs, (await saved(theirs)).id);
});
afterAll(() => soil.close());

const get = (handler: typeof getLogo, { grant, cookie }: Browser) =>
  call(handler, null, { method: "GET", params: { grant }, headers: { Cookie: cookie } });

async function brand({ grant, cookie }: Browser) {
  const session = await readSession(await getDeps(), { grant, cookie: cookie.slice(cookie.indexOf("=") + 1) });
  if (session === null) throw new Error("the session does not stand");
  return brandView(session);
}

it("a provider without a look has its name, and neither logo nor colour", async () => {
  expect(await brand(browser)).toEqual({ name: "branded", logoHref: null, styleHref: null });
  expect([(await get(getLogo, browser)).status, (await get(getSheet, browser)).status]).toEqual([404, 404]);
});

it("name, colour and logo are shown from the next page on, to its own sessions alone", async () => {
  const { db } = await getDeps();
  await setBranding(db, "branded", { name: "Acme", accent: "#ffcc00", logo: readLogoFile(PNG) });
  const { name, logoHref, styleHref } = await brand(browser);
  expect(name).toBe("Acme");
  expect(logoHref).toMatch(new RegExp(`^/portal/g/${browser.grant}/logo\\?v=[\\w-]{27}$`));
  expect(styleHref).toBe(`/portal/g/${browser.grant}/brand.css?v=ffcc00`);
  const logo = await get(getLogo, browser);
  expect([logo.headers.get("content-type"), logo.headers.get("x-content-type-options")]).toEqual([
    "image/png",
    "nosniff",
  ]);
  expect(Buffer.from(await logo.arrayBuffer()).equals(PNG)).toBe(true);
  const sheet = await (await get(getSheet, browser)).text();
  expect(sheet).toMatch(/--accent:#[0-9a-f]{6}/);
  expect(await brand(other)).toMatchObject({ name: "plain", logoHref: null, styleHref: null });
  expect((await get(getLogo, { ...other, grant: browser.grant })).status).toBe(401);
});

it("parts are changed and taken away one by one", async () => {
  const { db } = await getDeps();
  await setBranding(db, "branded", { logo: null });
  expect(await brand(browser)).toMatchObject({
    name: "Acme",
    logoHref: null,
    styleHref: `/portal/g/${browser.grant}/brand.css?v=ffcc00`,
  });
  await setBranding(db, "branded", { name: null, accent: null });
  expect(await brand(browser)).toEqual({ name: "branded", logoHref: null, styleHref: null });
  await expect(setBranding(db, "nobody", { name: "x" })).rejects.toThrow("no provider nobody");
});
