import { describe, expect, it } from "vitest";
import { PROBLEMS, ServiceError, type Problem } from "@/lib/domain/errors";
import { PORTAL_REFUSALS } from "@/lib/domain/portal";
import { plainProblem } from "@/lib/http/portal/plain-problem";
import { portalError, refusalInWords } from "@/lib/http/portal/refusals";
import { inLanguageOf } from "@/scripts/language.mjs";

const inSpanish = <T>(make: () => T): T => inLanguageOf({ url: "/portal", headers: { "accept-language": "es" } }, make);
const ENGLISH = /\b(the|this|is|not|open|again)\b/i;

describe("what the portal refuses", () => {
  it.each(Object.keys(PROBLEMS) as Problem[])("is said in the reader's language: %s", async (problem) => {
    const error = new ServiceError(problem, "This is not here.");
    const messageOf = async (response: Response): Promise<string> =>
      ((await response.json()) as { error: { message: string } }).error.message;
    expect(await messageOf(portalError(error, { requestId: "r" }))).toBe(plainProblem(problem) ?? "This is not here.");
    expect(await messageOf(inSpanish(() => portalError(error, { requestId: "r" })))).not.toMatch(ENGLISH);
  });

  it("is said to a person where the service says it to a program", () => {
    expect(plainProblem("noFieldGeometry")).toMatch(/^This field has no boundary\./);
    expect(plainProblem("processingConflict")).toMatch(/Try again in a moment\.$/);
    expect(plainProblem("unauthorized")).toBeNull();
  });

  it.each(PORTAL_REFUSALS)("has a sentence in each language: %s", (reason) => {
    expect(refusalInWords(reason)).toMatch(/[a-z]/);
    expect(inSpanish(() => refusalInWords(reason))).not.toMatch(ENGLISH);
  });
});
