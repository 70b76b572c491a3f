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
