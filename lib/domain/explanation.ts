import type { MethodClass } from "@/lib/domain/application";
import type { Evidence } from "@/lib/domain/citation";
import type { DrawnGround } from "@/lib/domain/drawn-ground";
import type { NotCreditedReason } from "@/lib/domain/mitigation";
import type { BufferType, RunoffSystem } from "@/lib/domain/product";
import type { SoilGroup } from "@/lib/domain/soil";
import type { DepositionCurveName } from "@/lib/domain/tables";

/** What came of a condition of a label. */
export type ConditionOutcome = "kept" | "broken" | "open" | "unjudged";

/** Points that a rule asks for. Null: their number is not established; `bySoil` where it hangs on the soil. */
export interface PointsAsked {
  kind: "points";
  system: RunoffSystem;
  points: number | null;
  bySoil: { A_B: number; C_D: number } | null;
}

/** A buffer that a rule asks for, before any range of rate or wind, feet. */
export interface BufferAsked {
  kind: "buffer";
  bufferType: BufferType;
  methodClass: MethodClass;
  distanceFt: number;
}

/** A rule that forbids the product in the area. `text`: the limitation's own words, where they alone forbid it. */
export interface ProhibitionAsked {
  kind: "prohibition";
  text: string | null;
}

/** The fact that an automatic credit's condition is compared with. Null: the soil result does not tell it. */
export type CreditFact =
  | { about: "nothing" }
  | { about: "no_soil" }
  | { about: "slope"; slopePct: number | null }
  | { about: "group"; group: SoilGroup | null; countsAs: string | null; sharePct: number | null };

/** When an automatic credit is given. */
export type CreditTrigger =
  | { given: "always" }
  | { given: "slope_below"; slopePct: number }
  | { given: "slope_at_most"; slopePct: number }
  | { given: "groups"; groups: string[] };

/**
 * What a rule says, as data: its words are made where they are read (`lib/views/explanations`). Texts in it are names, or
 * quote a table or a label of the rulebook. Feet, mph, degrees, and percent.
 */
export type RuleStatement =
  | { kind: "methods"; permitted: string[]; excluded: string[] }
  | PointsAsked
  | BufferAsked
  | { kind: "disallowed"; system: RunoffSystem; code: string }
  | { kind: "adjuvant"; text: string }
  | { kind: "condition"; text: string; outcome: ConditionOutcome }
  | {
      kind: "limitation";
      pulaId: number;
      code: string;
      uses: string[];
      /** Why no rule could be made of it, in the words of the catalogue. */
      missing: string | null;
      /** Null: no rule scores it. */
      asks: PointsAsked | BufferAsked | ProhibitionAsked | null;
    }
  | { kind: "county"; county: string; points: number; isCoarse: boolean }
  | {
      kind: "credit";
      label: string;
      note: string | null;
      /** What it is worth here; null: not established. */
      points: number | null;
      isGiven: boolean;
      fact: CreditFact;
      trigger: CreditTrigger;
      /** Why it earns nothing although it is given. */
      withheld: NotCreditedReason | null;
    }
  | {
      kind: "setback";
      productName: string;
      bufferType: BufferType;
      rawFt: number;
      reductionPercent: number;
      widthFt: number;
    }
  | { kind: "downwind"; windDirectionDeg: number; windSpeedMph: number; sine: number }
  | {
      kind: "deposition";
      distanceFt: number;
      /** Of the applied rate, to three significant digits. */
      percent: number;
      curve: DepositionCurveName;
      isExtrapolated: boolean;
    }
  | {
      kind: "ground";
      /** No set of ground beside fields is loaded. */
      isUnknown: boolean;
      reachFt: number;
      managed: number;
      protected: number;
      /** Drawn from lines at a width that someone supposed. */
      supposed: number;
      /** Managed ground that counts as someone drew it; left out: none. */
      drawn?: readonly DrawnGround[] | undefined;
    };

/** Where a rule stands, and how far it is trusted. */
export interface RuleSource {
  document: string | null;
  section: string | null;
  documentDate: string | null;
  evidence: Evidence | null;
  checkedOn: string | null;
  dataSet: string | null;
  /** Share of the field inside the area, percent. */
  sharePct: number | null;
}

interface RuleUsed extends RuleSource {
  /** `product:<registration>:runoff:epa_runoff`, `limitation:<id>`, `auto_credit:<sub-option>`, ... */
  ruleId: string;
  result: "applied" | "not_checked" | "unresolved";
}

/** A rule behind an answer. */
export interface RuleExplained extends RuleUsed {
  says: RuleStatement;
}

/** One that was saved while explanations were English sentences. Its text is shown as it stands and never taken apart. */
export interface RuleKeptAsText extends RuleUsed {
  text: string;
}

/** A rule behind a saved answer, whenever it was saved. */
export type ExplanationItem = RuleExplained | RuleKeptAsText;
