import { createHash } from "node:crypto";
import { expect, it } from "vitest";
import { APPLICATION_METHOD_NAMES } from "@/lib/domain/application";
import { PLACEMENT_RULES } from "@/lib/domain/versions";
import { rulebook } from "../facts";
import { codesOf, computed, LONG_FIELD, mixBesideRoad, oneRule } from "./drift-cases";
import { asked } from "./reduction-cases";
import { driftRule, method } from "./rules";

/** Calm air, and more than 10 mph, which some practices do not count in. */
const WINDS_MPH = [0.4, 12];

const whole = (figure: number | null): number | null => (figure === null ? null : Math.round(figure));

/** Of two labels beside a road that one of them counts: what is kept edge by edge, and what is left in each of 16 winds, percent. */
const beforeRoads = (): unknown[] =>
  [60, 400].flatMap((roadFt) =>
    [100, 240].map((secondFt) => {
      const found = computed({ ...mixBesideRoad(roadFt, 240, secondFt), withWindRose: true });
      const kept = found.edges.map(({ bufferFt, creditedOutsideFt }) => [whole(bufferFt), whole(creditedOutsideFt)]);
      return [roadFt, secondFt, kept, found.windRose?.map(({ treatablePercent }) => whole(treatablePercent))];
    }),
  );

/** At ends so far apart that north is another way there. */
const farEnds = (): unknown[] =>
  [359.4, 0.4, 0.6].map((windDirectionDeg) => {
    const rule = driftRule({ wind_directional: [method("ground", 240)] });
    return computed({ ...oneRule(rule), boundary: LONG_FIELD, weather: { windDirectionDeg } }).edges.map(
      ({ bufferFt }) => whole(bufferFt),
    );
  });

/** Answers to the same questions for as long as the rules are the same: every practice with every method. */
function ofPractices(): unknown[] {
  const practices = [null, ...rulebook.driftPractices.rows.map(({ code }) => code)];
  return APPLICATION_METHOD_NAMES.flatMap((by) =>
    practices.flatMap((practice) =>
      WINDS_MPH.map((windSpeedMph) => {
        const claims = practice === null ? [] : [practice];
        const found = asked({ by, claims, setup: { dropletSize: "coarse" }, weather: { windSpeedMph } });
        const feet = found.edges.map(({ bufferFt }) => whole(bufferFt));
        return [by, practice, windSpeedMph, found.driftStatus, codesOf(found.issues).toSorted(), feet];
      }),
    ),
  );
}

it("a buffer that is wider than the release before placed it says that those of planned applications are to be computed again", () => {
  const fingerprint = createHash("sha256")
    .update(JSON.stringify([ofPractices(), beforeRoads(), farEnds()]))
    .digest("hex")
    .slice(0, 16);
  expect(
    { rules: PLACEMENT_RULES, fingerprint },
    "the same questions get other buffers: raise PLACEMENT_RULES if any is wider or any answer stricter, then write the fingerprint down",
  ).toEqual({ rules: 3, fingerprint: "153e65540e49df74" });
});
