import { SANDBOX_PRODUCTS, sandboxBoundary, type SandboxFieldName } from "@/lib/domain/sandbox/ground";
import type { SandboxStep } from "@/lib/domain/sandbox/rows";

/** Members of every check of the sandbox, where a row does not say otherwise. */
export const SANDBOX_CHECK = {
  account_id: "sandbox",
  field_name: "Sandbox",
  application_method: "Broadcast-Ground",
  application_date: "2026-06-15",
  crop: ["soybeans"],
  pest: ["waterhemp"],
  gpa: 15,
  droplet_size: "VC",
  boom_height: "low",
} as const;

/** What is sent; a claim is made in the portal instead. */
export type SandboxCall = Exclude<SandboxStep, { do: "claim" }>;

interface SandboxRequest {
  method: string;
  path: string;
  headers: Record<string, string | null>;
  body?: unknown;
  /** The body as it goes out, in place of JSON. */
  text?: string;
}

interface Caller {
  providerId: string;
  /** The caller's own identifier for the check. */
  applicationId: string;
  /** The reference that the latest check returned. */
  application: string;
}

/** A step as it goes out. */
export function requestOf(step: SandboxCall, { providerId, applicationId, application }: Caller): SandboxRequest {
  const who = { provider_id: providerId };
  if (step.do === "check") {
    const [first, ...others] = step.products.map((name) => SANDBOX_PRODUCTS[name]);
    const products = [{ ...first, ...step.product }, ...others];
    const field_boundary = sandboxBoundary(step.field);
    const body = { ...who, ...SANDBOX_CHECK, application_id: applicationId, products, field_boundary, ...step.with };
    return { method: "POST", path: "/api/v2/esa-check", headers: {}, body };
  }
  const { method, path, headers = {}, body, letters } = step;
  const text = letters === undefined ? step.text : "x".repeat(letters);
  return {
    method,
    path: path.replace("{application}", application),
    headers: { ...headers },
    ...(text === undefined ? {} : { text }),
    ...(body === undefined ? {} : { body: completed(body, who) }),
  };
}

/** What a row leaves out of a field or a bulk submission, so that it shows only its point. */
function completed(body: unknown, who: { provider_id: string }): unknown {
  if (typeof body !== "object" || body === null) return body;
  const { field, bulk, ...rest } = body as { field?: SandboxFieldName; bulk?: string };
  const { account_id, field_name, ...details } = SANDBOX_CHECK;
  if (field !== undefined) {
    return { ...who, account_id, field_name, year: 2026, field_boundary: sandboxBoundary(field), ...rest };
  }
  if (bulk === undefined) return body;
  const fields = [{ application_id: bulk, field_name, field_boundary: sandboxBoundary("plain") }];
  return { ...who, account_id, ...details, products: [SANDBOX_PRODUCTS.tiered], fields, ...rest };
}
