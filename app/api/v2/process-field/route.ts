import { processField, toFieldRequest } from "@/lib/contracts/v2/process-field";
import { v2Route } from "@/lib/http/api/route";
import { verbs } from "@/lib/http/api/verbs";
import { saveField } from "@/lib/usecases/fields/save-field";

/** A field is saved with its soil or not at all: a soil failure leaves the earlier field as it was. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = verbs({
  POST: v2Route(processField, ({ body, ...context }) => saveField(context, toFieldRequest(body))),
});
