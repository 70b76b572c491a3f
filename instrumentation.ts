import type { Instrumentation } from "next";

/**
 * Next calls this once as the server starts. What a process does beside requests, such as serving its metrics, then begins
 * before the first of them.
 */
export async function register(): Promise<void> {
  // Next builds this file for its edge runtime too, which nothing here runs in; the import must not be looked at there.
  // oxlint-disable-next-line house/no-environment -- a name that Next replaces as it builds, and no setting
  if (process.env.NEXT_RUNTIME !== "nodejs") return;
  const { getDeps } = await import("@/lib/runtime/deps");
  const { openPageTurns } = await import("@/lib/http/turns");
  const { env } = await getDeps();
  openPageTurns(env.PAGES_AT_ONCE);
  const { PROBLEMS } = await import("@/lib/domain/errors");
  const passing = new Set(Object.entries(PROBLEMS).flatMap(([problem, { retryable }]) => (retryable ? [problem] : [])));
  // A page's bundle has a class of errors of its own: by what it carries and not by what it is.
  isPassing = (error) =>
    typeof error === "object" && error !== null && "problem" in error && passing.has(String(error.problem));
}

const web = globalThis as typeof globalThis & { hedgerowNotePassingFault?: (requestId: string) => void };
/** Loaded before the first fault, whose answer would not wait for it. */
let isPassing: (error: unknown) => boolean = () => false;

/** A page that failed for something that passes is answered by the server before Next (scripts/page-faults.mjs). */
export const onRequestError: Instrumentation.onRequestError = (error, { headers }) => {
  const id = headers["x-request-id"];
  if (typeof id === "string" && isPassing(error)) web.hedgerowNotePassingFault?.(id);
};
