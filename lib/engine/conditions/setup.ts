import { compareDroplets, methodClass } from "@/lib/domain/application";
import type { LabelCondition, SetupCondition } from "@/lib/domain/label-conditions";
import { nozzleKey } from "@/lib/domain/nozzle-key";
import type { ProductFacts } from "@/lib/engine/conditions/facts";
import { broken, KEPT, open, UNJUDGED, type Outcome } from "@/lib/engine/conditions/outcome";

type Of<K extends SetupCondition["kind"]> = Extract<SetupCondition, { kind: K }>;

/**
 * How a label lets a product be applied: method, droplets, boom, nozzles, and what it asks of aircraft.
 *
 * Units: feet, percent, psi, mph, swaths. Missing data: droplet size and boom height are asked for by code; what else
 * was not sent is not judged. Throws: never.
 */
export function judgeSetup(condition: SetupCondition, facts: ProductFacts): Outcome {
  switch (condition.kind) {
    case "methods":
      return condition.methods.includes(facts.application.method) === (condition.rule === "only")
        ? KEPT
        : broken("METHOD_NOT_PERMITTED", { method: facts.application.method });
    case "droplets":
      return judgeDroplets(condition, facts);
    case "boom_height":
      return judgeBoom(condition, facts);
    case "nozzles":
      return judgeNozzle(condition, facts);
    case "boom_share":
    case "release_height":
    case "swath_displacement":
      return methodClass(facts.application.method) === "aerial" ? judgeAircraft(condition, facts) : KEPT;
  }
}

function judgeDroplets(
  { minimum, disputed }: Of<"droplets"> & Pick<LabelCondition, "disputed">,
  { application: { dropletSize } }: ProductFacts,
): Outcome {
  // A class that the label may not name at all is not asked for.
  if (dropletSize === null) return disputed === true ? UNJUDGED : open("DROPLET_SIZE_MISSING", {});
  return compareDroplets(dropletSize, minimum) < 0 ? broken("DROPLET_BELOW_LABEL_MINIMUM", {}) : KEPT;
}

function judgeBoom({ highest }: Of<"boom_height">, { application: { boomHeight, method } }: ProductFacts): Outcome {
  if (highest === "high" || methodClass(method) !== "ground") return KEPT;
  if (boomHeight === null) return open("BOOM_HEIGHT_MISSING", {});
  return boomHeight === "high" ? broken("BOOM_HEIGHT_EXCEEDS_LIMIT", {}) : KEPT;
}

/** A name that the list does not hold may be another spelling, so it is listed and not judged as a violation. */
function judgeNozzle({ nozzles }: Of<"nozzles">, { application: { details } }: ProductFacts): Outcome {
  const sent = details?.nozzle ?? null;
  const listed = sent === null ? undefined : nozzles.find(({ name }) => nozzleKey(name) === nozzleKey(sent));
  if (sent === null || listed === undefined) return UNJUDGED;
  const pressure = details?.nozzlePressurePsi ?? null;
  if (listed.maxPressurePsi === null) return KEPT;
  if (pressure === null) return UNJUDGED;
  return pressure <= listed.maxPressurePsi
    ? KEPT
    : broken("LABEL_LIMIT_EXCEEDED", {
        limits: [{ what: "nozzle_pressure_psi", sent: pressure, atLeast: null, atMost: listed.maxPressurePsi }],
      });
}

const isInWind = (
  { windAboveMph, windAtMostMph }: { windAboveMph: number | null; windAtMostMph: number | null },
  { weather }: ProductFacts,
): boolean | null => {
  if (windAboveMph === null && windAtMostMph === null) return true;
  if (weather === null) return null;
  return weather.windSpeedMph > (windAboveMph ?? -1) && weather.windSpeedMph <= (windAtMostMph ?? Infinity);
};

function judgeAircraft(
  condition: Of<"boom_share"> | Of<"release_height"> | Of<"swath_displacement">,
  facts: ProductFacts,
): Outcome {
  if (condition.kind === "release_height") {
    return withinMost("release_height_ft", facts.application.details?.releaseHeightFt ?? null, condition.atMostFt);
  }
  const isBinding = isInWind(condition, facts);
  if (isBinding !== true) return isBinding === false ? KEPT : UNJUDGED;
  return condition.kind === "boom_share" ? judgeBoomShare(condition, facts) : judgeDisplacement(condition, facts);
}

function judgeBoomShare(condition: Of<"boom_share">, { application: { details } }: ProductFacts): Outcome {
  const aircraft = details?.aircraft ?? null;
  if (aircraft === null) return UNJUDGED;
  if (aircraft !== condition.aircraft) return KEPT;
  return withinMost("aircraft_boom_percent", details?.aircraftBoomPercent ?? null, condition.atMostPercent);
}

function judgeDisplacement(condition: Of<"swath_displacement">, { application }: ProductFacts): Outcome {
  const sent = application.details?.swathDisplacement ?? null;
  if (sent === null) return UNJUDGED;
  if (sent >= condition.atLeastSwaths) return KEPT;
  const limit = { what: "swath_displacement", sent, atLeast: condition.atLeastSwaths, atMost: null };
  return broken("LABEL_LIMIT_EXCEEDED", { limits: [limit] });
}

const withinMost = (what: string, sent: number | null, atMost: number): Outcome => {
  if (sent === null) return UNJUDGED;
  return sent <= atMost ? KEPT : broken("LABEL_LIMIT_EXCEEDED", { limits: [{ what, sent, atLeast: null, atMost }] });
};
