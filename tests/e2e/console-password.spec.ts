import { expect } from "@playwright/test";
import { test } from "@/tests/e2e/fixture";
import { enter, makeNewcomer } from "@/tests/e2e/console-support";
import { complaints, overflow, shoot, smallTargets, violations } from "@/tests/e2e/support";

const NEW = "a heron in the reeds at six";

for (const javaScriptEnabled of [true, false]) {
  test(`someone who was given a password chooses one before anything else, on a phone, ${
    javaScriptEnabled ? "with scripts" : "without"
  }`, async ({ browser, baseURL }) => {
    const viewport = { width: 360, height: 740 };
    const context = await browser.newContext({ javaScriptEnabled, viewport, baseURL: baseURL ?? "" });
    const page = await context.newPage();
    const heard = complaints(page);
    const heading = page.getByRole("heading", { level: 1 });
    const { email, password } = makeNewcomer("operator");
    await enter(page, email, password);
    await expect(heading).toHaveText("Choose your own password");
    await page.goto("/console/providers");
    await expect(heading, "no other page opens").toHaveText("Choose your own password");
    expect(await overflow(page)).toBeLessThanOrEqual(0);
    expect(await smallTargets(page)).toEqual([]);
    if (javaScriptEnabled) expect(await violations(page)).toEqual([]);
    await shoot(page, `console-new-password-${javaScriptEnabled ? "scripts" : "plain"}`);

    const choose = async (next: string): Promise<void> => {
      await page.getByLabel("Password you were given").fill(password);
      await page.getByLabel("New password").fill(next);
      await page.getByRole("button", { name: "Save password" }).click();
    };
    await choose("Sunshine2026!!");
    await expect(page.getByText("is one that many people use")).toBeVisible();
    await choose(NEW);
    await expect(heading).toHaveText("Overview");
    await page.goto("/console/audit");
    await expect(page.getByText(`changed the password of operator ${email}`).first()).toBeVisible();
    await page.getByRole("button", { name: "Sign out" }).click();
    await expect(heading).toHaveText("Hedgerow console");

    await enter(page, email, password);
    await expect(page.getByText("do not sign in")).toBeVisible();
    await enter(page, email, NEW);
    await expect(heading).toHaveText("Overview");
    expect(heard).toEqual([]);
    await context.close();
  });
}
