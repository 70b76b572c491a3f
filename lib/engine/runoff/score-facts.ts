import type { Selection } from "@/lib/domain/mitigation";
import type { DisallowedMeasure } from "@/lib/domain/product";
import type { SoilSplit } from "@/lib/domain/soil";
import type { ApplicationFacts } from "@/lib/engine/runoff/contradictions";
import type { ReadingFacts } from "@/lib/engine/runoff/readings";

/** What points are scored from. */
export interface ScoreFacts extends ReadingFacts {
  selections: readonly Selection[];
  /** Null: the field's soil group is not known. */
  split: SoilSplit | null;
  disallowed: readonly DisallowedMeasure[];
  /** Sub-options the field supports today; an automatic credit outside them earns nothing. Null: not asked. */
  derivedIds: ReadonlySet<number> | null;
  /** What the application says of itself; left out: no application to hold measures against. */
  application?: ApplicationFacts | undefined;
  /** `YYYY-MM-DD`: a measure that is dated later earns nothing. Null: no application to hold dates against. */
  applicationDate: string | null;
}
