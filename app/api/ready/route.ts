import { plainRoute } from "@/lib/http/plain";
import { verbs } from "@/lib/http/api/verbs";
import { readReadiness } from "@/lib/usecases/operations/read-readiness";

/** This process can do its work now. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = verbs({
  GET: plainRoute("/api/ready", async (deps) => {
    const { isReady, dataSets, ...checks } = await readReadiness(deps);
    return {
      status: isReady ? 200 : 503,
      body: { status: isReady ? "ready" : "not_ready", checks: { ...checks, data_sets: dataSets } },
    };
  }),
});
