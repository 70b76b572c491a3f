import { describe, expect, it } from "vitest";
import { ServiceError } from "@/lib/domain/errors";

describe("ServiceError", () => {
  it.each(["unauthorized", "invalidRequest", "capacityExceeded"] as const)("%s notes no place", (problem) => {
    expect(new ServiceError(problem, "no").stack).not.toContain(" at ");
  });

  it("of our own side says where it was thrown", () => {
    expect(new ServiceError("internalError", "no").stack).toContain("errors.test.ts");
  });

  it("leaves other errors theirs", () => {
    expect(new ServiceError("unauthorized", "no").message).toBe("no");
    expect(new Error("later").stack).toContain("errors.test.ts");
  });
});
