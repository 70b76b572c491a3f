import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { readEnvironment } from "@/lib/runtime/env";
import { environmentExample } from "@/lib/runtime/env-example";
import { ENVIRONMENT_NOTES } from "@/lib/runtime/env-notes";
import { ADDRESS_PER_MIN } from "@/scripts/address-limit.mjs";
import { DEADLINE_S } from "@/scripts/page-deadline.mjs";

const read = (path: string) => readFileSync(new URL(`../../../${path}`, import.meta.url), "utf8");

describe("the environment", () => {
  it("stands in .env.example as the schema has it (npm run env:example writes it)", () => {
    expect(read(".env.example")).toBe(environmentExample());
    expect(environmentExample()).not.toContain("=undefined");
  });

  it("is described in docs/operations.md, every variable of it", () => {
    const operations = read("docs/operations.md");
    const missing = Object.keys(ENVIRONMENT_NOTES).filter((name) => !operations.includes(name));
    expect(missing).toEqual([]);
  });

  it("starts from the example once the required values are filled in", () => {
    const filled: NodeJS.ProcessEnv = { NODE_ENV: "production" };
    for (const [, name = "", value] of read(".env.example").matchAll(/^(?:# )?([A-Z_]+)=(.*)$/gm)) filled[name] = value;
    filled.API_KEY_HASH_SECRET = "x".repeat(32);
    filled.PORTAL_LINK_KEYS = "";
    expect(readEnvironment(filled).PROCESSING_SLOTS).toBeGreaterThan(0);
  });

  it("says what is not set, in no library's words and with no value", () => {
    const asked = (): unknown => readEnvironment({ NODE_ENV: "production", API_KEY_HASH_SECRET: "hunter2" });
    expect(asked).toThrow("DATABASE_URL: is not set");
    expect(asked).not.toThrow("hunter2");
  });

  it("refuses the same secret twice, which would replace nothing", () => {
    const API_KEY_HASH_SECRET = "x".repeat(32);
    const asked = (other: string): unknown =>
      readEnvironment({
        NODE_ENV: "production",
        DATABASE_URL: "postgresql://localhost/x",
        API_KEY_HASH_SECRET,
        API_KEY_HASH_SECRET_OTHER: other,
      });
    expect(() => asked("x".repeat(32))).toThrow("API_KEY_HASH_SECRET_OTHER: must differ from API_KEY_HASH_SECRET");
    expect(asked("y".repeat(32))).toMatchObject({ API_KEY_HASH_SECRET });
    expect(asked("")).toMatchObject({ API_KEY_HASH_SECRET });
  });

  it("has one default for the limit by address and for the deadline, in the schema and in the server before it", () => {
    const required = { DATABASE_URL: "postgresql://localhost/x", API_KEY_HASH_SECRET: "x".repeat(32) };
    const read = readEnvironment({ NODE_ENV: "production", ...required });
    expect(read.RATE_LIMIT_ADDRESS_PER_MIN).toBe(ADDRESS_PER_MIN);
    expect(read.REQUEST_DEADLINE_S).toBe(DEADLINE_S);
  });
});
