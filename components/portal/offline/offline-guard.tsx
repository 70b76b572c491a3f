"use client";

import { useEffect, useState, useSyncExternalStore } from "react";
import { LocalTime } from "@/components/portal/changes/local-time";
import { useEdits } from "@/components/portal/edits/edits-provider";
import { endSession } from "@/components/portal/offline/wipe";
import { howServed, startWorker } from "@/components/portal/offline/worker";
import { Notice } from "@/components/ui/notice";

const watchNetwork = (changed: () => void): (() => void) => {
  window.addEventListener("online", changed);
  window.addEventListener("offline", changed);
  return () => {
    window.removeEventListener("online", changed);
    window.removeEventListener("offline", changed);
  };
};

/** Keeps what was loaded readable without a network, and says when that is what the reader sees. */
export function OfflineGuard({ expiresAt }: { expiresAt: string }) {
  const { grant, state } = useEdits();
  const [keptAt, setKeptAt] = useState<string | null>(null);
  const isOnline = useSyncExternalStore(
    watchNetwork,
    () => navigator.onLine,
    () => true,
  );

  useEffect(() => {
    let isHere = true;
    const stop = startWorker(grant, expiresAt, () => void endSession(grant));
    void howServed().then((at) => isHere && setKeptAt(at));
    return () => {
      isHere = false;
      stop();
    };
  }, [grant, expiresAt]);

  const unsent = state.queued.length;
  useEffect(() => {
    if (unsent === 0) return undefined;
    const ask = (event: SubmitEvent): void => {
      const form = event.target;
      if (!(form instanceof HTMLFormElement) || !form.action.endsWith("/sign-out")) return;
      const question = "Some changes have not been sent yet. Signing out throws them away. Sign out all the same?";
      if (!window.confirm(question)) event.preventDefault();
    };
    document.addEventListener("submit", ask);
    return () => document.removeEventListener("submit", ask);
  }, [unsent]);

  if (isOnline && keptAt === null) return null;
  return (
    <Notice tone="warn" icon="offline" title={isOnline ? "The server cannot be reached" : "You are offline"} isLive>
      <p>
        What you opened before can be read. Changes are kept on this device and sent when the connection is back.
        {keptAt === null ? null : (
          <>
            {" "}
            This page is as it was on <LocalTime at={keptAt} />.
          </>
        )}
      </p>
    </Notice>
  );
}
