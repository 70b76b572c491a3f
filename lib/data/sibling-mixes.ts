import { Prisma, type StatementTx } from "@/lib/data/db";
import type { SiblingMixes, SubmittedProduct } from "@/lib/domain/application";
import type { Selection } from "@/lib/domain/mitigation";
import type { CatalogueProduct, RunoffSystem } from "@/lib/domain/product";

/** The one system whose measures say how many applications the year has. */
const COUNTED: RunoffSystem = "trait_runoff";

/** Products of the saved applications of a field and year, by application; null: no measure asks for them, and none is offered that does. */
export type MixesOfYear = Record<string, SubmittedProduct[]> | null;

/**
 * `MixesOfYear` of the field that a row names, live or archived like it. Looked for only where a measure of a trait program is selected
 * or may be offered, which is so of few fields.
 */
export const mixesOfYear = (row: Prisma.Sql, year: Prisma.Sql): Prisma.Sql => Prisma.sql`
  CASE WHEN EXISTS (
    SELECT 1 FROM measure_selection s
    WHERE s.provider_id = ${row}.provider_id AND s.field_id = ${row}.field_id AND s.year = ${year} AND s.system = ${COUNTED}
  ) OR EXISTS (
    SELECT 1 FROM application o JOIN requirement r
      ON r.provider_id = o.provider_id AND r.application_event_id = o.application_event_id AND r.mitigation_type = ${COUNTED}
    WHERE o.provider_id = ${row}.provider_id AND o.field_id = ${row}.field_id
      AND date_part('year', o.application_date)::int = ${year}
  ) THEN (
    SELECT json_object_agg(o.application_event_id, o.products) FROM application o
    WHERE o.provider_id = ${row}.provider_id AND o.field_id = ${row}.field_id
      AND date_part('year', o.application_date)::int = ${year}
  ) END`;

/** Those of all but one application. */
export const siblingsOf = (mixes: MixesOfYear, applicationEventId: string | null): SiblingMixes =>
  Object.entries(mixes ?? {}).flatMap(([id, products]) => (id === applicationEventId ? [] : [products]));

interface Sibling {
  fieldId: string;
  year: number;
  /** Null: it is not saved yet. */
  applicationEventId: string | null;
}

/** The same for a caller who knows that they are asked for (`doCountApplications`). */
export async function findSiblingMixes(
  tx: StatementTx,
  providerId: string,
  { fieldId, year, applicationEventId }: Sibling,
): Promise<SiblingMixes> {
  const rows = await tx.$queryRaw<{ mixes: MixesOfYear }[]>`
    SELECT json_object_agg(application_event_id, products) AS mixes FROM application
    WHERE provider_id = ${providerId} AND field_id = ${fieldId}::uuid
      AND date_part('year', application_date)::int = ${year}::int`;
  return siblingsOf(rows[0]?.mixes ?? null, applicationEventId);
}

interface Counting {
  selections: readonly Selection[];
  products: readonly { record: CatalogueProduct | null }[];
}

/** Whether a selected measure, or one that is offered for these products, may say how many applications the year has. */
export const doCountApplications = ({ selections, products }: Counting): boolean =>
  selections.some(({ system }) => system === COUNTED) ||
  products.some(({ record }) => record?.rules?.runoff?.some(({ system }) => system === COUNTED) === true);
