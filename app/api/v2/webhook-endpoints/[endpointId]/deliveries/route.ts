import { webhookDeliveryList } from "@/lib/contracts/v2/webhook-deliveries";
import { v2Route } from "@/lib/http/api/route";
import { verbs } from "@/lib/http/api/verbs";
import { listOwnDeliveries } from "@/lib/usecases/webhooks/provider-endpoints";

/** What was sent to an endpoint. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = verbs({
  GET: v2Route(webhookDeliveryList, ({ params, query, ...call }) =>
    listOwnDeliveries(call, params.endpointId, { ...query, status: query.status ?? null }),
  ),
});
