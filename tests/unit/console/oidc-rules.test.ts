import { describe, expect, it } from "vitest";
import { isStrongEnough, roleByRules } from "@/lib/auth/console/oidc-rules";
import { hashPassword, refuseWeakPassword, verifyPassword } from "@/lib/auth/console/password";
import { consolePath } from "@/lib/auth/console/next-auth";
import { readEnvironment } from "@/lib/runtime/env";

const rules = (list: string, claim?: string) =>
  readEnvironment({
    NODE_ENV: "test",
    DATABASE_URL: "postgresql://localhost/x",
    API_KEY_HASH_SECRET: "x".repeat(32),
    CONSOLE_OIDC_ROLES: list,
    CONSOLE_OIDC_ROLE_CLAIM: claim ?? "",
  });

describe("the role of someone an identity provider vouches for", () => {
  const listed = rules("anna@example.com=operator, *@example.com=viewer", "hedgerow_role");
  it.each([
    ["an address goes before its domain", "anna@example.com", {}, "operator"],
    ["a domain's rule is for all of it", "ben@example.com", {}, "viewer"],
    ["a domain's rule is for no other domain", "ben@notexample.com", {}, null],
    ["a claim is for people no rule names", "cleo@example.org", { hedgerow_role: "rule_editor" }, "rule_editor"],
    ["a list of claims may hold the role", "cleo@example.org", { hedgerow_role: ["x", "operator"] }, "operator"],
    ["a claim does not override a rule", "ben@example.com", { hedgerow_role: "operator" }, "viewer"],
    ["another word is no role", "cleo@example.org", { hedgerow_role: "admin" }, null],
  ])("%s", (_title, email, profile, role) => {
    expect(roleByRules(listed, email, profile)).toBe(role);
  });

  it("is none where nothing is set, whatever the claims say", () => {
    expect(roleByRules(rules(""), "anna@example.com", { hedgerow_role: "operator" })).toBeNull();
  });

  it.each(["anna@example.com=admin", "example.com=viewer", "*@*=viewer", "anna@example.com"])(
    "stops the start at the rule %s",
    (list) => expect(() => rules(list)).toThrow("CONSOLE_OIDC_ROLES"),
  );
});

describe("how strong and how recent a sign-in at the identity provider was", () => {
  const now = new Date("2026-11-25T12:00:00Z");
  const ago = (seconds: number): number => now.getTime() / 1000 - seconds;
  const asks = (acr: string, maxAge: string) =>
    readEnvironment({
      NODE_ENV: "test",
      DATABASE_URL: "postgresql://localhost/x",
      API_KEY_HASH_SECRET: "x".repeat(32),
      CONSOLE_OIDC_ACR: acr,
      CONSOLE_OIDC_MAX_AGE_S: maxAge,
    });
  it.each([
    ["nothing is asked", "", "", {}, true],
    ["a strength is asked and given", "phr, phrh", "", { acr: "phrh" }, true],
    ["another strength is given", "phr,phrh", "", { acr: "0" }, false],
    ["a part of its name is given", "phrh", "", { acr: "phr" }, false],
    ["no strength is given", "phr", "", {}, false],
    ["the strength is no text", "phr", "", { acr: ["phr"] }, false],
    ["it was recent", "", "600", { auth_time: ago(599) }, true],
    ["the clocks differ by half a minute", "", "600", { auth_time: ago(630) }, true],
    ["it was long ago", "", "600", { auth_time: ago(3600) }, false],
    ["its time is not given", "", "600", {}, false],
    ["its time is a text", "", "600", { auth_time: String(ago(1)) }, false],
    ["it was strong and long ago", "phr", "600", { acr: "phr", auth_time: ago(3600) }, false],
  ])("where %s", (_title, acr, maxAge, claims, isEnough) => {
    expect(isStrongEnough(asks(acr, maxAge), claims, now)).toBe(isEnough);
  });

  it.each(["59", "soon", "90000"])("stops the start at the age %s", (age) => {
    expect(() => asks("", age)).toThrow("CONSOLE_OIDC_MAX_AGE_S");
  });
});

describe("passwords", () => {
  it("are kept with a salt and the parameters of their hash, and only the right one opens", async () => {
    const [one, other] = await Promise.all([
      hashPassword("correct horse battery"),
      hashPassword("correct horse battery"),
    ]);
    expect(one).toMatch(/^scrypt\$15\$8\$3\$/);
    expect(one).not.toBe(other);
    expect(await verifyPassword("correct horse battery", one)).toBe(true);
    expect(await verifyPassword("correct horse batter", one)).toBe(false);
    expect(await verifyPassword("anything at all", null)).toBe(false);
  });

  it.each(["short", "aaaaaaaaaaaaaaaa", "cleo-and-a-number", "x".repeat(201), "My-Hedgerow-2026"])(
    "%s is refused",
    async (password) => {
      await expect(refuseWeakPassword(password, "cleo@example.com", undefined)).rejects.toThrow(/password/);
    },
  );

  it.each(["1qaz2wsx3edc", "qwerty123456", "MotherFucker", "Sunshine2026!!", "99-liverpool-99"])(
    "%s is refused, as one that many people use, alone or with signs around it",
    async (password) => {
      await expect(refuseWeakPassword(password, "cleo@example.com", undefined)).rejects.toThrow(
        /many people use|repeats/,
      );
    },
  );

  it.each(["correct horse battery staple", "muddy boots by the door", "tuesday9Vixen.lamp"])(
    "%s is taken, though its words are common",
    async (password) => {
      await expect(refuseWeakPassword(password, "cleo@example.com", undefined)).resolves.toBeUndefined();
    },
  );
});

describe("the way back after a sign-in", () => {
  it.each([
    ["/console/providers/acme?accent=%23112233", "/console/providers/acme?accent=%23112233"],
    ["/console", "/console"],
    ["/portal/g/x", "/console"],
    ["//evil.example/console", "/console"],
    ["/console//evil.example", "/console"],
    ["https://evil.example/console", "/console"],
    ["/console/../portal", "/console"],
    ["/console/auth/signin", "/console"],
    ["/consolex", "/console"],
  ])("from %s is %s", (wanted, path) => expect(consolePath(wanted)).toBe(path));
});
