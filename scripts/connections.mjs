import { readFileSync } from "node:fs";
import { createServer } from "node:http";

/** How long a client may be silent while it is its turn: half a request, or an answer that it does not read. */
const STALL_MS = 20_000;
/** How long request headers may take. */
const HEADERS_MS = 10_000;
/** How long a whole request may take to arrive. */
const REQUEST_MS = 60_000;
/**
 * How long a connection is kept for its next request. Longer than the 60 seconds for which load balancers keep theirs: one
 * that sends a request on a connection which we are closing gets a reset for an answer.
 */
const KEEP_ALIVE_S = 65;
/** How often the server looks for requests that are late. */
const CHECK_EVERY_MS = 1_000;
/** Requests of one connection that may wait for their turn. Ordinary clients send the next one after the answer. */
const MOST_PIPELINED = 8;
/** What a client may go on sending after an early answer, so that it gets to read that answer. */
const LINGER_MS = 2_000;
const LINGER_BYTES = 1_048_576;
/** Files that this process needs beside its clients: database connections, threads, logs. */
const OWN_FILES = 200;
const MOST_CONNECTIONS = 4_096;
const MOST_PER_ADDRESS = 256;

/** How many connections this process can take: what its limit on open files leaves. */
export function connectionLimits({
  CONNECTIONS_MAX: most,
  CONNECTIONS_PER_ADDRESS_MAX: perAddress,
  KEEP_ALIVE_S: keepAlive,
}) {
  const total = count("CONNECTIONS_MAX", most) ?? Math.max(32, Math.min(MOST_CONNECTIONS, openFiles() - OWN_FILES));
  return {
    total,
    perAddress: count("CONNECTIONS_PER_ADDRESS_MAX", perAddress) ?? Math.min(MOST_PER_ADDRESS, total),
    keepAliveMs: 1000 * (count("KEEP_ALIVE_S", keepAlive) ?? KEEP_ALIVE_S),
  };
}

function count(name, value) {
  if (value === undefined || value === "") return null;
  if (!/^[1-9]\d{0,6}$/.test(value)) throw new Error(`${name} must be a whole number above 0, not "${value}".`);
  return Number(value);
}

function openFiles() {
  try {
    const [, files] = /^Max open files\s+(\d+)/m.exec(readFileSync("/proc/self/limits", "utf8")) ?? [];
    return files === undefined ? Infinity : Number(files);
  } catch {
    return 1_024;
  }
}

/**
 * One client, as limits count it. An IPv6 customer has a network of 2^64 addresses, so the network is counted.
 *
 * @param {string} address an address without zone, IPv4 in its own form
 */
export function clientNetwork(address) {
  if (!address.includes(":")) return address;
  const [head = "", tail] = address.split("%", 1)[0].split("::");
  const groups = head === "" ? [] : head.split(":");
  const after = tail === undefined || tail === "" ? [] : tail.split(":");
  const zeros = tail === undefined ? 0 : Math.max(0, 8 - groups.length - after.length);
  const all = [...groups, ...Array.from({ length: zeros }, () => "0"), ...after];
  return `${all
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(":")}::/64`;
}

/**
 * An HTTP server that keeps any client from holding what the others need: connections, and memory for unread answers.
 *
 * - At the limit of connections, of an address or of all, the one that has been without a request longest gives way;
 *   when every one is at work, the new one is refused.
 * - Headers, bodies and reading have time limits. A slow client that makes progress keeps its connection.
 * - Requests of one connection are worked on one after the other, each when the answer before it was sent, and only
 *   `MOST_PIPELINED` may wait. An unread answer therefore takes the memory of one answer.
 * - A request that was answered before its body arrived ends its connection.
 * - CONNECT is refused. So is `Upgrade`, by answering the request itself as HTTP allows (RFC 9110, 7.8): some HTTP
 *   clients offer HTTP/2 with each first request and go on in HTTP/1.1.
 *
 * @param {{ total: number, perAddress: number, keepAliveMs: number, isProxy: (address: string) => boolean, addressOf: (socket: import("node:net").Socket) => string }} options
 *   `isProxy`: many clients come from that address, so it has no limit of its own
 * @param {(request: import("node:http").IncomingMessage, response: import("node:http").ServerResponse) => void} handle
 */
