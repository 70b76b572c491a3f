import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { crc32 } from "node:zlib";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ROOT } from "@/bench/support/build";
import { generateApiKey, keyEnvironment } from "@/lib/auth/api-key-format";
import { ENVIRONMENT_NOTES } from "@/lib/runtime/env-notes";
import { startTarget, type Target } from "@/tests/attack/support/server";
import { loadGround } from "@/tests/contract/v2/esa-check/support";
import { makeCaller, type Caller } from "@/tests/support/api";
import { checkBody } from "@/tests/support/requests";

let target: Target;
let caller: Caller;
beforeAll(async () => {
  await loadGround();
  caller = await makeCaller("secrets");
  target = await startTarget({
    env: { LOG_LEVEL: "debug", RATE_LIMIT_ADDRESS_PER_MIN: "100000", RATE_LIMIT_READS_PER_MIN: "100000" },
  });
});
afterAll(() => target.stop());

/** Secrets that the process was started with. */
const SECRETS = ["API_KEY_HASH_SECRET", "PORTAL_LINK_KEYS", "NEXTAUTH_SECRET", "DATABASE_URL", "DATABASE_DIRECT_URL"];

const DIGITS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz".split("");

/** A key's text with the checksum that anyone can compute (lib/auth/api-key-format.ts). */
function withChecksum(body: string): string {
  let text = "";
  for (let rest = crc32(body); text.length < 6; rest = Math.floor(rest / 62)) text = (DIGITS[rest % 62] ?? "") + text;
  expect(keyEnvironment(body + text)).toBe("test");
  return body + text;
}

/** Every file that a browser may fetch. */
const served = (): { name: string; text: string }[] =>
  [join(ROOT, ".next", "static"), join(ROOT, "public")].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: "utf8" })
      .filter((name) => /\.(js|mjs|css|json|html|txt|map)$/.test(name))
      .map((name) => ({ name, text: readFileSync(join(folder, name), "utf8") })),
  );

describe("what a browser may fetch", () => {
  it("holds no secret of the process, and names no variable of it", () => {
    const files = served();
    expect(files.length).toBeGreaterThan(20);
    const names = Object.keys(ENVIRONMENT_NOTES).filter((name) => name.length > 8 && name.includes("_"));
    for (const { name, text } of files) {
      for (const secret of SECRETS)
        expect(text.includes(process.env[secret] ?? "?"), `${secret} in ${name}`).toBe(false);
      expect(
        names.filter((variable) => text.includes(variable)),
        name,
      ).toEqual([]);
    }
  });
});

describe("what the process writes, at its most talkative", () => {
  it("holds no key, secret or link", async () => {
    const headers = { "X-API-Key": caller.apiKey, "Content-Type": "application/json" };
    const check = (key: string, body: unknown) =>
      fetch(`${target.url}/api/v2/esa-check`, {
        method: "POST",
        headers: { ...headers, "X-API-Key": key },
        body: typeof body === "string" ? body : JSON.stringify(body),
      });
    const good = await check(caller.apiKey, checkBody(caller.providerId));
    const { mitigation_portal_url: link = "" } = (await good.json()) as { mitigation_portal_url?: string };
    expect(link).toContain("/portal/");
    const wrongKey = `${caller.apiKey.slice(0, -1)}${caller.apiKey.endsWith("0") ? "1" : "0"}`;
    await check(wrongKey, checkBody(caller.providerId));
    await check(caller.apiKey, `{"broken": "${caller.apiKey}`);
    await fetch(`${target.url}/api/v2/usage?key=${caller.apiKey}`, { headers });
    const followed = await fetch(`${target.url}${new URL(link).pathname}`, { redirect: "manual" });
    const cookies = followed.headers.getSetCookie().map((cookie) => cookie.split(";")[0]?.split("=")[1] ?? "?");
    const log = target.log();
    expect(log.length).toBeGreaterThan(0);
    const token = new URL(link).pathname.split("/").at(-1) ?? "?";
    const secrets = [caller.apiKey, wrongKey, token, ...cookies, ...SECRETS.map((name) => process.env[name] ?? "?")];
    expect(secrets.filter((secret) => secret.length > 8 && log.includes(secret))).toEqual([]);
  });
});

describe("a wrong key", () => {
  /** Far beyond chance, and far below what a comparison of characters would show over so many requests. */
  const FAR = 6;
  /** Fewer than an address may have looked up a minute, both kinds together. */
  const PAIRS = 140;

  const timeOf = async (key: string): Promise<number> => {
    const started = performance.now();
    const response = await fetch(`${target.url}/api/v2/usage`, { headers: { "X-API-Key": key } });
    await response.text();
    const ms = performance.now() - started;
    expect(response.status).toBe(401);
    return ms;
  };

  it("takes as long whether it is nearly right or not at all (Wilcoxon's test over pairs)", async () => {
    // Of the form of a key, checksum and all, and each one asked for the first time: none is answered from memory.
    // Near: the last two digits of the secret are others, each pair of them once, so that none is the key itself.
    const endings = DIGITS.flatMap((first) => DIGITS.map((second) => first + second));
    const nearKeys = endings
      .filter((ending) => ending !== caller.apiKey.slice(-8, -6))
      .slice(0, PAIRS)
      .map((ending) => withChecksum(`${caller.apiKey.slice(0, -8)}${ending}`));
    const differences: number[] = [];
    for (const [pair, near] of nearKeys.entries()) {
      const far = generateApiKey("test");
      const isNearFirst = pair % 2 === 0;
      const first = await timeOf(isNearFirst ? near : far);
      const second = await timeOf(isNearFirst ? far : near);
      differences.push(isNearFirst ? first - second : second - first);
    }
    const ranked = differences.toSorted((a, b) => Math.abs(a) - Math.abs(b));
    const sum = ranked.reduce((total, difference, at) => total + Math.sign(difference) * (at + 1), 0);
    const deviation = Math.sqrt((PAIRS * (PAIRS + 1) * (2 * PAIRS + 1)) / 6);
    console.log(`nearly right against wrong: z = ${(sum / deviation).toFixed(2)} over ${PAIRS} pairs`);
    expect(Math.abs(sum / deviation)).toBeLessThan(FAR);
  });
});
