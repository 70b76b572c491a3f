import { recordPhoto } from "@/lib/contracts/v2/record-photo";
import { v2Route } from "@/lib/http/api/route";
import { verbs } from "@/lib/http/api/verbs";
import { readPhoto } from "@/lib/usecases/records/read-photo";

/** A photo of the record of an application. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = verbs({
  GET: v2Route(recordPhoto, ({ params, ...context }) =>
    readPhoto(context, { ...params, isSmall: false, fieldId: null }),
  ),
});
