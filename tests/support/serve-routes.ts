import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { sendToRoute } from "@/tests/support/router";

export interface Served {
  url: string;
  /** Every request that came, with what it was answered. */
  asked: { request: string; status: number }[];
  close: () => void;
}

/** The routes behind a real HTTP server, so that programs of others reach them. `key` is put on requests that have none. */
export async function serveRoutes({ key }: { key?: string } = {}): Promise<Served> {
  const asked: Served["asked"] = [];
  const server = createServer((incoming, outgoing) => void answer(incoming, outgoing));
  async function answer(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of incoming) chunks.push(chunk as Buffer);
    const method = incoming.method ?? "GET";
    const headers = new Headers(
      Object.entries(incoming.headers).map(([name, value]): [string, string] => [name, String(value)]),
    );
    if (key !== undefined && !headers.has("x-api-key")) headers.set("X-API-Key", key);
    const request = new Request(`http://localhost:3000${incoming.url ?? "/"}`, {
      method,
      headers,
      ...(method === "GET" || method === "HEAD" ? {} : { body: Buffer.concat(chunks) }),
    });
    const response = await sendToRoute(request);
    asked.push({ request: `${method} ${incoming.url ?? ""}`, status: response.status });
    outgoing.writeHead(response.status, Object.fromEntries(response.headers));
    outgoing.end(Buffer.from(await response.arrayBuffer()));
  }
  await listening(server);
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    close: () => void server.close(),
  };
}

const listening = (server: Server): Promise<void> =>
  new Promise((resolve) => server.listen(0, "127.0.0.1", () => resolve()));
