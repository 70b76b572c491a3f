import { documentRoute } from "@/lib/http/plain";
import { verbs } from "@/lib/http/api/verbs";

/** The public keys that sign records and reports, as `/.well-known/jwks.json` (next.config.js). */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = verbs({
  GET: documentRoute("/.well-known/jwks.json", ({ recordKeys }) => recordKeys.jwks),
});
