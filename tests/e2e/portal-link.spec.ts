import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { expect, test, type Page } from "@playwright/test";

const axeSource = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

interface Demo {
  base_url: string;
  providers: { provider_id: string; api_key: string }[];
  portal_url: string;
  demo_field_boundary: { type: "Feature" };
}
const demo = (): Demo => JSON.parse(readFileSync(".data/demo.json", "utf8")) as Demo;

/** What axe finds wrong with the page; evaluated past the page's own policy, which allows no foreign script. */
async function violations(page: Page): Promise<string[]> {
  await page.evaluate(axeSource);
  return page.evaluate(async () => {
    const { axe } = window as unknown as { axe: { run: () => Promise<{ violations: { id: string }[] }> } };
    const found = await axe.run();
    return found.violations.map((violation) => violation.id);
  });
}

const checkBody = () => ({
  provider_id: demo().providers[0]?.provider_id,
  account_id: "demo-account-1",
  field_name: "Ñandú's home quarter",
  application_id: "e2e-1",
  application_method: "Broadcast-Ground",
  application_date: "2027-05-20",
  field_boundary: demo().demo_field_boundary,
  products: [{ product_name: "Stryax", epa_number: "264-1241", rate: 22, rate_unit: "fl oz/ac" }],
  crop: ["soybeans"],
  pest: ["waterhemp"],
});

for (const width of [360, 1280]) {
  for (const colorScheme of ["light", "dark"] as const) {
    test(`a check's link opens the field at ${width} px, ${colorScheme}, without a fault`, async ({
      browser,
      request,
    }) => {
      const answer = await request.post("/api/v2/esa-check", {
        headers: { "X-API-Key": demo().providers[0]?.api_key ?? "" },
        data: checkBody(),
      });
      expect(answer.status(), await answer.text()).toBe(200);
      const { mitigation_portal_url: url } = (await answer.json()) as { mitigation_portal_url: string };
      const context = await browser.newContext({ viewport: { width, height: 800 }, colorScheme });
      const page = await context.newPage();
      const complaints: string[] = [];
      page.on("console", (message) => message.type() === "error" && complaints.push(message.text()));
      page.on("pageerror", (error) => complaints.push(error.message));
      const response = await page.goto(url);
      await expect(page).toHaveTitle(/^Overview · Ñandú's home quarter · /);
      await expect(page.getByText("Ñandú's home quarter").first()).toBeVisible();
      await expect(page.getByText("never a clearance to apply")).toBeVisible();
      expect(response?.headers()["referrer-policy"]).toBe("no-referrer");
      expect(response?.headers()["content-security-policy"]).toContain("frame-ancestors 'none'");
      expect(response?.headers()["x-request-id"]).toBeTruthy();
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
      expect(overflow).toBeLessThanOrEqual(0);
      expect(await violations(page)).toEqual([]);
      expect(complaints).toEqual([]);
      await context.close();
    });
  }
}

test("a forged link says nothing but that it does not work", async ({ page }) => {
  const url = demo().portal_url;
  const last = url.at(-5) === "A" ? "B" : "A";
  await page.goto(url.slice(0, -5) + last + url.slice(-4));
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("This link does not work");
  await expect(page.getByText("DEMO")).toHaveCount(0);
  expect(await violations(page)).toEqual([]);
});

test("the field is readable without JavaScript", async ({ browser }) => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(demo().portal_url);
  await expect(page.getByText("DEMO Field").first()).toBeVisible();
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await context.close();
});

test("unknown pages and unknown API routes both carry a request id", async ({ request }) => {
  const page = await request.get("/no-such-page");
  expect(page.status()).toBe(404);
  expect(page.headers()["x-request-id"]).toBeTruthy();
  const route = await request.get("/api/v2/no-such-route", { headers: { "X-Request-ID": "mine-1" } });
  expect(route.status()).toBe(404);
  expect(route.headers()["x-request-id"]).toBe("mine-1");
  expect(await route.json()).toMatchObject({ success: false, error: { code: "NOT_FOUND", request_id: "mine-1" } });
});

test("a body over the limit is refused while it is read, by the real server", async ({ request }) => {
  const answer = await request.post("/api/v2/esa-check", {
    headers: { "X-API-Key": demo().providers[0]?.api_key ?? "", "Content-Type": "application/json" },
    data: `{"x":"${"a".repeat(6_000_000)}"}`,
  });
  expect(answer.status()).toBe(413);
});
