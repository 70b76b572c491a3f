import type { ApplicationMethod, BoomHeight, DropletSize, MethodClass, RateUnitState } from "@/lib/domain/application";
import type { Cited, Citation } from "@/lib/domain/citation";
import type { ConditionScope, LabelCondition } from "@/lib/domain/label-conditions";
import type { SoilSplit } from "@/lib/domain/soil";

export const PRODUCT_STATUSES = ["Active", "Inactive"] as const;
export type ProductStatus = (typeof PRODUCT_STATUSES)[number];

export const MITIGATION_TYPES = [
  "epa_runoff",
  "trait_runoff",
  "epa_drift_ground",
  "epa_drift_aerial",
  "epa_drift_airblast",
] as const;
export type MitigationType = (typeof MITIGATION_TYPES)[number];
export const RUNOFF_SYSTEMS = ["epa_runoff", "trait_runoff"] as const;
export type RunoffSystem = (typeof RUNOFF_SYSTEMS)[number];

/** An active ingredient with its strength: pounds per US gallon (liquids) or percent by weight. */
export interface Ingredient {
  name: string;
  pcCode: string | null;
  /** Whether the strength counts active ingredient or acid equivalent. */
  basis: "ai" | "ae";
  lbPerGal: number | null;
  percentByWeight: number | null;
}

/** Points a label or bulletin asks for. One of `points` and `pointsBySoil` is set; both null is unresolved. */
export interface RunoffRule extends Cited {
  system: RunoffSystem;
  points: number | null;
  pointsBySoil: Record<SoilSplit, number> | null;
  /** `optional_unconfirmed`: a program that may not apply, which no one has confirmed. */
  applicability: "required" | "optional_unconfirmed";
  /** The crops, places, methods or rates that the points are asked of; left out: every application. */
  when?: ConditionScope | undefined;
}

export const BUFFER_TYPES = ["wind_directional", "omni_directional", "downslope"] as const;
export type BufferType = (typeof BUFFER_TYPES)[number];

export interface WindRange {
  minMph: number;
  maxMph: number;
  distanceFt: number;
}

export interface RateRange {
  min: number;
  max: number;
  unit: "fl_oz_per_acre" | "lb_per_acre";
  distanceFt: number;
  windSpeedRanges: WindRange[] | null;
}

/** A distance for one method class; `distanceFt` is the one that holds where no range is configured. */
export interface BufferMethod {
  type: MethodClass;
  distanceFt: number;
  mitigationType: MitigationType;
  minDropletSize: DropletSize | null;
  boomHeight: BoomHeight | null;
  windSpeedRanges: WindRange[] | null;
  rateRanges: RateRange[] | null;
}

export interface BuffersEsa {
  anchor: "field_edge_inward";
  canMitigate: boolean;
  /** Kinds of ground that may lie inside the buffer without being protected. */
  exclusionCategories: string[];
  bufferTypes: Partial<Record<BufferType, { methods: BufferMethod[] }>>;
}

/** `unresolved`: the document sets one, and which it is has not been established. */
export type DropletMinimum = DropletSize | "unresolved" | "nozzle_list" | null;

/** The droplet class that a label names; null where it names none. */
export const namedDroplets = (minimum: DropletMinimum): DropletSize | null =>
  minimum === "unresolved" || minimum === "nozzle_list" ? null : minimum;

/** What the label's own table takes off a buffer for one practice of the drift practice menu. */
export interface LabelReduction extends Cited {
  /** Code of the practice. */
  practice: string;
  methodClass: MethodClass;
  percent: number;
  windMphAtMost: number | null;
  /** The least amount, where the practice is an adjuvant and the label names one. */
  minimum?: { value: number; unit: "percent_volume" | "fl_oz_per_acre" } | undefined;
}

/**
 * Where the label lets a buffer's reductions come from: EPA's menu, a table of its own, or nowhere. What no one has read
 * (`not_read`, or a table without rows) reduces nothing.
 */
export type ReductionSource =
  | { source: "epa_menu" }
  | { source: "none" }
  | { source: "not_read" }
  | { source: "label_table"; rows: LabelReduction[] | null };

export interface DriftRule extends Cited {
  minDropletSize: DropletMinimum;
  maxBoomHeight: BoomHeight | null;
  buffersEsa: BuffersEsa;
  /** Left out: `not_read`. */
  reductions?: ReductionSource | undefined;
  /** Crops of a neighboring field that may lie in the buffer, because the label does not call them sensitive. Left out: none. */
  toleratedCrops?: string[] | undefined;
}

/** What the label states beyond points and buffers. `not_checked` limits are shown, never judged. */
export type LabelLimit = Cited &
  (
    | { kind: "max_single_rate"; value: number; unit: "fl_oz_per_acre" | "lb_per_acre" }
    | { kind: "min_volume"; gpa: number }
    | { kind: "wind_range"; minMph: number | null; maxMph: number }
    | { kind: "not_checked"; text: string }
  );

export interface AdjuvantRule extends Cited {
  kind: string;
  requirement: "required" | "forbidden";
  /** The least amount of a required kind; left out where the label names none. */
  minimum?: { value: number; unit: "percent_volume" | "fl_oz_per_acre" } | undefined;
  text: string;
}

