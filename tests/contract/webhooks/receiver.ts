import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { Webhook } from "standardwebhooks";

export interface Received {
  path: string;
  id: string;
  timestamp: string;
  signature: string;
  body: string;
}

/** What a receiver does with a message; the default takes it. */
export type Reaction = (response: ServerResponse) => void;

export const take: Reaction = (response) => response.writeHead(204).end();
export const answerWith =
  (status: number, text = "", headers: Record<string, string> = {}): Reaction =>
  (response) =>
    response.writeHead(status, headers).end(text);

export interface Receiver {
  url: string;
  received: Received[];
  /** Reactions to the messages to come, in order. */
  react: (...reactions: Reaction[]) => void;
  close: () => Promise<void>;
}

const header = (request: IncomingMessage, name: string): string => String(request.headers[name] ?? "");

/** A provider's receiver, over a real socket. */
export async function startReceiver(): Promise<Receiver> {
  const received: Received[] = [];
  const reactions: Reaction[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      received.push({
        path: request.url ?? "",
        id: header(request, "webhook-id"),
        timestamp: header(request, "webhook-timestamp"),
        signature: header(request, "webhook-signature"),
        body: Buffer.concat(chunks).toString("utf8"),
      });
      (reactions.shift() ?? take)(response);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    received,
    react: (...next) => reactions.push(...next),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** The body, if the signature holds under a secret; throws if not. */
export const verified = (secret: string, { id, timestamp, signature, body }: Received): unknown =>
  new Webhook(secret).verify(body, {
    "webhook-id": id,
    "webhook-timestamp": timestamp,
    "webhook-signature": signature,
  });
