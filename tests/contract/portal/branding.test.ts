import sharp from "sharp";
import { afterAll, beforeAll, expect, it } from "vitest";
import { GET as getSheet } from "@/app/portal/g/[grant]/brand.css/route";
import { GET as getLogo } from "@/app/portal/g/[grant]/logo/route";
import { getDeps } from "@/lib/runtime/deps";
import { readLogoFile, setBranding } from "@/lib/usecases/operations/set-branding";
import { brandView } from "@/lib/pages/portal/shell";
import { readSession } from "@/lib/usecases/portal/session";
import { openBrowser, type Browser } from "@/tests/contract/portal/edits-support";
import { prepareGround, saved } from "@/tests/contract/v2/compliance/support";
import { BY_TEST, call, makeCaller } from "@/tests/support/api";
import type { Connected } from "@/tests/support/soil-ground";

let soil: Connected;
let browser: Browser;
let other: Browser;
const pictureOf = (width: number, height: number): Promise<Buffer> =>
  sharp({ create: { width, height, channels: 3, background: "#226644" } })
    .png({ compressionLevel: 9 })
    .toBuffer();

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

it("a provider without a look has its name, and neither logo nor color", async () => {
  expect(await brand(browser)).toEqual({ name: "branded", logoHref: null, styleHref: null });
  expect([(await get(getLogo, browser)).status, (await get(getSheet, browser)).status]).toEqual([404, 404]);
});

it("name, color and logo are shown from the next page on, to its own sessions alone", async () => {
  const { db } = await getDeps();
  await setBranding({ db, by: BY_TEST }, "branded", {
    name: "Acme",
    accent: "#ffcc00",
    logo: await readLogoFile(await pictureOf(300, 100)),
  });
  const { name, logoHref, styleHref } = await brand(browser);
  expect(name).toBe("Acme");
  expect(logoHref).toMatch(new RegExp(`^/portal/g/${browser.grant}/logo\\?v=[\\w-]{27}$`));
  expect(styleHref).toBe(`/portal/g/${browser.grant}/brand.css?v=ffcc00`);
  const logo = await get(getLogo, browser);
  expect([logo.headers.get("content-type"), logo.headers.get("x-content-type-options")]).toEqual([
    "image/png",
    "nosniff",
  ]);
  expect(await sharp(await logo.arrayBuffer()).metadata()).toMatchObject({ format: "png", width: 300, height: 100 });
  const styled = await get(getSheet, browser);
  expect(styled.headers.get("content-type")).toBe("text/css; charset=utf-8");
  const sheet = await styled.text();
  expect(sheet).toMatch(/--accent:#[0-9a-f]{6}/);
  expect(await brand(other)).toMatchObject({ name: "plain", logoHref: null, styleHref: null });
  expect((await get(getLogo, { ...other, grant: browser.grant })).status).toBe(401);
});

it("parts are changed and taken away one by one", async () => {
  const { db } = await getDeps();
  await setBranding({ db, by: BY_TEST }, "branded", { logo: null });
  expect(await brand(browser)).toMatchObject({
    name: "Acme",
    logoHref: null,
    styleHref: `/portal/g/${browser.grant}/brand.css?v=ffcc00`,
  });
  await setBranding({ db, by: BY_TEST }, "branded", { name: null, accent: null });
  expect(await brand(browser)).toEqual({ name: "branded", logoHref: null, styleHref: null });
  await expect(setBranding({ db, by: BY_TEST }, "no-one", { name: "x" })).rejects.toThrow("no provider no-one");
});

/** As logos were stored before they were packed again: as they came. */
async function storeAsGiven(bytes: Buffer, hash: string): Promise<void> {
  const { db } = await getDeps();
  await setBranding({ db, by: BY_TEST }, "branded", {
    logo: { bytes: new Uint8Array(bytes), type: "image/png", hash },
  });
}

it("a large picture that was stored as it came is shown small", async () => {
  await storeAsGiven(await pictureOf(2800, 2800), "a".repeat(27));
  const logo = await get(getLogo, browser);
  expect(await sharp(await logo.arrayBuffer()).metadata()).toMatchObject({ format: "png", width: 160, height: 160 });
});

it.each([
  ["5,600 by 5,600 pixels in a few bytes", () => pictureOf(5600, 5600)],
  ["a header that promises more than follows", async () => (await pictureOf(600, 600)).subarray(0, 120)],
])("a stored picture of %s is left out", async (name, make) => {
  await storeAsGiven(await make(), `hash of ${name}`);
  expect((await get(getLogo, browser)).status).toBe(404);
});
