import type { Issue } from "@/lib/domain/issues";
import type { JudgedBy, JudgingSet } from "@/lib/domain/saved-application";
import { ageInDays, staleness } from "@/lib/engine/data-issues";
import type { Deps } from "@/lib/runtime/deps";

/** The data that a saved answer rests on, read today. What was judged stays as it was. */
export interface DataBehind {
  versions: JudgedBy["versions"];
  sets: (JudgingSet & { ageDays: number | null })[];
  /** What a check would say today of data of this age. */
  issues: Issue[];
}

/**
 * How old the data of a saved answer is now. PULA data that was deleted since, or that no publisher ever confirmed, is as
 * stale as it can be.
 */
export function dataBehind(judgedBy: JudgedBy | null, { clock, env }: Pick<Deps, "clock" | "env">): DataBehind | null {
  if (judgedBy === null) return null;
  const now = clock();
  const { versions, sets } = judgedBy;
  const pula = sets.find(({ kind }) => kind === "pula");
  const limits = { inform: env.PULA_STALE_INFORM_DAYS, block: env.PULA_STALE_BLOCK_DAYS };
  return {
    versions,
    sets: sets.map((set) => ({ ...set, ageDays: wholeDays(ageInDays(set.verifiedAt, now)) })),
    issues: versions.pula === null ? [] : staleness(pula?.verifiedAt ?? null, now, limits),
  };
}

const wholeDays = (days: number): number | null => (Number.isFinite(days) ? Math.max(0, Math.floor(days)) : null);
