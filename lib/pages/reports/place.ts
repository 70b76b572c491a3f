import { stateName } from "@/lib/domain/us-states";
import { NONE } from "@/lib/pages/reports/words";
import { countyInWords } from "@/lib/views/county-name";
import { wordsIn } from "@/lib/views/language";
import { orInSpanish } from "@/lib/views/words";
import type { ReportRecord } from "@/lib/usecases/reports/record";

const words = wordsIn({
  en: { leftOpen: (names: readonly string[]) => `${names.join(" or ")} (the loaded county lines leave it open)` },
  es: { leftOpen: (names) => `${orInSpanish(names)} (los límites de condados cargados no lo deciden)` },
});

type Field = ReportRecord["field"];

/** The state or states under the field; a dash where the county lines do not say. */
export const stateText = ({ counties }: Field): string =>
  [...new Set(counties.flatMap(({ state }) => (state === null ? [] : [stateName(state)])))].join("; ") || NONE;

/** The counties under the field. Coarse lines, or a county that could not be loaded, may leave it open which of them it is. */
export function countyText({ counties }: Field): string {
  if (counties.length === 0) return NONE;
  const names = counties.map(({ name, state }) => [countyInWords(name), state].filter(Boolean).join(", "));
  return counties.every(({ isSure }) => isSure) ? names.join("; ") : words().leftOpen(names);
}
