import type { Problem } from "@/lib/domain/errors";
import { faultName, faultUuid, type SandboxFault } from "@/lib/domain/sandbox/faults";
import type { SandboxRow, SandboxStep } from "@/lib/domain/sandbox/rows";

type Send = Extract<SandboxStep, { do: "send" }>;
const ABSENT = "0198b0a0-0000-7000-8000-000000000000";
const get = (path: string, headers?: Send["headers"]): Send => ({
  do: "send",
  method: "GET",
  path,
  ...(headers === undefined ? {} : { headers }),
});
const post = (path: string, body: unknown): Send => ({ do: "send", method: "POST", path, body });
const checkOf = (change: Readonly<Record<string, unknown>>): SandboxStep => ({
  do: "check",
  products: ["tiered"],
  field: "plain",
  with: change,
});
const refused = (problem: Problem, ...steps: readonly SandboxStep[]): SandboxRow => ({ problem, steps });

const computeOf = (application: string, more: Readonly<Record<string, unknown>> = {}): Send =>
  post(`/api/v2/applications/${application}/drift-buffer/compute`, {
    wind_direction_deg: 225,
    wind_speed_mph: 8,
    ...more,
  });
const accessOf = (fault: SandboxFault): Send => post(`/api/v2/applications/${faultUuid(fault)}/portal-access`, {});
const reportOf = (version: "v1" | "v2", fault: SandboxFault): Send =>
  get(`/api/${version}/fields/${encodeURIComponent(faultName(fault))}/reports/runoff`);
const checkWith = (fault: SandboxFault): SandboxStep => checkOf({ application_id: faultName(fault) });
const bulkOf = (group: string, headers: Send["headers"], application = "sandbox-bulk-1"): Send => ({
  do: "send",
  method: "POST",
  path: "/api/v2/esa-check/bulk",
  ...(headers === undefined ? {} : { headers }),
  body: { provider_group_id: group, bulk: application },
});

/** One row for each problem that a request really has. */
const REAL_REFUSALS: readonly SandboxRow[] = [
  refused("notFound", get("/api/v2/nowhere")),
  refused("bodyTooLarge", { do: "send", method: "POST", path: "/api/v2/esa-check", letters: 6_000_000 }),
  refused("bodyNotJson", { do: "send", method: "POST", path: "/api/v2/esa-check", text: "{" }),
  refused("unauthorized", get("/api/v2/usage", { "X-API-Key": null })),
  refused("providerMismatch", checkOf({ provider_id: "someone-else" })),
  refused(
    "locked",
    { do: "check", products: ["unread"], field: "plain" },
    { do: "send", method: "PUT", path: "/api/v2/applications/{application}/portal-lock", body: { locked: true } },
    post("/api/v2/applications/{application}/attestations", {
      answers: [{ question_id: "label_has_esa_directions:99001-3", answer: "no" }],
      attested_by: "Maria Lopez",
    }),
  ),
  refused("applicationNotFound", get(`/api/v2/applications/${ABSENT}/compliance`)),
  refused(
    "notReady",
    { do: "check", products: ["tiered"], field: "plain" },
    get("/api/v2/applications/{application}/machine-files?format=isoxml"),
  ),
  refused("fieldNotFound", get("/api/v2/fields/sandbox-nowhere/reports/runoff")),
  refused("productNotFound", get("/api/v2/products/99009-9")),
  refused("bulkJobNotFound", get(`/api/v2/esa-check/bulk/${ABSENT}`)),
  refused("webhookNotFound", get(`/api/v2/webhook-endpoints/${ABSENT}`)),
  refused("groupNotFound", get("/api/v2/groups/sandbox-no-group/compliance?account_id=sandbox")),
  refused("methodNotAllowed", { do: "send", method: "PATCH", path: "/api/v2/usage" }),
  refused("unsupportedMediaType", {
    do: "send",
    method: "POST",
    path: "/api/v2/esa-check",
    text: "x",
    headers: { "Content-Type": "text/plain" },
  }),
  refused("invalidRequest", checkOf({ droplet_size: "huge" })),
  refused(
    "groundNotSurveyed",
    post("/api/v2/process-field", { provider_field_id: "sandbox-unsurveyed", field: "alabama" }),
  ),
  refused(
    "productMismatch",
    { do: "check", products: ["tiered"], field: "plain" },
    computeOf("{application}", {
      rate_updates: [{ product_index: 0, epa_number: "99002-2", rate: 1, rate_unit: "lb/ac" }],
    }),
  ),
  refused(
    "fieldOwnershipConflict",
    checkOf({ application_id: "sandbox-owned-1", provider_field_id: "sandbox-owned" }),
    checkOf({ application_id: "sandbox-owned-2", provider_field_id: "sandbox-owned", account_id: "sandbox-other" }),
  ),
  refused(
    "applicationFieldConflict",
    checkOf({ application_id: "sandbox-two-fields", provider_field_id: "sandbox-field-1" }),
    checkOf({ application_id: "sandbox-two-fields", provider_field_id: "sandbox-field-2" }),
  ),
  refused(
    "idempotencyConflict",
    bulkOf("sandbox-group-1", { "Idempotency-Key": "sandbox-key" }),
    bulkOf("sandbox-group-2", { "Idempotency-Key": "sandbox-key" }),
  ),
  refused(
    "webhookConflict",
    post("/api/v2/webhook-endpoints", { url: "https://receiver.sandbox.invalid/204?n=1" }),
    post("/api/v2/webhook-endpoints", {
      url: "https://receiver.sandbox.invalid/204?n=1",
      event_types: ["field.changed"],
    }),
  ),
];

/** One row for each problem that an identifier asks for. */
const FORCED_REFUSALS: readonly SandboxRow[] = [
  refused("rateLimited", checkWith("rateLimited")),
  refused("bulkBacklogExceeded", bulkOf(faultName("bulkBacklogExceeded"), undefined)),
  refused("capacityExceeded", checkWith("capacityExceeded")),
  refused("deadlineExceeded", checkWith("deadlineExceeded")),
  refused("deadlineExceeded", reportOf("v1", "deadlineExceeded")),
  refused("requestCancelled", checkWith("requestCancelled")),
  refused("dependencyFailed", checkWith("dependencyFailed")),
  refused("portalSasUnconfigured", accessOf("portalSasUnconfigured")),
  refused("internalError", checkWith("internalError")),
  refused("reportFailed", reportOf("v2", "reportFailed")),
  refused("processingConflict", checkWith("processingConflict")),
  refused("fieldChanged", checkWith("fieldChanged")),
  refused("applicationChanged", checkWith("applicationChanged")),
  refused("duplicateField", checkWith("duplicateField")),
  refused("duplicateApplication", checkWith("duplicateApplication")),
  refused("unmappedConflict", checkWith("unmappedConflict")),
  refused("inactiveToken", accessOf("inactiveToken")),
  refused("portalExpired", accessOf("portalExpired")),
  refused("noFieldGeometry", computeOf(faultUuid("noFieldGeometry"))),
  refused("invalidApplication", computeOf(faultUuid("invalidApplication"))),
  refused("unsupportedApplicationMethod", computeOf(faultUuid("unsupportedApplicationMethod"))),
  refused("noForecast", get(`/api/v2/applications/${faultUuid("noForecast")}/spray-windows`)),
];

export const ERROR_ROWS: readonly SandboxRow[] = [...REAL_REFUSALS, ...FORCED_REFUSALS];
