import { logConsistencyRoute } from "@/lib/http/log-tiles";
import { verbs } from "@/lib/http/api/verbs";

/** The proof that one head of the log of record hashes grew from an earlier one (RFC 6962). */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = verbs({ GET: logConsistencyRoute });
