import { useRouter } from "next/navigation";
import { useCallback, useLayoutEffect, useState, useTransition } from "react";
import { isReachable, until } from "@/lib/portal-client/reach";

/**
 * Asks for the page again as soon as the server can be reached; what is typed stays. The router by itself goes to the page's address
 * where it gets no answer, as between two masts: what was typed is lost then, and the browser's own error stands in place of the page.
 */
export function useRefresh(): () => Promise<void> {
  const router = useRouter();
  return useCallback(async () => {
    await until(isReachable, () => true);
    router.refresh();
  }, [router]);
}

/**
 * `coming`: asked for, and nothing says that it cannot be had. `unreached`: the server did not answer, and is asked again until it does.
 */
export type Freshness = "here" | "coming" | "unreached";

/**
 * Asks for the page again as soon as the server can be reached, each time that `count` goes up; at 0 nothing is asked for. The wait for
 * the server is in no transition: one that is held open holds back every other of the page.
 */
export function usePageAfter(count: number): Freshness {
  const router = useRouter();
  const [isRefreshing, startRefresh] = useTransition();
  const [reach, setReach] = useState<Freshness>("here");
  // Before the browser draws: the earlier answer is not to be seen as the new one for a moment.
  useLayoutEffect(() => {
    if (count === 0) return undefined;
    let isWanted = true;
    const now = (next: Freshness): void => {
      if (isWanted) setReach(next);
    };
    const ask = async (): Promise<boolean> => {
      const isThere = await isReachable();
      if (!isThere) now("unreached");
      return isThere;
    };
    const refresh = async (): Promise<void> => {
      if (!(await until(ask, () => isWanted))) return;
      now("here");
      startRefresh(() => router.refresh());
    };
    now("coming");
    void refresh();
    return () => {
      isWanted = false;
    };
  }, [count, router]);
  return isRefreshing ? "coming" : reach;
}
