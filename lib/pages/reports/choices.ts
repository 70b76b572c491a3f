import { NONE, type TimeText } from "@/lib/pages/reports/words";
import type { Chosen } from "@/lib/usecases/reports/choices";
import type { ReportRecord } from "@/lib/usecases/reports/record";

const HANDS = { portal: "Portal", software: "Farm software" } as const;

/** By whose hand something was chosen, and when; a dash where the history does not say. */
export function chosenText({ choices }: ReportRecord, chosen: Chosen, timeText: TimeText): string {
  const found = choices.find(
    ({ what, choice, applicationEventId }) =>
      what === chosen.what &&
      applicationEventId === chosen.applicationEventId &&
      choice?.system === chosen.choice?.system &&
      choice?.subOptionId === chosen.choice?.subOptionId,
  );
  if (found === undefined) return NONE;
  const who = found.name === null ? HANDS[found.hand] : `${HANDS[found.hand]}, visit of ${found.name}`;
  return `${who}, ${timeText(found.at)}`;
}
