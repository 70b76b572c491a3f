import { createServer, request as forward, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** What happens to one request on its way. */
export type Fault =
  | "none"
  /** The connection ends before an answer. */
  | "cut"
  /** The request is carried out, and the connection ends in the middle of its answer. */
  | "cutAnswer"
  | { status: number; retryable: boolean; retryAfterS?: number };

export interface FaultProxy {
  url: string;
  /** What the next requests meet, in their order; after that they pass. */
  next: (...faults: Fault[]) => void;
  /** Requests that came since the faults were last set. */
  came: () => IncomingMessage[];
  close: () => void;
}

/** A proxy on the way to a server, with the faults of a network and of a service that is busy. */
export async function faultProxy(target: string): Promise<FaultProxy> {
  let faults: Fault[] = [];
  let came: IncomingMessage[] = [];
  const server = createServer((incoming, outgoing) => {
    came.push(incoming);
    const fault = faults.shift() ?? "none";
    if (fault === "cut") incoming.socket.destroy();
    else if (typeof fault === "object") refuse(outgoing, fault);
    else pass(target, incoming, outgoing, fault);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", () => resolve()));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    next: (...wanted) => {
      faults = wanted;
      came = [];
    },
    came: () => came,
    close: () => void server.close(),
  };
}

function refuse(outgoing: ServerResponse, { status, retryable, retryAfterS }: Exclude<Fault, string>): void {
  const error = { code: status === 429 ? "RATE_LIMITED" : "REQUEST_FAILED", message: "Made up.", retryable };
  outgoing.writeHead(status, {
    "Content-Type": "application/json",
    ...(retryAfterS === undefined ? {} : { "Retry-After": String(retryAfterS) }),
  });
  outgoing.end(JSON.stringify({ success: false, error: { ...error, request_id: "of-the-proxy", doc_url: "" } }));
}

function pass(target: string, incoming: IncomingMessage, outgoing: ServerResponse, fault: "none" | "cutAnswer"): void {
  const { method, headers, url = "/" } = incoming;
  const onward = forward(new URL(url, target), { method, headers }, (answer) => {
    outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
    if (fault === "none") answer.pipe(outgoing);
    else answer.once("data", (chunk: Buffer) => outgoing.write(chunk.subarray(0, 10), () => outgoing.destroy()));
  });
  onward.on("error", () => outgoing.destroy());
  incoming.pipe(onward);
}
