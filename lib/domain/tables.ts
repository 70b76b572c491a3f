import type { RecordRules } from "@/lib/domain/record-rules";
import type { CropTable } from "@/lib/domain/crops";
import type { ApplicationMethod, DropletSize, MethodClass } from "@/lib/domain/application";
import { countsTowardPass, type Citation, type Cited } from "@/lib/domain/citation";
import type { MitigationPoints } from "@/lib/domain/field";
import type { AutoCreditTable, ExemptionReason, MitigationMenu } from "@/lib/domain/mitigation";
import type { RunoffSystem } from "@/lib/domain/product";
import type { SlipIndex } from "@/lib/domain/name-slips";
import type { NameIndex } from "@/lib/domain/product-names";

/** A ground on which EPA asks for no runoff points at all, as the portal asks about it. */
export interface ExemptionReasonRow extends Cited {
  code: ExemptionReason;
  label: string;
  question: string;
  /** Methods with which the reason can be claimed; null: any method. docs/contract.md, Fixed points. */
  methods: ApplicationMethod[] | null;
  /** The treated area has to be smaller than this many acres; null where its size does not matter. */
  acresBelow: number | null;
  /** Measures of the menu, by sub-option id, that say of the field what this reason denies. */
  contradictedBy: readonly number[];
}

/** What an adjuvant is for. A label's `AdjuvantRule.kind` is one of these. */
export const ADJUVANT_KINDS = [
  "ammonium_sulfate",
  "nitrogen_fertilizer",
  "nonionic_surfactant",
  "organosilicone_surfactant",
  "crop_oil_concentrate",
  "methylated_seed_oil",
  "drift_reducing",
  "oil_emulsion_drift_reducing",
  "polymer_drift_reducing",
  "volatility_reducing",
  "water_conditioner",
  "buffering_agent",
  "deposition_aid",
  "defoamer",
  "compatibility_agent",
] as const;
export type AdjuvantKind = (typeof ADJUVANT_KINDS)[number];

/** An adjuvant that carries no registration number and is known by what it is called. */
export interface AdjuvantRow extends Cited {
  kind: AdjuvantKind;
  name: string;
  aliases: string[];
  /** Broader kinds it belongs to as well: an oil-emulsion drift reducer is a drift reducer. */
  alsoKinds: AdjuvantKind[];
  /** Kinds the name leaves open: a water conditioner may hold ammonium sulfate, which some labels forbid. */
  mayContain: AdjuvantKind[];
  /** Of a brand; null where the source names none. Left out for the name of a function. */
  manufacturer?: string | null | undefined;
  /** Labels that name the brand. Empty: none was found, which does not say that there is none. */
  approvedLists?: ApprovedList[] | undefined;
}

/** A label that names an adjuvant brand as one it allows. */
export interface ApprovedList extends Cited {
  registration: string;
  labelDate: string;
  text: string;
}

/**
 * Ground that may lie inside a buffer without being protected: the codes of `BuffersEsa.exclusionCategories`,
 * and of the managed features that are loaded or drawn.
 */
export const MANAGED_AREA_CATEGORIES = [
  "agricultural_field",
  "prepared_field",
  "road",
  "structure",
  "mowed_grass",
  "bare_ground",
  "mitigation_area",
  "managed_wetland",
  "contained_irrigation_water",
  "other_managed_land",
] as const;
/** @public */
export type ManagedAreaCategory = (typeof MANAGED_AREA_CATEGORIES)[number];

/** What a practice takes off the distance for one class of method, while the wind is in the range. */
export interface DriftPracticeFigure extends Cited {
  methodClass: MethodClass;
  /** Of the distance before reduction. `rate_cut`: as many percent as the rate is below the label's highest. */
  percent: number | "rate_cut";
  windMphAtLeast: number | null;
  windMphBelow: number | null;
  windMphAtMost: number | null;
  /** The least amount of the adjuvant, where a label's own table names one. */
  minimum?: { value: number; unit: "percent_volume" | "fl_oz_per_acre" } | undefined;
}

