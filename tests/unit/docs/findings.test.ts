import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";

const ROOT = fileURLToPath(new URL("../../..", import.meta.url));
const FOLDERS = /^(tests|lib|scripts|app|bench|deploy|docs)\/[\w./[\]-]+$/;

/** What a page of claims rests on: a test that was renamed or taken out would leave the claim without one. */
it.each(["docs/security.md", "docs/reliability.md"])("%s names tests and files that are there", (page) => {
  const quoted = [...readFileSync(join(ROOT, page), "utf8").matchAll(/`([^`\n]+)`/g)].map(([, text = ""]) => text);
  const named = quoted.filter((text) => FOLDERS.test(text));
  expect(named.length).toBeGreaterThan(5);
  expect(named.filter((file) => !existsSync(join(ROOT, file)))).toEqual([]);
});
