import { test, type Page } from "@playwright/test";

/** How long nothing of a page is asked for or answered before the rest is taken for lost. Nothing here is that slow. */
const SILENCE_MS = 30_000;

/**
 * Until the page has asked for all that it asks for by itself. Chromium at times tells of a request and never how it
 * ended, most with an offline worker between page and server; Playwright's own wait then lasts as long as the test. Such a
 * page has settled once nothing of it has moved for long, and what it is said to wait for is named.
 */
export async function settled(page: Page): Promise<void> {
  const idle = new AbortController();
  const silence = silent(page, idle.signal);
  try {
    const isSilent = await Promise.race([page.waitForLoadState("networkidle").then(() => false), silence]);
    if (isSilent) await nameWhatIsLeft(page);
  } finally {
    idle.abort();
  }
}

/** Resolves when no request of the page has begun, been answered, or ended for long. */
function silent(page: Page, signal: AbortSignal): Promise<true> {
  const events = ["request", "response", "requestfinished", "requestfailed"] as const;
  return new Promise((resolve) => {
    const done = (): void => resolve(true);
    let timer = setTimeout(done, SILENCE_MS);
    const moved = (): void => {
      clearTimeout(timer);
      timer = setTimeout(done, SILENCE_MS);
    };
    for (const event of events) page.on(event as "request", moved);
    signal.addEventListener("abort", () => {
      clearTimeout(timer);
      for (const event of events) page.off(event as "request", moved);
    });
  });
}

async function nameWhatIsLeft(page: Page): Promise<void> {
  const left = (await page.requests()).filter((each) => each.failure() === null && each.timing().responseEnd === -1);
  const names = left.map((each) => `${each.resourceType()} ${each.url()}`).join("\n  ");
  console.warn(`${test.info().title}: ${page.url()} is said to wait still for\n  ${names}`);
}
