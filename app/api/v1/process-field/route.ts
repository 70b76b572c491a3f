import { processField, toFieldRequest } from "@/lib/contracts/v1/process-field";
import { v1Route } from "@/lib/http/api/v1-route";
import { verbs } from "@/lib/http/api/verbs";
import { saveField } from "@/lib/usecases/fields/save-field";

/** Version 1 reports a failed soil step in `steps.soil_data.error` and carries on. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = verbs({
  POST: v1Route(processField, ({ body, ...context }) => saveField(context, toFieldRequest(body))),
});
