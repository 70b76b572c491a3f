"use client";

import { KeptLine } from "@/components/portal/offline/kept-line";
import { KeptPage } from "@/components/portal/offline/kept-page";
import { useFreshOnReturn } from "@/components/portal/offline/use-fresh-on-return";
import { useIsOnline } from "@/components/portal/offline/use-is-online";
import { useKept } from "@/components/portal/offline/use-kept";
import { useKeptAt } from "@/components/portal/offline/use-kept-at";
import { endSession } from "@/lib/portal-client/wipe";
import type { ToKeep } from "@/lib/views/portal/offline";

interface Props {
  keep: ToKeep;
  /** Which applications are kept with the page, where not all are. */
  keptPart?: string | null;
  servedAt: string;
  look: string;
}

/** Keeps a page of a whole group readable without a network, with what goes with it, and says of when it is. */
export function GroupKeeper({ keep, keptPart = null, servedAt, look }: Props) {
  const isOnline = useIsOnline();
  const { phase, at } = useKept(keep, look, { isOnline, onEnded: () => void endSession(keep.grant) });
  const keptAt = useKeptAt(isOnline, servedAt);
  useFreshOnReturn();
  return (
    <>
      <KeptLine phase={phase} at={at} servedAt={servedAt} part={keptPart} />
      <KeptPage isOnline={isOnline} keptAt={keptAt} servedAt={servedAt} />
    </>
  );
}
