import type { SoilCell, SoilFailure, SurveyAnswer } from "@/lib/domain/soil-survey";
import type { Breaker } from "@/lib/gateways/upstream/breaker";

/** What a survey answered, or why it did not. No polygons in an answer: the survey does not cover the squares. */
export type SurveyResult = { ok: true; answer: SurveyAnswer } | { ok: false; failure: SoilFailure };

/** Where soil source data comes from. Never throws for a source that fails: that is a result. */
export interface SoilSource {
  /** False where no survey is connected: nothing to ask, and nothing to ask again later. */
  isConnected: boolean;
  /** Map units of some squares of the grid, within the source's own deadline. */
  fetchMapUnits: (cells: readonly SoilCell[]) => Promise<SurveyResult>;
  /** Left out where nothing is asked. */
  breakerState?: Breaker["state"];
}

/** The source of an installation to which no soil survey is connected. Nothing invents soil. */
export const noSoilSource: SoilSource = {
  isConnected: false,
  fetchMapUnits: async () => ({ ok: false, failure: "not_connected" }),
};
