import type { BreakableDatabase } from "@/tests/faults/own-cluster";

/** What a scenario works with. */
export interface FaultStage {
  say: (line: string) => void;
  /** The server under the scenario's own database, which `DATABASE_URL` names. */
  database: BreakableDatabase;
  apiKey: string;
  /** Few rounds and short faults, for a quick look. */
  isShort: boolean;
  seed: number;
}

export interface Outcome {
  /** What happened, in figures, for the table. */
  figures: string;
  /** What should not have happened; empty is what we want. */
  faults: string[];
  /** Why the scenario could not be run here. */
  notRun?: string;
}

export interface Scenario {
  name: string;
  /** The fault, and what must hold, as the table of docs/reliability.md has it. */
  fault: string;
  run: (stage: FaultStage) => Promise<Outcome>;
}
