import type { ApplicationInput } from "@/lib/domain/application";
import type { Selection } from "@/lib/domain/mitigation";
import type { Weather } from "@/lib/domain/drift";
import type { LimitationRule, ResolvedProduct } from "@/lib/domain/product";
import type { RegulatedAreas } from "@/lib/domain/pula";
import type { SoilOutcome } from "@/lib/domain/soil";
import type { Rulebook } from "@/lib/domain/tables";
import type { LonLat } from "@/lib/engine/conditions/facts";
import type { ExemptionClaim } from "@/lib/engine/runoff/entry";
import type { Sibling } from "@/lib/engine/siblings";

/** Everything an assessment rests on. */
export interface AssessmentFacts {
  now: Date;
  application: ApplicationInput;
  products: readonly ResolvedProduct[];
  limitationRules: readonly LimitationRule[];
  areas: RegulatedAreas;
  soil: SoilOutcome;
  /** What is selected for the field and year already. */
  selections: readonly Selection[];
  /** The field's other saved applications of the year and of the months before it; left out: no label of the mix asks for them. */
  siblings?: readonly Sibling[] | undefined;
  exemption: ExemptionClaim | null;
  rulebook: Rulebook;
  catalogueVersion: string | null;
  /** A point of the field; left out or null: no one said, and nothing that hangs on the sun is judged. */
  place?: LonLat | null | undefined;
  /** Hash of the boundary: what lies around it is of no other; left out or null: no one said. */
  boundaryHash?: string | null | undefined;
  /** About how large the field is, where no soil analysis says; left out: not known. */
  areaSqm?: number | undefined;
  /** The air at the sprayer; left out or null at intake. */
  weather?: Weather | null | undefined;
  /** Days without a verified reload after which PULA data is called stale, and after which it blocks a pass. */
  staleAfterDays?: StaleAfterDays | undefined;
}

export interface StaleAfterDays {
  inform: number;
  block: number;
}
