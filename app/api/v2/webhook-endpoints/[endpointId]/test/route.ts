import { webhookTest } from "@/lib/contracts/v2/webhook-deliveries";
import { v2Route } from "@/lib/http/api/route";
import { verbs } from "@/lib/http/api/verbs";
import { testEndpoint } from "@/lib/usecases/webhooks/provider-endpoints";

/** A test event to one endpoint. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = verbs({
  POST: v2Route(webhookTest, ({ params, ...call }) => testEndpoint(call, params.endpointId)),
});
