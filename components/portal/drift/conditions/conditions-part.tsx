"use client";

import { lazy, Suspense, useMemo, useState } from "react";
import { SaveConditions } from "@/components/portal/drift/answer/save-conditions";
import {
  isSameWind,
  readConditions,
  typedOf,
  type ConditionFaults,
  type TypedConditions,
} from "@/components/portal/drift/conditions/conditions";
import { ConditionsForm } from "@/components/portal/drift/conditions/conditions-form";
import { FillIn } from "@/components/portal/drift/conditions/fill-in";
import { OldWind } from "@/components/portal/old-wind";
import { useFill, type Fill } from "@/components/portal/drift/conditions/use-fill";
import { useKeptWinds, type LikelyAnswer } from "@/components/portal/drift/conditions/use-kept-winds";
import { usePreview, type Preview } from "@/components/portal/drift/conditions/use-preview";
import { useWindRead, type WindRead } from "@/components/portal/drift/conditions/use-wind-read";
import type { Edits } from "@/components/portal/edits/edits-provider";
import { Boundary } from "@/components/ui/boundary";
import type { MomentBody } from "@/lib/portal-client/moment";
import { isOfRecord, type QueuedBody } from "@/lib/portal-client/queue";
import { momentNow, type WindMoment } from "@/lib/portal-client/server-clock";
import type { DialPicture, DriftAnswerView, DriftView, Placement } from "@/lib/views/portal/drift";
import type { WindFills } from "@/lib/views/portal/spray-windows";
import type { FieldMapModel } from "@/lib/views/portal/field-map";

/** Fetched where there is a buffer to be near to. */
const WhereAmI = lazy(async () => ({
  default: (await import("@/components/portal/drift/answer/where-am-i")).WhereAmI,
}));

/** What is set on the drift page, and what is known of it. */
export interface Conditions {
  typed: TypedConditions;
  faults: ConditionFaults;
  /** Null while something is missing or wrong. */
  body: MomentBody | null;
  /** Why nothing can be asked: the wind is not set, or something that is set is wrong. Null: it can. */
  missing: "wind" | "fault" | null;
  path: string;
  preview: Preview;
  likely: LikelyAnswer | null;
  /** The last answer there is, which may be to earlier conditions. */
  answer: DriftAnswerView | null;
  change: (part: Partial<TypedConditions>) => void;
  fill: Fill;
  windRead: WindRead;
}

/** Whether an answer of the drift page rests on it beside its conditions. */
export const isRestedOn = (body: QueuedBody): boolean => body.kind !== "conditions" && !isOfRecord(body);

export function useConditions(view: DriftView, edits: Edits): Conditions {
  const [typed, setTyped] = useState<TypedConditions>(() => typedOf(view));
  const [touched, setTouched] = useState<ReadonlySet<string>>(new Set());
  const [windSet, setWindSet] = useState<WindMoment | null>(null);
  const { body, faults } = useMemo(() => readConditions(typed, view), [typed, view]);
  const path = `${view.grantPath}/api/fields/${view.live.place.fieldId}`;
  const asked = usePreview(path, edits.isReady && edits.state.isOnline ? body : null, view.words.winds);
  // With a practice or an area that is not saved yet, the server's answer is to what stood here before.
  const isChanging = edits.state.queued.some(
    (edit) => edit.body.fieldId === view.live.place.fieldId && isRestedOn(edit.body),
  );
  const preview = { ...asked, isCurrent: asked.isCurrent && !isChanging };
  const { grant } = edits;
  const { applicationEventId } = view;
  const { fieldId } = view.live.place;
  const isSetupAsSaved = hasSetup(typed, typedOf(view));
  const isSettled = preview.isCurrent;
  const likely = useKeptWinds({ grant, applicationEventId, path, body, isSettled, fieldId, isSetupAsSaved });
  const change = (part: Partial<TypedConditions>): void => {
    setTyped((before) => ({ ...before, ...part }));
    if (!isSameWind(typed, { ...typed, ...part })) setWindSet(momentNow());
    setTouched((before) => new Set([...before, ...Object.keys(part)]));
  };
  const fill = useFill(typed, change, () => setWindSet(momentNow()));
  const windRead = useWindRead(typed, view, windSet);
  return {
    fill,
    windRead,
    typed,
    faults: shownFaults(faults, typed, touched),
    body,
    missing: missingOf(body, typed),
    path,
    preview,
    likely,
    answer: preview.answer ?? view.saved,
    change,
  };
}

