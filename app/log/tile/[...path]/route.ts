import { logTileRoute } from "@/lib/http/log-tiles";
import { verbs } from "@/lib/http/api/verbs";

/** Tiles of the log of record hashes and the entries under them (C2SP tlog-tiles). */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = verbs({ GET: logTileRoute });
