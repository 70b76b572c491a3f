import dns from "node:dns";
import { BlockList, isIP, type LookupFunction } from "node:net";

/** Addresses that are not the public internet's (IANA special-purpose registries, RFC 6890), by family. */
const NOT_PUBLIC: Record<"ipv4" | "ipv6", readonly string[]> = {
  ipv4: [
    "0.0.0.0/8",
    "10.0.0.0/8",
    "100.64.0.0/10",
    "127.0.0.0/8",
    "169.254.0.0/16",
    "172.16.0.0/12",
    "192.0.0.0/24",
    "192.0.2.0/24",
    "192.88.99.0/24",
    "192.168.0.0/16",
    "198.18.0.0/15",
    "198.51.100.0/24",
    "203.0.113.0/24",
    "224.0.0.0/3",
  ],
  // Mapped and translated ranges would carry any of the above under another name.
  ipv6: [
    "::/96",
    "::ffff:0:0/96",
    "64:ff9b::/96",
    "64:ff9b:1::/48",
    "100::/64",
    "2001::/23",
    "2001:db8::/32",
    "2002::/16",
    "3fff::/20",
    "5f00::/16",
    "fc00::/7",
    "fe80::/9",
    "ff00::/8",
  ],
};

/** A list each: one that held both would take every IPv4 address for a mapped one. */
function listOf(family: "ipv4" | "ipv6"): BlockList {
  const list = new BlockList();
  for (const range of NOT_PUBLIC[family]) {
    const [net = "", bits = ""] = range.split("/");
    list.addSubnet(net, Number(bits), family);
  }
  return list;
}
const refused = { ipv4: listOf("ipv4"), ipv6: listOf("ipv6") };

/** Whether an address belongs to the public internet. What is no address does not. */
export function isPublicAddress(address: string): boolean {
  const version = isIP(address);
  if (version === 0) return false;
  const family = version === 6 ? "ipv6" : "ipv4";
  return !refused[family].check(address, family);
}

/** The host of a URL as an address, or null where it is a name. */
export function addressIn(url: URL): string | null {
  const host = url.hostname.replace(/^\[|\]$/g, "");
  return isIP(host) === 0 ? null : host;
}

/**
 * Resolves a name and refuses it when any of its addresses is not public. The connection is made to what this gave, so a
 * name that answers differently a moment later gains nothing.
 */
export const lookUpPublic: LookupFunction = (hostname, options, done) => {
  dns.lookup(hostname, { ...options, all: true }, (error, found) => {
    const [first] = error === null ? found : [];
    if (error !== null || first === undefined) done(error ?? new Error("the name has no address"), []);
    else if (!found.every(({ address }) => isPublicAddress(address))) done(new Error("its address is not public"), []);
    else if (options.all === true) done(null, found);
    else done(null, first.address, first.family);
  });
};
