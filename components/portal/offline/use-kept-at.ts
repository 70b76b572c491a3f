"use client";

import { useRouter } from "next/navigation";
import { useEffect, useState } from "react";
import { backoffMs } from "@/lib/portal-client/queue";
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
  useEffect(() => {
    let isHere = true;
    void howServed().then((at) => isHere && setKeptAt(at));
    return () => {
      isHere = false;
    };
  }, []);
  useEffect(() => {
    let leftAt = Number.POSITIVE_INFINITY;
    const left = (): void => {
      leftAt = Date.now();
    };
    const back = (): void => {
      if (Date.now() - leftAt > AWAY_MS) setKeptAt((before) => before ?? servedAt);
    };
    window.addEventListener("offline", left);
    window.addEventListener("online", back);
    return () => {
      window.removeEventListener("offline", left);
      window.removeEventListener("online", back);
    };
  }, [servedAt]);
  useEffect(() => {
    if (keptAt === null || !isOnline) return undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isHere = true;
    const ask = async (attempt: number): Promise<void> => {
      const isBack = await isServerBack();
      if (!isHere) return;
      if (!isBack) {
        timer = setTimeout(() => void ask(attempt + 1), backoffMs(attempt));
        return;
      }
      setKeptAt(null);
      router.refresh();
    };
    void ask(1);
    return () => {
      isHere = false;
      clearTimeout(timer);
    };
  }, [keptAt, isOnline, router]);
  return keptAt;
}
