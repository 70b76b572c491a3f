import { fileRoute } from "@/lib/http/plain";
import { verbs } from "@/lib/http/api/verbs";
import { readCheckpoint } from "@/lib/usecases/record-log/read-log";

/** The signed head of the log of record hashes (C2SP tlog-checkpoint). Where no key signs it there is none. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = verbs({
  GET: fileRoute("/log/checkpoint", async (deps) => {
    const checkpoint = await readCheckpoint(deps);
    return checkpoint === null
      ? null
      : { bytes: Buffer.from(checkpoint, "utf8"), mediaType: "text/plain; charset=utf-8", isFinal: false };
  }),
});
