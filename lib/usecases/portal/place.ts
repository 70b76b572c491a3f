import { findSavedApplication } from "@/lib/data/compliance-reads";
import { asProvider } from "@/lib/data/db";
import { findListedField, type ListedApplication, type ListedField } from "@/lib/data/portal/field-pages";
import { findCheckNotes, type CheckNotes } from "@/lib/data/portal/reviews";
import type { PortalAddress } from "@/lib/domain/portal-pages";
import type { SavedApplicationRecord } from "@/lib/domain/saved-application";
import { scoreSaved, type ScoredApplication } from "@/lib/usecases/applications/score-saved";
import type { PortalSession } from "@/lib/usecases/portal/session";

/** What the address of a page picks. Anything else than one of the field's own applications picks nothing. */
export interface Pick {
  applicationEventId: string | null;
  year: number | null;
}

/** Where a page of the portal stands: a field, a year and, where there is one, an application, scored as of now. */
export interface PortalPlace {
  /** What links of its pages lead to. */
  address: PortalAddress;
  field: Omit<ListedField, "applications">;
  year: number;
  /** Years that can be picked, the latest first: those with applications, this one and the picked one. */
  years: number[];
  /** All of the field, the latest first. */
  applications: ListedApplication[];
  /** The picked one; null for a year without an application. */
  current: ListedApplication | null;
  /** What is required and earned now; null without an application. */
  scored: ScoredApplication | null;
  /** What the check of the picked one rests on, and which of its texts were read. */
  notes: CheckNotes;
  /** The other applications of the field and year: they share its runoff selections. */
  siblings: ListedApplication[];
  /** Locked ones of the field and year. Any of them closes the runoff selections; only its own closes an application. */
  locked: ListedApplication[];
}

const NO_NOTES: CheckNotes = { dataVersions: null, reviews: [] };

const yearOf = (application: ListedApplication): number => Number(application.applicationDate.slice(0, 4));

/** Reads a place in one snapshot; null when the field is gone. */
export async function readPlace(session: PortalSession, fieldId: string, pick: Pick): Promise<PortalPlace | null> {
  const { pass, providerId } = session;
  const { deps } = pass;
  const thisYear = deps.clock().getUTCFullYear();
  const found = await asProvider(
    deps.db,
    providerId,
    async (tx) => {
      const listed = await findListedField(tx, providerId, fieldId);
      if (listed === null) return null;
      const current = choose(listed.applications, pick, session.applicationEventId);
      if (current === null) return { listed, current, saved: null, notes: NO_NOTES };
      const saved = await findSavedApplication(tx, providerId, current.applicationEventId);
      return { listed, current, saved, notes: await findCheckNotes(tx, providerId, current.applicationEventId) };
    },
    { isolation: "RepeatableRead" },
  );
  if (found === null) return null;
  const { listed, current, saved, notes } = found;
  const { applications, ...field } = listed;
  const year = current === null ? (pick.year ?? thisYear) : yearOf(current);
  const ofYear = applications.filter((application) => yearOf(application) === year);
  return {
    address: { grant: session.grant, fieldId, applicationEventId: current?.applicationEventId ?? null, year },
    field,
    year,
    years: [...new Set([...applications.map(yearOf), thisYear, year])].sort((a, b) => b - a),
    applications,
    current,
    scored: await scored(session, saved),
    notes,
    siblings: ofYear.filter((application) => application !== current),
    locked: ofYear.filter((application) => application.isLocked),
  };
}

async function scored(
  { pass }: PortalSession,
  saved: SavedApplicationRecord | null,
): Promise<ScoredApplication | null> {
  if (saved === null) return null;
  return (await scoreSaved(pass.deps, [saved]))[0] ?? null;
}

/** The application that was asked for, else the latest of the year asked for, else the link's own, else the latest. */
function choose(
  applications: readonly ListedApplication[],
  { applicationEventId, year }: Pick,
  linked: string | null,
): ListedApplication | null {
  const find = (id: string | null) => applications.find((application) => application.applicationEventId === id);
  const asked = find(applicationEventId);
  if (asked !== undefined) return asked;
  if (year !== null) return applications.find((application) => yearOf(application) === year) ?? null;
  return find(linked) ?? applications[0] ?? null;
}
