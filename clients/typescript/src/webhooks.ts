import type { components } from "./api.js";

type Schemas = components["schemas"];

/** Messages of today. A later version may send others: leave alone what you do not know. */
export type WebhookEvent =
  | Schemas["BulkJobCompletedEvent"]
  | Schemas["FieldChangedEvent"]
  | Schemas["ApplicationChangedEvent"]
  | Schemas["RecheckSuggestedEvent"]
  | Schemas["WebhookTestEvent"];

/** A message that is not from the service, or is too old. Answer it with 400 and believe nothing of it. */
export class WebhookVerificationError extends Error {
  constructor(message: string) {
    super(message);
    this.name = "WebhookVerificationError";
  }
}

export interface VerifyOptions {
  /** Oldest message that is taken, and the most that a clock may run ahead. Seconds. */
  toleranceS?: number;
  now?: () => Date;
}

export interface VerifiedMessage {
  /** Stays the same when a message is sent again: tell repeats by it. */
  id: string;
  event: WebhookEvent;
}

const TOLERANCE_S = 300;
const fromBase64 = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));

/** The key of a secret, kept with its prefix or without. One that is missing is a fault of the receiver's settings: with an empty key anyone could sign. */
function keyOf(secret: string): Uint8Array<ArrayBuffer> {
  const raw = bytesOf(secret.replace(/^whsec_/, ""));
  if (raw !== null && raw.byteLength > 0) return raw;
  throw new TypeError("The secret is no webhook secret: keep it as the answer that made the endpoint has it.");
}

function bytesOf(text: string): Uint8Array<ArrayBuffer> | null {
  try {
    return fromBase64(text);
  } catch {
    return null;
  }
}

/**
 * Checks a message by its signature and its age, and gives what it says. `secret` begins with `whsec_`; `body` is the text as
 * it came in, because text that was parsed and written again has another signature.
 */
export async function verifyWebhook(
  secret: string,
  headers: Headers,
  body: string,
  { toleranceS = TOLERANCE_S, now = () => new Date() }: VerifyOptions = {},
): Promise<VerifiedMessage> {
  const raw = keyOf(secret);
  const id = headers.get("webhook-id");
  const sentAt = headers.get("webhook-timestamp");
  const signatures = headers.get("webhook-signature");
  if (id === null || sentAt === null || signatures === null) {
    throw new WebhookVerificationError("The message has no signature.");
  }
  const ageS = now().getTime() / 1000 - Number(sentAt);
  if (!(Math.abs(ageS) <= toleranceS)) throw new WebhookVerificationError("The message is too old, or of the future.");
  const algorithm = { name: "HMAC", hash: "SHA-256" };
  const key = await crypto.subtle.importKey("raw", raw, algorithm, false, ["verify"]);
  const signed = new TextEncoder().encode(`${id}.${sentAt}.${body}`);
  for (const part of signatures.split(" ")) {
    const given = part.startsWith("v1,") ? bytesOf(part.slice(3)) : null;
    // `verify` takes one time for every signature.
    if (given !== null && (await crypto.subtle.verify("HMAC", key, given, signed))) {
      return { id, event: JSON.parse(body) as WebhookEvent };
    }
  }
  throw new WebhookVerificationError("No signature of the message is right.");
}
