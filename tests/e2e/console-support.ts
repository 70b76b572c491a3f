import { execFileSync } from "node:child_process";
import { randomUUID } from "node:crypto";
import { expect, type Page } from "@playwright/test";

const PASSWORD = "correct horse battery staple";

/** A new operator, made as the person who runs the demonstration makes one. */
export function makeOperator(role: string): string {
  const email = `${role}-${randomUUID()}@example.com`;
  const args = ["--import", "tsx", "scripts/operator.ts", "create", email, "Ada Lovelace", "--role", role];
  execFileSync(process.execPath, [...args, "--password-stdin"], { input: PASSWORD });
  return email;
}

export async function signIn(page: Page, email: string): Promise<void> {
  await page.goto("/console");
  await page.getByLabel("E-mail address").fill(email);
  await page.getByLabel("Password").fill(PASSWORD);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Overview");
}

/** `npm run data -- …` on the demonstration. */
export function runData(...args: readonly string[]): void {
  execFileSync(process.execPath, ["--import", "tsx", "scripts/data.ts", ...args], { stdio: "ignore" });
}
