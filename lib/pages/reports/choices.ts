import { NONE, type TimeText } from "@/lib/pages/reports/words";
import { wordsIn } from "@/lib/views/language";
import type { Chosen } from "@/lib/usecases/reports/choices";
import type { ReportRecord } from "@/lib/usecases/reports/record";

const words = wordsIn({
  en: {
    portal: "Portal",
    software: "Farm software",
    visit: (hand: string, name: string) => `${hand}, visit of ${name}`,
  },
  es: {
    portal: "El portal",
    software: "El programa agrícola",
    visit: (hand, name) => `${hand}, visita de ${name}`,
  },
});

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
  const who = found.name === null ? words()[found.hand] : words().visit(words()[found.hand], found.name);
  return `${who}, ${timeText(found.at)}`;
}
