import { pageHref } from "@/lib/views/portal/pages";
import type { RecentChangesView } from "@/lib/views/portal/overview";
import { dayInWords } from "@/lib/views/words";
import { rulebookAsOf } from "@/lib/rulebook/load";
import type { OpenFieldYear } from "@/lib/usecases/portal/field-year";
import { changeInWords } from "@/lib/pages/portal/field-year/changes";
import { productsInWords } from "@/lib/pages/portal/shell";
import type { PortalSession } from "@/lib/usecases/portal/session";

/** The overview shows the last few; all of them, with the way back, are on the measures page. */
const SHOWN = 5;

/** What was changed last on the field and year, in the words of the measures page. */
export function recentChanges({ pass }: PortalSession, place: OpenFieldYear): RecentChangesView {
  const { address, year, current, applications, siblings, recentChanges: changes } = place;
  const rulebook = rulebookAsOf(current?.applicationDate ?? `${year}-12-31`);
  const titleOf = (id: string | null): string => {
    const found = applications.find(({ applicationEventId }) => applicationEventId === id);
    if (found === undefined || siblings.length === 0) return "";
    return `${dayInWords(found.applicationDate)}, ${productsInWords(found)}`;
  };
  return {
    year,
    changes: changes.slice(0, SHOWN).map((change) => changeInWords(change, { rulebook, titleOf, actor: pass.actor })),
    hasMore: changes.length > SHOWN,
    allHref: `${pageHref(address, "measures")}#changes`,
  };
}
