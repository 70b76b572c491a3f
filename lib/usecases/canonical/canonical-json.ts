import { createHash } from "node:crypto";

/**
 * A value as JSON in one form only: members in order of their names, absent ones left out, times as ISO 8601 UTC. Equal
 * values give equal text, however they were put together. Throws RangeError on a number that JSON cannot hold.
 */
export function canonicalJson(value: unknown): string {
  if (value instanceof Date) return JSON.stringify(value.toISOString());
  if (Array.isArray(value)) return `[${value.map((item) => canonicalJson(item ?? null)).join(",")}]`;
  if (typeof value === "object" && value !== null) {
    const members = Object.entries(value)
      .filter(([, member]) => member !== undefined)
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, member]) => `${JSON.stringify(name)}:${canonicalJson(member)}`);
    return `{${members.join(",")}}`;
  }
  if (typeof value === "number" && !Number.isFinite(value)) throw new RangeError("a record holds finite numbers only");
  return JSON.stringify(value);
}

/** SHA-256 of a text in UTF-8, hexadecimal. */
export const sha256Of = (text: string): string => createHash("sha256").update(text).digest("hex");

/** SHA-256 of a value's canonical JSON, hexadecimal. */
export const hashOf = (value: unknown): string => sha256Of(canonicalJson(value));
