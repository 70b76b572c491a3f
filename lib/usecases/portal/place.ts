import { asProvider } from "@/lib/data/db";
import { listChanges } from "@/lib/data/portal/changes";
import { findGroupPlace, type GroupPlace } from "@/lib/data/portal/group-fields";
import { findListedField, type ListedApplication, type ListedField } from "@/lib/data/portal/field-pages";
import { findNotedApplication } from "@/lib/data/portal/noted-applications";
import type { CheckNotes } from "@/lib/data/portal/reviews";
import type { ChangeRecord } from "@/lib/domain/portal";
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
  /** The last few of the field and year, newest first. */
  recentChanges: ChangeRecord[];
  /** The other applications of the field and year: they share its runoff selections. */
  siblings: ListedApplication[];
  /** Locked ones of the field and year. Any of them closes the runoff selections; only its own closes an application. */
  locked: ListedApplication[];
  /** Where the field stands among those of the session's group; null for a session of one field. */
  group: GroupPlace | null;
}

/** One more than the overview shows, so that it can say that there are others. */
const RECENT = 6;
const NO_NOTES: CheckNotes = { dataVersions: null, reviews: [], driftChangedAt: null };

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
      const { scope } = session;
      const group =
        scope.kind === "group" ? await findGroupPlace(tx, providerId, { ...scope, now: deps.clock() }, fieldId) : null;
      const current = choose(listed.applications, pick, session.applicationEventId);
      const year = current === null ? (pick.year ?? thisYear) : yearOf(current);
      const changes = await listChanges(tx, providerId, { fieldId, year }, RECENT);
      const id = current?.applicationEventId ?? null;
      const noted = id === null ? null : await findNotedApplication(tx, providerId, id);
      return { listed, group, current, year, changes, noted };
    },
    { isolation: "RepeatableRead" },
  );
  if (found === null) return null;
  const { listed, group, current, year, changes, noted } = found;
  const { applications, ...field } = listed;
  const ofYear = applications.filter((application) => yearOf(application) === year);
  return {
    address: { grant: session.grant, fieldId, applicationEventId: current?.applicationEventId ?? null, year },
    field,
    year,
    years: [...new Set([...applications.map(yearOf), thisYear, year])].sort((a, b) => b - a),
    applications,
    current,
    scored: await scored(session, noted?.saved ?? null),
    notes: noted?.notes ?? NO_NOTES,
    recentChanges: changes,
    siblings: ofYear.filter((application) => application !== current),
    locked: ofYear.filter((application) => application.isLocked),
    group,
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
