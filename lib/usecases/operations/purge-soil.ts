import { purgeSoilAnalyses, purgeSoilCells } from "@/lib/data/maintenance";
import type { Deps } from "@/lib/runtime/deps";

/** Rows in one statement: few enough that none of them holds the tables for long. */
const BATCH = { analyses: 5000, cells: 200 };

/** Forgets soil that nothing will use any more: analyses no field lies on, and survey data past its time. */
export async function purgeSoil(deps: Deps, batch = BATCH): Promise<{ analyses: number; cells: number }> {
  const analyses = await inBatches(batch.analyses, (most) => purgeSoilAnalyses(deps.db, most));
  const cells = await inBatches(batch.cells, (most) => purgeSoilCells(deps.db, most));
  return { analyses, cells };
}

/** Purges until a batch is not full. */
async function inBatches(most: number, purge: (most: number) => Promise<number>): Promise<number> {
  let total = 0;
  for (;;) {
    const purged = await purge(most);
    total += purged;
    if (purged < most) return total;
  }
}
