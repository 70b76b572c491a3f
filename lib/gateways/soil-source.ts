import type { SoilOutcome } from "@/lib/domain/soil";
import type { FieldBoundary } from "@/lib/domain/field";

/** Where soil comes from. Never throws for a source that fails: that is an answer, `unavailable`. */
export interface SoilSource {
  findSoil: (boundary: FieldBoundary, signal: AbortSignal) => Promise<SoilOutcome>;
}

/** The answer of an installation to which no soil survey is connected. Nothing invents soil. */
export const noSoilSource: SoilSource = {
  findSoil: async () => ({ status: "unavailable", summary: null, version: null }),
};
