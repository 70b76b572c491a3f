import { CREDIT_SOURCES, type CreditSource, type Selection } from "@/lib/domain/mitigation";
import type { CheckState } from "@/lib/data/saved-checks";
import type { FieldGround } from "@/lib/domain/field";
import type { SoilOutcome } from "@/lib/domain/soil";

const BY_SOIL: readonly CreditSource[] = ["soil", "slope"];

/**
 * The sources whose automatic credits a check derives anew. Without soil, on ground that has not changed, what the
 * soil gave earlier in the year still stands: the survey being away takes nothing back. On changed ground it falls.
 */
export const derivedSources = (soil: SoilOutcome, isSameGround: boolean): CreditSource[] =>
  CREDIT_SOURCES.filter(
    (source) => source !== "portal" && !(soil.summary === null && isSameGround && BY_SOIL.includes(source)),
  );

/** The saved selections that a check leaves in place beside those it derives. */
export const keptSelections = (saved: readonly Selection[], derived: readonly CreditSource[]): Selection[] =>
  saved.filter(({ source }) => !derived.includes(source));

/** The ground to save: soil found earlier on the same ground is not forgotten because the survey is away today. */
export function keepGround({ fields, selections }: CheckState, boundaryHash: string, ground: FieldGround): FieldGround {
  const [field] = fields;
  const isSameGround = field?.boundaryHash === boundaryHash;
  const known = isSameGround && ground.soil === null ? (field.ground?.soil ?? null) : null;
  if (known === null) return ground;
  const bySoil = selections.filter(({ source }) => BY_SOIL.includes(source)).map(({ subOptionId }) => subOptionId);
  return { ...ground, soil: known, derivedSubOptionIds: [...ground.derivedSubOptionIds, ...bySoil] };
}
