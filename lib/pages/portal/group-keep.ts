import { groupToKeep } from "@/lib/pages/portal/offline";
import { bySoonest, dayKindOf, whenOf } from "@/lib/pages/portal/group-days";
import type { GroupFieldsPage } from "@/lib/usecases/portal/read-group";
import type { PortalSession } from "@/lib/usecases/portal/session";
import { wordsIn } from "@/lib/views/language";
import type { GroupView } from "@/lib/views/portal/group";

/**
 * Applications whose pages, seven each, a list keeps ahead: about 120 kB over the network and 800 kB on the device for each. More would
 * slow a field that is opened meanwhile.
 */
const MOST_APPLICATIONS = 12;

const words = wordsIn({
  en: {
    part: (kept: number, all: number) =>
      kept === 1 ? `pages of the next application, one of ${all}` : `pages of the next ${kept} of ${all} applications`,
  },
  es: {
    part: (kept, all) =>
      kept === 1
        ? `páginas de la próxima aplicación, una de ${all}`
        : `páginas de las próximas ${kept} de ${all} aplicaciones`,
  },
});

/** What the list of a group keeps: all of a small group, else the applications that are to come, the soonest first. */
export function keepOf(
  session: PortalSession,
  { total, isWhole, fields }: GroupFieldsPage,
  today: string,
): Pick<GroupView, "keep" | "keptPart"> {
  const soonest = bySoonest(today);
  const all = fields
    .flatMap(({ applications, records }) => applications.map(({ saved }) => ({ saved, when: whenOf(saved, records) })))
    .toSorted((a, b) => soonest(a.when, b.when));
  const isSmall = isWhole && all.length <= MOST_APPLICATIONS;
  const toCome = all.filter(({ when }) => !["past", "recorded"].includes(dayKindOf(when, today)));
  const kept = isSmall ? all : toCome.slice(0, MOST_APPLICATIONS);
  const addresses = kept.map(({ saved: { fieldId, applicationEventId, applicationDate } }) => ({
    grant: session.grant,
    fieldId,
    applicationEventId,
    year: Number(applicationDate.slice(0, 4)),
  }));
  return {
    keep: groupToKeep(session, total, addresses),
    // Of a list that is past as a whole no application is kept, and of one page of many it is not known which come next.
    keptPart: isSmall || !isWhole || kept.length === 0 ? null : words().part(kept.length, all.length),
  };
}
