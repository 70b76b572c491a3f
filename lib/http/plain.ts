import { answering, type Handler } from "@/lib/http/api/route";
import type { Deps } from "@/lib/runtime/deps";

/** A route without a key: health, readiness, the API's own description. */
export const plainRoute =
  (path: string, work: (deps: Deps) => Promise<{ status: number; body: unknown }>): Handler =>
  (request) =>
    answering(request, { path }, async (deps) => {
      const { status, body } = await work(deps);
      return new Response(JSON.stringify(body), {
        status,
        headers: { "Content-Type": "application/json", "Cache-Control": "no-store" },
      });
    });
