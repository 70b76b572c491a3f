import { wordsIn } from "@/lib/views/language";
import { counted } from "@/lib/views/words";

const words = wordsIn({
  en: {
    done: "What was done",
    otherwise: (lines: number) =>
      `${counted(lines, "line")} of the record ${lines === 1 ? "says" : "say"} that something was outside a limit, or not as it was checked`,
  },
  es: {
    done: "Qué se hizo",
    otherwise: (lines: number) =>
      `${counted(lines, "renglón", "renglones")} del registro ${lines === 1 ? "dice" : "dicen"} que algo estuvo fuera de un límite o no fue como se verificó`,
  },
});

/** Where something was done otherwise than it was checked: how many lines say so, and nothing of what they say. */
export const doneOtherwise = (lines: number): { label: string; value: string }[] =>
  lines === 0 ? [] : [{ label: words().done, value: words().otherwise(lines) }];
