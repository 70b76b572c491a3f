import { CREDIT_SOURCES, type CreditSource, type Selection } from "@/lib/domain/mitigation";
import type { CheckState } from "@/lib/data/saved-checks";
import type { FieldGround } from "@/lib/domain/field";
import type { SoilOutcome } from "@/lib/domain/soil";
import { isSameCredit } from "@/lib/engine/runoff/auto-credits";

const BY_SOIL: readonly CreditSource[] = ["soil", "slope"];

/**
 * The sources whose automatic credits a check derives again. Without soil, on ground that has not changed, what the
 * soil gave earlier in the year still stands: the survey being away takes nothing back. On changed ground it falls.
 */
export const derivedSources = (soil: SoilOutcome, isSameGround: boolean): CreditSource[] =>
  CREDIT_SOURCES.filter(
    (source) => source !== "portal" && !(soil.summary === null && isSameGround && BY_SOIL.includes(source)),
  );

/**
 * What is selected once the credits derived now are saved: those credits, with the days they were first given, and the
 * saved selections that stay beside them. Those of a renewed source that were not derived again are gone.
 */
export function selectionsAfterSave(
  saved: readonly Selection[],
  derived: readonly Selection[],
  renewed: readonly CreditSource[],
): Selection[] {
  const isSame = (a: Selection, b: Selection) => a.system === b.system && a.subOptionId === b.subOptionId;
  return [
    ...saved.filter((each) => !renewed.includes(each.source) && !derived.some((credit) => isSame(each, credit))),
    ...derived.map((credit) => saved.find((each) => isSameCredit(each, credit)) ?? credit),
  ];
}

/**
 * The ground to save: other years' credits stand as they were derived, and soil found earlier on the same ground is
 * not forgotten because the survey is away today.
 */
export function keepGround(
  { fields, selections }: CheckState,
  { boundaryHash, year }: { boundaryHash: string; year: number },
  ground: FieldGround,
): FieldGround {
  const [field = NO_FIELD] = fields;
  const { ground: before } = field;
  const derivedBefore = derivedOnOf(field);
  const derivedOn = { ...derivedBefore, [year]: boundaryHash };
  const derivedByYear = { ...before?.derivedByYear, ...ground.derivedByYear };
  const known = field.boundaryHash === boundaryHash && ground.soil === null ? (before?.soil ?? null) : null;
  if (known === null) return { ...ground, derivedByYear, derivedOn };
  const kept = derivedBefore[year] === boundaryHash ? keptIds(before, selections, year) : [];
  const ids = [...new Set([...(derivedByYear[year] ?? []), ...kept])];
  return { ...ground, soil: known, derivedByYear: { ...derivedByYear, [year]: ids }, derivedOn };
}

const NO_FIELD = { ground: null, boundaryHash: null };

/** The boundary of each year's credits; where that was not kept, the one that was saved last. */
const derivedOnOf = ({
  ground,
  boundaryHash,
}: Pick<CheckState["fields"][number], "ground" | "boundaryHash">): Record<string, string> =>
  Object.fromEntries(
    Object.keys(ground?.derivedByYear ?? {}).flatMap((year) => {
      const hash = ground?.derivedOn?.[year] ?? boundaryHash;
      return hash === null ? [] : [[year, hash]];
    }),
  );

/** Credits of the year that soil gave earlier and that the ground supported when it was last processed. */
function keptIds(before: FieldGround | null, selections: readonly Selection[], year: number): number[] {
  const ofSoil = selections.filter(({ source }) => BY_SOIL.includes(source)).map(({ subOptionId }) => subOptionId);
  return (before?.derivedByYear[String(year)] ?? []).filter((id) => ofSoil.includes(id));
}
