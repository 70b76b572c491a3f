import type { RuleStatement } from "@/lib/domain/explanation";

/** A statement of one kind. */
export type Of<Kind extends RuleStatement["kind"]> = Extract<RuleStatement, { kind: Kind }>;

/** How statements of each kind are worded. `isAlone`: no heading beside it names the runoff system. */
export type StatementWords = {
  [Kind in RuleStatement["kind"]]: (says: Of<Kind>, isAlone: boolean) => string;
};
