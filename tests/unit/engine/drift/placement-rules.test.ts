import { createHash } from "node:crypto";
import { expect, it } from "vitest";
import { APPLICATION_METHOD_NAMES } from "@/lib/domain/application";
import { PLACEMENT_RULES } from "@/lib/domain/versions";
import { rulebook } from "../facts";
import { codesOf } from "./drift-cases";
import { asked } from "./reduction-cases";

/** Calm air, and more than 10 mph, which some practices do not count in. */
const WINDS_MPH = [0.4, 12];

/** Answers to the same questions for as long as the rules are the same: every practice with every method. */
function answers(): unknown[] {
  const practices = [null, ...rulebook.driftPractices.rows.map(({ code }) => code)];
  return APPLICATION_METHOD_NAMES.flatMap((by) =>
    practices.flatMap((practice) =>
      WINDS_MPH.map((windSpeedMph) => {
        const claims = practice === null ? [] : [practice];
        const found = asked({ by, claims, setup: { dropletSize: "coarse" }, weather: { windSpeedMph } });
        const feet = found.edges.map(({ bufferFt }) => (bufferFt === null ? null : Math.round(bufferFt)));
        return [by, practice, windSpeedMph, found.driftStatus, codesOf(found.issues).toSorted(), feet];
      }),
    ),
  );
}

it("a buffer that is wider than the release before placed it says that those of planned applications are to be computed again", () => {
  const fingerprint = createHash("sha256").update(JSON.stringify(answers())).digest("hex").slice(0, 16);
  expect(
    { rules: PLACEMENT_RULES, fingerprint },
    "the same questions get other buffers: raise PLACEMENT_RULES if any is wider or any answer stricter, then write the fingerprint down",
  ).toEqual({ rules: 3, fingerprint: "b506f6ecdd3e140d" });
});
