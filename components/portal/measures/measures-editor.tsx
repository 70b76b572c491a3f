"use client";

import { useMemo, useState } from "react";
import { ChangeList } from "@/components/portal/changes/change-list";
import { useFieldYear } from "@/components/portal/edits/use-field-year";
import { CloseGap } from "@/components/portal/measures/close-gap";
import { EVERYTHING, filteredMenu, MeasureFilter, type Filter } from "@/components/portal/measures/measure-filter";
import { LastYear } from "@/components/portal/measures/last-year";
import { MenuSection } from "@/components/portal/measures/menu-section";
import { NextStepHere } from "@/components/portal/shell/next-step";
import { SharingNote } from "@/components/portal/measures/sharing-note";
import { TallyBar } from "@/components/portal/measures/tally-bar";
import { Unresolved } from "@/components/portal/measures/unresolved";
import { Notice } from "@/components/ui/notice";
import { wordsIn } from "@/lib/views/language";
import { withPending } from "@/lib/portal-client/pending";
import type { FieldYearLive, TallyView } from "@/lib/views/portal/field-year";
import type { MeasuresView } from "@/lib/views/portal/measures";

const words = wordsIn({
  en: {
    locked: "Locked meanwhile",
    noScript: "To change anything here, switch on JavaScript",
    noScriptText: "Everything can be read without it.",
  },
  es: {
    locked: "Bloqueado entretanto",
    noScript: "Para cambiar algo aquí, active JavaScript",
    noScriptText: "Todo se puede leer sin él.",
  },
});

const isShort = ({ state }: TallyView): boolean => state === "not_met";

/** Points were short when the page was opened, and none are now. */
const wasClosedHere = (opened: FieldYearLive, tallies: readonly TallyView[]): boolean =>
  opened.tallies.some(isShort) && !tallies.some(isShort);

/** The measures of a field and year: what counts, what would, and what is missing. Readable as the server sends it. */
export function MeasuresEditor({ view }: { view: MeasuresView }) {
  const { shown, saved, edits } = useFieldYear(view.live, withPending);
  const [filter, setFilter] = useState<Filter>(EVERYTHING);
  const states = useMemo(() => new Map(shown.measures.map((each) => [each.id, each])), [shown.measures]);
  const savedStates = useMemo(() => new Map(saved.measures.map((each) => [each.id, each])), [saved.measures]);
  const canEdit = edits.isReady && !shown.lock.isLocked;
  return (
    <>
      {shown.lock.isLocked && !view.live.lock.isLocked ? (
        <Notice tone="warn" icon="lock" title={words().locked} isLive>
          <p>{shown.lock.text}</p>
        </Notice>
      ) : null}
      <noscript>
        <Notice title={words().noScript}>
          <p>{words().noScriptText}</p>
        </Notice>
      </noscript>
      <SharingNote applications={shown.applications} />
      <TallyBar shown={shown} edits={edits} />
      <Unresolved tallies={shown.tallies} />
      <LastYear lastYear={view.lastYear} shown={shown} edits={edits} canEdit={canEdit} />
      <CloseGap shown={shown} edits={edits} canEdit={canEdit} />
      {wasClosedHere(view.live, shown.tallies) ? <NextStepHere /> : null}
      <MeasureFilter filter={filter} onChange={setFilter} isReady={edits.isReady} />
      {view.menus.map((menu) => (
        <MenuSection
          key={menu.system}
          menu={filteredMenu(menu, filter, states)}
          isFiltered={filter !== EVERYTHING}
          tally={shown.tallies.find(({ system }) => system === menu.system)}
          place={shown.place}
          states={states}
          savedStates={savedStates}
          applications={shown.applications}
          edits={edits}
          canEdit={canEdit}
        />
      ))}
      <ChangeList place={shown.place} changes={shown.changes} edits={edits} />
    </>
  );
}
