"use client";

import { KeptLine } from "@/components/portal/offline/kept-line";
import { useIsOnline } from "@/components/portal/offline/use-is-online";
import { useKept } from "@/components/portal/offline/use-kept";
import type { ToKeep } from "@/lib/views/portal/offline";

/** Keeps a group's list, and the fields on a short one, readable without a network. */
export function GroupKeeper({ keep, look }: { keep: ToKeep; look: string }) {
  const { phase, at } = useKept(keep, look, useIsOnline());
  return <KeptLine phase={phase} at={at} />;
}
