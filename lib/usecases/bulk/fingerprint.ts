import { createHash } from "node:crypto";
import type { CheckRequest } from "@/lib/usecases/esa-check/check";

/** Members in one order at every depth, so that equal input is equal text. What is undefined is left out. */
function canonical(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(canonical);
  if (typeof value !== "object" || value === null) return value;
  const members = Object.entries(value).filter(([, inner]) => inner !== undefined);
  members.sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(members.map(([name, inner]) => [name, canonical(inner)]));
}

/**
 * What a submission asks for, whichever way it was written: defaults are in their fields, methods and droplets by
 * their names, and a boundary is its hash.
 */
export function fingerprintOf(accountId: string, providerGroupId: string, requests: readonly CheckRequest[]): string {
  const asked = requests.map(({ boundary, ...rest }) => ({ ...rest, boundaryHash: boundary.hash }));
  const whole = JSON.stringify(canonical({ version: 1, accountId, providerGroupId, requests: asked }));
  return createHash("sha256").update(whole).digest("hex");
}
