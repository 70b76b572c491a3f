import { verbs } from "@/lib/http/api/verbs";
import { mcpRoute } from "@/lib/http/mcp/route";

/** The tools for assistants. There are no sessions, so there is nothing to GET or DELETE. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = verbs({ POST: mcpRoute });
