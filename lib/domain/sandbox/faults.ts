import type { Problem } from "@/lib/domain/errors";

/**
 * Problems that no request can bring about by itself, such as a full service. With a test key, outside of production, an
 * identifier that names one makes a route answer with it, where the route can.
 */
export const SANDBOX_FAULTS = [
  "rateLimited",
  "bulkBacklogExceeded",
  "capacityExceeded",
  "deadlineExceeded",
  "requestCancelled",
  "dependencyFailed",
  "portalSasUnconfigured",
  "internalError",
  "reportFailed",
  "processingConflict",
  "fieldChanged",
  "applicationChanged",
  "duplicateField",
  "duplicateApplication",
  "unmappedConflict",
  "inactiveToken",
  "portalExpired",
  "noFieldGeometry",
  "invalidApplication",
  "unsupportedApplicationMethod",
  "noForecast",
] as const satisfies readonly Problem[];
export type SandboxFault = (typeof SANDBOX_FAULTS)[number];

/** The identifier where one is a text of the caller's: `sandbox:portal-expired`. */
export const faultName = (fault: SandboxFault): string =>
  `sandbox:${fault.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;

/** The identifier where one has to be a UUID. */
export const faultUuid = (fault: SandboxFault): string =>
  `5a4db0c5-0000-4000-8000-${String(SANDBOX_FAULTS.indexOf(fault) + 1).padStart(12, "0")}`;

const BY_IDENTIFIER: ReadonlyMap<string, SandboxFault> = new Map(
  SANDBOX_FAULTS.flatMap((fault): [string, SandboxFault][] => [
    [faultName(fault), fault],
    [faultUuid(fault), fault],
  ]),
);

/** The fault that one of the values names; null where none does. */
export function namedFault(values: readonly unknown[]): SandboxFault | null {
  for (const value of values) {
    const fault = typeof value === "string" ? BY_IDENTIFIER.get(value) : undefined;
    if (fault !== undefined) return fault;
  }
  return null;
}
