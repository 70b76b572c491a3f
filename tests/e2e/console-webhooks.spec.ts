import { expect } from "@playwright/test";
import { test } from "@/tests/e2e/fixture";
import { operatorOf, signIn } from "@/tests/e2e/console-support";
import { complaints, shoot } from "@/tests/e2e/support";

/** No name ends in `.invalid` (RFC 6761), so nothing is sent to anybody. */
const NOWHERE = "https://hooks.invalid/esa";

for (const javaScriptEnabled of [true, false]) {
  test(`an operator adds a webhook endpoint, tries it, and removes it, ${
    javaScriptEnabled ? "with scripts" : "without"
  }`, async ({ browser, baseURL }) => {
    const context = await browser.newContext({ javaScriptEnabled, baseURL: baseURL ?? "" });
    const page = await context.newPage();
    const heard = complaints(page);
    await signIn(page, operatorOf("operator"));
    const url = `${NOWHERE}?scripts=${String(javaScriptEnabled)}`;
    const path = "/console/providers/demo-neighbor/webhooks";
    await page.goto(path);
    const address = page.getByLabel("Address", { exact: true });
    const changed = page.getByLabel("field.changed");
    await address.fill("gopher://hooks.invalid");
    await changed.check();
    await page.getByRole("button", { name: "Add endpoint" }).click();
    await expect(page.getByText("The address must begin with https://")).toBeVisible();
    await expect(address, "what was typed stands").toHaveValue("gopher://hooks.invalid");
    await expect(changed, "and what was ticked").toBeChecked();
    await address.fill(url);
    await page.getByRole("button", { name: "Add endpoint" }).click();
    const secret = page.locator("code", { hasText: /^whsec_/ });
    await expect(secret).toHaveCount(1);
    await expect(page.getByRole("row", { name: url })).toContainText("field.changed");
    await expect(page.getByRole("row", { name: url })).not.toContainText("bulk_job.completed");
    await shoot(page, `console-webhook-added-${String(javaScriptEnabled)}`);
    await page.goto(path);
    await expect(secret, "a secret is shown once").toHaveCount(0);

    const own = page.getByRole("region", { name: url });
    await own.getByRole("button", { name: "Send a test" }).click();
    await expect(page.getByText("A test message is in the queue.")).toBeVisible();
    await page.goto(path);
    await expect(page.getByRole("row", { name: "webhook.test" }).filter({ hasText: "hooks.invalid" })).toHaveCount(1);
    await own.getByLabel("Type remove to confirm").fill("yes");
    await own.getByRole("button", { name: "Remove endpoint" }).click();
    await expect(page.getByText("Nothing was changed.")).toBeVisible();
    await own.getByLabel("Type remove to confirm").fill("remove");
    await own.getByRole("button", { name: "Remove endpoint" }).click();
    await expect(own).toHaveCount(0);
    await expect(page.getByText("Nothing was sent in the last thirty days.")).toBeVisible();
    expect(heard).toEqual([]);
    await context.close();
  });
}
