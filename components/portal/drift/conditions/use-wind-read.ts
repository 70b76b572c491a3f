import { useState } from "react";
import {
  observedAtOf,
  savedReadAt,
  savedWindOf,
  type SavedWind,
  type TypedConditions,
} from "@/components/portal/drift/conditions/conditions";
import { useWindAge, type WindAge } from "@/components/portal/use-old-wind";
import { useFieldZone } from "@/components/ui/field-clock";
import { serverMoment, type WindMoment } from "@/lib/portal-client/server-clock";
import type { DriftView } from "@/lib/views/portal/drift";

/** When the wind in the form was read, and whether someone has measured one of an earlier time again. */
export interface WindRead extends WindAge {
  /** UTC, where someone told it or it is on record; null: it is of the moment `read`. */
  observedAt: string | null;
}

/** Each saved wind that the page has shown: what stands in the form may be one of before. */
function useSavedWinds(view: DriftView): readonly SavedWind[] {
  const now = savedWindOf(view);
  const [seen, setSeen] = useState([now]);
  const last = seen.at(-1);
  const isNew = last?.readAt !== now.readAt || last.fromDeg !== now.fromDeg || last.mph !== now.mph;
  if (!isNew) return seen;
  const all = [...seen, now];
  setSeen(all);
  return all;
}

/**
 * The page opens with the saved wind. It goes on record again as that of its own time, and an old one once it was measured again. A wind
 * that was set here is of that moment.
 */
export function useWindRead(typed: TypedConditions, view: DriftView, set: WindMoment | null): WindRead {
  const timeZone = useFieldZone();
  const savedAt = savedReadAt(typed, useSavedWinds(view));
  const wind = savedAt === null ? set : serverMoment(savedAt);
  const age = useWindAge(typed.observedAt === "" ? wind : null);
  return { ...age, observedAt: observedAtOf(typed, timeZone) ?? (age.isMeasured ? null : savedAt) };
}