export function createGuardedServer(options, handle) {
  const server = createServer({
    headersTimeout: HEADERS_MS,
    requestTimeout: REQUEST_MS,
    keepAliveTimeout: options.keepAliveMs,
    connectionsCheckingInterval: CHECK_EVERY_MS,
  });
  server.timeout = STALL_MS;
  const connections = new ConnectionTable(options);
  server.on("connection", (socket) => connections.admit(socket));
  server.on("timeout", (socket) => connections.endIfStalled(socket));
  server.on("connect", (_request, socket) => socket.destroy());
  server.on("request", (request, response) => {
    const { socket } = request;
    // A chunk of many requests is parsed to its end, even after its connection was ended.
    if (socket.destroyed) return;
    closeAfterEarlyAnswer(request, response);
    connections.takeTurn(socket, request, response, () => handle(request, response));
  });
  return server;
}

/** The open connections, those that have been without a request longest first. */
class ConnectionTable {
  #open = new Map();
  #perNetwork = new Map();
  #options;

  constructor(options) {
    this.#options = options;
  }

  admit(socket) {
    const address = this.#options.addressOf(socket);
    const network = this.#options.isProxy(address) ? null : clientNetwork(address);
    if (!this.#hasRoom(network)) {
      socket.destroy();
      return;
    }
    this.#open.set(socket, { network, waiting: [], hasMadeRequests: false });
    this.#count(network, 1);
    socket.once("close", () => this.#forget(socket));
  }

  #hasRoom(network) {
    const { total, perAddress } = this.#options;
    const ofNetwork = network === null ? 0 : (this.#perNetwork.get(network) ?? 0);
    if (ofNetwork >= perAddress) return this.#endLongestIdle((connection) => connection.network === network);
    return this.#open.size < total || this.#endLongestIdle(() => true);
  }

  /** False when every connection that may give way is at work. One that never made a request goes first. */
  #endLongestIdle(mayGiveWay) {
    let found = null;
    for (const [socket, connection] of this.#open) {
      if (connection.waiting.length > 0 || !mayGiveWay(connection)) continue;
      found ??= socket;
      if (connection.hasMadeRequests) continue;
      found = socket;
      break;
    }
    if (found === null) return false;
    this.#forget(found);
    found.destroy();
    return true;
  }

  #forget(socket) {
    const connection = this.#open.get(socket);
    if (connection === undefined) return;
    this.#open.delete(socket);
    this.#count(connection.network, -1);
  }

  #count(network, change) {
    if (network === null) return;
    const now = (this.#perNetwork.get(network) ?? 0) + change;
    if (now > 0) this.#perNetwork.set(network, now);
    else this.#perNetwork.delete(network);
  }

  takeTurn(socket, request, response, begin) {
    const connection = this.#open.get(socket);
    if (connection === undefined || connection.waiting.length >= MOST_PIPELINED) {
      socket.destroy();
      return;
    }
    connection.hasMadeRequests = true;
    connection.waiting.push({ request, begin });
    response.once("close", () => this.#endTurn(socket, connection));
    if (connection.waiting.length === 1) begin();
  }

  #endTurn(socket, connection) {
    connection.waiting.shift();
    if (socket.destroyed || !this.#open.has(socket)) return;
    const [next] = connection.waiting;
    if (next !== undefined) next.begin();
    else {
      // To the end of the line: this one was busy until now.
      this.#open.delete(socket);
      this.#open.set(socket, connection);
    }
  }

  /** Nothing moved on this connection for a while. It goes on only while the answer is ours to make. */
  endIfStalled(socket) {
    const [current] = this.#open.get(socket)?.waiting ?? [];
    const isOurTurn = current !== undefined && current.request.complete && socket.writableLength === 0;
    if (isOurTurn) socket.setTimeout(STALL_MS);
    else socket.destroy();
  }
}

/**
 * An answer that does not wait for the request's body, such as 401 or 413, ends the connection: the rest of the body
 * is of no use. The client gets a moment to read the answer, since closing on data that is still coming in would
 * make its system throw the answer away.
 */
function closeAfterEarlyAnswer(request, response) {
  const { socket } = request;
  const writeHead = response.writeHead;
  response.writeHead = function (...head) {
    response.writeHead = writeHead;
    if (!request.complete || this.statusCode === 413 || head[0] === 413) {
      this.setHeader("Connection", "close");
      socket.destroySoon = () => linger(socket);
    }
    return writeHead.apply(this, head);
  };
}

function linger(socket) {
  const end = () => socket.destroy();
  const timer = setTimeout(end, LINGER_MS);
  const readBefore = socket.bytesRead;
  // Past that the client is kept waiting, not cut off: what lay in the system's buffers would come to more at once.
  socket.on("data", () => socket.bytesRead - readBefore > LINGER_BYTES && socket.pause());
  socket.once("end", end);
  socket.once("close", () => clearTimeout(timer));
  socket.end();
}
