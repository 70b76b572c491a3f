import { createHash } from "node:crypto";
import { expect, it } from "vitest";
import { APPLICATION_METHOD_NAMES } from "@/lib/domain/application";
import { issueEffect } from "@/lib/domain/issues";
import { CHECK_RULES } from "@/lib/domain/versions";
import { assess } from "@/lib/engine/assess";
import { areasOf, catalogue, DC125_AREAS, factsOf, submittedOf } from "./facts";

/** Labels made up for tests and demonstrations: real ones are read again as they change, and the radar compares what that changes. */
const LABELS = catalogue.products.map(({ registration }) => registration).filter((each) => each.startsWith("9900"));
const SETUPS = [
  { dropletSize: "coarse", boomHeight: "low", gpa: 15 },
  { dropletSize: null, boomHeight: null, gpa: null },
] as const;

/** What a check makes of the same questions for as long as its rules are the same. */
function answers(): unknown[] {
  return LABELS.flatMap((registration) =>
    APPLICATION_METHOD_NAMES.flatMap((method) =>
      SETUPS.flatMap((setup) =>
        [areasOf(), DC125_AREAS].map((areas) => {
          const { assessment } = assess(
            factsOf([submittedOf(registration)], { areas, application: { method, ...setup } }),
          );
          const blocking = assessment.issues.filter((each) => issueEffect(each) !== "none").map(({ code }) => code);
          const points = assessment.runoff.map(({ mitigationType, requiredPoints, earnedPoints }) => [
            mitigationType,
            requiredPoints,
            earnedPoints,
          ]);
          const buffers = assessment.drift.configuration?.summary ?? null;
          return [registration, method, setup, assessment.status, blocking.toSorted(), points, buffers];
        }),
      ),
    ),
  );
}

it("a check that answers otherwise than the release before says that planned applications are to be compared with it", () => {
  expect(LABELS.length).toBeGreaterThan(3);
  const fingerprint = createHash("sha256").update(JSON.stringify(answers())).digest("hex").slice(0, 16);
  expect(
    { rules: CHECK_RULES, fingerprint },
    "the same questions get other answers: raise CHECK_RULES if any is stricter, then write the fingerprint down",
  ).toEqual({ rules: 9, fingerprint: "3516e260827d6501" });
});
