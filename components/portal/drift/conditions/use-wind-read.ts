import { useState } from "react";
import { observedAtOf, savedReadAt, type TypedConditions } from "@/components/portal/drift/conditions/conditions";
import { useOldWind } from "@/components/portal/use-old-wind";
import { useFieldZone } from "@/components/ui/field-clock";
import type { DriftView } from "@/lib/views/portal/drift";

/** When the wind in the form was read, and whether someone has measured a saved one again. */
export interface WindRead {
  /** UTC; null: when it is saved. */
  observedAt: string | null;
  /** When the saved wind that stands in the form was read, where that is too long ago; null: it is not. */
  oldAt: string | null;
  isMeasured: boolean;
  say: (isMeasured: boolean) => void;
}

/** The page opens with the saved wind. It goes on record again as that of its own time, and an old one once it was measured again. */
export function useWindRead(typed: TypedConditions, view: DriftView): WindRead {
  const timeZone = useFieldZone();
  // Who has measured one saved wind has not measured the next.
  const [measured, setMeasured] = useState<string | null>(null);
  const savedAt = savedReadAt(typed, view);
  const isOld = useOldWind(savedAt === null ? null : { at: savedAt, isOld: false });
  const isMeasured = savedAt !== null && measured === savedAt;
  return {
    observedAt: observedAtOf(typed, timeZone) ?? (isMeasured ? null : savedAt),
    oldAt: isOld ? savedAt : null,
    isMeasured,
    say: (is) => setMeasured(is ? savedAt : null),
  };
}
