"use client";

import { useEffect, useState } from "react";

/**
 * What someone is about to write, kept in this tab until it is written or dropped: a page that is loaded again, as it is
 * when the network goes while it asks for what is new, has it still. A browser that keeps nothing has the page alone.
 */
export function useDraft<T>(key: string): [draft: T | null, keep: (draft: T | null) => void] {
  const [draft, setDraft] = useState<T | null>(null);
  useEffect(() => {
    const kept = trying(() => sessionStorage.getItem(key));
    // The server knows of no draft, so the first picture of the page has none.
    // oxlint-disable-next-line react/set-state-in-effect -- what this tab keeps is known only once the page stands
    if (kept !== null) setDraft(JSON.parse(kept) as T);
  }, [key]);
  const keep = (next: T | null): void => {
    setDraft(next);
    trying(() => {
      if (next === null) sessionStorage.removeItem(key);
      else sessionStorage.setItem(key, JSON.stringify(next));
      return null;
    });
  };
  return [draft, keep];
}

function trying(work: () => string | null): string | null {
  try {
    return work();
  } catch {
    return null;
  }
}
