import type { OverallStatus } from "@/lib/domain/compliance";
import type { Outdated } from "@/lib/usecases/radar/find-outdated";
import type { ScoredApplication } from "@/lib/usecases/applications/score-saved";
import type { CheckNotes } from "@/lib/usecases/portal/field-year";
import { LEFT_KINDS, type LeftKind } from "@/lib/views/portal/group";
import { wordsIn } from "@/lib/views/language";
import { standingInWords } from "@/lib/pages/portal/overview/standing-words";

/** An application as a list says where it stands. */
export interface ListedStanding {
  status: OverallStatus;
  headline: string;
  /** What is left to do, in the order in which it is done; `["nothing"]` where nothing is. */
  left: LeftKind[];
}

/** Where an application stands. Nothing is settled where newer data make its answer another one, or may. */
export function listedStanding(
  scored: ScoredApplication,
  { notes, outdated, provider }: { notes: CheckNotes; outdated: Outdated | undefined; provider: string },
): ListedStanding {
  const standing = standingInWords(scored, notes, provider);
  const { status } = standing.now;
  const left = leftIn(scored, standing);
  if (outdated === undefined) return { status, headline: standing.headline, left };
  // What is broken can be mended meanwhile; who mends it has to know what it is.
  return status === "not_met"
    ? { status, headline: standing.headline, left: ["check", ...left.filter((kind) => kind !== "check")] }
    : { status: "indeterminate", headline: sayings().outdated[outdated.why], left: ["check"] };
}

/**
 * What is left of an application whose day is over: no wind of another day can answer for it. It stays open all the same.
 */
export function withoutWind(left: readonly LeftKind[]): LeftKind[] {
  const others = left.filter((kind) => kind !== "wind");
  return others.length === 0 ? ["other"] : others;
}

function leftIn(scored: ScoredApplication, standing: ReturnType<typeof standingInWords>): LeftKind[] {
  const { now, isAllRead, isDone } = standing;
  // Without a check nothing here could be done about it.
  if (!now.isChecked) return ["check"];
  const isOpen = (status: string): boolean => status === "not_met" || status === "indeterminate";
  const found = new Set<LeftKind>();
  // What the year had can be said with a check alone.
  if (scored.yearIssues.length > 0) found.add("check");
  if (scored.runoffAsComputed.some(({ exempt, status }) => !exempt && isOpen(status))) found.add("points");
  if (isOpen(now.drift)) found.add("wind");
  if (scored.asked.some(({ attestation }) => attestation === null)) found.add("questions");
  if (!isAllRead && now.issues.some(({ code }) => code === "LIMITATIONS_REVIEW_REQUIRED")) found.add("texts");
  if (found.size === 0) found.add(isDone ? "nothing" : "other");
  return LEFT_KINDS.filter((kind) => found.has(kind));
}

/** "3 need points": how many fields have something of a kind left. */
export const leftInWords = (kind: LeftKind, fields: number): string => words()[kind](fields);

const sayings = wordsIn<{ outdated: Record<Outdated["why"], string> }>({
  en: {
    outdated: { recheck: "Newer data: check again", unlooked: "Not compared with newer data" },
  },
  es: {
    outdated: {
      recheck: "Datos más nuevos: verifique de nuevo",
      unlooked: "Sin comparar con datos más nuevos",
    },
  },
});

const words = wordsIn<Record<LeftKind, (fields: number) => string>>({
  en: {
    check: (fields) => `${fields} ${fields === 1 ? "waits" : "wait"} for a new check`,
    points: (fields) => `${fields} ${fields === 1 ? "needs" : "need"} points`,
    wind: (fields) => `${fields} ${fields === 1 ? "needs" : "need"} wind`,
    questions: (fields) => `${fields} ${fields === 1 ? "has" : "have"} questions`,
    texts: (fields) => `${fields} ${fields === 1 ? "has" : "have"} texts to read`,
    other: (fields) => `${fields} ${fields === 1 ? "has" : "have"} something else open`,
    nothing: (fields) => `${fields} ${fields === 1 ? "has" : "have"} nothing left here`,
  },
  // Shorter than sentences: a phone shows them in a row before the first field.
  es: {
    check: (fields) => `Por verificar: ${fields}`,
    points: (fields) => `Faltan puntos: ${fields}`,
    wind: (fields) => `Falta viento: ${fields}`,
    questions: (fields) => `Preguntas: ${fields}`,
    texts: (fields) => `Por leer: ${fields}`,
    other: (fields) => `Otra cosa: ${fields}`,
    nothing: (fields) => `Nada pendiente aquí: ${fields}`,
  },
});

/** The field with most to do first; of two alike, the one whose work begins earlier in the order. */
export const byMostLeft = (a: readonly LeftKind[], b: readonly LeftKind[]): number =>
  weightOf(b) - weightOf(a) || firstOf(a) - firstOf(b);

const weightOf = (left: readonly LeftKind[]): number => left.filter((kind) => kind !== "nothing").length;
const firstOf = ([first = "nothing"]: readonly LeftKind[]): number => LEFT_KINDS.indexOf(first);
