import { Agent, request } from "node:http";

export interface Answer {
  status: number;
  text: string;
}

export interface Client {
  get: (path: string) => Promise<Answer>;
  post: (path: string, body: string) => Promise<Answer>;
  close: () => void;
}

const TIMEOUT_MS = 60_000;

/** A client over kept-alive connections, without the cost that `fetch` adds to a measurement. */
export function openClient(base: string, apiKey: string, connections: number): Client {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const send = (method: string, path: string, body: string | null): Promise<Answer> =>
    new Promise((resolve, reject) => {
      const headers = {
        "X-API-Key": apiKey,
        ...(body === null ? {} : { "Content-Type": "application/json", "Content-Length": Buffer.byteLength(body) }),
      };
      const sent = request(new URL(path, base), { method, agent, headers, timeout: TIMEOUT_MS }, (response) => {
        const chunks: Buffer[] = [];
        response.on("data", (chunk: Buffer) => chunks.push(chunk));
        response.on("error", reject);
        response.on("end", () =>
          resolve({ status: response.statusCode ?? 0, text: Buffer.concat(chunks).toString("utf8") }),
        );
      });
      sent.on("timeout", () => sent.destroy(new Error(`${method} ${path} took over ${TIMEOUT_MS} ms`)));
      sent.on("error", reject);
      sent.end(body ?? undefined);
    });
  return {
    get: (path) => send("GET", path, null),
    post: (path, body) => send("POST", path, body),
    close: () => agent.destroy(),
  };
}

/** The answer as JSON; anything but 200 means that the comparison cannot be run. */
export function bodyOf(answer: Answer, what: string): unknown {
  if (answer.status !== 200) throw new Error(`${what} answered ${answer.status}: ${answer.text.slice(0, 500)}`);
  return JSON.parse(answer.text);
}
