import type { AnyContract } from "@/lib/contracts/shared/contract";
import type { Problem } from "@/lib/domain/errors";

/** What may stop an application's answer from being saved. */
export const SAVING_PROBLEMS = [
  "duplicateField",
  "fieldOwnershipConflict",
  "duplicateApplication",
  "applicationFieldConflict",
  "processingConflict",
  "fieldChanged",
  "applicationChanged",
  "portalSasUnconfigured",
] as const satisfies readonly Problem[];

const ALWAYS: readonly Problem[] = [
  "unauthorized",
  "rateLimited",
  "invalidRequest",
  "internalError",
  "dependencyFailed",
  "deadlineExceeded",
];
const WITH_BODY: readonly Problem[] = [
  "bodyNotJson",
  "providerMismatch",
  "bodyTooLarge",
  "capacityExceeded",
  "unsupportedMediaType",
  "requestCancelled",
];
const PROCESSING: readonly Problem[] = ["capacityExceeded", "requestCancelled"];

/** Every problem a route may answer with: its own and the pipeline's. */
export const problemsOf = (contract: AnyContract): Problem[] => [
  ...new Set([
    ...ALWAYS,
    ...(contract.body === null ? [] : WITH_BODY),
    ...(contract.isProcessing ? PROCESSING : []),
    ...contract.problems,
  ]),
];
