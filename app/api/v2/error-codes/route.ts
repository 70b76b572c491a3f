import { errorCodes } from "@/lib/contracts/v2/codes";
import { verbs } from "@/lib/http/api/verbs";
import { documentRoute } from "@/lib/http/plain";

/** The error codes with what they mean and what to do. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = verbs({
  GET: documentRoute("/api/v2/error-codes", errorCodes),
});
