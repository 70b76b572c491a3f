import { webhookSecretRotation } from "@/lib/contracts/v2/webhook-endpoints";
import { v2Route } from "@/lib/http/api/route";
import { verbs } from "@/lib/http/api/verbs";
import { rotateOwnSecret } from "@/lib/usecases/webhooks/provider-endpoints";

/** A new secret, beside which an earlier one signs for a while. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = verbs({
  POST: v2Route(webhookSecretRotation, ({ params, body, ...call }) =>
    rotateOwnSecret(call, params.endpointId, { overlapS: body.overlap_seconds, keep: body.keep ?? null }),
  ),
});
