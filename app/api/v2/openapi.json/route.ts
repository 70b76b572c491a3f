import { openApiDocument } from "@/lib/contracts/openapi";
import { plainRoute } from "@/lib/http/plain";
import { verbs } from "@/lib/http/api/verbs";

/** The API's description, written from the schemas that validate it. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = verbs({
  GET: plainRoute("/api/v2/openapi.json", async ({ env }) => ({ status: 200, body: openApiDocument(env.PUBLIC_URLS) })),
});
