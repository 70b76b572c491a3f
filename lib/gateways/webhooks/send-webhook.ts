import { request as overHttp, type IncomingMessage, type RequestOptions } from "node:http";
import { request as overHttps } from "node:https";
import { describeSpan, inSpan, traceHeaders } from "@/lib/domain/spans";
import { Webhook } from "standardwebhooks";
import { sandboxReceiver } from "@/lib/domain/sandbox/receivers";
import { addressIn, isPublicAddress, lookUpPublic } from "@/lib/gateways/webhooks/addresses";

/** One message, signed with every secret that counts now. */
export interface WebhookMessage {
  id: string;
  url: string;
  body: string;
  secrets: readonly string[];
  sentAt: Date;
}

/** What this installation allows; production allows neither. */
export interface WebhookRules {
  allowHttp: boolean;
  allowPrivate: boolean;
  /** The receivers of the sandbox answer without being asked; never in production. */
  allowSandbox: boolean;
}

export interface WebhookAnswer {
  /** Null: no answer came. */
  status: number | null;
  /** Null: it was taken. */
  error: string | null;
  /** No answer came in the time it had. */
  timedOut?: true;
}

/** As much of a refusal is kept as helps to see why. */
const MOST_BYTES = 1024;
const MOST_CHARACTERS = 200;
const LONGEST_URL = 2000;

const PRIVATE = "must not be a private address";

/** Names that never lead to a public address (RFC 6761 and 6762): no delivery to them could succeed. */
const OF_NO_NETWORK = /(^|\.)(localhost|local|internal)\.?$/i;

/** The same of an address for a new endpoint, by its name too. */
export function newEndpointFault(text: string, rules: Omit<WebhookRules, "allowSandbox">): string | null {
  const fault = endpointFault(text, rules);
  if (fault !== null || rules.allowPrivate) return fault;
  return OF_NO_NETWORK.test(new URL(text).hostname) ? PRIVATE : null;
}

/** What is wrong with an address as an endpoint; null when nothing is. Names are resolved at every delivery. */
export function endpointFault(text: string, rules: Omit<WebhookRules, "allowSandbox">): string | null {
  if (text.length > LONGEST_URL || !URL.canParse(text))
    return `must be an absolute URL of at most ${LONGEST_URL} characters`;
  const url = new URL(text);
  if (url.protocol !== "https:" && !(rules.allowHttp && url.protocol === "http:")) return "must begin with https://";
  if (url.username !== "" || url.password !== "") return "must not hold a name or password";
  if (url.hash !== "") return "must not have a fragment";
  const address = addressIn(url);
  if (address !== null && !rules.allowPrivate && !isPublicAddress(address)) return PRIVATE;
  return null;
}

/** The headers of Standard Webhooks; one signature a secret, so that a receiver may know either of two. */
function signedHeaders({ id, body, secrets, sentAt }: WebhookMessage): Record<string, string> {
  return {
    "content-type": "application/json",
    "content-length": String(Buffer.byteLength(body)),
    "user-agent": "Hedgerow-Webhooks/1",
    "webhook-id": id,
    "webhook-timestamp": String(Math.floor(sentAt.getTime() / 1000)),
    "webhook-signature": secrets.map((secret) => new Webhook(secret).sign(id, sentAt, body)).join(" "),
  };
}

/** Sends a message once. Never throws for what the receiver does; redirects are refused, not followed. */
export async function sendWebhook(
  message: WebhookMessage,
  rules: WebhookRules,
  signal: AbortSignal,
): Promise<WebhookAnswer> {
  const fault = endpointFault(message.url, rules);
  if (fault !== null) return { status: null, error: `the endpoint's address ${fault}` };
  const simulated = rules.allowSandbox ? sandboxReceiver(message.url) : null;
  if (simulated !== null) return { status: simulated.status, error: simulated.error };
  try {
    return await inSpan({ name: "upstream webhook receiver", kind: "client" }, () => exchange(message, rules, signal));
  } catch (error) {
    if (signal.aborted) return { status: null, error: "no answer in time", timedOut: true };
    return { status: null, error: shorten(error instanceof Error ? error.message || error.name : "no answer") };
  }
}

const shorten = (text: string): string => text.replace(/\s+/g, " ").trim().slice(0, MOST_CHARACTERS);

function exchange(message: WebhookMessage, rules: WebhookRules, signal: AbortSignal): Promise<WebhookAnswer> {
  const url = new URL(message.url);
  const options: RequestOptions = {
    method: "POST",
    headers: { ...signedHeaders(message), ...traceHeaders() },
    signal,
    // A connection of its own: none is kept that was made to an address judged earlier.
    agent: false,
    ...(rules.allowPrivate ? {} : { lookup: lookUpPublic }),
  };
  return new Promise((resolve, reject) => {
    const send = url.protocol === "https:" ? overHttps : overHttp;
    const sent = send(url, options, (response) => {
      describeSpan({ "http.response.status_code": response.statusCode ?? 0 });
      readAnswer(response).then(resolve, reject);
    });
    sent.on("error", reject);
    sent.end(message.body);
  });
}

/** A 2xx is enough, whatever follows it. Of any other answer the beginning is read, and the rest refused. */
async function readAnswer(response: IncomingMessage): Promise<WebhookAnswer> {
  const status = response.statusCode ?? 0;
  if (status >= 200 && status < 300) {
    response.destroy();
    return { status, error: null };
  }
  if (status >= 300 && status < 400) {
    response.destroy();
    return { status, error: "it redirects, and redirects are not followed" };
  }
  const read: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    read.push(chunk);
    bytes += chunk.length;
    if (bytes >= MOST_BYTES) break;
  }
  const text = shorten(Buffer.concat(read).subarray(0, MOST_BYTES).toString("utf8"));
  return { status, error: text === "" ? `it answered ${status}` : `it answered ${status}: ${text}` };
}
