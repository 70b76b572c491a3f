import { useState } from "react";
import {
  observedAtOf,
  savedReadAt,
  savedWindOf,
  type SavedWind,
  type TypedConditions,
} from "@/components/portal/drift/conditions/conditions";
import { useOldWind } from "@/components/portal/use-old-wind";
import { useFieldZone } from "@/components/ui/field-clock";
import { serverNow } from "@/lib/portal-client/server-clock";
import type { DriftView } from "@/lib/views/portal/drift";

/** When the wind in the form was read, and whether someone has measured one of an earlier time again. */
export interface WindRead {
  /** UTC; null: when it is saved. */
  observedAt: string | null;
  /** Of when the wind in the form is, where that is too long ago; null: it is not. */
  oldAt: string | null;
  isMeasured: boolean;
  say: (isMeasured: boolean) => void;
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
 * that was set here, and what someone said to have measured, are of that moment, and old an hour later as well.
 */
export function useWindRead(typed: TypedConditions, view: DriftView, setAt: string | null): WindRead {
  const timeZone = useFieldZone();
  const saved = useSavedWinds(view);
  // Who has measured one wind has not measured the next.
  const [measured, setMeasured] = useState<{ of: string; at: string } | null>(null);
  const savedAt = savedReadAt(typed, saved);
  const isTimed = typed.observedAt !== "";
  const at = isTimed ? null : (savedAt ?? setAt);
  const isOld = useOldWind(windOf(at));
  const saidAt = at !== null && measured?.of === at ? measured.at : null;
  const isSaidOld = useOldWind(windOf(saidAt));
  const isMeasured = saidAt !== null && !isSaidOld;
  return {
    observedAt: observedAtOf(typed, timeZone) ?? (isMeasured ? null : savedAt),
    oldAt: isOld ? at : null,
    isMeasured,
    say: (is) => setMeasured(is && at !== null ? { of: at, at: new Date(serverNow()).toISOString() } : null),
  };
}

const windOf = (at: string | null): { at: string; isOld: boolean } | null =>
  at === null ? null : { at, isOld: false };
