import { getDeps } from "@/lib/runtime/deps";

/**
 * Next calls this once as the server starts. What a process does beside requests, such as serving its metrics, then begins
 * before the first of them.
 */
export async function register(): Promise<void> {
  await getDeps();
}
