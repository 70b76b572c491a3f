import type { AdviceBody, EditBody, ExemptionBody, FieldYearBody, SelectionBody } from "@/lib/portal-client/bodies";
import type { FieldYearLive, MeasureState, TallyView } from "@/lib/views/portal/field-year";
import type { FieldYearRef } from "@/lib/domain/field-year";

/** A field and year with what is not saved yet laid on top. The server's figures replace it as soon as they come. */
export interface ShownFieldYear extends FieldYearLive {
  /** Systems whose points rest on something that is not saved yet. */
  provisional: ReadonlySet<string>;
}

export function withPending(live: FieldYearLive, bodies: readonly EditBody[]): ShownFieldYear {
  const own = bodies.filter((body): body is FieldYearBody => isOf(live.place, body));
  return own.reduce(apply, { ...live, provisional: new Set<string>() });
}

const isOf = ({ fieldId, year }: FieldYearRef, body: EditBody): boolean =>
  body.field_id === fieldId && body.year === year;

function apply(shown: ShownFieldYear, body: FieldYearBody): ShownFieldYear {
  if (body.kind === "selection") return withSelection(shown, body);
  if (body.kind === "advice") return withAdvice(shown, body);
  if (body.kind === "exemption") return withAnswer(shown, body);
  const changes = shown.changes.map((change) =>
    change.changeId === body.change_id ? { ...change, canUndo: false } : change,
  );
  return { ...shown, changes };
}

const NOT_SAVED = "Not saved yet";

function withSelection(shown: ShownFieldYear, { system, sub_option_id: id, selection }: SelectionBody): ShownFieldYear {
  const before = shown.measures.find((measure) => measure.system === system && measure.id === id);
  if (before === undefined) return shown;
  const isToggled = before.isSelected !== (selection !== null);
  const after: MeasureState = {
    ...before,
    isSelected: selection !== null,
    implementationDate: selection?.implementation_date ?? null,
    notes: selection?.notes ?? null,
    // Ticked and unticked again is as before.
    pointsChange: isToggled ? -before.pointsChange : before.pointsChange,
    verdict: isToggled ? NOT_SAVED : before.verdict,
  };
  const measures = shown.measures.map((measure) => (measure === before ? after : measure));
  if (!isToggled) return { ...shown, measures };
  return { ...shown, measures, ...withPoints(shown, system, (earned) => earned + before.pointsChange) };
}

function withAdvice(shown: ShownFieldYear, { system, sub_option_ids: ids }: AdviceBody): ShownFieldYear {
  const measures = shown.measures.map((measure) =>
    measure.system === system && ids.includes(measure.id)
      ? { ...measure, isSelected: true, verdict: NOT_SAVED }
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
    return { ...tally, earned, gap, headline: NOT_SAVED };
  };
  return {
    tallies: tallies.map((tally) => (tally.system === system ? changed(tally) : tally)),
    provisional: new Set([...provisional, system]),
  };
}

function withAnswer(shown: ShownFieldYear, { application_event_id: id, reasons }: ExemptionBody): ShownFieldYear {
  const { exemption, place, provisional } = shown;
  if (exemption === null || place.applicationEventId !== id) return shown;
  const answer = reasons.length === 0 ? ("none_apply" as const) : ("exempt" as const);
  return {
    ...shown,
    exemption: { ...exemption, answer, reasons, isOutOfForce: false },
    provisional: new Set([...provisional, "epa_runoff"]),
  };
}
