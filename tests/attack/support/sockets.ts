import { get } from "node:http";
import { connect, type Socket } from "node:net";
import { text } from "node:stream/consumers";
import { setTimeout as pause } from "node:timers/promises";

/** A connection with everything that came back on it. */
export interface RawConnection {
  socket: Socket;
  received: () => string;
  /** Resolves when the connection is gone, anyone who ended it. */
  closed: Promise<void>;
}

/** Opens a connection and sends a text on it. What the server does to it is an outcome, not an error. */
export function openRaw(port: number, text = "", { reads = true }: { reads?: boolean } = {}): Promise<RawConnection> {
  return new Promise((resolve) => {
    const socket = connect({ port, host: "127.0.0.1" });
    const chunks: Buffer[] = [];
    const closed = new Promise<void>((done) => socket.once("close", () => done()));
    const connection = { socket, received: () => Buffer.concat(chunks).toString("latin1"), closed };
    socket.on("error", () => undefined);
    if (reads) socket.on("data", (chunk: Buffer) => chunks.push(chunk));
    socket.once("connect", () => {
      if (text !== "") socket.write(text);
      resolve(connection);
    });
    socket.once("close", () => resolve(connection));
  });
}

/** Sends a text, closes at once and forgets: the cheapest thing a client can do. */
export async function sendAndLeave(port: number, text: string): Promise<void> {
  const { socket, closed } = await openRaw(port);
  socket.end(text);
  socket.resume();
  socket.destroySoon();
  await closed;
}

/** Looks until a condition holds. The limit is for a broken server; the test says what it should have been. */
export async function until(condition: () => boolean | Promise<boolean>, limitMs = 60_000): Promise<boolean> {
  const end = performance.now() + limitMs;
  while (performance.now() < end) {
    if (await condition()) return true;
    await pause(50);
  }
  return false;
}

interface Answered {
  status: number | undefined;
  body: string;
}

/** Asks on a connection of its own: one that was kept is idle, and the service may end it to make room, or because it is to end itself. */
export const askAlone = (address: string, withinMs = 60_000): Promise<Answered> =>
  new Promise((resolve, reject) => {
    const asked = get(address, { agent: false, signal: AbortSignal.timeout(withinMs) }, (response) => {
      text(response).then((body) => resolve({ status: response.statusCode, body }), reject);
    });
    asked.once("error", reject);
  });

/** Whether the service answers another client now. */
export const isAnswering = (url: string, withinMs = 20_000): Promise<boolean> =>
  askAlone(`${url}/api/health`, withinMs).then(
    ({ status }) => status === 200,
    () => false,
  );
