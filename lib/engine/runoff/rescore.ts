import type { RunoffEntry } from "@/lib/domain/compliance";
import type { FieldGround } from "@/lib/domain/field";
import { issue } from "@/lib/domain/issues";
import type { Selection } from "@/lib/domain/mitigation";
import { RUNOFF_SYSTEMS, type DisallowedMeasure, type RunoffSystem } from "@/lib/domain/product";
import type { SavedApplicationRecord, SavedRequirement } from "@/lib/domain/saved-application";
import type { Rulebook } from "@/lib/domain/tables";
import { mayLackSoilCredit } from "@/lib/engine/runoff/auto-credits";
import type { ApplicationFacts } from "@/lib/engine/runoff/contradictions";
import { runoffEntry } from "@/lib/engine/runoff/entry";
import { exemptionInForce } from "@/lib/engine/runoff/exemption";
import { scoreRunoff } from "@/lib/engine/runoff/score";
import type { ScoreFacts } from "@/lib/engine/runoff/score-facts";
import { soilSplit } from "@/lib/engine/soil-group";
import { isSandyGround } from "@/lib/engine/soil-texture";

/** What scoring reads beside the saved application. */
export interface RescoreFacts {
  rulebook: Rulebook;
  /** By runoff system: measures that a product of the mix rules out. */
  disallowed: readonly DisallowedMeasure[];
  /** What the saved application says of itself. */
  application: ApplicationFacts;
  /** The catalogue in force no longer has a product, so what it rules out is unknown. */
  hasUnknownProduct: boolean;
}

const systemOf = (type: string): RunoffSystem | null => RUNOFF_SYSTEMS.find((system) => system === type) ?? null;

/** A saved requirement of a runoff system: of a system scored here, or of one that is not. */
const isRunoff = ({ mitigationType }: SavedRequirement): boolean => mitigationType.endsWith("_runoff");

/**
 * Current runoff scoring of a saved application: its saved targets against what is selected for its field and
 * year today. Nothing is checked again, and no soil or product data is fetched.
 *
 * Source: interface "Saved compliance object". Missing data: a field whose boundary changed since the check, or an
 * application that was not processed to its end, is indeterminate; so is a saved system that is not scored here.
 */
export const rescoreRunoff = (saved: SavedApplicationRecord, facts: RescoreFacts): RunoffEntry[] =>
  saved.requirements.filter(isRunoff).map((requirement) => {
    const system = systemOf(requirement.mitigationType);
    return system === null
      ? unsupportedEntry(saved, requirement)
      : rescoreOne(saved, { ...requirement, system }, facts);
  });

const yearOf = ({ applicationDate }: SavedApplicationRecord): number => Number(applicationDate.slice(0, 4));

interface SelectedFacts {
  selections: readonly Selection[];
  ground: FieldGround | null;
  year: number;
  /** Left out: no application. */
  application?: ApplicationFacts | undefined;
  /** Null: no application. */
  applicationDate: string | null;
}

/**
 * What a system's selections of a field and year are scored by: those selections, the ground they lie on, the day of
 * the application and what the products rule out. Missing data: unknown soil leaves the split null; a year no one processed is not judged.
 */
export const scoreFactsOf = (
  { selections, ground, year, application, applicationDate }: SelectedFacts,
  system: RunoffSystem,
  disallowed: readonly DisallowedMeasure[],
): ScoreFacts => ({
  selections,
  split: soilSplit(ground?.soil ?? null),
  isSandyGround: isSandyGround(ground?.soil ?? null),
  disallowed: disallowed.filter((measure) => measure.system === system),
  derivedIds: derivedIdsOf(ground, year),
  application,
  applicationDate,
});

function rescoreOne(
  saved: SavedApplicationRecord,
  requirement: SavedRequirement & { system: RunoffSystem },
  { rulebook, disallowed, application, hasUnknownProduct }: RescoreFacts,
): RunoffEntry {
  const ground = saved.ground;
  const soil = ground?.soil ?? null;
  const score = scoreRunoff(
    rulebook.menus[requirement.system],
    scoreFactsOf({ ...saved, ground, year: yearOf(saved), application }, requirement.system, disallowed),
  );
  const isIncomplete = saved.processingStatus !== "completed" || saved.isOnChangedBoundary;
  const target = {
    system: requirement.system,
    points: requirement.requiredPoints,
    issues: [
      ...requirement.targetIssues,
      ...(requirement.requiredPoints === null ? (["RUNOFF_REQUIREMENT_UNRESOLVED"] as const) : []),
      ...(isIncomplete ? (["APPLICATION_PROCESSING_INCOMPLETE"] as const) : []),
    ],
  };
  return runoffEntry(target, score, {
    year: yearOf(saved),
    hasSoil: soil !== null,
    hasUnknownProduct,
    hasUnresolvedCounty: ground?.hasUnresolvedCounty ?? true,
    mayLackSoilCredit: mayLackSoilCredit(rulebook.autoCredits, soil),
    exemption: exemptionInForce(
      {
        required: requirement.required,
        evaluatedAt: requirement.exemptionEvaluatedAt,
        reasons: requirement.exemptionReasons,
        treatedAcres: requirement.exemptionTreatedAcres,
      },
      {
        method: saved.method,
        areaSqm: soil?.totalAreaSqm ?? ground?.areaSqm ?? null,
        reasonTable: rulebook.exemptionReasons,
        selections: saved.selections,
        applicationDate: saved.applicationDate,
      },
    ),
  });
}

function derivedIdsOf(ground: FieldGround | null, year: number): ReadonlySet<number> | null {
  const ids = ground?.derivedByYear[String(year)];
  return ids === undefined ? null : new Set(ids);
}

/** A saved system that is not scored here: an issue, never a silence. */
const unsupportedEntry = (saved: SavedApplicationRecord, requirement: SavedRequirement): RunoffEntry => ({
  mitigationType: requirement.mitigationType,
  year: yearOf(saved),
  required: true,
  exempt: false,
  requiredPoints: requirement.requiredPoints,
  labelRequiredPoints: requirement.requiredPoints,
  earnedPoints: 0,
  gap: requirement.requiredPoints,
  status: "indeterminate",
  creditedMeasures: [],
  selectedMeasures: [],
  runoffExemptionClaimedAt: null,
  runoffExemptionReasons: null,
  issues: [issue("UNSUPPORTED_MITIGATION", { particulars: { mitigationTypes: [requirement.mitigationType] } })],
});
