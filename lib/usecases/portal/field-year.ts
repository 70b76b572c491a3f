import { asProvider } from "@/lib/data/db";
import { findGroupMembers, type GroupMembers } from "@/lib/data/portal/group-fields";
import {
  findFieldYearPage,
  type FieldYearPage,
  type ListedApplication,
  type ListedField,
} from "@/lib/data/portal/field-pages";
import type { NotedApplication } from "@/lib/data/portal/noted-applications";
import type { CheckNotes } from "@/lib/data/portal/reviews";
import type { ChangeRecord } from "@/lib/domain/portal";
import type { PortalAddress } from "@/lib/domain/field-year";
import type { Deps } from "@/lib/runtime/deps";
import { timeZoneAt } from "@/lib/usecases/fields/field-zone";
import { noteBufferChanges } from "@/lib/usecases/applications/buffer-changes";
import { scoreSaved, type ScoredApplication } from "@/lib/usecases/applications/score-saved";
import { MOST_SORTED } from "@/lib/usecases/portal/read-group";
import { askedSession, standingSession, type AskedFor, type PortalSession } from "@/lib/usecases/portal/session";

export type { CheckNotes, GroupMembers, ListedApplication };

/** What the address of a page picks. Anything else than one of the field's own applications picks nothing. */
export interface Pick {
  applicationEventId: string | null;
  year: number | null;
}

/** Where a page of the portal stands: a field, a year and, where there is one, an application, scored as of now. */
export interface OpenFieldYear {
  /** What links of its pages lead to. */
  address: PortalAddress;
  field: Omit<ListedField, "applications">;
  year: number;
  /** The zone whose clock the field keeps; null without a boundary. */
  timeZone: string | null;
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
  /** The fields it stands among in the session's group; null for a session of one field. */
  group: GroupMembers | null;
}

/** One more than the overview shows, so that it can say that there are others. */
const RECENT = 6;
const NO_NOTES: CheckNotes = { dataVersions: null, reviews: [], driftChangedAt: null };

const yearOf = (application: ListedApplication): number => Number(application.applicationDate.slice(0, 4));

/** A session and where its page stands. */
export interface Opened {
  session: PortalSession;
  place: OpenFieldYear;
}

/**
 * Session and place in one snapshot. Null: the session does not stand, or the field is not its own or gone. What was
 * read with a session that does not stand goes no further than here.
 */
export async function openFieldYear(
  deps: Deps,
  asked: AskedFor & { fieldId: string },
  pick: Pick,
): Promise<Opened | null> {
  const claimed = await askedSession(deps, asked);
  if (claimed === null) return null;
  const thisYear = deps.clock().getUTCFullYear();
  const { providerId, group } = claimed.asked;
  const found = await asProvider(
    deps.db,
    providerId,
    async (tx) => {
      const standing = await findFieldYearPage(tx, {
        ...pick,
        session: { ...claimed.asked, fieldId: asked.fieldId },
        linkedApplicationId: claimed.claims.application,
        thisYear,
        mostChanges: RECENT,
      });
      const session = standing === null ? null : standingSession(deps, claimed, standing.session);
      if (standing === null || session === null) return null;
      const now = deps.clock();
      return {
        ...standing,
        session,
        group:
          group === null
            ? null
            : await findGroupMembers(
                tx,
                providerId,
                { ...group, now },
                { fieldId: asked.fieldId, wholeUpTo: MOST_SORTED },
              ),
      };
    },
    { isolation: "RepeatableRead" },
  );
  if (found === null) return null;
  const { session } = found;
  const [noted = null] = await noteBufferChanges(deps, providerId, found.noted === null ? [] : [found.noted]);
  return { session, place: placeOf({ ...found, noted }, { session, thisYear, scored: await scored(session, noted) }) };
}

type Found = FieldYearPage & { group: GroupMembers | null };

function placeOf(
  { listed, group, year, pointInField, changes, noted }: Omit<Found, "session">,
  { session, thisYear, scored }: { session: PortalSession; thisYear: number; scored: ScoredApplication | null },
): OpenFieldYear {
  const { applications, ...field } = listed;
  const picked = noted?.saved.applicationEventId;
  const current = applications.find(({ applicationEventId }) => applicationEventId === picked) ?? null;
  const ofYear = applications.filter((application) => yearOf(application) === year);
  return {
    address: {
      grant: session.grant,
      fieldId: field.fieldId,
      applicationEventId: current?.applicationEventId ?? null,
      year,
    },
    field,
    year,
    timeZone: pointInField === null ? null : timeZoneAt(pointInField),
    years: [...new Set([...applications.map(yearOf), thisYear, year])].sort((a, b) => b - a),
    applications,
    current,
    scored,
    notes: noted?.notes ?? NO_NOTES,
    recentChanges: changes,
    siblings: ofYear.filter((application) => application !== current),
    locked: ofYear.filter((application) => application.isLocked),
    group,
  };
}

async function scored({ pass }: PortalSession, noted: NotedApplication | null): Promise<ScoredApplication | null> {
  if (noted === null) return null;
  return (await scoreSaved(pass.deps, [noted.saved]))[0] ?? null;
}
