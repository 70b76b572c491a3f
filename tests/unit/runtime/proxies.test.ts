import { describe, expect, it } from "vitest";
import { plainAddress, trustedProxies } from "@/scripts/proxies.mjs";

describe("trusted proxies", () => {
  it.each([
    ["10.0.0.1", "10.0.0.1", true],
    ["10.0.0.1", "10.0.0.2", false],
    ["10.8.0.0/16", "10.8.255.1", true],
    ["10.8.0.0/16", "10.9.0.1", false],
    [" 10.0.0.1 , fd00::/8", "fd12::1", true],
    ["fd00::/8", "10.0.0.1", false],
    ["0.0.0.0/0", "203.0.113.9", true],
    ["", "10.0.0.1", false],
    [undefined, "10.0.0.1", false],
    ["10.0.0.1", "unknown", false],
  ])("%s and %s: %s", (text, address, isTrusted) => {
    expect(trustedProxies(text)(address)).toBe(isTrusted);
  });

  it.each(["10.0.0", "10.0.0.0/33", "proxy.example", "10.0.0.0/8/8", "fd00::/129", "10.0.0.0/"])(
    "are refused with the entry %s named",
    (entry) => {
      expect(() => trustedProxies(`10.0.0.1,${entry}`)).toThrow(`TRUSTED_PROXIES: "${entry}"`);
    },
  );

  it("are compared in their own form", () => {
    expect(plainAddress("::ffff:10.0.0.1")).toBe("10.0.0.1");
    expect(plainAddress("2001:db8::1")).toBe("2001:db8::1");
  });
});
