import { randomBytes } from "node:crypto";
import { v7 as uuidv7 } from "uuid";
import { asProvider } from "@/lib/data/db";
import { recordAction } from "@/lib/data/operators/audit";
import { findProvider } from "@/lib/data/providers";
import {
  deleteEndpoint,
  insertEndpoint,
  listEndpoints as list,
  replaceSecret,
  setDisabled,
} from "@/lib/data/webhooks/endpoints";
import { type ActionBy, OperatorRefusal } from "@/lib/domain/operator";
import { WEBHOOK_OVERLAP_S, type WebhookEndpoint, type WebhookEvent } from "@/lib/domain/webhook";
import { sealText } from "@/lib/gateways/sealed-text";
import { endpointFault, type WebhookRules } from "@/lib/gateways/webhooks/send-webhook";
import type { Deps } from "@/lib/runtime/deps";

/** What the operator's commands work with. */
export interface WebhookContext {
  deps: Pick<Deps, "db" | "env">;
  providerId: string;
  by: ActionBy;
}

/** Plain HTTP is for demonstrations and tests; private addresses are for those who say so. */
export const rulesOf = ({ env }: Pick<Deps, "env">): WebhookRules => ({
  allowHttp: env.HEDGEROW_MODE !== "production",
  allowPrivate: env.WEBHOOK_ALLOW_PRIVATE,
});

/** A new endpoint. Its secret is returned once and kept sealed. */
export async function addEndpoint(
  { deps, providerId, by }: WebhookContext,
  { url, eventTypes }: { url: string; eventTypes: readonly WebhookEvent[] },
): Promise<{ endpointId: string; secret: string }> {
  const fault = endpointFault(url, rulesOf(deps));
  if (fault !== null) throw new OperatorRefusal(`the address ${fault}`);
  if (eventTypes.length === 0) throw new OperatorRefusal("name at least one kind of event");
  if ((await findProvider(deps.db, providerId)) === null)
    throw new OperatorRefusal(`there is no provider ${providerId}`);
  const endpointId = uuidv7();
  const { secret, secretSealed } = makeSecret(deps);
  await asProvider(deps.db, providerId, async (tx) => {
    const isKnown = (await list(tx, providerId)).some((each) => each.url === url);
    if (isKnown) throw new OperatorRefusal(`${providerId} has this endpoint already`);
    await insertEndpoint(tx, providerId, { endpointId, url, eventTypes, secretSealed });
    const after = { provider: providerId, url, events: eventTypes };
    await recordAction(tx, by, { action: "webhook.add", object: { kind: "webhook", id: endpointId }, after });
  });
  return { endpointId, secret };
}

function makeSecret({ env }: Pick<Deps, "env">): { secret: string; secretSealed: Buffer } {
  const secret = `whsec_${randomBytes(32).toString("base64")}`;
  const secretSealed = sealText(env.PORTAL_LINK_KEYS, "webhook-secret", secret);
  if (secretSealed === null) throw new OperatorRefusal("set PORTAL_LINK_KEYS first: secrets are sealed under it");
  return { secret, secretSealed };
}

export const listEndpoints = ({ deps, providerId }: Omit<WebhookContext, "by">): Promise<WebhookEndpoint[]> =>
  asProvider(deps.db, providerId, (tx) => list(tx, providerId));

/** A new secret. For a day both sign, so that the receiver can be brought over without losing a message. */
export async function rotateSecret({ deps, providerId, by }: WebhookContext, endpointId: string): Promise<string> {
  const { secret, secretSealed } = makeSecret(deps);
  await asProvider(deps.db, providerId, async (tx) => {
    const replaced = await replaceSecret(tx, providerId, { endpointId, secretSealed, overlapS: WEBHOOK_OVERLAP_S });
    if (!replaced) throw noEndpoint(endpointId);
    await recordAction(tx, by, {
      action: "webhook.rotate",
      object: { kind: "webhook", id: endpointId },
      after: { provider: providerId },
    });
  });
  return secret;
}

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

const noEndpoint = (endpointId: string): OperatorRefusal => new OperatorRefusal(`there is no endpoint ${endpointId}`);
