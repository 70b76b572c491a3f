import { describe, expect, it } from "vitest";
import { PROBLEMS, ServiceError, type Problem } from "@/lib/domain/errors";
import { failedAttempt } from "@/lib/usecases/bulk/item-error";

const TRANSIENT: Problem[] = [
  "processingConflict",
  "fieldChanged",
  "applicationChanged",
  "deadlineExceeded",
  "requestCancelled",
];

describe("an attempt that failed", () => {
  it.each(TRANSIENT)("with %s is tried again until the third", (problem) => {
    const failure = new ServiceError(problem, "told");
    const error = { code: PROBLEMS[problem].code, message: "told", retryable: true };
    expect([1, 2, 3].map((attempt) => failedAttempt(failure, attempt))).toEqual([
      { error, retryInS: 2 },
      { error, retryInS: 30 },
      { error, retryInS: null },
    ]);
  });

  it.each(["duplicateField", "applicationFieldConflict", "portalSasUnconfigured"] as const)(
    "with %s is final, under its own code",
    (problem) => {
      const found = failedAttempt(new ServiceError(problem, "told"), 1);
      expect(found).toEqual({
        error: { code: PROBLEMS[problem].code, message: "told", retryable: false },
        retryInS: null,
      });
    },
  );

  it("for a dependency is PROCESSING_FAILED and retried", () => {
    const failure = new ServiceError("dependencyFailed", "away", { cause: new Error("SELECT secret") });
    expect(failedAttempt(failure, 1)).toEqual({
      error: { code: "PROCESSING_FAILED", message: "away", retryable: true },
      retryInS: 2,
    });
    expect(failedAttempt(failure, 3).retryInS).toBeNull();
  });

  it("by a defect of ours is final and says nothing of it", () => {
    const { error, retryInS } = failedAttempt(new RangeError("SELECT secret"), 1);
    expect([error.code, error.retryable, retryInS]).toEqual(["PROCESSING_FAILED", false, null]);
    expect(error.message).not.toContain("secret");
  });
});
