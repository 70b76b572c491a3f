import type { ScoreFacts } from "@/lib/engine/runoff/score-facts";
import { gapAdvice } from "@/lib/engine/runoff/advice";
import { rulebookAsOf } from "@/lib/rulebook/load";
import { exhaustiveAdvice } from "@/tests/laws/runoff/exhaustive-advice";
import { agree, type Bench, type Comparison } from "@/bench/support/bench";
import type { Row } from "@/bench/support/report";
import { inRounds, timeEach } from "@/bench/support/rounds";

const ROUNDS = 5;
/** Targets of a field that has selected nothing yet. At 8 and 9 one measure closes the gap, and nothing near it does. */
const TARGETS = [3, 6, 8, 9, 13];

const FACTS: ScoreFacts = {
  selections: [],
  split: "A_B",
  isSandyGround: true,
  disallowed: [],
  derivedIds: null,
  applicationDate: "2026-06-15",
};

/** Gap advice of a check that is short, against trying every set. */
export const advice: Comparison = {
  name: "advice",
  run: async ({ say }: Bench): Promise<Row[]> => {
    const { menus, autoCredits } = rulebookAsOf("2026-06-15");
    const automaticIds = new Set(autoCredits.rows.map(({ subOptionId }) => subOptionId));
    const ask = (search: typeof gapAdvice) => async (target: number) =>
      // Among all of them, which is looked for each time: advice that names no measures is kept.
      search(menus.epa_runoff, FACTS, { target, automaticIds, among: () => true });
    for (const target of TARGETS) {
      agree(`the advice for ${target} points`, await ask(gapAdvice)(target), await ask(exhaustiveAdvice)(target));
    }
    const rows: Row[] = [];
    for (const target of [8, 9]) {
      const rounds = await inRounds(ROUNDS, {
        work: () =>
          timeEach(
            Array.from({ length: 20 }, () => target),
            ask(gapAdvice),
          ),
        base: () => timeEach([target, target], ask(exhaustiveAdvice)),
      });
      say(
        `advice: ${target} points in ${rounds.work.p50Ms.toFixed(2)} ms, every set in ${rounds.base.p50Ms.toFixed(1)} ms`,
      );
      rows.push({
        work: `advice for a gap of ${target} points`,
        comparedWith: "trying every set",
        ratio: rounds.ratio,
        target: { bound: "at most", value: 0.1 },
        figures: { ...rounds },
      });
    }
    return rows;
  },
};
