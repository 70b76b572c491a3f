import type { ApplicationInput } from "@/lib/domain/application";
import type { Selection } from "@/lib/domain/mitigation";
import type { LimitationRule, ResolvedProduct } from "@/lib/domain/product";
import type { RegulatedAreas } from "@/lib/domain/pula";
import type { SoilOutcome } from "@/lib/domain/soil";
import type { Rulebook } from "@/lib/domain/tables";
import type { ExemptionClaim } from "@/lib/engine/runoff/entry";

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
  exemption: ExemptionClaim | null;
  rulebook: Rulebook;
  catalogueVersion: string | null;
}
