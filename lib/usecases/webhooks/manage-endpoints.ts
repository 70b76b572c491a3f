import { randomBytes } from "node:crypto";
import { v7 as uuidv7 } from "uuid";
import { asProvider } from "@/lib/data/db";
import { recordAction } from "@/lib/data/operators/audit";
import { lockSettings } from "@/lib/data/providers";
import {
  deleteEndpoint,
  findEndpoint,
  insertEndpoint,
  listEndpoints as list,
  lockEndpoint,
  replaceSecret,
  setDisabled,
  setEvents,
} from "@/lib/data/webhooks/endpoints";
import { type ActionBy, OperatorRefusal } from "@/lib/domain/operator";
import {
  MOST_ENDPOINTS,
  WEBHOOK_OVERLAP_S,
  WebhookRefusal,
  type SecretRotation,
  type WebhookEndpoint,
  type WebhookEvent,
} from "@/lib/domain/webhook";
import { sealText } from "@/lib/gateways/sealed-text";
import { newEndpointFault, type WebhookRules } from "@/lib/gateways/webhooks/send-webhook";
import type { Deps } from "@/lib/runtime/deps";

/** Whose endpoints, and who acts: an operator, or the provider with a key. */
export interface WebhookContext {
  deps: Pick<Deps, "db" | "env">;
  providerId: string;
  by: ActionBy;
}

/** Plain HTTP is for demonstrations and tests; private addresses are for those who say so. */
export const rulesOf = ({ env }: Pick<Deps, "env">): WebhookRules => ({
  allowHttp: env.HEDGEROW_MODE !== "production",
  allowPrivate: env.WEBHOOK_ALLOW_PRIVATE,
  allowSandbox: env.HEDGEROW_MODE !== "production",
});

/** A new endpoint. Its secret is returned once and kept sealed. */
export async function addEndpoint(
  { deps, providerId, by }: WebhookContext,
  { url, eventTypes }: { url: string; eventTypes: readonly WebhookEvent[] },
): Promise<{ endpointId: string; secret: string }> {
  const fault = newEndpointFault(url, rulesOf(deps));
  if (fault !== null) throw new WebhookRefusal("invalidRequest", `the address ${fault}`);
  if (eventTypes.length === 0) throw new OperatorRefusal("name at least one kind of event");
  const endpointId = uuidv7();
  const { secret, secretSealed } = makeSecret(deps);
  await asProvider(deps.db, providerId, async (tx) => {
    // Locked, so that two requests at once neither make one address twice nor go over the limit.
    if ((await lockSettings(tx, providerId)) === null) throw new OperatorRefusal(`there is no provider ${providerId}`);
    const known = await list(tx, providerId);
    if (known.some((each) => each.url === url))
      throw new WebhookRefusal("webhookConflict", "the provider has this endpoint already");
    if (known.length >= MOST_ENDPOINTS)
      throw new WebhookRefusal("webhookConflict", `the provider has ${MOST_ENDPOINTS} endpoints; remove one first`);
    await insertEndpoint(tx, providerId, { endpointId, url, eventTypes, secretSealed });
    const after = { provider: providerId, url, events: eventTypes };
    await recordAction(tx, by, { action: "webhook.add", object: { kind: "webhook", id: endpointId }, after });
  });
  return { endpointId, secret };
}

function makeSecret({ env }: Pick<Deps, "env">): { secret: string; secretSealed: Buffer } {
  const secret = `whsec_${randomBytes(32).toString("base64")}`;
  const secretSealed = sealText(env.PORTAL_LINK_KEYS, "webhook-secret", secret);
  if (secretSealed === null) {
    throw new WebhookRefusal("portalSasUnconfigured", "set PORTAL_LINK_KEYS first: secrets are sealed under it");
  }
  return { secret, secretSealed };
}

export const listEndpoints = ({ deps, providerId }: Omit<WebhookContext, "by">): Promise<WebhookEndpoint[]> =>
  asProvider(deps.db, providerId, (tx) => list(tx, providerId));

export const getEndpoint = (
  { deps, providerId }: Omit<WebhookContext, "by">,
  endpointId: string,
): Promise<WebhookEndpoint> =>
  asProvider(deps.db, providerId, async (tx) => {
    const endpoint = await findEndpoint(tx, providerId, endpointId);
    if (endpoint === null) throw noEndpoint(endpointId);
    return endpoint;
  });

