import type { MultiPolygon, Position } from "geojson";
import { v7 as uuidv7 } from "uuid";
import { asProvider, type ProviderTx } from "@/lib/data/db";
import {
  findDrawable,
  putDownslope,
  raiseFieldRevision,
  removeDownslope,
  type DrawableField,
} from "@/lib/data/drift/portal-edits";
import { recordChange } from "@/lib/data/portal/changes";
import { isFieldYearLocked } from "@/lib/data/portal/locks";
import type { FieldYear } from "@/lib/data/portal/selections";
import type { RememberedDownslope } from "@/lib/domain/drift-portal";
import type { EdgeKey } from "@/lib/views/portal/field-map";
import { PortalRefusal } from "@/lib/domain/portal";
import type { PortalPass } from "@/lib/usecases/portal/change-selection";

/** The year is that of the page, as for drawings. */
export interface DownslopeChange extends FieldYear {
  /** All downslope edges, named as the drift answer names them. None: nothing is marked, and then every edge counts. */
  edges: readonly EdgeKey[];
  /** The boundary that the editor saw. */
  boundaryHash: string;
}

/** Marks which edges of a field lie downslope, in place of what was marked before. */
export const markDownslope = (pass: PortalPass, change: DownslopeChange): Promise<{ changeId: string }> =>
  asProvider(pass.deps.db, pass.providerId, (tx) =>
    applyDownslope(tx, pass, change, ({ boundary, boundaryHash }) => {
      if (boundaryHash !== change.boundaryHash) throw new PortalRefusal("changed");
      const lines = change.edges.map((edge) => lineOf(boundary, edge));
      return lines.length === 0 ? null : { boundaryHash, lines };
    }),
  );

/** Puts a mark in place of the saved one, inside a transaction that is open already. */
export async function applyDownslope(
  tx: ProviderTx,
  { deps, providerId, actor }: PortalPass,
  { fieldId, year }: FieldYear,
  choose: (field: DrawableField) => RememberedDownslope | null,
): Promise<{ changeId: string }> {
  const field = await findDrawable(tx, providerId, fieldId);
  if (field === null) throw new PortalRefusal("not_found");
  if (await isFieldYearLocked(tx, providerId, { fieldId, year })) throw new PortalRefusal("locked");
  const after = choose(field);
  if (after === null && field.downslope === null) throw new PortalRefusal("not_found");
  if (after === null) await removeDownslope(tx, providerId, fieldId);
  else await putDownslope(tx, providerId, fieldId, after);
  await raiseFieldRevision(tx, providerId, fieldId);
  const changeId = uuidv7();
  await recordChange(tx, providerId, {
    changeId,
    fieldId,
    year,
    applicationEventId: null,
    kind: "downslope",
    actor,
    changedAt: deps.clock(),
    before: field.downslope,
    after,
  });
  return { changeId };
}

/** The segment of the boundary that an edge names; a name that is none refuses the edit. */
export function lineOf(boundary: MultiPolygon, { partIndex, ringIndex, edgeIndex }: EdgeKey): [Position, Position] {
  const ring = boundary.coordinates[partIndex]?.[ringIndex];
  const [from, to] = [ring?.[edgeIndex], ring?.[edgeIndex + 1]];
  if (from === undefined || to === undefined) throw new PortalRefusal("not_found");
  return [from, to];
}
