import type { CreditFact, CreditTrigger, ProhibitionAsked } from "@/lib/domain/explanation";
import { decimalText } from "@/lib/domain/numbers";
import { drawnInWords } from "@/lib/views/ground";
import type { Of, StatementWords } from "@/lib/views/explanations/statement-words";

const OUTCOMES: Record<Of<"condition">["outcome"], string> = {
  kept: " Kept.",
  broken: " Broken.",
  open: " Could not be judged.",
  unjudged: "",
};

/** Decimals enough that a slope just below a trigger is not written as the trigger. */
export const slopeText = (slopePct: number): string =>
  `${Number.isInteger(Number(slopePct.toFixed(2))) ? String(slopePct) : decimalText(slopePct, 2)} %`;

/** Ends with the blank before what follows; empty where the credit hangs on no fact. */
function factText(fact: CreditFact): string {
  if (fact.about === "nothing") return "";
  if (fact.about === "no_soil") return "no soil data; ";
  if (fact.about === "slope") {
    return fact.slopePct === null ? "average slope not known; " : `average slope ${slopeText(fact.slopePct)}; `;
  }
  const { group, countsAs, sharePct } = fact;
  if (group === null) return "no dominant hydrologic soil group; ";
  const share = sharePct === null ? "" : `, on ${decimalText(sharePct, 1)} % of the field`;
  const head = `dominant hydrologic soil group ${group}`;
  if (countsAs === null) return `${head}${share}, and ground without survey data could make it a wetter one; `;
  const counted = countsAs === group || !group.endsWith(countsAs) ? "" : `, which counts as ${countsAs}`;
  const whole = group.endsWith(countsAs) ? "" : `, and by all its groups the field counts as ${countsAs}`;
  return `${head}${counted}${share}${whole}; `;
}

function triggerText(trigger: CreditTrigger): string {
  if (trigger.given === "always") return "to every field";
  if (trigger.given === "slope_below") return `below ${decimalText(trigger.slopePct)} %`;
  if (trigger.given === "slope_at_most") return `at most ${decimalText(trigger.slopePct)} %`;
  return `on group ${trigger.groups.join(" or ")}`;
}

const worthOf = ({ points }: Of<"credit">): string => {
  if (points === null) return "a number of points that is not established";
  return points === 1 ? "1 point" : `${points} points`;
};

function creditText(credit: Of<"credit">): string {
  const { label, note, isGiven, fact, trigger, withheld } = credit;
  const worth = worthOf(credit);
  const reason = `${factText(fact)}${isGiven ? "credited" : worth} ${triggerText(trigger)}`;
  const nothing = withheld === null ? "" : `; it earns nothing here: ${withheld}`;
  return `${label}: ${isGiven ? worth : "no points"} (${reason})${nothing}.${note === null ? "" : ` ${note}`}`;
}

function pointsText({ points, bySoil }: Of<"points">): string {
  if (bySoil !== null) return `${bySoil.A_B} on soils A and B, ${bySoil.C_D} on soils C and D`;
  return points === null ? "number of points not established" : `${points} points`;
}

const prohibitionText = ({ text }: ProhibitionAsked): string =>
  `Prohibits the product in this area${text === null ? "." : `: "${text}"`}`;

/** The API's texts: integrators compare them with earlier answers, so that they keep every letter. */
export const ENGLISH: StatementWords = {
  methods: ({ permitted, excluded }) =>
    `permitted: ${permitted.join(", ")}${excluded.length > 0 ? `; excluded: ${excluded.join(", ")}` : ""}`,
  points: (says, isAlone) => `${isAlone ? `${says.system}: ` : ""}${pointsText(says)}`,
  buffer: ({ bufferType, methodClass, distanceFt }) =>
    `${bufferType.replaceAll("_", "-")} buffer, ${methodClass}: ${distanceFt} feet`,
  disallowed: ({ system, code }) => `${system}: ${code} earns nothing for this product`,
  adjuvant: ({ text }) => text,
  condition: ({ text, outcome }) => `${text}${OUTCOMES[outcome]}`,
  limitation: ({ pulaId, code, uses, missing, asks }, isAlone) =>
    [
      `PULA ${pulaId}, code ${code}.`,
      ...(uses.length > 0 ? [`Uses named: ${uses.join(", ")}.`] : []),
      ...(missing === null ? [] : [`Missing: ${missing}`]),
      ...(asks?.kind === "points" ? [ENGLISH.points(asks, isAlone)] : []),
      ...(asks?.kind === "buffer" ? [ENGLISH.buffer(asks, isAlone)] : []),
      ...(asks?.kind === "prohibition" ? [prohibitionText(asks)] : []),
    ].join(" "),
  county: ({ county, points, isCoarse }) =>
    `Runoff vulnerability of ${county}: ${points} points` +
    (isCoarse ? " (coarse shapes: the lowest class within 2 km counts)" : ""),
  credit: creditText,
  setback: ({ productName, bufferType, rawFt, reductionPercent, widthFt }) =>
    `${productName}: ${bufferType.replaceAll("_", " ")} buffer of ${rawFt} ft, reduced by ` +
    `${reductionPercent} % to ${widthFt} ft.`,
  downwind: ({ windDirectionDeg, windSpeedMph, sine }) =>
    `With wind from ${windDirectionDeg} degrees at ${windSpeedMph} mph, an edge is downwind when its outward side goes ` +
    `along with the wind by more than sin 0.5° (${sine.toFixed(5)}); in calm air every edge is.`,
  deposition: ({ distanceFt, percent, curve, isExtrapolated }) =>
    `At ${distanceFt} ft AgDRIFT Tier I expects ${percent.toPrecision(3)} % of the applied rate ` +
    `(${curve}${isExtrapolated ? ", beyond the curve's range" : ""}). It replaces no label's distance.`,
  ground: ({ isUnknown, reachFt, managed, protected: protectedGround, supposed, drawn = [] }) =>
    (isUnknown
      ? "No set of ground beside fields is loaded, so that none takes part of a buffer but what was drawn in the portal."
      : `Ground within ${reachFt} ft of the field: ${managed} managed and ${protectedGround} protected` +
        (supposed === 0 ? "." : `; ${supposed} of the set drawn from lines at a supposed width.`)) +
    (drawn.length === 0 ? "" : ` It counts as drawn by hand, which no one has verified: ${drawnInWords(drawn)}.`),
};
