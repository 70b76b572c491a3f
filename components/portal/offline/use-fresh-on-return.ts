"use client";

import { useEffect } from "react";
import { useRefresh } from "@/components/portal/offline/use-refresh";

/** A glance at another app is not a return. */
const AWAY_MS = 30_000;

/**
 * Asks for the page again when someone comes back to it: the farm software may have checked the application again
 * meanwhile, and what was met then may not be. What is typed stays.
 */
export function useFreshOnReturn(): void {
  const refresh = useRefresh();
  useEffect(() => {
    let leftAt = Number.POSITIVE_INFINITY;
    const changed = (): void => {
      if (document.visibilityState === "hidden") leftAt = Date.now();
      else if (navigator.onLine && Date.now() - leftAt > AWAY_MS) void refresh();
    };
    document.addEventListener("visibilitychange", changed);
    return () => document.removeEventListener("visibilitychange", changed);
  }, [refresh]);
}
