import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";

/** A sentence that names its test is worth what the test is: one that was moved or deleted holds nothing. */
it("every test, and every file of our code, that a page of docs names is there", () => {
  const pages = readdirSync("docs", { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".md"))
    .map((name) => join("docs", name));
  const named = [...pages, "README.md", "CONTRIBUTING.md", "SECURITY.md"].flatMap((page) =>
    [...readFileSync(page, "utf8").matchAll(/`((?:tests|lib|scripts|bench)\/[\w./()[\]-]+\.(?:ts|tsx|mjs))`/g)].map(
      ([, file = ""]) => ({ page, file }),
    ),
  );
  expect(named.length).toBeGreaterThan(200);
  expect(named.filter(({ file }) => !existsSync(file))).toEqual([]);
});
