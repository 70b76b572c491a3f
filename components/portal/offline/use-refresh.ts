import { useRouter } from "next/navigation";
import { useCallback } from "react";
import { isReachable, until } from "@/lib/portal-client/reach";

/**
 * Asks for the page again as soon as the server can be reached; what is typed stays. The router by itself goes to the page's address
 * where it gets no answer, as between two masts: what was typed is lost then, and the browser's own error stands in place of the page.
 */
export function useRefresh(): () => Promise<void> {
  const router = useRouter();
  return useCallback(async () => {
    await until(isReachable, () => true);
    // A transition by itself, so that who waits for it in one waits for the page.
    router.refresh();
  }, [router]);
}
