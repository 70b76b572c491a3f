"use client";

import { lazy, Suspense, useCallback, type ReactNode } from "react";
import { ChangeList } from "@/components/portal/changes/change-list";
import { AnswerBar } from "@/components/portal/drift/answer/answer-bar";
import { AnswerPanel } from "@/components/portal/drift/answer/answer-panel";
import { Rules } from "@/components/portal/drift/answer/rules";
import { WindRose } from "@/components/portal/drift/answer/wind-rose";
import { ConditionsPart, isRestedOn, useConditions } from "@/components/portal/drift/conditions/conditions-part";
import { PREVIEW } from "@/components/portal/drift/conditions/moment-requests";
import { EdgePicker } from "@/components/portal/drift/edges/edge-picker";
import { Practices } from "@/components/portal/drift/practices/practices";
import { Boundary } from "@/components/ui/boundary";
import { useNear } from "@/components/ui/use-near";
import type { Outcome } from "@/lib/portal-client/queue-host";
import { useEditOutcomes, type Edits } from "@/components/portal/edits/edits-provider";
import { usePageAfter, type Freshness } from "@/components/portal/offline/use-refresh";
import { useFieldYear } from "@/components/portal/edits/use-field-year";
import { pageReadings } from "@/components/portal/edits/use-reading";
import { Card } from "@/components/ui/card";
import { Notice } from "@/components/ui/notice";
import { withUndone } from "@/lib/portal-client/undone";
import type { DialPicture, DriftAnswerView, DriftView } from "@/lib/views/portal/drift";
import type { DriftPageWords } from "@/lib/views/portal/drift-page-words";
import type { WindFills } from "@/lib/views/portal/spray-windows";
import type { FieldMapModel } from "@/lib/views/portal/field-map";

/** Fetched for a live answer: the saved one is drawn by the server. */
const DepositionChart = lazy(async () => ({
  default: (await import("@/components/portal/drift/answer/deposition-chart")).DepositionChart,
}));

interface Props {
  view: DriftView;
  /** Winds to begin with, of the nearest station and of this hour's forecast; null: there is none. */
  fills: WindFills;
  /** Null: the field has no boundary, so that nothing can be placed. */
  map: FieldMapModel | null;
  /** What the map shows, in words, while there is no map. */
  mapWords: ReactNode;
  /** What was saved last, in words. */
  savedRecord: ReactNode;
  /** The expected deposition of the saved answer; null where none is saved. */
  savedChart: ReactNode;
  /** The saved answer for all winds; null where it was not asked for. */
  savedRose: ReactNode;
  /** The field as the dial draws it with the saved answer; null without a boundary. */
  savedPicture: DialPicture | null;
  /** The coming week by the forecast. */
  windows: ReactNode;
}

/** Buffers of an application for the wind and the sprayer as they are set here. Readable as the server sends it. */
export function DriftEditor(props: Props) {
  const { view, fills, map, mapWords, savedRecord, savedChart, savedRose, savedPicture, windows } = props;
  const { shown, edits } = useFieldYear(view.live, withUndone);
  const conditions = useConditions(view, edits);
  usePreviewRefresh();
  const { answer, likely, preview, missing, body, path } = conditions;
  const { isOnline } = edits.state;
  const isEarlier = answer !== null && edits.isReady && !preview.isCurrent;
  const { bar } = view.words;
  const unanswered = isOnline ? (missing === null ? null : bar.missing[missing]) : bar.offline;
  return (
    <>
      <NoScript text={view.words.page} />
      {isOnline ? null : <Offline text={view.words.page} />}
      <AnswerBar
        text={view.words.bar}
        {...{ answer, likely, body, preview, missing, isOnline }}
        isRunning={edits.isReady}
      />
      <EdgePicker
        {...{ view, map, mapWords, answer, isEarlier }}
        beside={<ConditionsPart {...{ view, fills, edits, conditions, map, savedPicture }} />}
      >
        <OnRecord {...{ edits, view, savedRecord }} />
        {answer === null ? null : <AnswerPanel text={view.words.answer} {...{ answer, isEarlier }} />}
      </EdgePicker>
      <Practices {...{ view, answer, edits }} />
      {windows}
      <WindRose
        {...{ path, body }}
        isOnline={edits.isReady && isOnline}
        text={view.words.winds}
        saved={savedRose}
        why={edits.isReady ? unanswered : null}
      />
      <Chart answer={answer} saved={savedChart} text={view.words.page} />
      {answer === null ? null : <Rules rules={answer.rules} text={view.words.answer} />}
      <ChangeList place={shown.place} changes={shown.changes} edits={edits} />
    </>
  );
}

/**
 * Conditions were saved or refused since the page was asked for: what it says is on record may not be any more. It is asked for again, and
 * is behind until that is here. No clock is asked: hosts' clocks differ.
 */
const useRecordFreshness = (fieldId: string, { state: { ended } }: Edits): Freshness =>
  usePageAfter(ended.filter((edit) => edit.fieldId === fieldId && edit.kind === "conditions").length);

/** What is on record, as the page has it, and a word where that may be the earlier one. */
function OnRecord({ edits, view, savedRecord }: Pick<Props, "view" | "savedRecord"> & { edits: Edits }) {
  const freshness = useRecordFreshness(view.live.place.fieldId, edits);
  const { onRecord, recordComes, recordBefore } = view.words.page;
  if (freshness === "coming")
    return (
      <Card title={onRecord} id="saved">
        <p>{recordComes}</p>
      </Card>
    );
  return (
    <>
      {freshness === "unreached" ? <Notice title={recordBefore} isLive /> : null}
      {savedRecord}
    </>
  );
}

type PageWords = DriftPageWords["page"];

interface ChartProps {
  answer: DriftAnswerView | null;
  saved: ReactNode;
  text: PageWords;
}

/** The chart of a previewed answer is drawn here once it is near; that of the saved one came with the page. */
function Chart({ answer, saved, text }: ChartProps) {
  const { place, isNear } = useNear();
  return (
    <div ref={place}>
      {isNear && answer?.isSaved === false ? (
        <Boundary fallback={saved ?? <p role="status">{text.noChart}</p>}>
          <Suspense fallback={saved}>
            <DepositionChart deposition={answer.deposition} />
          </Suspense>
        </Boundary>
      ) : (
        saved
      )}
    </div>
  );
}

const Offline = ({ text }: { text: PageWords }) => (
  <Notice tone="warn" icon="offline" title={text.offline} isLive>
    <p>{text.offlineWhy}</p>
  </Notice>
);

const NoScript = ({ text }: { text: PageWords }) => (
  <noscript>
    <Notice title={text.noScript}>
      <p>{text.noScriptWhy}</p>
    </Notice>
  </noscript>
);

/** Answers are asked for again when something they rest on was saved. */
function usePreviewRefresh(): void {
  useEditOutcomes(
    useCallback(({ edit, verdict }: Outcome) => {
      if (verdict.kind !== "saved" || !isRestedOn(edit.body)) return;
      pageReadings.outdate((name) => name.startsWith(PREVIEW));
    }, []),
  );
}
