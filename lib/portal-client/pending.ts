import type { AdviceEdit, ExemptionEdit, SelectionEdit } from "@/lib/domain/portal-edit";
import type { QueuedBody } from "@/lib/portal-client/queue";
import { editsOf, withUndone, type LayOn } from "@/lib/portal-client/undone";
import type { FieldYearLive, MeasureState, TallyView } from "@/lib/views/portal/field-year";
import { wordsIn } from "@/lib/views/language";

/** A field and year with what is not saved yet laid on top. The server's figures replace it as soon as they come. */
export interface ShownFieldYear extends FieldYearLive {
  /** Systems whose points rest on something that is not saved yet. */
  provisional: ReadonlySet<string>;
}

export const withPending: LayOn<ShownFieldYear> = (live, edits) =>
  editsOf(live, edits).reduce(apply, withUndone({ ...live, provisional: new Set<string>() }, edits));

/** Other kinds of edits show on the pages that make them. */
function apply(shown: ShownFieldYear, edit: QueuedBody): ShownFieldYear {
  switch (edit.kind) {
    case "selection":
      return withSelection(shown, edit);
    case "advice":
      return withAdvice(shown, edit);
    case "exemption":
      return withAnswer(shown, edit);
    default:
      return shown;
  }
}

const words = wordsIn({ en: { notSaved: "Not saved yet" }, es: { notSaved: "Todavía sin guardar" } });

function withSelection(shown: ShownFieldYear, { system, subOptionId: id, selection }: SelectionEdit): ShownFieldYear {
  const before = shown.measures.find((measure) => measure.system === system && measure.id === id);
  if (before === undefined) return shown;
  const isToggled = before.isSelected !== (selection !== null);
  const after: MeasureState = {
    ...before,
    isSelected: selection !== null,
    implementationDate: selection?.implementationDate ?? null,
    notes: selection?.notes ?? null,
    // Ticked and unticked again is as before.
    pointsChange: isToggled ? -before.pointsChange : before.pointsChange,
    verdict: isToggled ? words().notSaved : before.verdict,
  };
  const measures = shown.measures.map((measure) => (measure === before ? after : measure));
  if (!isToggled) return { ...shown, measures };
  return { ...shown, measures, ...withPoints(shown, system, (earned) => earned + before.pointsChange) };
}

function withAdvice(shown: ShownFieldYear, { system, subOptionIds: ids }: AdviceEdit): ShownFieldYear {
  const measures = shown.measures.map((measure) =>
    measure.system === system && ids.includes(measure.id)
      ? { ...measure, isSelected: true, verdict: words().notSaved }
      : measure,
  );
  const set = shown.advice
    .filter((advice) => advice.system === system)
    .flatMap(({ sets }) => sets)
    .find(({ measures: advised }) => advised.length === ids.length && advised.every(({ id }) => ids.includes(id)));
  const advice = shown.advice.filter((each) => each.system !== system);
  return { ...shown, measures, advice, ...withPoints(shown, system, (earned) => set?.earned ?? earned) };
}

function withPoints(
  { tallies, provisional }: ShownFieldYear,
  system: string,
  change: (earned: number) => number,
): Pick<ShownFieldYear, "tallies" | "provisional"> {
  const changed = (tally: TallyView): TallyView => {
    const earned = Math.max(0, change(tally.earned));
    const gap = tally.required === null ? null : Math.max(0, tally.required - earned);
    return { ...tally, earned, gap, headline: words().notSaved };
  };
  return {
    tallies: tallies.map((tally) => (tally.system === system ? changed(tally) : tally)),
    provisional: new Set([...provisional, system]),
  };
}

function withAnswer(shown: ShownFieldYear, edit: ExemptionEdit): ShownFieldYear {
  const { applicationEventId: id, reasons, treatedAcres } = edit;
  const { exemption, place, provisional } = shown;
  if (exemption === null || place.applicationEventId !== id) return shown;
  const answer = reasons.length === 0 ? ("none_apply" as const) : ("exempt" as const);
  return {
    ...shown,
    exemption: { ...exemption, answer, reasons, treatedAcres, isOutOfForce: false },
    provisional: new Set([...provisional, "epa_runoff"]),
  };
}
