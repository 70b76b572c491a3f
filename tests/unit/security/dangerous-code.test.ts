import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";

const ROOT = fileURLToPath(new URL("../../..", import.meta.url));

/** What runs in the service: pages, components and the library, without what is generated. */
const sources = (): { name: string; text: string }[] =>
  ["app", "components", "lib"]
    .flatMap((folder) =>
      readdirSync(join(ROOT, folder), { recursive: true, encoding: "utf8" }).map((name) => join(folder, name)),
    )
    .filter((name) => /\.(ts|tsx|mjs)$/.test(name) && !name.startsWith("lib/data/generated/"))
    .map((name) => ({ name, text: readFileSync(join(ROOT, name), "utf8") }));

const filesWith = (pattern: RegExp): string[] =>
  sources()
    .filter(({ text }) => pattern.test(text))
    .map(({ name }) => name);

it.each([
  ["evaluates text", /\beval\(|new Function\(|from "node:vm"|javascript:/],
  ["starts a program", /node:child_process|from "child_process"/],
  ["turns off the check of certificates", /rejectUnauthorized|NODE_TLS_REJECT_UNAUTHORIZED/],
  ["listens to other windows", /window\.addEventListener\("message"/],
])("no code of the service %s", (_what, pattern) => {
  expect(filesWith(pattern)).toEqual([]);
});

it("a hash or cipher mode that is broken protects nothing: lists of stolen passwords are looked up by one", () => {
  expect(filesWith(/createHash\("(md5|sha1)"\)|createCipheriv\("[^"]*-(ecb|cbc)/)).toEqual([
    "lib/runtime/breached-passwords.ts",
  ]);
});

it("markup is set in one place, from our own documents", () => {
  expect(filesWith(/dangerouslySetInnerHTML|\.innerHTML\b|insertAdjacentHTML/)).toEqual(["components/docs/prose.tsx"]);
});

it("files are read and written by imports, rule tables, keys, and documentation, and by no route or page", () => {
  const readers = filesWith(/from "(node:)?fs(\/promises)?"/);
  expect(
    readers.filter((name) => /^(app|components|lib\/(http|pages|contracts|auth|engine|geo|domain))\//.test(name)),
  ).toEqual([]);
});