/** When a practice follows from the setup; all that are set must hold. */
export interface DriftPracticeCondition {
  dropletAtLeast: DropletSize | null;
  dropletIs: DropletSize | null;
  humidityPercentAbove: number | null;
  adjuvantKind: AdjuvantKind | null;
}

export interface DriftPracticeRow {
  id: number;
  code: string;
  label: string;
  helperText: string | null;
  /** Of the practices of one option the largest counts. */
  option: string;
  /** `setup`: shown by the inputs of a computation. `claim`: someone has to say so, and it stays unverified. */
  basis: "setup" | "claim";
  when: DriftPracticeCondition | null;
  /** Methods that it can be done with, of its figures' classes; left out: all of them. */
  methods?: ApplicationMethod[] | undefined;
  figures: DriftPracticeFigure[];
}

/** Whether a practice can be done with a method at all: no hood stands over a sprinkler or a furrow. */
export const canBeDoneWith = ({ methods }: Pick<DriftPracticeRow, "methods">, method: ApplicationMethod): boolean =>
  methods === undefined || methods.includes(method);

/** The drift practice menu as it stood on one day. */
export interface DriftPracticeTable {
  edition: string;
  rows: readonly DriftPracticeRow[];
}

export const DEPOSITION_CURVES = [
  "aerial_vf2f",
  "aerial_f2m",
  "aerial_m2c",
  "aerial_c2vc",
  "ground_low_vf",
  "ground_low_fmc",
  "ground_high_vf",
  "ground_high_fmc",
  "airblast_normal",
  "airblast_dense",
  "airblast_sparse",
  "airblast_vineyard",
  "airblast_orchard",
] as const;
export type DepositionCurveName = (typeof DEPOSITION_CURVES)[number];

/** A deposition curve: fraction of the applied rate at distances downwind, feet, nearest first. */
export interface DepositionCurve {
  name: DepositionCurveName;
  points: readonly (readonly [distanceFt: number, fraction: number])[];
}

export interface DepositionTable {
  edition: string;
  curves: Readonly<Record<DepositionCurveName, DepositionCurve>>;
}

/** Every regulatory table as it stood on one day. */
export interface Rulebook {
  /** Names each table's edition, so that an old assessment can be explained: `table@date`, sorted, blank-separated. */
  edition: string;
  /** The same, one for each table. */
  tables: readonly string[];
  /** The one of county classes. */
  countyTable: string;
  menus: Record<RunoffSystem, MitigationMenu>;
  autoCredits: AutoCreditTable;
  /** By five-digit county FIPS. A county without an entry has no class, which is not zero points. */
  countyPoints: ReadonlyMap<string, MitigationPoints>;
  exemptionReasons: readonly ExemptionReasonRow[];
  adjuvants: readonly AdjuvantRow[];
  /** Trade names of pesticides that the catalogue may not hold. */
  pesticideNames: NameIndex;
  /** The same, for names that were mistyped. */
  pesticideSlips: SlipIndex;
  driftPractices: DriftPracticeTable;
  crops: CropTable;
  deposition: DepositionTable;
  /** What has to be written down of an application. */
  records: RecordRules;
  /** By citation key; a key means the same citation in every table. */
  citations: Record<string, Citation>;
}

/** An adjuvant's name as it is compared: letters and digits only, whatever their case. */
export const adjuvantKey = (name: string): string => name.toLowerCase().replaceAll(/[^a-z0-9]+/g, "");

/**
 * The adjuvant a caller named, or null when the name is none the table resolves. A row resting on unverified
 * evidence resolves nothing: taking a brand for harmless because someone remembers it so would be a guess.
 */
export function findAdjuvant(adjuvants: readonly AdjuvantRow[], name: string): AdjuvantRow | null {
  const wanted = adjuvantKey(name);
  if (wanted === "") return null;
  const row = adjuvants.find((known) => [known.name, ...known.aliases].some((text) => adjuvantKey(text) === wanted));
  return row !== undefined && countsTowardPass(row.evidence) ? row : null;
}
