import type { z } from "zod";
import { ServiceError, type Fault } from "@/lib/domain/errors";

/** What a value is, in the words of JSON. */
function typeName(value: unknown): string {
  if (value === null) return "null";
  if (Array.isArray(value)) return "array";
  return typeof value;
}

const valueAt = (value: unknown, path: readonly PropertyKey[]): unknown =>
  path.reduce<unknown>(
    (inner, key) =>
      typeof inner === "object" && inner !== null ? (inner as Record<PropertyKey, unknown>)[key] : undefined,
    value,
  );

function faultOf(found: z.core.$ZodIssue, value: unknown): Fault {
  const path = found.path.map((part) => (typeof part === "symbol" ? String(part) : part));
  const inner = found.code === "custom" ? (found.params as { fault?: Fault } | undefined)?.fault : undefined;
  if (inner !== undefined) return { ...inner, path };
  const base = { path, code: found.code, message: found.message };
  if (found.code === "unrecognized_keys") return { ...base, keys: found.keys };
  if (found.code === "invalid_type") {
    return { ...base, expected: found.expected, received: typeName(valueAt(value, found.path)) };
  }
  return base;
}

/** Every fault of a value, so that a caller mends them in one round. */
export const faultsOf = (error: z.ZodError, value: unknown): Fault[] =>
  error.issues.map((found) => faultOf(found, value));

/** Several parts of a request judged together; throws one `invalidRequest` that names every fault of all of them. */
export function refuseFaults(faults: readonly Fault[]): void {
  if (faults.length === 0) return;
  const first = faults[0];
  const where = first === undefined || first.path.length === 0 ? "request" : first.path.join(".");
  const more = faults.length > 1 ? ` (and ${faults.length - 1} more)` : "";
  throw new ServiceError("invalidRequest", `${where}: ${first?.message ?? "is not valid"}${more}`, { faults });
}