/** As an operator rotates: for a day the secret before signs as well. */
const FOR_A_DAY: SecretRotation = { overlapS: WEBHOOK_OVERLAP_S, keep: "newer" };

/** A new secret. For a while both sign, so that the receiver can be brought over without losing a message. */
export async function rotateSecret(
  { deps, providerId, by }: WebhookContext,
  endpointId: string,
  rotation: SecretRotation = FOR_A_DAY,
): Promise<string> {
  const { secret, secretSealed } = makeSecret(deps);
  await asProvider(deps.db, providerId, async (tx) => {
    const endpoint = await lockEndpoint(tx, providerId, endpointId);
    if (endpoint === null) throw noEndpoint(endpointId);
    refuseThirdSecret(endpoint, rotation);
    await replaceSecret(tx, providerId, { endpointId, secretSealed, ...rotation });
    await recordAction(tx, by, {
      action: "webhook.rotate",
      object: { kind: "webhook", id: endpointId },
      after: { provider: providerId },
    });
  });
  return secret;
}

/** A third secret would push one out that the receiver may know: which one, the caller has to say. */
function refuseThirdSecret({ oldSecretUntil }: WebhookEndpoint, { overlapS, keep }: SecretRotation): void {
  if (keep !== null || overlapS === 0 || oldSecretUntil === null || oldSecretUntil <= new Date()) return;
  const until = oldSecretUntil.toISOString();
  throw new WebhookRefusal("webhookConflict", `two secrets count until ${until}; say which of them is kept`);
}

/** Sets which events an endpoint receives and whether it is on. The same again changes nothing. */
export const changeEndpoint = (
  { deps, providerId, by }: WebhookContext,
  endpointId: string,
  { enabled, eventTypes, reason }: { enabled: boolean; eventTypes: readonly WebhookEvent[]; reason: string },
): Promise<WebhookEndpoint> =>
  asProvider(deps.db, providerId, async (tx) => {
    const before = await lockEndpoint(tx, providerId, endpointId);
    if (before === null) throw noEndpoint(endpointId);
    await setEvents(tx, providerId, { endpointId, eventTypes });
    if (before.enabled !== enabled) {
      await setDisabled(tx, providerId, { endpointId, reason: enabled ? null : reason });
    }
    await recordAction(tx, by, {
      action: "webhook.change",
      object: { kind: "webhook", id: endpointId },
      before: { provider: providerId, is_on: before.enabled, events: before.eventTypes },
      after: { provider: providerId, is_on: enabled, events: eventTypes },
    });
    return (await findEndpoint(tx, providerId, endpointId)) ?? before;
  });

/** Removes an endpoint with its log; nothing more is sent there. */
export const removeEndpoint = ({ deps, providerId, by }: WebhookContext, endpointId: string): Promise<void> =>
  asProvider(deps.db, providerId, async (tx) => {
    if (!(await deleteEndpoint(tx, providerId, endpointId))) throw noEndpoint(endpointId);
    const object = { kind: "webhook", id: endpointId } as const;
    await recordAction(tx, by, { action: "webhook.remove", object, before: { provider: providerId } });
  });

/** Switches an endpoint on again. Events of the time between were never written for it. */
export const enableEndpoint = (context: WebhookContext, endpointId: string): Promise<void> =>
  switchEndpoint(context, endpointId, null);

/** Switches an endpoint off: nothing is written for it any more, and what waits is not sent. */
export const disableEndpoint = (context: WebhookContext, endpointId: string): Promise<void> =>
  switchEndpoint(context, endpointId, "switched off by an operator");

const switchEndpoint = (
  { deps, providerId, by }: WebhookContext,
  endpointId: string,
  reason: string | null,
): Promise<void> =>
  asProvider(deps.db, providerId, async (tx) => {
    if (!(await setDisabled(tx, providerId, { endpointId, reason }))) throw noEndpoint(endpointId);
    const object = { kind: "webhook", id: endpointId } as const;
    const after = { provider: providerId, is_on: reason === null };
    await recordAction(tx, by, { action: "webhook.switch", object, after });
  });

export const noEndpoint = (endpointId: string): WebhookRefusal =>
  new WebhookRefusal("webhookNotFound", `there is no endpoint ${endpointId}`);
