import { BlockList, isIP } from "node:net";

/** An IPv4 address in the form of IPv6, as a socket that listens on both gives it, in its own form. */
export const plainAddress = (address) => address.replace(/^::ffff:(?=\d+\.)/i, "");

/**
 * Whether an address is one of the proxies whose `X-Forwarded-For` is believed.
 *
 * @param {string | undefined} text addresses and networks, separated by commas: `10.0.0.1, 10.8.0.0/16, fd00::/8`
 * @returns {(address: string) => boolean}
 * @throws {Error} that names an entry which is neither
 */
export function trustedProxies(text) {
  const list = new BlockList();
  const entries = (text ?? "").split(",").map((entry) => entry.trim());
  for (const entry of entries.filter(Boolean)) add(list, entry);
  return (address) => {
    const family = isIP(address);
    return family !== 0 && list.check(address, `ipv${family}`);
  };
}

function add(list, entry) {
  const [address, prefix, ...rest] = entry.split("/");
  const family = isIP(address);
  const most = family === 4 ? 32 : 128;
  const isPrefix = prefix === undefined || (/^\d{1,3}$/.test(prefix) && Number(prefix) <= most);
  if (family === 0 || !isPrefix || rest.length > 0) {
    throw new Error(`TRUSTED_PROXIES: "${entry}" is no address and no network such as 10.8.0.0/16.`);
  }
  if (prefix === undefined) list.addAddress(address, `ipv${family}`);
  else list.addSubnet(address, Number(prefix), `ipv${family}`);
}
