import { fileRoute } from "@/lib/http/plain";
import { verbs } from "@/lib/http/api/verbs";
import { inFileName } from "@/lib/domain/file-name";
import { readOriginal } from "@/lib/usecases/reports/originals";
import { isRecordHash } from "@/lib/domain/report";

/** The PDF that was given out first for a record, for anyone who holds the record's hash. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = verbs({
  GET: fileRoute("/verify/{hash}/original.pdf", async (deps, { hash }) => {
    const original = typeof hash === "string" && isRecordHash(hash) ? await readOriginal(deps, hash) : null;
    if (original === null) return null;
    const { pdf, fieldName, kind, year } = original;
    const fileName = `${inFileName(fieldName)}-${kind}-${year}.pdf`;
    return { bytes: Buffer.from(pdf), mediaType: "application/pdf", isFinal: false, fileName };
  }),
});
