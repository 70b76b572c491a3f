import { setImmediate as nextTurn } from "node:timers/promises";

/** What frames an answer is Node's to say. Next leaves them out too. */
const OF_THE_CONNECTION = new Set(["content-length", "content-encoding", "transfer-encoding"]);
/** May stand beside what is there; every other header of ours stays as it is. */
const MANY = new Set(["set-cookie", "www-authenticate", "proxy-authenticate", "vary"]);

/**
 * Sends a handler's answer as Next's `sendResponse` does, byte for byte.
 *
 * @param {import("node:http").ServerResponse} outgoing
 * @param {Response & { wholeText?: string }} response
 * @param {string} method
 */
export async function sendAnswer(outgoing, response, method) {
  // A refusal that reads no body is ready before Node has taken in what came with the head. Answered then, the request would not be whole, and
  // its connection be closed: the client would need a new one for each.
  if (!outgoing.req.complete) await nextTurn();
  outgoing.statusCode = response.status;
  outgoing.statusMessage = response.statusText;
  for (const [name, value] of response.headers) {
    if (OF_THE_CONNECTION.has(name)) continue;
    if (!outgoing.hasHeader(name)) outgoing.setHeader(name, value);
    else if (MANY.has(name)) outgoing.appendHeader(name, value);
  }
  if (response.body === null || method === "HEAD") {
    outgoing.end();
  } else if (typeof response.wholeText === "string") {
    // All at once, for one message to the system.
    outgoing.cork();
    outgoing.write(Buffer.from(response.wholeText));
    outgoing.end();
    outgoing.uncork();
  } else {
    await pour(response.body, outgoing);
  }
}

/** Chunk by chunk, each when the client has taken those before it. No more is made for a client that has left. */
async function pour(body, outgoing) {
  const reader = body.getReader();
  let goOn = () => undefined;
  // One listener for all: the packer never forgets one that it was given.
  outgoing.on("drain", () => goOn());
  outgoing.once("close", () => {
    goOn();
    if (!outgoing.writableFinished) reader.cancel().catch(() => undefined);
  });
  try {
    for (let next = await reader.read(); !next.done; next = await reader.read()) {
      if (outgoing.destroyed) return;
      if (!outgoing.write(next.value)) await new Promise((resolve) => (goOn = resolve));
    }
  } catch (error) {
    outgoing.destroy();
    throw error;
  }
  outgoing.end();
}
