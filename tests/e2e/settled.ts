import type { Page } from "@playwright/test";

/** How long nothing of a page is asked for or answered before it has settled all the same. Nothing here is that slow. */
const SILENCE_MS = 30_000;
const EVENTS = ["request", "response", "requestfinished", "requestfailed"] as const;

/**
 * Until the page has asked for all that it asks for by itself. Playwright's own wait for that ends with the test alone
 * about once in fifty pages on a busy machine, with nothing open any more and the document complete.
 */
export async function settled(page: Page): Promise<void> {
  const idle = new AbortController();
  try {
    await Promise.race([page.waitForLoadState("networkidle"), silent(page, idle.signal)]);
  } finally {
    idle.abort();
  }
}

/** Resolves when no request of the page has begun, been answered, or ended for long. */
function silent(page: Page, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    let timer = setTimeout(resolve, SILENCE_MS);
    const moved = (): void => {
      clearTimeout(timer);
      timer = setTimeout(resolve, SILENCE_MS);
    };
    for (const event of EVENTS) page.on(event as "request", moved);
    signal.addEventListener("abort", () => {
      clearTimeout(timer);
      for (const event of EVENTS) page.off(event as "request", moved);
    });
  });
}
