import type { OverallStatus } from "@/lib/domain/compliance";
import type { ListQuery } from "@/lib/pages/portal/group-choices";
import { bySoonest, dayKindOf, sectionsOf, todayAt } from "@/lib/pages/portal/group-days";
import { byMostLeft } from "@/lib/pages/portal/group-left";
import { FIELDS_A_PAGE, type GroupField, type GroupFieldsPage } from "@/lib/usecases/portal/read-group";
import type { LeftKind } from "@/lib/views/portal/group";
import type { DaySection, TodayView, WhenView } from "@/lib/views/portal/group-days";

/** A field of a list with what it is narrowed and ordered by. */
export interface ListedField {
  field: GroupField;
  left: LeftKind[];
  /** Of its applications, the soonest first. */
  whens: WhenView[];
  /** The worst of its applications. */
  standing: OverallStatus;
}

/** By whose clock the days of a list go: that of its first field with a boundary. */
export function todayIn(now: Date, { fields }: GroupFieldsPage): TodayView {
  const [lon, lat] = fields.find(({ boundary }) => boundary !== null)?.boundary?.coordinates[0]?.[0]?.[0] ?? [];
  return todayAt(now, lon === undefined || lat === undefined ? null : [lon, lat]);
}

/** The fields with an application of the days that are asked for. */
export const ofDays = (listed: readonly ListedField[], { day }: ListQuery, today: TodayView): readonly ListedField[] =>
  day === null ? listed : listed.filter(({ whens }) => whens.some((when) => dayKindOf(when, today.day) === day));

/** A field in the order of the list. */
interface Placed extends ListedField {
  /** Null where the list has no days. */
  section: DaySection | null;
  /** The first of its section on the page. */
  isFirst: boolean;
}

/** What of the list is shown: a group that is read whole is narrowed, ordered, and cut into pages here. */
export function pageOf(
  listed: readonly ListedField[],
  page: GroupFieldsPage,
  { query, today }: { query: ListQuery; today: TodayView },
): { shown: number; onPage: readonly Placed[]; first: number } {
  const first = (query.page - 1) * FIELDS_A_PAGE + 1;
  const plainly = (fields: readonly ListedField[]): Placed[] =>
    fields.map((each) => ({ ...each, section: null, isFirst: false }));
  if (!page.isWhole) return { shown: page.found, onPage: plainly(listed), first };
  const { left } = query;
  const kept = ofDays(listed, query, today).filter((each) => left === null || each.left.includes(left));
  const ordered = query.order === "day" ? inDays(kept, query, today) : plainly(kept);
  const shown = query.order === "left" ? ordered.toSorted((a, b) => byMostLeft(a.left, b.left)) : ordered;
  const onPage = shown.slice(first - 1, first - 1 + FIELDS_A_PAGE);
  return { shown: kept.length, onPage: onPage.map(openedOnce), first };
}

/** Fields in the order of the applications that are asked for, each with the section that it is in. */
function inDays(fields: readonly ListedField[], { day }: ListQuery, today: TodayView): Placed[] {
  const led = fields.flatMap((field) => {
    const lead = field.whens.find((when) => day === null || dayKindOf(when, today.day) === day);
    return lead === undefined ? [] : [{ field, lead }];
  });
  const soonest = bySoonest(today.day);
  const ordered = led.toSorted((a, b) => soonest(a.lead, b.lead));
  const sections = sectionsOf(
    ordered.map(({ lead }) => lead),
    today.day,
  );
  return ordered.map(({ field }, index) => ({ ...field, section: sections[index] ?? null, isFirst: false }));
}

/** A heading stands before the first field of a page that is under it. */
function openedOnce(field: Placed, index: number, page: readonly Placed[]): Placed {
  const [own, before] = [field.section, page[index - 1]?.section ?? null];
  return { ...field, isFirst: own?.kind !== before?.kind || own?.day !== before?.day };
}
