import { asProvider } from "@/lib/data/db";
import { findPlacementAreas, type PlacementAreas } from "@/lib/data/drift/placement-areas";
import type { FieldYearRef } from "@/lib/domain/field-year";
import { readFieldYear, type FieldYearFacts } from "@/lib/usecases/portal/read-field-year";
import type { PortalSession } from "@/lib/usecases/portal/session";

export type { PlacementAreas };

export interface DriftFacts {
  fieldYear: FieldYearFacts;
  /** Areas of the last computation; null where nothing was computed. */
  areas: PlacementAreas | null;
}

/** The field and year, and the areas of the application's last drift computation. */
export async function readDriftFacts(
  { pass, providerId }: PortalSession,
  ref: FieldYearRef & { applicationEventId: string },
): Promise<DriftFacts> {
  const [fieldYear, areas] = await Promise.all([
    readFieldYear(pass, ref),
    asProvider(pass.deps.db, providerId, (tx) => findPlacementAreas(tx, providerId, ref.applicationEventId)),
  ]);
  return { fieldYear, areas };
}
