import { plainRoute } from "@/lib/http/plain";
import { verbs } from "@/lib/http/api/verbs";

/** This process is alive. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = verbs({
  GET: plainRoute("/api/health", async () => ({ status: 200, body: { status: "ok" } })),
});
