import { getDeps } from "@/lib/runtime/deps";
import type { FieldYear } from "@/lib/domain/field-year";
import type { PortalPass } from "@/lib/usecases/portal/pass";
import { sql } from "@/tests/contract/v2/esa-check/support";
import type { Caller } from "@/tests/support/api";

/** What a portal session of a caller's fields stands for. */
export const passOf = async ({ providerId }: Caller): Promise<PortalPass> => ({
  deps: await getDeps(),
  providerId,
  actor: "portal:test",
});

export interface Place extends FieldYear {
  boundaryHash: string;
}

/** Where an application's field is, in the year of the test applications. */
export async function placeOf({ providerId }: Caller, id: string): Promise<Place> {
  const [row] = await sql<{ id: string; hash: string }>(
    providerId,
    `SELECT f.field_id AS id, f.boundary_hash AS hash FROM application a JOIN field f USING (provider_id, field_id)
     WHERE a.application_event_id = $1`,
    [id],
  );
  if (row === undefined) throw new Error("no such application");
  return { fieldId: row.id, year: 2026, boundaryHash: row.hash };
}
