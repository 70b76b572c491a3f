import { driftBufferCompute, toDriftBufferRequest } from "@/lib/contracts/v2/drift-buffer-compute";
import { v2Route } from "@/lib/http/api/route";
import { verbs } from "@/lib/http/api/verbs";
import { computeDriftBuffer } from "@/lib/usecases/applications/compute-drift-buffer";

/** The buffers of this moment, with the wind and the setup at the sprayer. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = verbs({
  POST: v2Route(driftBufferCompute, ({ params, body, query, ...context }) =>
    computeDriftBuffer(context, toDriftBufferRequest(params.applicationEventId, body, query)),
  ),
});
