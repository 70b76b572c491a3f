import { asProvider } from "@/lib/data/db";
import {
  beginDelivery,
  enqueueDelivery,
  findWaitingDeliveries,
  purgeDeliveries,
  recordDelivery,
  type WebhookAttempt,
} from "@/lib/data/webhooks/deliveries";
import { setDisabled } from "@/lib/data/webhooks/endpoints";
import { WEBHOOK_LIMIT_S, webhookWaitS } from "@/lib/domain/webhook";
import { openText } from "@/lib/gateways/sealed-text";
import { sendWebhook, type WebhookAnswer } from "@/lib/gateways/webhooks/send-webhook";
import type { Deps } from "@/lib/runtime/deps";
import { rulesOf } from "@/lib/usecases/webhooks/manage-endpoints";

export interface WebhookJob {
  providerId: string;
  deliveryId: string;
}

const GONE = 410;

/**
 * Makes one attempt at a delivery and records what came of it, with the time of the next attempt where one is due. A
 * receiver may get an event twice, when this process dies between its answer and the record; the id is the same then. Says
 * whether the receiver let the whole time pass without an answer.
 */
export async function deliverWebhook(deps: Deps, job: WebhookJob): Promise<{ hung: boolean }> {
  const { providerId } = job;
  const attempt = await asProvider(deps.db, providerId, (tx) => beginDelivery(tx, providerId, job.deliveryId));
  if (attempt === null) return { hung: false };
  const answer = await attemptDelivery(deps, attempt);
  await record(deps, job, { attempt, answer });
  const { deliveryId, attempts } = attempt;
  const line = { provider: providerId, delivery: deliveryId, attempt: attempts, status: answer.status };
  deps.log.info(line, answer.error === null ? "webhook delivered" : "webhook not delivered");
  return { hung: answer.timedOut === true };
}

async function attemptDelivery(deps: Deps, attempt: WebhookAttempt): Promise<WebhookAnswer> {
  if (!attempt.enabled) return { status: null, error: "the endpoint is switched off" };
  const sealed = [attempt.secretSealed, ...(attempt.oldSecretSealed === null ? [] : [attempt.oldSecretSealed])];
  const secrets = sealed.flatMap(
    (each) => openText(deps.env.PORTAL_LINK_KEYS, "webhook-secret", Buffer.from(each)) ?? [],
  );
  if (secrets.length === 0) return { status: null, error: "the key of the endpoint's secret is gone; rotate it" };
  const body = JSON.stringify(attempt.payload);
  const message = { id: attempt.eventId, url: attempt.url, body, secrets, sentAt: deps.clock() };
  return sendWebhook(message, rulesOf(deps), AbortSignal.timeout(WEBHOOK_LIMIT_S * 1000));
}

interface Attempted {
  attempt: WebhookAttempt;
  answer: WebhookAnswer;
}

/** Outcome and next queue entry are one transaction. A receiver that is gone for good is no longer tried. */
async function record(
  deps: Deps,
  { providerId, deliveryId }: WebhookJob,
  { attempt, answer }: Attempted,
): Promise<void> {
  const { status: answered, error } = answer;
  const isOver = error === null || answered === GONE || !attempt.enabled;
  const waitS = isOver ? null : webhookWaitS(attempt.attempts, attempt.remainingS, Math.random());
  const status = error === null ? "delivered" : waitS === null ? "failed" : "pending";
  await asProvider(deps.db, providerId, async (tx) => {
    const isOurs = await recordDelivery(tx, providerId, attempt, { status, answered, error, waitS });
    if (!isOurs) return;
    if (waitS !== null) await enqueueDelivery(tx, { providerId, deliveryId }, { waitS, replace: true });
    if (answered === GONE) {
      await setDisabled(tx, providerId, { endpointId: attempt.endpointId, reason: "it answered 410: gone" });
    }
  });
}

const PUT_OFF_S = 1;

/** Queues a delivery that has no turn yet for a moment later. */
export const putOffDelivery = (deps: Deps, job: WebhookJob): Promise<void> =>
  enqueueDelivery(deps.db.prisma, job, { waitS: PUT_OFF_S, replace: true });

/** Queues again what is long due and has lost its queue entry with a worker that died. */
export async function sweepDeliveries(deps: Deps): Promise<number> {
  const waiting = await findWaitingDeliveries(deps.db);
  for (const job of waiting) await enqueueDelivery(deps.db.prisma, job, { waitS: 0, replace: false });
  return waiting.length;
}

/** Removes what the log keeps no longer; a thousand at once, until none is left. */
export async function purgeWebhookLog(deps: Deps): Promise<number> {
  let purged = 0;
  for (;;) {
    const some = await purgeDeliveries(deps.db);
    purged += some;
    if (some === 0) return purged;
  }
}
