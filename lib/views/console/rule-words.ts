/** What the members of rule files are called where a person reads them. One that is not here is said by the words it is made of. */
const MEMBER_WORDS: Record<string, string> = {
  geoId: "county, by its Census code",
  maxSelect: "how many may be chosen",
  exclusiveGroup: "counts once among",
  sharedGround: "may be the same ground",
  sharedGroundSettledBy: "what would settle shared ground",
  hydrologicSoilGroup: "hydrologic soil group",
  hydrologicGroupIn: "hydrologic soil groups",
  annualShareAtMost: "share of the yearly maximum, at most",
  applicationsAtMost: "applications of the year, at most",
  methodClass: "method",
  windMphAtLeast: "wind of at least, mph",
  windMphBelow: "wind below, mph",
  windMphAtMost: "wind of at most, mph",
  humidityPercentAbove: "humidity above, percent",
  dropletAtLeast: "droplets at least",
  dropletIs: "droplets",
  adjuvantKind: "adjuvant",
  maxRequiredPoints: "most points that are asked for",
  pointsCap: "points together, at most",
  pointsBySoil: "points by soil",
  countyPoints: "points of the county",
  keptYears: "kept for, years",
  isPracticeCategory: "names a group of practices",
  isDerived: "derived by the service",
  isActive: "in use",
  slopePctBelow: "slope below, percent",
  acresBelow: "acres below",
  contradictedBy: "contradicted by the measures",
  atMost: "at most",
  textHash: "hash of the exact text",
  subOptionId: "measure number",
  ruleId: "rule",
  activeIngredient: "active ingredient",
  alsoKinds: "is also",
  mayContain: "may contain",
  approvedLists: "on the lists",
  partialTreatment: "treats a part of the ground",
  helperLink: "more at",
  labelDate: "label of",
  recordPoint: "point of the record",
  restrictedUse: "restricted use",
};

const split = (name: string): string =>
  name
    .replaceAll(/([a-z0-9])([A-Z])/g, "$1 $2")
    .replaceAll("_", " ")
    .toLowerCase();

/** A member of a rule file, such as `claims.annualShareAtMost`, in words. */
export const memberInWords = (name: string): string =>
  name
    .split(".")
    .map((part) => MEMBER_WORDS[part] ?? split(part))
    .join(": ");

const YES_OR_NO: Record<string, string> = { true: "yes", false: "no" };

export const memberValueInWords = (value: string): string => YES_OR_NO[value] ?? value;
