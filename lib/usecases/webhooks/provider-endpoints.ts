import { ServiceError } from "@/lib/domain/errors";
import type { CallingKey, Provider } from "@/lib/domain/provider";
import {
  WebhookRefusal,
  type SecretRotation,
  type WebhookDelivery,
  type WebhookEndpoint,
  type WebhookEvent,
  type WebhookStatus,
} from "@/lib/domain/webhook";
import type { Deps } from "@/lib/runtime/deps";
import * as manage from "@/lib/usecases/webhooks/manage-endpoints";
import { readLogPage, replayTo, sendTest, type LogPage } from "@/lib/usecases/webhooks/read-log";

/** A provider that manages its own endpoints with a key. */
export interface ProviderCall {
  deps: Deps;
  provider: Provider;
  key: CallingKey;
}

const contextOf = ({ deps, provider: { providerId }, key: { keyId } }: ProviderCall): manage.WebhookContext => ({
  deps,
  providerId,
  by: { actor: `API key ${keyId}`, operatorId: null, requestId: null },
});

const sentence = (text: string): string => `${text.slice(0, 1).toUpperCase()}${text.slice(1)}.`;

/** Words of its own where an operator's say more than a caller is to hear. */
const CALLER_WORDS: Partial<Record<WebhookRefusal["problem"], string>> = {
  webhookNotFound: "There is no such webhook endpoint or delivery.",
  portalSasUnconfigured: "This installation cannot seal the secrets of webhooks.",
};

/** A refusal of an operator as an error of the API. */
async function asServiceErrors<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (!(error instanceof WebhookRefusal)) throw error;
    const message = CALLER_WORDS[error.problem] ?? sentence(error.message);
    const fault = { path: ["url"], code: "custom", message };
    throw new ServiceError(error.problem, message, error.problem === "invalidRequest" ? { faults: [fault] } : {});
  }
}

export interface MadeEndpoint {
  endpoint: WebhookEndpoint;
  /** Null where the endpoint was there already: a secret is shown once. */
  secret: string | null;
}

/** Makes an endpoint. Its address is its identity: the same again is the same endpoint, without its secret. */
export async function createEndpoint(
  call: ProviderCall,
  wanted: { url: string; eventTypes: readonly WebhookEvent[] },
): Promise<MadeEndpoint> {
  const context = contextOf(call);
  const known = (await manage.listEndpoints(context)).find(({ url }) => url === wanted.url);
  if (known !== undefined) {
    const isSame = known.eventTypes.toSorted().join() === wanted.eventTypes.toSorted().join();
    if (isSame) return { endpoint: known, secret: null };
    throw new ServiceError("webhookConflict", `Endpoint ${known.endpointId} has this address and other events.`);
  }
  const { endpointId, secret } = await asServiceErrors(manage.addEndpoint(context, wanted));
  return { endpoint: await manage.getEndpoint(context, endpointId), secret };
}

export const listOwnEndpoints = (call: ProviderCall): Promise<WebhookEndpoint[]> =>
  manage.listEndpoints(contextOf(call));

export const readEndpoint = (call: ProviderCall, endpointId: string): Promise<WebhookEndpoint> =>
  asServiceErrors(manage.getEndpoint(contextOf(call), endpointId));

export const changeOwnEndpoint = (
  call: ProviderCall,
  endpointId: string,
  wanted: { enabled: boolean; eventTypes: readonly WebhookEvent[] },
): Promise<WebhookEndpoint> =>
  asServiceErrors(
    manage.changeEndpoint(contextOf(call), endpointId, { ...wanted, reason: "switched off over the API" }),
  );

export async function removeOwnEndpoint(call: ProviderCall, endpointId: string): Promise<string> {
  await asServiceErrors(manage.removeEndpoint(contextOf(call), endpointId));
  return endpointId;
}

/** A new secret, shown once, and the endpoint as it stands then. */
export async function rotateOwnSecret(
  call: ProviderCall,
  endpointId: string,
  rotation: SecretRotation,
): Promise<MadeEndpoint> {
  const context = contextOf(call);
  const secret = await asServiceErrors(manage.rotateSecret(context, endpointId, rotation));
  return { endpoint: await manage.getEndpoint(context, endpointId), secret };
}

export const testEndpoint = (call: ProviderCall, endpointId: string): Promise<WebhookDelivery> =>
  asServiceErrors(sendTest(contextOf(call), endpointId));

export const listOwnDeliveries = (
  call: ProviderCall,
  endpointId: string,
  query: { status: WebhookStatus | null; offset: number; limit: number },
): Promise<LogPage> => asServiceErrors(readLogPage(contextOf(call), endpointId, query));

export const replayOwnDelivery = (
  call: ProviderCall,
  endpointId: string,
  deliveryId: string,
): Promise<WebhookDelivery> => asServiceErrors(replayTo(contextOf(call), endpointId, deliveryId));
