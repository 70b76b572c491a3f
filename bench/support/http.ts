import { Agent, request } from "node:http";

export interface Answer {
  status: number;
  text: string;
  /** When so much of the text was there that `until` was, milliseconds after the request; null where it never was. */
  untilMs: number | null;
}

export interface Client {
  get: (path: string, until?: string) => Promise<Answer>;
  post: (path: string, body: string) => Promise<Answer>;
  close: () => void;
}

const TIMEOUT_MS = 60_000;

/** A provider's client. */
export const openClient = (base: string, apiKey: string, connections: number): Client =>
  clientWith(base, { "X-API-Key": apiKey }, connections);

/** A browser that has followed a portal link, with the address that the link led to. */
export async function followLink(base: string, link: string): Promise<{ page: string; client: Client }> {
  const response = await fetch(new URL(new URL(link).pathname, base), { redirect: "manual" });
  const [page, cookie] = [response.headers.get("location"), response.headers.get("set-cookie")?.split(";")[0]];
  if (page === null || cookie === undefined) throw new Error(`the link answered ${response.status}`);
  return {
    page,
    client: clientWith(base, { Cookie: cookie, Accept: "text/html", "Sec-Fetch-Site": "same-origin" }, 1),
  };
}

/** A client that posts forms, as those of ArcGIS-style servers do. */
export const openForms = (base: string): Client =>
  clientWith(base, { "Content-Type": "application/x-www-form-urlencoded" }, 1);

/** Over kept-alive connections, without the cost that `fetch` adds to a measurement. */
function clientWith(base: string, own: Record<string, string>, connections: number): Client {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const send = (method: string, path: string, body: string | null, until?: string): Promise<Answer> =>
    new Promise((resolve, reject) => {
      const started = performance.now();
      let untilMs: number | null = null;
      const headers = {
        ...(body === null ? {} : { "Content-Type": "application/json", "Content-Length": Buffer.byteLength(body) }),
        ...own,
      };
      const sent = request(new URL(path, base), { method, agent, headers, timeout: TIMEOUT_MS }, (response) => {
        const chunks: Buffer[] = [];
        response.on("data", (chunk: Buffer) => {
          chunks.push(chunk);
          if (until !== undefined && untilMs === null && chunk.includes(until)) untilMs = performance.now() - started;
        });
        response.on("error", reject);
        response.on("end", () =>
          resolve({ status: response.statusCode ?? 0, text: Buffer.concat(chunks).toString("utf8"), untilMs }),
        );
      });
      sent.on("timeout", () => sent.destroy(new Error(`${method} ${path} took over ${TIMEOUT_MS} ms`)));
      sent.on("error", reject);
      sent.end(body ?? undefined);
    });
  return {
    get: (path, until) => send("GET", path, null, until),
    post: (path, body) => send("POST", path, body),
    close: () => agent.destroy(),
  };
}

/** The answer as JSON; anything but 200 means that the comparison cannot be run. */
export function bodyOf(answer: Answer, what: string): unknown {
  if (answer.status !== 200) throw new Error(`${what} answered ${answer.status}: ${answer.text.slice(0, 500)}`);
  return JSON.parse(answer.text);
}
