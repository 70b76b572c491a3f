import type { IssueCode } from "@/lib/domain/issues";
import type { CreditSource, MitigationMenu, NotCreditedReason } from "@/lib/domain/mitigation";
import type { DisallowedMeasure, RunoffRule, RunoffSystem } from "@/lib/domain/product";
import type { SoilGroup } from "@/lib/domain/soil";
import { scoreRunoff, type RunoffScore } from "@/lib/engine/runoff/score";
import type { RunoffSource } from "@/lib/engine/runoff/target";
import { soilSplit } from "@/lib/engine/soil-group";
import { isSandyGround } from "@/lib/engine/soil-texture";
import { rulebook, select, selectionOf, soilSummary, subOptionOf } from "../facts";

/** Soil as a case writes it: the dominant group, null for ground without one, or no soil result at all. */
export type CaseSoil = SoilGroup | null | "unavailable";

/** Measures by their code in the menu of `system`; `selected` in the portal, `automatic` by what gave them. */
export interface ScoreInput {
  system: RunoffSystem;
  soil: CaseSoil;
  selected?: string[];
  automatic?: Record<string, CreditSource>;
  /** Codes of the other system's menu, selected for the same field. */
  selectedElsewhere?: string[];
  unknownIds?: number[];
  /** One list for each product. */
  disallowed?: string[][];
  disallowedElsewhere?: string[];
  /** Automatic credits that the ground gives today; not asked when left out. */
  stillDerived?: string[];
  /** Of a selected measure, the day it is put in place. */
  dated?: Record<string, string>;
  applicationDate?: string;
  /** Name of the map unit that the whole field lies on; sandy by its texture when left out. */
  mapUnit?: string;
}

export interface ScoreExpected {
  earned: number;
  credited: Record<string, number>;
  notCredited?: Record<string, NotCreditedReason>;
  needsSoil?: boolean;
}

export const summaryOf = (soil: CaseSoil, mapUnit?: string) =>
  soil === "unavailable" ? null : soilSummary(soil, undefined, mapUnit);

const otherSystem = (system: RunoffSystem): RunoffSystem => (system === "epa_runoff" ? "trait_runoff" : "epa_runoff");

const restrictions = (system: RunoffSystem, codes: readonly string[]): DisallowedMeasure[] =>
  codes.map((code) => ({ system, code, evidence: "primary", cite: ["LABEL"] }));

export function scoreOf(input: ScoreInput, menu: MitigationMenu = rulebook.menus[input.system]): RunoffScore {
  const other = rulebook.menus[otherSystem(input.system)];
  const dayOf = (code: string): string | null => input.dated?.[code] ?? null;
  return scoreRunoff(menu, {
    selections: [
      ...(input.selected ?? []).map((code) => ({ ...select(menu, code), implementationDate: dayOf(code) })),
      ...Object.entries(input.automatic ?? {}).map(([code, source]) => ({
        ...select(menu, code, source),
        implementationDate: dayOf(code),
      })),
      ...(input.selectedElsewhere ?? []).map((code) => select(other, code)),
      ...(input.unknownIds ?? []).map((id) => selectionOf(menu, id)),
    ],
    split: soilSplit(summaryOf(input.soil)),
    isSandyGround: isSandyGround(summaryOf(input.soil, input.mapUnit)),
    disallowed: [
      ...(input.disallowed ?? []).flatMap((codes) => restrictions(menu.system, codes)),
      ...restrictions(other.system, input.disallowedElsewhere ?? []),
    ],
    derivedIds:
      input.stillDerived === undefined ? null : new Set(input.stillDerived.map((code) => subOptionOf(menu, code).id)),
    applicationDate: input.applicationDate ?? null,
  });
}

/** A source as a case writes it: `unread` for a label or bulletin whose points no one has established. */
export interface SourceInput {
  system: RunoffSystem;
  points?: number | null;
  pointsBySoil?: RunoffRule["pointsBySoil"];
  applicability?: RunoffRule["applicability"];
  evidence?: RunoffRule["evidence"];
  unread?: true;
}

export const sourceOf = (input: SourceInput, index: number): RunoffSource => ({
  ruleId: `source:${index}`,
  system: input.system,
  rule:
    input.unread === true
      ? null
      : {
          system: input.system,
          points: input.points ?? null,
          pointsBySoil: input.pointsBySoil ?? null,
          applicability: input.applicability ?? "required",
          evidence: input.evidence ?? "primary",
          cite: ["LABEL"],
        },
});

export interface EntryInput extends ScoreInput {
  target: number | null;
  targetIssues?: IssueCode[];
  unknownProduct?: true;
  unresolvedCounty?: true;
  exemption?: { required: boolean; evaluatedAt: string | null; reasons: string[] | null } | null;
}

export interface EntryExpected {
  status: string;
  required: boolean;
  exempt: boolean;
  requiredPoints: number | null;
  labelRequiredPoints: number | null;
  earned: number;
  gap: number | null;
  issues: string[];
  claimedAt: string | null;
  reasons: string[] | null;
}
