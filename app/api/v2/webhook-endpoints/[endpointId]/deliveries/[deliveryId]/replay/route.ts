import { webhookReplay } from "@/lib/contracts/v2/webhook-deliveries";
import { v2Route } from "@/lib/http/api/route";
import { verbs } from "@/lib/http/api/verbs";
import { replayOwnDelivery } from "@/lib/usecases/webhooks/provider-endpoints";

/** A delivery, sent again. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = verbs({
  POST: v2Route(webhookReplay, ({ params, ...call }) => replayOwnDelivery(call, params.endpointId, params.deliveryId)),
});
