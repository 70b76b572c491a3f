import { useCallback, useEffect, useEffectEvent, useState } from "react";
import type { Outcome } from "@/lib/portal-client/queue-host";
import { whenOnline } from "@/lib/portal-client/wipe";
import { markStale, startWorker } from "@/lib/portal-client/worker";
import type { ToKeep } from "@/lib/views/portal/offline";

/** A pause after the last saved edit, after which the kept pages are brought up to it. */
const PAUSE_MS = 4_000;

export interface Kept {
  /** `part`: what was opened is kept, and not all of the field. */
  phase: "none" | "part" | "all";
  /** When the oldest page of the field was kept. */
  at: string | null;
}

interface Watched {
  isOnline: boolean;
  /** The worker has found the session over. */
  onEnded: () => void;
}

/** Keeps what goes with this page on the device, and says of when it is. */
export function useKept(
  keep: ToKeep,
  look: string,
  { isOnline, onEnded }: Watched,
): Kept & { saved: (outcome: Outcome) => void } {
  const [kept, setKept] = useState<Kept>({ phase: "none", at: null });
  const [turn, setTurn] = useState(0);
  const [changes, setChanges] = useState(0);
  const wanted = JSON.stringify(keep);
  const ended = useEffectEvent(onEnded);
  useEffect(() => {
    const asked = JSON.parse(wanted) as ToKeep;
    return startWorker(
      { ...asked, look },
      {
        onEnded: () => void whenOnline().then(ended),
        onKept: (at) => setKept({ phase: at === null ? "part" : "all", at }),
      },
    );
  }, [wanted, look, turn, isOnline]);
  useEffect(() => {
    if (changes === 0) return undefined;
    const timer = setTimeout(() => setTurn(changes), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [changes]);
  const saved = useCallback(({ verdict }: Outcome): void => {
    if (verdict.kind !== "saved") return;
    markStale();
    setChanges((before) => before + 1);
  }, []);
  return { ...kept, saved };
}
