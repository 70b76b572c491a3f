import { openApiDocument } from "@/lib/contracts/openapi";
import { documentRoute } from "@/lib/http/plain";
import { verbs } from "@/lib/http/api/verbs";

/** The API's description, written from the schemas that validate it. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = verbs({
  GET: documentRoute("/api/v2/openapi.json", ({ env }) =>
    openApiDocument({ publicUrls: env.PUBLIC_URLS, support: env.SUPPORT_CONTACT }),
  ),
});
