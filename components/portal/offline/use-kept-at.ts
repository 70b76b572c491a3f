"use client";

import { useRouter } from "next/navigation";
import { useEffect, useState } from "react";
import { until } from "@/lib/portal-client/reach";
import { keepServerClock } from "@/lib/portal-client/server-clock";
import { howServed, isServerBack } from "@/lib/portal-client/worker";

/** A gap between two masts is no absence. */
const AWAY_MS = 30_000;

/**
 * Of when the page is, where it may not be the server's answer of now: this device kept it, or the network was away for a while.
 * Null: it is. Such a page asks for the server again and again while there is a network, and is brought up to date when it answers.
 */
export function useKeptAt(isOnline: boolean, servedAt: string): string | null {
  const router = useRouter();
  const [keptAt, setKeptAt] = useState<string | null>(null);
  useEffect(keepServerClock, []);
  useEffect(() => {
    let isHere = true;
    void howServed().then((at) => {
      if (isHere) setKeptAt(at);
    });
    return () => {
      isHere = false;
    };
  }, []);
  useEffect(() => {
    if (isOnline) return undefined;
    const leftAt = Date.now();
    return () => {
      if (Date.now() - leftAt > AWAY_MS) setKeptAt((before) => before ?? servedAt);
    };
  }, [isOnline, servedAt]);
  useEffect(() => {
    if (keptAt === null || !isOnline) return undefined;
    let isHere = true;
    void until(isServerBack, () => isHere).then((isBack) => {
      if (!isBack) return;
      setKeptAt(null);
      router.refresh();
    });
    return () => {
      isHere = false;
    };
  }, [keptAt, isOnline, router]);
  return keptAt;
}
