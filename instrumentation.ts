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
}
