import { webhookEndpointCreate, webhookEndpointList } from "@/lib/contracts/v2/webhook-endpoints";
import { WEBHOOK_EVENTS } from "@/lib/domain/webhook";
import { v2Route } from "@/lib/http/api/route";
import { verbs } from "@/lib/http/api/verbs";
import { createEndpoint, listOwnEndpoints } from "@/lib/usecases/webhooks/provider-endpoints";

/** Addresses of a provider that receive events. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = verbs({
  GET: v2Route(webhookEndpointList, listOwnEndpoints),
  POST: v2Route(webhookEndpointCreate, ({ body, ...call }) =>
    createEndpoint(call, { url: body.url, eventTypes: body.event_types ?? WEBHOOK_EVENTS }),
  ),
});