/** A measure that earns nothing for this product, by option or sub-option code of the menu. */
export interface DisallowedMeasure extends Cited {
  system: RunoffSystem;
  code: string;
}

/** Everything a label says that the engine reads. */
export interface LabelRules {
  methods: Cited & {
    permitted: MethodClass[];
    excluded: MethodClass[];
    /** Methods that the label excludes though it permits their class. */
    excludedMethods?: ApplicationMethod[] | undefined;
  };
  /** The last day that the label may be used, `YYYY-MM-DD`; left out where it names none. */
  expiresOn?: string | undefined;
  /** The whole text was read, so that what is not here is not in it; left out: it was not. */
  isReadToEnd?: boolean | undefined;
  limits: LabelLimit[];
  /** What the label forbids or demands of an application and its place. */
  conditions: LabelCondition[];
  /** Null: whether the label asks for points has not been established. An empty list: it asks for none. */
  runoff: RunoffRule[] | null;
  /** Null with `driftResolved` false: not established. Null with true: the label sets no ESA buffer. */
  drift: DriftRule | null;
  driftResolved: boolean;
  disallowedMeasures: DisallowedMeasure[];
  adjuvants: AdjuvantRule[];
  citations: Record<string, Citation>;
}

/** What one edition of a product's label says. */
export interface LabelEdition {
  /** Stamp date of the label, `YYYY-MM-DD`. It names the edition. */
  labelDate: string;
  /** The first and the last day on which its directions hold; `until` null: no end is known. */
  from: string;
  until: string | null;
  /** Null keeps what the product file says. */
  formulation: RateUnitState | null;
  ingredients: Ingredient[] | null;
  esaLabelLanguage: boolean | null;
  /** Null: no one has entered the directions of this edition. */
  rules: LabelRules | null;
}

/** A product as the catalogue knows it. */
export interface CatalogueProduct {
  /** Canonical: two parts without leading zeros, or three for a distributor's product. */
  registration: string;
  name: string;
  registrant: string | null;
  status: ProductStatus | null;
  /** The day since which the status holds, `YYYY-MM-DD`; left out or null: not known. */
  statusSince?: string | null | undefined;
  formulation: RateUnitState | null;
  ingredients: Ingredient[];
  /** Whether the label refers to EPA's bulletins or carries ESA mitigation; null is unknown. */
  esaLabelLanguage: boolean | null;
  /** Null for a product known only from EPA's register. */
  rules: LabelRules | null;
  /** True for the made-up products of the demonstration. */
  isDemonstration: boolean;
  /** Alternate brands and the registrant's own names. */
  otherNames?: string[] | undefined;
  /** Numbers that jugs may still carry after a transfer; they find this product. */
  formerNumbers?: string[] | undefined;
  /** Oldest first; left out for a product whose label has no files here. `rules` and `esaLabelLanguage` are the newest's. */
  editions?: LabelEdition[] | undefined;
  /** The newest label known to exist, read or not. */
  newestLabelDate?: string | null | undefined;
}

/** The product that a submitted number was found to mean. */
export type MatchedProduct = Pick<CatalogueProduct, "registration" | "name" | "registrant">;

/** What a caller hears of the product behind the number, to compare with the jug. Null: no product was found. */
export const matchedProduct = (record: CatalogueProduct | null): MatchedProduct | null =>
  record === null ? null : { registration: record.registration, name: record.name, registrant: record.registrant };

/** What a bulletin code means for one product or ingredient. */
export interface LimitationRule {
  ruleId: string;
  code: string;
  /**
   * SHA-256 (hex) of the exact limitation text that the rule scores whole. A limitation with any other text, and a rule
   * without a text, leave the limitation to be read.
   */
  textHash?: string | undefined;
  /** The text forbids the product in the area altogether. */
  prohibits?: boolean | undefined;
  /** What the sources do not hold; a rule that misses something scores nothing by its text. */
  missing?: string | undefined;
  registration: string | null;
  activeIngredient: string | null;
  runoff: RunoffRule[];
  drift: DriftRule | null;
  mitigationOptions: MitigationType[];
  citations: Record<string, Citation>;
}

/** A submitted product after look-up: what was found, and by which number. */
export interface ResolvedProduct {
  productIndex: number;
  /** The catalogue's record; null for an adjuvant and for an unknown product. */
  record: CatalogueProduct | null;
  kind: "catalogue" | "adjuvant" | "unknown";
  /** What the label says. */
  esaRequired: boolean | null;
  /** A newer label than the one that the caller named and that was used. */
  newerLabelDate?: string | null | undefined;
  /** The directions of `record` are those of the last label that was read: a newer one took its place. Left out: they bind, or none is on file. */
  isLastRead?: true;
  /** What the submitted name means instead, where it clearly belongs to another product; left out: nothing else. */
  nameBelongsTo?: string;
  /** A limitation of the active set names it or an ingredient of it: it is never free of ESA language. */
  isLimited?: boolean | undefined;
  /** The name of something that came without a number is, or is nearly, a pesticide's. */
  isLikePesticide?: boolean | undefined;
}

/** Whether nothing of the Endangered Species Act can apply to a product: neither its label nor any limitation names it. */
export const isFreeOfEsa = ({ esaRequired, isLimited }: Pick<ResolvedProduct, "esaRequired" | "isLimited">): boolean =>
  esaRequired === false && isLimited !== true;
