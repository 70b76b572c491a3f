import type { AdvisedSet, RunoffEntry } from "@/lib/domain/compliance";
import type { MitigationMenu, SubOption } from "@/lib/domain/mitigation";
import type { RunoffSystem } from "@/lib/domain/product";
import type { Rulebook } from "@/lib/domain/tables";
import { gapAdvice } from "@/lib/engine/runoff/advice";
import type { ScoreFacts } from "@/lib/engine/runoff/score-facts";
import type { AdviceView } from "@/lib/views/portal/field-year";
import { wordsIn } from "@/lib/views/language";
import { scoreInWords } from "@/lib/views/words";
import { tableText } from "@/lib/views/vocabulary/table-text";

/** Options that give up rate or ground: they cost a crop, so they are offered after everything that does not. */
const COSTLY_OPTIONS = ["annual_rate_reduction", "untreated_part_of_field"];

/** What row-crop farms most often have in place. A code that a menu does not hold is never offered. */
const COMMON = [
  "no_till",
  "reduced_tillage",
  "subsurface_or_no_irrigation",
  "managed_irrigation",
  "cover_crop_with_tillage",
  "cover_crop_no_till_short_term",
  "cover_crop_no_till_long_term",
  "grassed_waterway_in_place",
  "filter_strip_20_to_30_ft",
  "filter_strip_30_to_60_ft",
  "filter_strip_60_ft_or_more",
  "contour_farming_in_use",
  "terraces_in_use",
];

/** As many as the engine itself gives. */
const MOST_SETS = 5;
const words = wordsIn({
  en: {
    elsewhere: "In place on other fields of this account",
    result: (earned: number, required: string) => `${earned} of ${required}`,
  },
  es: {
    elsewhere: "Se usa en otros campos de esta cuenta",
    result: (earned, required) => `${earned} de ${required}`,
  },
});

interface Around {
  menu: MitigationMenu;
  facts: ScoreFacts;
  system: RunoffSystem;
  rulebook: Rulebook;
  /** Selected on other fields of the account. */
  usedElsewhere: readonly number[];
}

/**
 * Advice where more points would settle the entry; where facts are missing they come first. What is most likely true of
 * this farm stands first: what its other fields have, then what is common, and a cut of the rate or of the treated
 * ground last.
 */
export function adviceOf({ gap, requiredPoints, exempt, issues }: RunoffEntry, around: Around): AdviceView[] {
  if (exempt || requiredPoints === null || gap === null || gap === 0 || issues.length > 0) return [];
  const { system } = around;
  const sets = likelyFirst(requiredPoints, around);
  return [
    {
      system,
      sets: sets.map(({ set: { measures, earnedPoints }, why, isCostly }) => ({
        measures: measures.map(({ subOptionId, label, points }) => ({
          id: subOptionId,
          label: tableText(label),
          points,
        })),
        earned: earnedPoints,
        result: words().result(earnedPoints, scoreInWords(requiredPoints, system)),
        why,
        isCostly,
      })),
    },
  ];
}

interface Offered {
  set: AdvisedSet;
  why: string | null;
  isCostly: boolean;
}

function likelyFirst(target: number, { menu, facts, rulebook, usedElsewhere }: Around): Offered[] {
  const automaticIds = new Set(rulebook.autoCredits.rows.map(({ subOptionId }) => subOptionId));
  const costly = costlyIds(menu);
  const elsewhere = new Set(usedElsewhere.filter((id) => !costly.has(id)));
  const tiers: ((subOption: SubOption) => boolean)[] = [
    ({ id }) => elsewhere.has(id),
    ({ id, code }) => elsewhere.has(id) || COMMON.includes(code),
    ({ id }) => !costly.has(id),
    () => true,
  ];
  const offered = new Map<string, Offered>();
  for (const among of tiers) {
    if (offered.size >= MOST_SETS) break;
    for (const set of gapAdvice(menu, facts, { target, automaticIds, among })) {
      const ids = set.measures.map(({ subOptionId }) => subOptionId);
      const key = ids.toSorted((a, b) => a - b).join();
      const isElsewhere = ids.every((id) => elsewhere.has(id));
      const isCostly = ids.some((id) => costly.has(id));
      if (offered.has(key) || offered.size >= MOST_SETS) continue;
      offered.set(key, { set, why: isElsewhere ? words().elsewhere : null, isCostly });
    }
  }
  return [...offered.values()];
}

const costlyIds = ({ categories }: MitigationMenu): Set<number> =>
  new Set(
    categories
      .flatMap(({ options }) => options)
      .filter(({ code }) => COSTLY_OPTIONS.includes(code))
      .flatMap(({ subOptions }) => subOptions.map(({ id }) => id)),
  );
