import type { Problem } from "@/lib/domain/errors";
import { OperatorRefusal } from "@/lib/domain/operator";

/** Webhooks: events a provider can subscribe to. The database writes them (prisma/migrations, webhooks). */
export const WEBHOOK_EVENTS = [
  "bulk_job.completed",
  "field.changed",
  "application.changed",
  "application.recheck_suggested",
] as const;
export type WebhookEvent = (typeof WEBHOOK_EVENTS)[number];
/** What someone in the portal may have done to one application, as `application.changed` names it. */
export const APPLICATION_CHANGES = ["drift_buffer", "record", "signature", "limitation"] as const;
export type ApplicationChange = (typeof APPLICATION_CHANGES)[number];
/** Sent on request only, to one endpoint, whatever it subscribes to. */
export const WEBHOOK_TEST_EVENT = "webhook.test";
/** A provider's endpoints at most: each event goes to all of them. */
export const MOST_ENDPOINTS = 20;

export const WEBHOOK_STATUSES = ["pending", "delivered", "failed"] as const;
export type WebhookStatus = (typeof WEBHOOK_STATUSES)[number];

/** Where a provider wants to receive events. */
export interface WebhookEndpoint {
  endpointId: string;
  url: string;
  eventTypes: WebhookEvent[];
  enabled: boolean;
  disabledReason: string | null;
  createdAt: Date;
  /** Until then the secret before the newest signs as well. */
  oldSecretUntil: Date | null;
}

/** One message to one endpoint, with what came of it. */
export interface WebhookDelivery {
  deliveryId: string;
  endpointId: string;
  eventId: string;
  eventType: string;
  status: WebhookStatus;
  attempts: number;
  createdAt: Date;
  nextAttemptAt: Date;
  lastStatus: number | null;
  lastError: string | null;
  deliveredAt: Date | null;
}

/** A receiver has this long for its whole answer, and an attempt that says nothing for longer is taken for dead. */
export const WEBHOOK_LIMIT_S = 10;
export const WEBHOOK_SILENT_S = 30;
/** Both secrets sign for this long after a rotation, where nothing else is asked for. */
export const WEBHOOK_OVERLAP_S = 86_400;
export const MOST_WEBHOOK_OVERLAP_S = 604_800;

/** How a secret is replaced. */
export interface SecretRotation {
  /** How long an earlier secret signs as well; 0: not at all. */
  overlapS: number;
  /** Which of two secrets that count now is the earlier one from then on; null: refuse while two count. */
  keep: "older" | "newer" | null;
}

/** What cannot be done with an endpoint, with the problem that it is over the API. */
export class WebhookRefusal extends OperatorRefusal {
  readonly problem: Extract<
    Problem,
    "webhookNotFound" | "webhookConflict" | "invalidRequest" | "portalSasUnconfigured"
  >;

  constructor(problem: WebhookRefusal["problem"], message: string) {
    super(message);
    this.problem = problem;
  }
}

/** Seconds after the first, second, ... attempt: from a restarting receiver to a broken night, 22 hours in all. */
const WAITS_S = [5, 60, 300, 900, 1800, 3600, 7200, 14_400, 21_600, 28_800];
/** Receivers that fell over together are not asked again together. */
const SPREAD = 0.2;

/**
 * Seconds until the next attempt, or null when the time for a delivery is over. The last attempt is made when that time
 * ends. `chance` is from 0 up to 1.
 */
export function webhookWaitS(attempts: number, remainingS: number, chance: number): number | null {
  if (remainingS <= 0) return null;
  const wait = WAITS_S[attempts - 1] ?? remainingS;
  return Math.min(remainingS, wait * (1 + SPREAD * chance));
}
