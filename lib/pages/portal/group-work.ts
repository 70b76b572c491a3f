import { rulebookAsOf } from "@/lib/rulebook/load";
import type { ScoredApplication } from "@/lib/usecases/applications/score-saved";
import type { LeftKind } from "@/lib/views/portal/group";
import type { TodayView, WhenView } from "@/lib/views/portal/group-days";
import type { GroupWorkField, GroupWorkView } from "@/lib/views/portal/group-work";
import { oldWindWords } from "@/lib/views/portal/drift-page-words";
import { scoreInWords } from "@/lib/views/words";
import { tableText } from "@/lib/views/vocabulary/table-text";

const SYSTEM = "epa_runoff";

/** A field of the list, with the soonest of its applications that are still to come, or the latest where none is. */
export interface WorkedField {
  fieldId: string;
  name: string;
  left: readonly LeftKind[];
  headline: string;
  when: WhenView;
  soonest: ScoredApplication;
}

/** What can be done on several fields at once; null where there are no two. */
export function groupWork(grant: string, today: TodayView, fields: readonly WorkedField[]): GroupWorkView | null {
  const [first] = fields;
  if (first === undefined || fields.length < 2) return null;
  return {
    grant,
    today,
    categories: measuresOn(first.soonest.saved.applicationDate),
    fields: fields.map(fieldOf),
    oldWind: oldWindWords(),
  };
}

/** EPA's menu without what only the ground gives: the server says field by field what cannot be. */
function measuresOn(date: string): GroupWorkView["categories"] {
  const { menus, autoCredits } = rulebookAsOf(date);
  const automatic = new Set(autoCredits.rows.map(({ subOptionId }) => subOptionId));
  return menus[SYSTEM].categories
    .map(({ label, options }) => ({
      title: tableText(label),
      measures: options
        .flatMap(({ subOptions }) => subOptions)
        .filter(({ id, isActive, points }) => isActive && points !== null && points > 0 && !automatic.has(id))
        .map(({ id, label: name, points }) => ({
          id,
          label: tableText(name),
          points: scoreInWords(points ?? 0, SYSTEM),
        })),
    }))
    .filter(({ measures }) => measures.length > 0);
}

function fieldOf({ fieldId, name, left, headline, when, soonest: { saved } }: WorkedField): GroupWorkField {
  const { applicationEventId, applicationDate, selections } = saved;
  return {
    fieldId,
    name,
    year: Number(applicationDate.slice(0, 4)),
    applicationEventId,
    when,
    about: headline,
    needsPoints: left.includes("points"),
    needsWind: left.includes("wind"),
    selected: selections.filter(({ system }) => system === SYSTEM).map(({ subOptionId }) => subOptionId),
  };
}
