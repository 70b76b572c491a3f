import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { runInNewContext } from "node:vm";
import ts from "typescript";
import { expect, it } from "vitest";

const ROOT = fileURLToPath(new URL("../../..", import.meta.url));
const FOLDERS = ["app", "components", "lib", "scripts"];
const SIZE = 2_000;
/** A pattern that is worse than quadratic takes hours for these texts; the limit only keeps such a test from hanging. */
const LIMIT_MS = 20_000;

const sources = (): string[] =>
  FOLDERS.flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: "utf8" }).map((name) => join(folder, name)),
  ).filter((name) => /\.(ts|tsx|mjs)$/.test(name) && !/generated|\.d\.m?ts$/.test(name));

/** Every pattern that stands in a source file as `/.../`. Those made by `new RegExp` are listed below. */
function patternsIn(name: string): RegExp[] {
  const text = readFileSync(join(ROOT, name), "utf8");
  const found: RegExp[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isRegularExpressionLiteral(node)) {
      const [, body = "", flags = ""] = /^\/([^]*)\/([a-z]*)$/.exec(node.text) ?? [];
      found.push(new RegExp(body, flags));
    }
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(name, text, ts.ScriptTarget.Latest, true));
  return found;
}

/** Texts of one character and of two in turns, of those that the pattern speaks of, with an end that it does not expect. */
function hostileTexts({ source }: RegExp): string[] {
  const literal = source.replaceAll(/\\[dDwWsSbBpPkxu]|\{[^}]*\}|[[\]()*+?|^$\\]/g, "");
  const letters = [...new Set([...(literal.match(/./gu) ?? []), "a", "0", " ", "-", ".", ","])].slice(0, 10);
  const pairs = letters.flatMap((one) => letters.map((other) => (one === other ? one : `${one}${other}`)));
  return pairs.flatMap((pair) => {
    const run = pair.repeat(SIZE / pair.length);
    return [`${run}\u0000`, `${literal.slice(0, 12)}${run}\u0000`];
  });
}

it("no pattern takes longer than the square of what a stranger sends", { timeout: 300_000 }, () => {
  const seen = new Map<string, { pattern: RegExp; file: string }>();
  for (const file of sources()) {
    for (const pattern of patternsIn(file)) seen.set(String(pattern), { pattern, file });
  }
  expect(seen.size).toBeGreaterThan(200);
  const slow = [...seen.values()].filter(({ pattern }) => {
    const fresh = { source: pattern.source, flags: pattern.flags, texts: hostileTexts(pattern) };
    try {
      runInNewContext("for (const text of texts) new RegExp(source, flags.replace(/[gy]/g, '')).test(text);", fresh, {
        timeout: LIMIT_MS,
      });
      return false;
    } catch {
      return true;
    }
  });
  expect(slow.map(({ pattern, file }) => `${file}: ${pattern}`)).toEqual([]);
});

it("would find one that is", () => {
  const texts = hostileTexts(/^(a+)+$/).slice(0, 2);
  expect(() => {
    runInNewContext("/^(a+)+$/.test(texts[0])", { texts }, { timeout: 500 });
  }).toThrow(/timed out/);
});

/** Made from text at run time: numbers of a registration, and names of markup, which both stand in our own code. */
const MADE = ["lib/auth/api-key-format.ts", "lib/imports/labels/esa-language.ts", "lib/imports/read/xlsx-markup.ts"];

it("no pattern is made from what a stranger sends", () => {
  const made = sources().filter(
    (name) => /^(app|components|lib)\//.test(name) && readFileSync(join(ROOT, name), "utf8").includes("new RegExp("),
  );
  expect(made.sort()).toEqual(MADE);
});
