import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import { createServer as createSocket, type AddressInfo } from "node:net";
import { parseEnv } from "node:util";
import { expect } from "@playwright/test";
import { PALETTES } from "@/components/map/palette";
import { test } from "@/tests/e2e/fixture";
import { canvasOf, colorAt, demoLink, fieldOnScreen, idle, openMap, openTools } from "@/tests/e2e/portal-map-support";
import { expectClean, check, demo, shoot, violations } from "@/tests/e2e/support";

/** The ground under the map: what the demonstration made up, and pictures from a host of the operator's. */

test("the map names the road that is tapped, says who published it, and lets it be switched off", async ({
  page,
  request,
}) => {
  const asked: string[] = [];
  page.on("request", (each) => asked.push(each.url()));
  const { url } = await check(request);
  await openMap(page, url);
  expect(asked.filter((url) => url.includes("/tiles/basemap/"))).not.toEqual([]);
  await expect(page.locator(".maplibregl-ctrl-attrib")).toHaveText("Made up for the demonstration");
  await expect(page.getByText(/no real road, section, or place/)).toBeVisible();
  const { left, right, top, bottom } = await fieldOnScreen(page);
  const [midX, midY] = [(left + right) / 2, (top + bottom) / 2];
  // Along the field's sides run roads, some meters outside of them.
  const road = page.getByText(/^Road: DEMO (Street|Avenue|Highway) \d+$/);
  await expect(async () => {
    for (const away of [4, 8, 12, 16, 20]) {
      for (const [x, y] of [
        [left - away, midY],
        [right + away, midY],
        [midX, top - away],
        [midX, bottom + away],
      ] as const) {
        await page.mouse.click(x, y);
        if ((await road.count()) > 0) return;
      }
    }
    throw new Error("no road beside the field");
  }).toPass({ timeout: 120_000 });
  await page.getByLabel(/^Roads, section lines/).uncheck();
  await idle(page);
  await page.getByRole("button", { name: "What is in the middle of the map?" }).click();
  await expect(road).toHaveCount(0);
});

test("a road that the map has as a line is copied by keyboard, and is ground once its width is said", async ({
  page,
  request,
}) => {
  const { url } = await check(request);
  await openMap(page, url);
  await openTools(page);
  await page.getByRole("button", { name: "Copy from the map" }).press("Enter");
  const road = page.getByRole("button", { name: /^Copy Line of the road “DEMO/ }).first();
  await expect(road).toBeVisible();
  await road.press("Enter");
  await page.getByLabel("How wide, feet, from side to side").fill("40");
  await page.keyboard.press("Enter");
  await expect(page.getByLabel("What lies there")).toHaveValue("road");
  await expect(page.getByLabel("Name, if you like")).toHaveValue(/^DEMO (Street|Avenue|Highway)/);
  await page.getByRole("button", { name: "Discard" }).click();
});

for (const width of [360, 1280]) {
  test(`the ground under the map at ${width} px fits and has no fault that axe finds, in every theme`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height: 800 });
    await openMap(page, demoLink());
    await expectClean(page, `ground at ${width} px`);
  });
}

test.describe("with a host of imagery", () => {
  let host: Server;
  let web: ChildProcess;
  let link: string;
  let hostUrl: string;
  /** What the host says: its picture, or that it is broken. */
  let isBroken = false;
  const asked: string[] = [];

  /** Of a red that no theme has. */
  const PICTURE = Buffer.from(
    "iVBORw0KGgoAAAANSUhEUgAAAQAAAAEACAMAAABrrFhUAAAAA1BMVEXgEC/vi8JyAAAACXBIWXMAAAPoAAAD6AG1e1JrAAAAVElEQVR42u3BAQEAAACAkP6v7ggKAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAGAEPAAEccgnDAAAAAElFTkSuQmCC",
    "base64",
  );

  test.beforeAll(async () => {
    host = createServer((request, response) => {
      asked.push(request.url ?? "");
      response.setHeader("Access-Control-Allow-Origin", "*");
      if (isBroken) response.writeHead(503).end();
      else response.writeHead(200, { "Content-Type": "image/png" }).end(PICTURE);
    }).listen(0, "127.0.0.1");
    await once(host, "listening");
    hostUrl = `http://127.0.0.1:${(host.address() as AddressInfo).port}`;
    const port = await freePort();
    // The demonstration's own web process once more, with a host of pictures.
    const kept = parseEnv(readFileSync(".data/demo.env", "utf8"));
    const secrets = JSON.parse(readFileSync(".data/secrets.json", "utf8")) as Record<string, string>;
    web = spawn(process.execPath, ["scripts/web-server.mjs"], {
      env: {
        ...process.env,
        ...secrets,
        ...kept,
        NODE_ENV: "production",
        PORT: String(port),
        METRICS_PORT: "",
        PUBLIC_URLS: `http://localhost:${port}`,
        MAP_IMAGERY_URL: `${hostUrl}/{z}/{y}/{x}.png`,
        MAP_IMAGERY_ATTRIBUTION: "Test pictures",
      },
      stdio: ["ignore", "ignore", "inherit", "ipc"],
    });
    await once(web, "message");
    link = demo().portal_url.replace(demo().base_url, `http://localhost:${port}`);
  });
  test.afterAll(async () => {
    web.kill("SIGTERM");
    await once(web, "exit");
    host.close();
  });
  test.beforeEach(() => {
    isBroken = false;
    asked.length = 0;
  });

  test("the map shows its pictures at first, names it, asks no nearer than it has, and can be without", async ({
    page,
  }) => {
    const policy = (await page.goto(link))?.headers()["content-security-policy"] ?? "";
    expect(policy).toContain(`connect-src 'self' ${hostUrl};`);
    await openMap(page, link);
    expect(asked.length).toBeGreaterThan(0);
    expect(Math.max(...asked.map((url) => Number(url.split("/")[1])))).toBeLessThanOrEqual(16);
    await expect(page.locator(".maplibregl-ctrl-attrib")).toContainText("Test pictures");
    const pictures = page.getByLabel("Pictures from above");
    await expect(pictures).toBeChecked();
    await shoot(page, "ground-imagery");
    await pictures.uncheck();
    await idle(page);
    await expect(canvasOf(page)).toBeVisible();
  });

  test("the plain map stays where the host fails, and says so", async ({ page }) => {
    isBroken = true;
    await openMap(page, link);
    expect(asked.length).toBeGreaterThan(0);
    await expect(page.getByText("The pictures cannot be loaded right now.")).toBeVisible();
    for (const name of ["Pesticide Use", "Water and", "Managed areas", "County", "Roads, section", "Outside the"]) {
      await page.getByRole("checkbox", { name }).uncheck();
    }
    const { left, top, bottom } = await fieldOnScreen(page);
    await expect.poll(() => colorAt(page, left + 24, (top + bottom) / 2)).toBe(PALETTES.light.inside);
    await page.getByRole("button", { name: "What is in the middle of the map?" }).click();
    expect(await violations(page)).toEqual([]);
  });
});

async function freePort(): Promise<number> {
  const socket = createSocket().listen(0, "127.0.0.1");
  await once(socket, "listening");
  const { port } = socket.address() as AddressInfo;
  socket.close();
  await once(socket, "close");
  return port;
}
