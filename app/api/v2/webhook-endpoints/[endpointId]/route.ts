import {
  webhookEndpointChange,
  webhookEndpointRead,
  webhookEndpointRemove,
} from "@/lib/contracts/v2/webhook-endpoints";
import { v2Route } from "@/lib/http/api/route";
import { verbs } from "@/lib/http/api/verbs";
import { changeOwnEndpoint, readEndpoint, removeOwnEndpoint } from "@/lib/usecases/webhooks/provider-endpoints";

/** One address that receives events. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = verbs({
  GET: v2Route(webhookEndpointRead, ({ params, ...call }) => readEndpoint(call, params.endpointId)),
  PUT: v2Route(webhookEndpointChange, ({ params, body, ...call }) =>
    changeOwnEndpoint(call, params.endpointId, { enabled: body.enabled, eventTypes: body.event_types }),
  ),
  DELETE: v2Route(webhookEndpointRemove, ({ params, ...call }) => removeOwnEndpoint(call, params.endpointId)),
});
