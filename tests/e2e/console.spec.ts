import { execFileSync } from "node:child_process";
import { randomUUID } from "node:crypto";
import { expect, test, type Page } from "@playwright/test";
import { CONSOLE_PAGES } from "@/lib/views/console/pages";
import { THEME_COOKIE } from "@/lib/views/portal/pages";
import { complaints, overflow, PORTAL_THEMES, shoot, smallTargets, violations } from "@/tests/e2e/support";

const PASSWORD = "correct horse battery staple";

/** A new operator, made as the person who runs the demonstration makes one. */
function makeOperator(role: string): string {
  const email = `${role}-${randomUUID()}@example.com`;
  const args = ["--import", "tsx", "scripts/operator.ts", "create", email, "Ada Lovelace", "--role", role];
  execFileSync(process.execPath, [...args, "--password-stdin"], { input: PASSWORD });
  return email;
}

async function signIn(page: Page, email: string): Promise<void> {
  await page.goto("/console");
  await page.getByLabel("E-mail address").fill(email);
  await page.getByLabel("Password").fill(PASSWORD);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Overview");
}

for (const javaScriptEnabled of [true, false]) {
  test(`an operator creates a provider, hands out a key, rotates it, and finds it all in the log, ${
    javaScriptEnabled ? "with scripts" : "without"
  }`, async ({ browser, baseURL, request }) => {
    const context = await browser.newContext({ javaScriptEnabled, baseURL: baseURL ?? "" });
    const page = await context.newPage();
    const heard = complaints(page);
    await signIn(page, makeOperator("operator"));
    const id = `acme-${randomUUID().slice(0, 8)}`;
    await page.getByRole("navigation", { name: "Console" }).getByRole("link", { name: "Providers" }).click();
    await page.getByRole("link", { name: "New provider" }).click();
    await page.getByLabel("Provider id").fill("not an id");
    await page.getByLabel("Name", { exact: true }).fill("Acme Farm Software");
    await page.getByRole("button", { name: "Create provider" }).click();
    await expect(page.getByText("A provider id has 1 to 200 letters")).toBeVisible();
    await expect(page.getByLabel("Name", { exact: true }), "what was typed stands").toHaveValue("Acme Farm Software");
    await page.getByLabel("Provider id").fill(id);
    await page.getByRole("button", { name: "Create provider" }).click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Acme Farm Software");

    const keys = page.locator("#keys");
    await keys.getByRole("button", { name: "Issue key" }).click();
    const shown = keys.locator("code", { hasText: /^esa_test_\w{33}$/ });
    const first = (await shown.textContent()) ?? "";
    const isAccepted = async (key: string) =>
      (
        await request.get(`/api/v2/applications/${randomUUID()}/compliance`, { headers: { "X-API-Key": key } })
      ).status() === 404;
    expect(await isAccepted(first)).toBe(true);
    expect(await isAccepted(first.replace(/.$/, "-"))).toBe(false);
    // A fresh visit: without scripts, to reload the page would be to send its form again.
    await page.goto(page.url());
    await expect(shown, "a key is shown once").toHaveCount(0);

    await keys.getByRole("button", { name: "Rotate key" }).click();
    await expect(keys.getByText(/The old key works until/)).toBeVisible();
    const second = (await shown.textContent()) ?? "";
    expect(second).not.toBe(first);
    expect([await isAccepted(first), await isAccepted(second)]).toEqual([true, true]);

    await page.getByRole("link", { name: "Audit log" }).click();
    for (const words of [`created provider ${id}`, "issued key", "rotated key", "signed in as"]) {
      await expect(page.getByText(words).first()).toBeVisible();
    }
    await page.getByRole("button", { name: "Sign out" }).click();
    await expect(page.getByRole("button", { name: "Sign in", exact: true })).toBeVisible();
    await page.goto("/console/audit");
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Hedgerow console");
    expect(heard.filter((line) => !line.includes("404"))).toEqual([]);
    await context.close();
  });
}

test("a viewer sees the providers and finds no way to change one", async ({ page }) => {
  await signIn(page, makeOperator("viewer"));
  await expect(page.getByRole("link", { name: "Audit log" })).toHaveCount(0);
  await page.goto("/console/providers/demo-provider");
  await expect(page.locator("#keys")).toContainText("esa_test_");
  await expect(page.locator("main form")).toHaveCount(0);
  await page.goto("/console/audit");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Your role does not include this page");
});

test("the console has no fault that axe finds, nothing cut off, and no small target", async ({
  page,
  context,
  baseURL,
}) => {
  const heard = complaints(page);
  await page.goto("/console/sign-in");
  expect.soft(await violations(page), "sign-in").toEqual([]);
  await shoot(page, "console-sign-in");
  await signIn(page, makeOperator("operator"));
  const paths = [
    ...CONSOLE_PAGES.map(({ href }) => href),
    "/console/providers/new",
    "/console/providers/demo-provider/webhooks",
    "/console/providers/demo-provider?accent=%23cc3366",
  ];
  for (const [index, path] of paths.entries()) {
    // Every theme has its turn on some page; the pages are made of the same parts.
    const theme = PORTAL_THEMES[index % PORTAL_THEMES.length] ?? "auto";
    await context.addCookies([{ name: THEME_COOKIE, value: theme, url: `${baseURL ?? ""}/console` }]);
    for (const width of [360, 1280]) {
      await page.setViewportSize({ width, height: 900 });
      await page.goto(path);
      for (const fold of await page.locator("main summary").all()) await fold.click();
      expect.soft(await overflow(page), `${path} at ${width}`).toBeLessThanOrEqual(0);
      expect.soft(await smallTargets(page), `${path} at ${width}`).toEqual([]);
      expect.soft(await violations(page), `${path} at ${width}`).toEqual([]);
      await shoot(page, `console-${path.replaceAll(/\W+/g, "-")}-${width}`);
    }
  }
  expect(heard).toEqual([]);
});
