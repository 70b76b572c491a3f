import { describe, expect, it } from "vitest";
import { roleByRules } from "@/lib/auth/console/oidc-rules";
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
    (password) => {
      expect(() => refuseWeakPassword(password, "cleo@example.com")).toThrow(/password/);
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
