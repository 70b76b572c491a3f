"use client";

import { useQueryClient } from "@tanstack/react-query";
import { lazy, Suspense, useCallback, useMemo, useState, type ReactNode } from "react";
import { ChangeList } from "@/components/portal/changes/change-list";
import { AnswerBar } from "@/components/portal/drift/answer/answer-bar";
import { AnswerPanel } from "@/components/portal/drift/answer/answer-panel";
import { Rules } from "@/components/portal/drift/answer/rules";
import { SaveConditions } from "@/components/portal/drift/answer/save-conditions";
import { WindRose } from "@/components/portal/drift/answer/wind-rose";
import {
  readConditions,
  typedOf,
  type ConditionFaults,
  type MomentBody,
  type TypedConditions,
} from "@/components/portal/drift/conditions/conditions";
import { ConditionsForm } from "@/components/portal/drift/conditions/conditions-form";
import { PREVIEW_KEY } from "@/components/portal/drift/conditions/moment-requests";
import { usePreview } from "@/components/portal/drift/conditions/use-preview";
import { Places } from "@/components/portal/drift/edges/places";
import { Practices } from "@/components/portal/drift/practices/practices";
import { Boundary } from "@/components/ui/boundary";
import { useNear } from "@/components/ui/use-near";
import type { Outcome } from "@/lib/portal-client/queue-host";
import { useEditOutcomes } from "@/components/portal/edits/edits-provider";
import { useFieldYear } from "@/components/portal/edits/use-field-year";
import { Notice } from "@/components/ui/notice";
import type { DriftAnswerView, DriftView } from "@/lib/views/portal/drift";
import type { FieldMapModel } from "@/lib/views/portal/field-map";

/** Fetched for a live answer: the saved one is drawn by the server. */
const DepositionChart = lazy(async () => ({
  default: (await import("@/components/portal/drift/answer/deposition-chart")).DepositionChart,
}));

interface Props {
  view: DriftView;
  /** Null: the field has no boundary, so that nothing can be placed. */
  map: FieldMapModel | null;
  /** What the map shows, in words, while there is no map. */
  mapWords: ReactNode;
  /** What was saved last, in words. */
  savedRecord: ReactNode;
  /** The expected deposition of the saved answer; null where none is saved. */
  savedChart: ReactNode;
}

/** Buffers of an application for the wind and the sprayer as they are set here. Readable as the server sends it. */
export function DriftEditor({ view, map, mapWords, savedRecord, savedChart }: Props) {
  const { shown, edits } = useFieldYear(view.live);
  const [typed, setTyped] = useState<TypedConditions>(() => typedOf(view));
  const [touched, setTouched] = useState<ReadonlySet<string>>(new Set());
  const { body, faults } = useMemo(() => readConditions(typed, view), [typed, view]);
  const { isOnline } = edits.state;
  const path = `${view.grantPath}/api/fields/${view.live.place.fieldId}`;
  const preview = usePreview(path, edits.isReady && isOnline ? body : null);
  usePreviewRefresh();
  const answer = preview.answer ?? view.saved;
  const change = (part: Partial<TypedConditions>): void => {
    setTyped((before) => ({ ...before, ...part }));
    setTouched((before) => new Set([...before, ...Object.keys(part)]));
  };
  const isReading = !edits.isReady || !isOnline;
  return (
    <>
      <NoScript />
      {isOnline ? null : <Offline />}
      <AnswerBar
        answer={answer}
        preview={preview}
        missing={missingOf(body, typed)}
        isOnline={isOnline}
        isRunning={edits.isReady}
      />
      <ConditionsForm
        typed={typed}
        faults={shownFaults(faults, typed, touched)}
        products={view.checked.products}
        savedDeg={view.conditions.weather.windDirectionDeg}
        isDisabled={isReading}
        onChange={change}
      >
        <SaveConditions {...{ path, body, preview, isOnline }} lock={view.lock} />
      </ConditionsForm>
      {savedRecord}
      {answer === null ? null : <AnswerPanel answer={answer} />}
      <Places {...{ view, map, mapWords, answer }} />
      <Practices {...{ view, answer, edits }} />
      <WindRose {...{ path, body, isOnline }} saved={view.saved?.rose ?? null} />
      <Chart answer={answer} saved={savedChart} />
      {answer === null ? null : <Rules rules={answer.rules} />}
      <ChangeList place={shown.place} changes={shown.changes} edits={edits} />
    </>
  );
}

const missingOf = (body: MomentBody | null, { windDirection, windSpeed }: TypedConditions): "wind" | "fault" | null => {
  if (body !== null) return null;
  return windDirection.trim() === "" || windSpeed.trim() === "" ? "wind" : "fault";
};

/** The chart of a previewed answer is drawn here once it is near; that of the saved one came with the page. */
function Chart({ answer, saved }: { answer: DriftAnswerView | null; saved: ReactNode }) {
  const { place, isNear } = useNear();
  return (
    <div ref={place}>
      {isNear && answer?.isSaved === false ? (
        <Boundary fallback={saved ?? <p role="status">The drift chart could not be loaded without a connection.</p>}>
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

const Offline = () => (
  <Notice tone="warn" icon="offline" title="Offline: read only" isLive>
    <p>Buffers are worked out by the server. What stands here is the last answer this device has.</p>
  </Notice>
);

const NoScript = () => (
  <noscript>
    <Notice title="To try out wind and set-up, switch on JavaScript">
      <p>What was worked out and saved last can be read without it.</p>
    </Notice>
  </noscript>
);

/** An empty field is not an error yet. */
function shownFaults(faults: ConditionFaults, typed: TypedConditions, touched: ReadonlySet<string>): ConditionFaults {
  const { windDirection, windSpeed, ...rest } = faults;
  const isWritten = (name: "windDirection" | "windSpeed"): boolean => typed[name] !== "" || touched.has(name);
  return {
    ...rest,
    ...(windDirection !== undefined && isWritten("windDirection") ? { windDirection } : {}),
    ...(windSpeed !== undefined && isWritten("windSpeed") ? { windSpeed } : {}),
  };
}

const RESTED_ON: ReadonlySet<string> = new Set([
  "drift_claim",
  "drawn_feature",
  "confirm_features",
  "downslope",
  "undo",
  "redo",
  "exemption",
  "selection",
  "advice",
]);

/** Answers are asked for again when something they rest on was saved. */
function usePreviewRefresh(): void {
  const client = useQueryClient();
  useEditOutcomes(
    useCallback(
      ({ edit, verdict }: Outcome) => {
        if (verdict.kind !== "saved" || !RESTED_ON.has(edit.body.kind)) return;
        void client.invalidateQueries({ queryKey: PREVIEW_KEY });
      },
      [client],
    ),
  );
}
