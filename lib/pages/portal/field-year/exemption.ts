import type { RunoffEntry } from "@/lib/domain/compliance";
import type { ExemptionState, LockView, TallyView } from "@/lib/views/portal/field-year";
import type { SavedApplicationRecord, SavedRequirement } from "@/lib/domain/saved-application";
import type { Rulebook } from "@/lib/domain/tables";
import { rescoreRunoff } from "@/lib/engine/runoff/rescore";
import type { ScoredApplication } from "@/lib/usecases/applications/score-saved";
import { tallyOf } from "@/lib/pages/portal/field-year/tallies";
import { wordsIn } from "@/lib/views/language";
import { scoreInWords } from "@/lib/views/words";

const words = wordsIn({
  en: {
    noneNeeded: "No points would be needed",
    wouldLack: (gap: number, score: string) => `Would be ${score} short`,
  },
  es: {
    noneNeeded: "No se necesitarían puntos",
    wouldLack: (gap, score) => `${gap === 1 ? "Faltaría" : "Faltarían"} ${score}`,
  },
});

/**
 * The saved answer to an application's exemption questions, with the score as it is without an exemption and as it
 * would be with one. Null where the application has no EPA runoff requirement.
 */
export function exemptionState(shown: ScoredApplication, rulebook: Rulebook, lock: LockView): ExemptionState | null {
  const requirement = shown.saved.requirements.find(({ mitigationType }) => mitigationType === "epa_runoff");
  if (requirement === undefined) return null;
  const scored = (
    claim: Pick<SavedRequirement, "required" | "exemptionEvaluatedAt" | "exemptionReasons">,
  ): RunoffEntry => epaEntry(shown, rulebook, { ...requirement, ...claim });
  const answeredAt = requirement.exemptionEvaluatedAt;
  const saved = scored(requirement);
  // A claim without reasons is taken at its word, whatever the method: what any accepted exemption leads to.
  const claimedAt = answeredAt ?? requirement.updatedAt;
  const withExemption = tallyOf(scored({ required: false, exemptionEvaluatedAt: claimedAt, exemptionReasons: null }));
  const withoutExemption = tallyOf(scored({ required: true, exemptionEvaluatedAt: null, exemptionReasons: null }));
  return {
    answer: answerOf(requirement),
    reasons: requirement.exemptionReasons ?? [],
    treatedAcres: requirement.exemptionTreatedAcres,
    answeredAt: answeredAt?.toISOString() ?? null,
    isOutOfForce: answeredAt !== null && !requirement.required && !saved.exempt,
    lock,
    withExemption: saved.exempt ? withExemption : { ...withExemption, headline: words().noneNeeded },
    withoutExemption: saved.exempt ? supposed(withoutExemption) : withoutExemption,
  };
}

/** A record that is not required and has no time was never answered: it exempts nothing. */
const answerOf = ({ required, exemptionEvaluatedAt }: SavedRequirement): ExemptionState["answer"] => {
  if (exemptionEvaluatedAt === null) return "unanswered";
  return required ? "none_apply" : "exempt";
};

/** A tally that does not hold, in words that do not say that it does. */
const supposed = (tally: TallyView): TallyView =>
  tally.state === "not_met"
    ? { ...tally, headline: words().wouldLack(tally.gap ?? 0, scoreInWords(tally.gap ?? 0, tally.system)) }
    : tally;

function epaEntry(
  { saved, disallowed, hasUnknownProduct, application }: ScoredApplication,
  rulebook: Rulebook,
  requirement: SavedRequirement,
): RunoffEntry {
  const alone: SavedApplicationRecord = { ...saved, requirements: [requirement] };
  const [entry] = rescoreRunoff(alone, { rulebook, disallowed, hasUnknownProduct, application });
  if (entry === undefined) throw new RangeError("a runoff requirement has an entry");
  return entry;
}
