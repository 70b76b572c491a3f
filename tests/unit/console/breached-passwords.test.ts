import { createHash } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, describe, expect, it } from "vitest";
import { checkBreachedPasswords, isBreached } from "@/lib/runtime/breached-passwords";
import { refuseWeakPassword } from "@/lib/auth/console/password";

const folder = mkdtempSync(join(tmpdir(), "breached-"));
afterAll(() => rmSync(folder, { recursive: true }));

let files = 0;
function fileOf(content: string): string {
  files += 1;
  const path = join(folder, `${files}.txt`);
  writeFileSync(path, content);
  return path;
}

const sha1 = (password: string): string => createHash("sha1").update(password).digest("hex").toUpperCase();
const hashesOf = (passwords: readonly string[], end = "\r\n"): string =>
  passwords
    .map((password, index) => `${sha1(password)}:${index + 1}`)
    .sort()
    .map((line) => `${line}${end}`)
    .join("");
const byBytes = (a: string, b: string): number => Buffer.compare(Buffer.from(a), Buffer.from(b));

const STOLEN = ["muddy boots by the door", "tuesday9Vixen.lamp", "a swan upon the mill pond", "Straße am Fluss 12"];

describe("a file of stolen passwords", () => {
  it.each([
    ["hashes with counts, as they are given out", hashesOf(STOLEN)],
    ["hashes with line feeds alone", hashesOf(STOLEN, "\n")],
    [
      "hashes without counts, in small letters",
      [...STOLEN]
        .map((each) => sha1(each).toLowerCase())
        .sort()
        .join("\n"),
    ],
    ["plain words", [...STOLEN].sort(byBytes).join("\n")],
    ["plain words that end in a line feed", `${[...STOLEN].sort(byBytes).join("\n")}\n`],
  ])("of %s is taken, and each of its passwords found", async (_title, content) => {
    const path = fileOf(content);
    await expect(checkBreachedPasswords(path)).resolves.toBeUndefined();
    for (const password of STOLEN) expect(await isBreached(path, password), password).toBe(true);
    for (const other of ["muddy boots by the doo", "Muddy boots by the door", "", "zzz", "0"]) {
      expect(await isBreached(path, other), other).toBe(false);
    }
  });

  it("finds what is there and nothing else, wherever it lies and however long its lines are", async () => {
    const word = fc.string({ unit: "grapheme", minLength: 1, maxLength: 60 }).filter((text) => !/[\r\n]/.test(text));
    const lists = fc.tuple(fc.uniqueArray(word, { minLength: 1, maxLength: 60 }), word, fc.boolean());
    await fc.assert(
      fc.asyncProperty(lists, async ([words, other, isHashed]) => {
        const plain = [...new Set(words.map((each) => each.normalize("NFC")))];
        const path = fileOf(isHashed ? hashesOf(plain) : `${plain.sort(byBytes).join("\n")}\n`);
        await checkBreachedPasswords(path);
        for (const each of plain) expect(await isBreached(path, each)).toBe(true);
        expect(await isBreached(path, other)).toBe(plain.includes(other.normalize("NFC")));
      }),
      { numRuns: 60 },
    );
  });

  it("is searched without being read whole", async () => {
    const many = Array.from({ length: 200_000 }, (_, index) => `password number ${index}`);
    const path = fileOf(hashesOf(many));
    await checkBreachedPasswords(path);
    expect(await isBreached(path, "password number 123456")).toBe(true);
    expect(await isBreached(path, "password number 200000")).toBe(false);
  });

  it.each([
    ["is empty", "", /it is empty/],
    [
      "has the hashes of another kind",
      `${"0".repeat(32)}:1\n${"1".repeat(32)}:2\n`,
      /32 digits; those of SHA-1 have 40/,
    ],
    ["is ordered by count", `${"F".repeat(40)}:9\n${"0".repeat(40)}:8\n`, /not in order at byte \d+; sort it by hash/],
    ["is ordered by nothing", "swan\nheron\n", /not in order .* LC_ALL=C sort/],
    ["has lines of another kind", `${"0".repeat(40)}:9\nheron\n`, /no SHA-1 hash, as its first line is/],
    ["has no lines", "x".repeat(100_000), /more than 4096 bytes/],
  ])("that %s is refused in words for the operator", async (_title, content, words) => {
    await expect(checkBreachedPasswords(fileOf(content))).rejects.toThrow(words);
  });

  it("that is not there, or is a folder, is refused by its name", async () => {
    const named = /^CONSOLE_BREACHED_PASSWORDS names \/\S+, which cannot be used: /;
    await expect(checkBreachedPasswords(join(folder, "none.txt"))).rejects.toThrow(named);
    await expect(checkBreachedPasswords(folder)).rejects.toThrow(named);
  });
});

describe("a password", () => {
  const listed = fileOf(hashesOf(STOLEN));
  const refused = (password: string, path: string) => refuseWeakPassword(password, "cleo@example.com", path);

  it("from the installation's file is refused, and any other taken", async () => {
    await expect(refused("muddy boots by the door", listed)).rejects.toThrow(/in a list of stolen ones/);
    await expect(refused("a heron in the reeds", listed)).resolves.toBeUndefined();
  });

  it("is not taken where the file cannot be read", async () => {
    await expect(refused("a heron in the reeds", join(folder, "gone.txt"))).rejects.toThrow(/cannot be used: ENOENT/);
  });
});
