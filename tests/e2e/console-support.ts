import { execFileSync } from "node:child_process";
import { randomUUID } from "node:crypto";
import { expect, type Page } from "@playwright/test";
import { programOf } from "@/tests/support/program";

const PASSWORD = "correct horse battery staple";

const operator = (args: readonly string[], input = ""): string =>
  execFileSync(process.execPath, [...programOf("operator"), ...args], { input, encoding: "utf8" });

const create = (role: string, ...more: readonly string[]) => {
  const email = `${role}-${randomUUID()}@example.com`;
  return { email, args: ["create", email, "Ada Lovelace", "--role", role, ...more] };
};

/** By role: a command takes longer than many a test, and no test changes who it signs in as. */
const operators = new Map<string, string>();

/** An operator who chose the password, made as the person who runs the demonstration makes one; one per role for each worker of the tests. */
export function operatorOf(role: string): string {
  const known = operators.get(role);
  if (known !== undefined) return known;
  const { email, args } = create(role, "--password-stdin", "--own-password");
  operator(args, PASSWORD);
  operators.set(role, email);
  return email;
}

/** A new operator with the password that the command made. */
export function makeNewcomer(role: string): { email: string; password: string } {
  const { email, args } = create(role);
  return { email, password: operator(args).trim() };
}

/** Sends the form of the sign-in; where it leads is the caller's to judge. */
export async function enter(page: Page, email: string, password: string): Promise<void> {
  await page.goto("/console");
  await page.getByLabel("E-mail address").fill(email);
  await page.getByLabel("Password").fill(password);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
}

export async function signIn(page: Page, email: string): Promise<void> {
  await enter(page, email, PASSWORD);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Overview");
}

/** `npm run data -- …` on the demonstration. */
export function runData(...args: readonly string[]): void {
  execFileSync(process.execPath, [...programOf("data"), ...args], { stdio: "ignore" });
}