/** Whether the sprayer is set up alike, whatever the air. */
const hasSetup = (a: TypedConditions, b: TypedConditions): boolean =>
  a.method === b.method &&
  a.droplet === b.droplet &&
  a.boom === b.boom &&
  a.gpa === b.gpa &&
  a.rates.every((rate, index) => rate === b.rates[index]);

interface Props {
  view: DriftView;
  fills: WindFills;
  edits: Edits;
  conditions: Conditions;
  map: FieldMapModel | null;
  savedPicture: DialPicture | null;
}

/** The form of the conditions with the field in its dial, and the way to save them. */
export function ConditionsPart({ view, fills, edits, conditions, map, savedPicture }: Props) {
  const { typed, faults, body, preview, missing, change, fill, windRead } = conditions;
  const shown = pictureOf(conditions, savedPicture);
  const buffer = bufferOf(conditions, map);
  return (
    <ConditionsForm
      text={view.words.form}
      choices={view.choices}
      typed={typed}
      faults={faults}
      products={view.checked.products}
      savedDeg={view.conditions.weather.windDirectionDeg}
      isDisabled={!edits.isReady}
      onChange={change}
      picture={shown?.picture ?? null}
      isPictureOfThese={shown?.isOfThese ?? false}
      aside={
        edits.isReady ? (
          <Boundary fallback={null}>
            <OldWind age={windRead} text={view.words.form} />
            {fills.map((coming, index) => (
              <Suspense key={index}>
                <FillIn coming={coming} fill={fill} />
              </Suspense>
            ))}
            <Suspense>{buffer === null ? null : <WhereAmI buffer={buffer} isOfThese={preview.isCurrent} />}</Suspense>
          </Boundary>
        ) : null
      }
    >
      <SaveConditions
        {...{ edits, body, preview, missing }}
        place={view.live.place}
        applicationEventId={view.applicationEventId}
        observedAt={windRead.observedAt}
        read={windRead.read}
        lock={view.lock}
        words={view.words}
        isPlanOnly={fill.isPlanOnly || windRead.isStale}
      />
    </ConditionsForm>
  );
}

/** Where it is known which ground to leave. */
const PLACED: ReadonlySet<Placement> = new Set(["buffer", "none_left"]);

function bufferOf({ answer }: Conditions, map: FieldMapModel | null) {
  if (answer === null || !PLACED.has(answer.placement)) return null;
  return (answer.map ?? map?.drift)?.buffer ?? null;
}

/** What is worked out for these conditions; else what the device kept for them; else the last picture there was. */
function pictureOf(
  { preview, likely }: Conditions,
  saved: DialPicture | null,
): { picture: DialPicture; isOfThese: boolean } | null {
  const last = preview.answer?.picture ?? saved;
  if (last === null) return null;
  if (preview.isCurrent) return { picture: last, isOfThese: true };
  if (likely === null) return { picture: last, isOfThese: !last.isPlaced };
  const [treatable = null, ...within] = likely.ground.treatable;
  return { picture: { field: last.field, treatable, within, isPlaced: true }, isOfThese: true };
}

const missingOf = (body: MomentBody | null, { windDirection, windSpeed }: TypedConditions): "wind" | "fault" | null => {
  if (body !== null) return null;
  return windDirection.trim() === "" || windSpeed.trim() === "" ? "wind" : "fault";
};

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
