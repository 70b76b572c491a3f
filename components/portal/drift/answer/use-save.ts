import { useCallback, useState } from "react";
import { directionInWords } from "@/components/portal/drift/conditions/wind-dial";
import { useEditOutcomes, type Edits } from "@/components/portal/edits/edits-provider";
import type { FieldYearRef } from "@/lib/domain/field-year";
import { itemOf } from "@/lib/portal-client/items";
import type { ConditionsNote, MomentBody } from "@/lib/portal-client/moment";
import { notedTimes, type WindMoment } from "@/lib/portal-client/server-clock";
import type { EditState, QueuedBody, QueuedEdit, RefusedEdit } from "@/lib/portal-client/queue";
import type { Outcome } from "@/lib/portal-client/queue-host";

export interface Wanted {
  moment: MomentBody;
  basis: string | null;
  observedAt: string | null;
  /** When the wind was read, where `observedAt` does not say; null: nothing dates it. */
  read: Pick<WindMoment, "agoMs"> | null;
}

interface Options {
  edits: Edits;
  place: FieldYearRef;
  applicationEventId: string;
  /** What comes before a direction. */
  wind: string;
  /** Called when something that the answer rested on was changed meanwhile. */
  lookAgain: () => void;
}

/** Conditions on their way to the record. They wait on this device like any edit, so that no lost network loses them. */
export function useSave({ edits, place, applicationEventId, wind, lookAgain }: Options) {
  const [item, setItem] = useState<string | null>(null);
  const isOwn = useCallback(
    (body: QueuedBody): boolean => body.kind === "conditions" && body.applicationEventId === applicationEventId,
    [applicationEventId],
  );
  useEditOutcomes(
    useCallback(
      ({ edit, verdict }: Outcome) => {
        if (isOwn(edit.body) && verdict.kind === "refused") lookAgain();
      },
      [isOwn, lookAgain],
    ),
  );
  const run = ({ moment, basis, observedAt, read }: Wanted): void => {
    const { fieldId, year } = place;
    const times = { observedAt, ...notedTimes(read) };
    const note = { kind: "conditions", fieldId, year, applicationEventId, moment, basis, ...times } as const;
    setItem(itemOf(note));
    for (const old of edits.state.refused) if (isOwn(old.body)) edits.dismiss(old.item);
    edits.submit({ item: itemOf(note), label: `${wind} ${windOf(note)}`, body: note });
  };
  const state: EditState = item === null ? { kind: "idle" } : edits.stateOf(item);
  return {
    run,
    state,
    waiting: edits.state.queued.filter(({ body }) => isOwn(body)) as readonly QueuedEdit[],
    refused: edits.state.refused.filter(({ body }) => isOwn(body)) as readonly RefusedEdit[],
  };
}

const windOf = ({ moment }: ConditionsNote): string =>
  `${directionInWords(moment.wind_direction_deg)}, ${moment.wind_speed_mph} mph`;
