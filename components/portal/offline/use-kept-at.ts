"use client";

import { useRouter } from "next/navigation";
import { useEffect, useState } from "react";
import { backoffMs } from "@/lib/portal-client/queue";
import { howServed, isServerBack } from "@/lib/portal-client/worker";

/**
 * When this device kept what the page shows; null: it came from the server. A page from this device asks for the server
 * again and again while there is a network, and is brought up to date when it answers.
 */
export function useKeptAt(isOnline: boolean): string | null {
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
