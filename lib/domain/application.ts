/** How an application is made, and the classes that labels and bulletins speak of. docs/contract.md, Methods, droplets, and units. */
export const METHOD_CLASSES = ["ground", "aerial", "airblast"] as const;
export type MethodClass = (typeof METHOD_CLASSES)[number];

export const APPLICATION_METHODS = {
  "Broadcast-Ground": "ground",
  "Banded-Ground": "ground",
  "Directed-Ground": "ground",
  "Hooded-Ground": "ground",
  "Spot-Ground": "ground",
  Chemigation: "ground",
  "In-Furrow": "ground",
  "Soil-Injection": "ground",
  "Granular-Ground": "ground",
  Handheld: "ground",
  "Broadcast-Air": "aerial",
  "Granular-Air": "aerial",
  Drone: "aerial",
  Airblast: "airblast",
} as const satisfies Record<string, MethodClass>;

export type ApplicationMethod = keyof typeof APPLICATION_METHODS;
// Pure: a page that needs the methods alone leaves these lists out of its script.
export const APPLICATION_METHOD_NAMES = /* @__PURE__ */ Object.keys(APPLICATION_METHODS) as ApplicationMethod[];

export const methodClass = (method: ApplicationMethod): MethodClass => APPLICATION_METHODS[method];

/** ASABE S572 droplet classes, fine to coarse: code and category name, in the order labels compare them. */
export const DROPLET_SIZES = [
  { code: "EF", category: "extremely_fine" },
  { code: "VF", category: "very_fine" },
  { code: "F", category: "fine" },
  { code: "M", category: "medium" },
  { code: "C", category: "coarse" },
  { code: "VC", category: "very_coarse" },
  { code: "EC", category: "extremely_coarse" },
  { code: "UC", category: "ultra_coarse" },
] as const;

export type DropletSize = (typeof DROPLET_SIZES)[number]["category"];
export const DROPLET_CATEGORIES = /* @__PURE__ */ DROPLET_SIZES.map((size) => size.category);

/** Below zero when `a` is finer than `b`, zero when equal, above zero when coarser. */
export const compareDroplets = (a: DropletSize, b: DropletSize): number =>
  DROPLET_CATEGORIES.indexOf(a) - DROPLET_CATEGORIES.indexOf(b);

export const BOOM_HEIGHTS = ["low", "high"] as const;
export type BoomHeight = (typeof BOOM_HEIGHTS)[number];

/** A product of an application as the caller gave it. Rates keep the caller's own unit. */
export interface SubmittedProduct {
  productName: string;
  epaNumber: string | null;
  rate: number;
  rateUnit: string;
  rateUnitState: RateUnitState | null;
  rowSpacingInches: number | null;
  /** Effective pests: the product's own list, or the application's. */
  pest: string[];
  /** What the caller says it is; left out: the number or the name decides. */
  kind?: SubmittedKind | null | undefined;
  /** Stamp date of the label in the caller's hands, `YYYY-MM-DD`; left out: the edition in force on the day binds. */
  labelDate?: string | null | undefined;
  /** What the field has had of it this year before this application, in `rateUnit` unless `rateUsedIn` says otherwise. */
  rateUsedThisYear?: number | null | undefined;
  /** The unit and spray volume it was said in, where the rate or the volume has been given in another way since. */
  rateUsedIn?: RateSetting | undefined;
  /** How often the field has had it this year before this application. */
  applicationsThisYear?: number | null | undefined;
  /** `YYYY-MM-DD`. */
  lastAppliedOn?: string | null | undefined;
}

/** Another saved application of a field and year, as far as the year's amounts and counts go. */
export interface SiblingMix {
  applicationDate: string;
  /** Spray volume, US gallons per acre. */
  gpa: number | null;
  products: readonly SubmittedProduct[];
  /** The volume and the rates of its last drift computation; left out or null: there is none. */
  computed?: { gpa: number | null; rates: readonly ComputedRate[] } | null | undefined;
}

/** A product's rate as a computation had it. What a record of an earlier form left out is as it was checked. */
export interface ComputedRate extends Pick<SubmittedProduct, "rate" | "rateUnit"> {
  productIndex: number;
  rateUnitState?: RateUnitState | null | undefined;
  rowSpacingInches?: number | null | undefined;
}

export type SiblingMixes = readonly SiblingMix[];

/** What a rate is said in. */
interface RateSetting extends Pick<SubmittedProduct, "rateUnit" | "rateUnitState" | "rowSpacingInches"> {
  /** Gallons per acre; null: not said. */
  gpa: number | null;
}

export const AIRCRAFT = ["fixed_wing", "rotor"] as const;
export type Aircraft = (typeof AIRCRAFT)[number];

/** What label conditions speak of and no check needs. What is left out, or null, was not sent. */
export interface ApplicationDetails {
  nozzle?: string | null | undefined;
  nozzlePressurePsi?: number | null | undefined;
  /** A moment in ISO 8601 with its offset from UTC. */
  plannedStartAt?: string | null | undefined;
  /** `V4`, `R1`. */
  cropStage?: string | null | undefined;
  /** Forecast highs of the day of application and of the day after, degrees Fahrenheit. */
  forecastHighF?: number | null | undefined;
  forecastNextDayHighF?: number | null | undefined;
  rainExpectedInHours?: number | null | undefined;
  aircraft?: Aircraft | null | undefined;
  /** Boom length as a share of the wingspan or the rotor's diameter. */
  aircraftBoomPercent?: number | null | undefined;
  releaseHeightFt?: number | null | undefined;
  /** Swaths kept upwind at the downwind edge. */
  swathDisplacement?: number | null | undefined;
}

export const SUBMITTED_KINDS = ["pesticide", "adjuvant", "fertilizer"] as const;
export type SubmittedKind = (typeof SUBMITTED_KINDS)[number];

export const RATE_UNIT_STATES = ["liquid", "dry"] as const;
export type RateUnitState = (typeof RATE_UNIT_STATES)[number];

/** What a check is asked about, apart from the field. */
export interface ApplicationInput {
  applicationId: string;
  accountId: string;
  providerGroupId: string | null;
  userEmail: string | null;
  method: ApplicationMethod;
  /** `YYYY-MM-DD`. */
  applicationDate: string;
  products: SubmittedProduct[];
  crop: string[];
  pest: string[];
  /** Spray volume, gallons per acre. */
  gpa: number | null;
  dropletSize: DropletSize | null;
  boomHeight: BoomHeight | null;
  details?: ApplicationDetails | undefined;
}
