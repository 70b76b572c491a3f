import { verbs } from "@/lib/http/api/verbs";
import { editRoute } from "@/lib/http/portal/edits";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = verbs({ POST: editRoute });
