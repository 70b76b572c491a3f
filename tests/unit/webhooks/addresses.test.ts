import { describe, expect, it } from "vitest";
import { addressIn, isPublicAddress } from "@/lib/gateways/webhooks/addresses";
import { endpointFault, newEndpointFault } from "@/lib/gateways/webhooks/send-webhook";

const STRICT = { allowHttp: false, allowPrivate: false };

describe("an address", () => {
  it.each([
    "8.8.8.8",
    "93.184.216.34",
    "172.15.0.1",
    "172.32.0.1",
    "192.167.1.1",
    "2606:2800:220:1::1",
    "2a00:1450::1",
  ])("%s is a public one", (address) => expect(isPublicAddress(address)).toBe(true));

  it.each([
    "0.0.0.0",
    "10.1.2.3",
    "100.64.0.1",
    "127.0.0.1",
    "127.255.255.254",
    "169.254.169.254",
    "172.16.0.1",
    "172.31.255.255",
    "192.168.0.1",
    "198.18.0.1",
    "224.0.0.1",
    "255.255.255.255",
    "::",
    "::1",
    "::7f00:1",
    "::ffff:127.0.0.1",
    "::ffff:8.8.8.8",
    "64:ff9b::7f00:1",
    "2002:7f00:1::",
    "fc00::1",
    "fd12:3456::1",
    "fe80::1",
    "fec0::1",
    "ff02::1",
    "not an address",
    "",
  ])("%s is none of the public internet's", (address) => expect(isPublicAddress(address)).toBe(false));
});

describe("an endpoint's address", () => {
  it.each([
    ["https://2130706433/", "a decimal number"],
    ["https://0x7f.1/", "hexadecimal"],
    ["https://0177.0.0.1/", "octal"],
    ["https://[::1]/", "IPv6"],
    ["https://[::ffff:7f00:1]/", "IPv4 inside IPv6"],
    ["https://169.254.169.254/latest/meta-data", "a cloud's own service"],
  ])("%s is refused: %s", (url) => expect(endpointFault(url, STRICT)).toContain("private"));

  it.each(["https://localhost/hook", "https://a.LOCALHOST./", "https://printer.local/", "https://db.internal:8443/"])(
    "%s is refused where someone asks for it, unless private ones are allowed",
    (url) => {
      expect(newEndpointFault(url, STRICT)).toContain("private");
      expect(newEndpointFault(url, { ...STRICT, allowPrivate: true })).toBeNull();
    },
  );

  it.each(["https://example.org/hook", "https://localhost.example.org/", "https://local/hook.example"])(
    "%s is taken or refused by its host alone",
    (url) => expect(newEndpointFault(url, STRICT) === null).toBe(new URL(url).hostname.endsWith("example.org")),
  );

  it.each([
    ["http://example.org/hook", "https://"],
    ["ftp://example.org/", "https://"],
    ["https://user:secret@example.org/", "password"],
    ["https://example.org/#part", "fragment"],
    ["/hook", "absolute"],
    [`https://example.org/${"x".repeat(2000)}`, "2000"],
  ])("%s is refused, and says why", (url, why) => expect(endpointFault(url, STRICT)).toContain(why));

  it("may be any name over https, and more where the installation says so", () => {
    expect(endpointFault("https://example.org/hook?x=1", STRICT)).toBeNull();
    expect(endpointFault("http://example.org/", { ...STRICT, allowHttp: true })).toBeNull();
    expect(endpointFault("https://10.0.0.1/", { ...STRICT, allowPrivate: true })).toBeNull();
    expect(addressIn(new URL("https://example.org/"))).toBeNull();
  });
});
