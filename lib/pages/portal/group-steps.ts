import type { PortalAddress } from "@/lib/domain/field-year";
import { bySoonest, todayAt, whenOf } from "@/lib/pages/portal/group-days";
import type { GroupMembers, OpenFieldYear } from "@/lib/usecases/portal/field-year";
import { wordsIn } from "@/lib/views/language";
import type { GroupNavView, GroupStep } from "@/lib/views/portal/frame";

const words = wordsIn({
  en: { position: (place: number, total: number) => `Field ${place} of ${total}` },
  es: { position: (place, total) => `Campo ${place} de ${total}` },
});

type Member = GroupMembers["fields"][number];

/** The way to the field before and after, in the order that the group's list has unasked. */
export function groupNav({ address, group }: Pick<OpenFieldYear, "address" | "group">, now: Date): GroupNavView | null {
  if (group === null || group.total < 2) return null;
  const fields = inOrderOfList(group, now);
  const here = fields.findIndex(({ fieldId }) => fieldId === address.fieldId);
  const own = fields[here];
  if (own === undefined) return null;
  const isWhole = fields.length === group.total;
  return {
    listHref: `/portal/g/${address.grant}`,
    position: words().position(isWhole ? here + 1 : own.place, group.total),
    previous: stepTo(fields[here - 1], address),
    next: stepTo(fields[here + 1], address),
  };
}

/** By the days of their applications, each field's soonest first; a group that is too large for that by name. */
function inOrderOfList({ total, fields, corner }: GroupMembers, now: Date): readonly Member[] {
  if (fields.length < total) return fields;
  const soonest = bySoonest(todayAt(now, corner).day);
  const led = fields.map((field) => {
    const applications = field.applications
      .map((each) => ({ each, when: whenOf(each, field.records) }))
      .toSorted((a, b) => soonest(a.when, b.when));
    return { field: { ...field, applications: applications.map(({ each }) => each) }, lead: applications[0]?.when };
  });
  return led
    .toSorted((a, b) => (a.lead === undefined || b.lead === undefined ? 0 : soonest(a.lead, b.lead)))
    .map(({ field }) => field);
}

function stepTo(field: Member | undefined, address: PortalAddress): GroupStep | null {
  const application = field?.applications[0];
  if (field === undefined || application === undefined) return null;
  const { applicationEventId, applicationDate } = application;
  const year = Number(applicationDate.slice(0, 4));
  return { name: field.fieldName, address: { ...address, fieldId: field.fieldId, applicationEventId, year } };
}
