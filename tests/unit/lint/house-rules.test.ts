import { execFile } from "node:child_process";
import { copyFile, mkdir, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, it } from "vitest";

/** What the linter finds in a file at a place in the house, by the configuration and the rules of the house. */
const OXLINT = resolve("node_modules/oxlint/bin/oxlint");
/** A fault each, and the rule that has to find it. */
const FAULTS: [path: string, source: string, rule: string][] = [
  ["lib/engine/now.ts", "export const now = (): Date => new Date();", "house(no-clock)"],
  ["lib/geo/now.ts", "export const now = (): number => Date.now();", "house(no-clock)"],
  ["lib/domain/chance.ts", "export const chance = (): number => Math.random();", "house(no-clock)"],
  ["lib/usecases/all.ts", "const all = 1;\nexport default all;", "house(no-default-export)"],
  ["lib/usecases/setting.ts", "export const home = process.env.HOME;", "house(no-environment)"],
  ["app/page.tsx", "const Page = (): null => null;\nexport const home = process.env.HOME;", "house(no-environment)"],
  [
    "lib/views/figure.ts",
    "export const figure = (n: number): string => n.toLocaleString();",
    "house(no-formatter-each-time)",
  ],
  ["lib/usecases/print.ts", "export const print = (): void => console.log(1);", "eslint(no-console)"],
  ["lib/usecases/any.ts", "export const first = (all: any[]): number => all.length;", "typescript(no-explicit-any)"],
  [
    "lib/usecases/floating.ts",
    "const save = (): Promise<void> => Promise.resolve();\nexport function go(): void {\n  save();\n}",
    "typescript(no-floating-promises)",
  ],
  [
    "tests/e2e/a.spec.ts",
    'import { test } from "@playwright/test";\nexport const named = test;',
    "eslint(no-restricted-imports)",
  ],
  [
    "components/list.tsx",
    'import { useState } from "react";\nexport function useIf(is: boolean): void {\n  if (is) useState(1);\n}',
    "react-hooks(rules-of-hooks)",
  ],
];
/** Where the same is a means of the place. */
const ALLOWED: [path: string, source: string][] = [
  ["lib/usecases/now.ts", "export const now = (): Date => new Date();"],
  ["lib/runtime/env.ts", "export const home = process.env.HOME;"],
  ["app/not-found.tsx", "const NotFound = (): null => null;\nexport default NotFound;"],
  ["scripts/print.ts", "console.log(process.env.HOME);"],
];
let folder: string;
let found: Map<string, string[]>;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "house-rules-"));
  const write = async (path: string, source: string): Promise<void> => {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), `${source}\n`);
  };
  for (const [path, source] of [...FAULTS, ...ALLOWED]) await write(path, source);
  await write("tsconfig.json", JSON.stringify({ compilerOptions: { strict: true, jsx: "react-jsx" } }));
  await mkdir(join(folder, "scripts/lint"), { recursive: true });
  await copyFile("scripts/lint/house-rules.mjs", join(folder, "scripts/lint/house-rules.mjs"));
  await copyFile(".oxlintrc.json", join(folder, ".oxlintrc.json"));
  await symlink(resolve("node_modules"), join(folder, "node_modules"));
  found = await lint();
});
afterAll(() => rm(folder, { recursive: true }));

async function lint(): Promise<Map<string, string[]>> {
  const args = [OXLINT, "--format=json", "--disable-nested-config"];
  const output = await promisify(execFile)(process.execPath, args, { cwd: folder }).catch(
    (error: unknown) => error as { stdout: string },
  );
  const { diagnostics } = JSON.parse(output.stdout) as { diagnostics: { code: string; filename: string }[] };
  const rules = new Map<string, string[]>();
  for (const { code, filename } of diagnostics) rules.set(filename, [...(rules.get(filename) ?? []), code]);
  return rules;
}

it.each(FAULTS)("finds the fault of %s", (path, _, rule) => {
  expect(found.get(path)).toContain(rule);
});

it.each(ALLOWED)("leaves %s alone", (path) => {
  const refused = new Set(FAULTS.map(([, , rule]) => rule));
  expect(found.get(path)?.filter((rule) => refused.has(rule)) ?? []).toEqual([]);
});
