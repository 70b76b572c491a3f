import { asProvider, type ProviderTx } from "@/lib/data/db";
import { findFieldYear, type FieldYearRecord } from "@/lib/data/portal/field-years";
import type { FieldYearRef } from "@/lib/domain/field-year";
import { PortalRefusal } from "@/lib/domain/portal";
import type { Rulebook } from "@/lib/domain/tables";
import { rulebookAsOf } from "@/lib/rulebook/load";
import { scoreSaved, type ScoredApplication } from "@/lib/usecases/applications/score-saved";
import type { PortalPass } from "@/lib/usecases/portal/pass";

export type { FieldYearRecord };

/** A field and year as it is now, scored by the engine that the API's answers come from. */
export interface FieldYearFacts {
  ref: FieldYearRef;
  record: FieldYearRecord;
  /** The rules on the day of the application that is shown; without one, those at the end of the year. */
  rulebook: Rulebook;
  /** All that share the field and year, oldest first. */
  applications: ScoredApplication[];
  /** The one that `ref` names; null where it names none. */
  shown: ScoredApplication | null;
  /** What was saved before this moment is in the facts. */
  readAt: Date;
}

/**
 * Reads a field and year in one snapshot and scores it. The caller has made sure that the session may see the field; an
 * application of another field or year is refused like one that does not exist.
 */
export async function readFieldYear(pass: PortalPass, ref: FieldYearRef): Promise<FieldYearFacts> {
  const { deps, providerId } = pass;
  // Before the snapshot: a page puts what is dated later in place of what it has, and must not lose an edit by it that was
  // saved while this was read.
  const readAt = deps.clock();
  const record = await asProvider(deps.db, providerId, (tx) => getFieldYear(tx, providerId, ref), {
    isolation: "RepeatableRead",
  });
  return scoreFieldYear(pass, ref, record, readAt);
}

/** The record of a field and year, inside a transaction that is open already. Refused where `ref` names what is not there. */
export async function getFieldYear(tx: ProviderTx, providerId: string, ref: FieldYearRef): Promise<FieldYearRecord> {
  const record = await findFieldYear(tx, providerId, ref);
  const { applicationEventId: shownId } = ref;
  const isThere = shownId === null || record?.applications.some((each) => each.applicationEventId === shownId) === true;
  if (record === null || !isThere) throw new PortalRefusal("not_found");
  return record;
}

/** Scores a record. The products come from a cache, or in one statement. */
export async function scoreFieldYear(
  { deps }: PortalPass,
  { fieldId, year, applicationEventId }: FieldYearRef,
  record: FieldYearRecord,
  readAt: Date,
): Promise<FieldYearFacts> {
  const applications = await scoreSaved(deps, record.applications);
  const shown = applications.find(({ saved }) => saved.applicationEventId === applicationEventId) ?? null;
  return {
    // By name: callers hand in more than a reference.
    ref: { fieldId, year, applicationEventId },
    record,
    rulebook: rulebookAsOf(shown?.saved.applicationDate ?? `${year}-12-31`),
    applications,
    shown,
    readAt,
  };
}
