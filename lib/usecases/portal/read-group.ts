import { asProvider } from "@/lib/data/db";
import {
  findGroupFields,
  type GroupField,
  type GroupFieldsPage,
  type RecordStates,
} from "@/lib/data/portal/group-fields";
import { withBufferChanges } from "@/lib/usecases/applications/buffer-changes";
import { scoreSaved, type ScoredApplication } from "@/lib/usecases/applications/score-saved";
import { findOutdatedOfMany, type Outdated } from "@/lib/usecases/radar/find-outdated";
import type { PortalSession, SessionScope } from "@/lib/usecases/portal/session";

export type { GroupField, GroupFieldsPage, RecordStates };
export type GroupScope = Extract<SessionScope, { kind: "group" }>;

/** Fields on one page of the list. */
export const FIELDS_A_PAGE = 20;
/** A group of no more fields is read whole, so that it can be sorted by what is left. */
export const MOST_SORTED = 200;

export interface GroupQuery {
  search: string;
  /** From 1. */
  page: number;
}

export interface GroupFacts {
  page: GroupFieldsPage;
  /** Of all fields of the page, in their order. */
  scored: readonly ScoredApplication[];
  /** Applications whose answer newer data make another one, or may, by their ids. */
  outdated: ReadonlyMap<string, Outdated>;
}

/**
 * A group's fields, or one page of them where they are too many to be sorted, with every application of the group scored as of now; or the only field of the group,
 * which needs no list. A few statements, however many fields there are.
 */
export async function readGroup(
  { pass: { deps }, providerId }: PortalSession,
  scope: GroupScope,
  query: GroupQuery,
): Promise<GroupFacts | { only: GroupField }> {
  const group = { ...scope, now: deps.clock() };
  const slice = {
    search: query.search,
    wholeUpTo: MOST_SORTED,
    offset: (query.page - 1) * FIELDS_A_PAGE,
    limit: FIELDS_A_PAGE,
  };
  const read = await asProvider(deps.db, providerId, (tx) => findGroupFields(tx, providerId, group, slice), {
    isolation: "RepeatableRead",
  });
  const [only] = read.fields;
  if (read.total === 1 && only !== undefined) return { only };
  const page = { ...read, fields: await withBufferChanges(deps, providerId, read.fields) };
  const applications = page.fields.flatMap((field) => field.applications.map(({ saved }) => saved));
  const outdated = await findOutdatedOfMany(deps, providerId, applications);
  return { page, scored: await scoreSaved(deps, applications), outdated };
}
