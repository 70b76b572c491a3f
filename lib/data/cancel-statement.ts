import { connect as connectSocket } from "node:net";
import type pg from "pg";

/** What PostgreSQL's protocol calls a CancelRequest, and how long it is. */
const CANCEL_CODE = 80_877_102;
const CANCEL_BYTES = 16;
const CANCEL_LIMIT_MS = 5_000;

/** The driver has these and does not declare them. */
interface Backend {
  host?: string;
  port?: number;
  processID?: number | null;
  secretKey?: number | null;
}

/** Connections whose request to cancel may still come to the server, as to one that stood still while it was asked. */
const doubtful = new WeakSet<pg.ClientBase>();

/** Whether a request to cancel may still hit whatever the connection works on next. Such a one is given to no one else. */
export const isDoubtful = (client: pg.ClientBase): boolean => doubtful.has(client);

/**
 * Sends a statement that ends early when the signal fires. The connection is given back only after the server has taken
 * the request to cancel: one that came late would hit the next statement on the connection, which is someone else's.
 */
export async function cancelable<T>(client: pg.PoolClient, signal: AbortSignal, send: () => T): Promise<Awaited<T>> {
  signal.throwIfAborted();
  const cancellations: Promise<void>[] = [];
  const cancel = (): void => {
    cancellations.push(
      requestCancel(client).then((isTaken) => {
        if (!isTaken) doubtful.add(client);
      }),
    );
  };
  signal.addEventListener("abort", cancel, { once: true });
  try {
    return await send();
  } finally {
    signal.removeEventListener("abort", cancel);
    await Promise.all(cancellations);
  }
}

/**
 * Asks the server to end what a connection is working on. Never fails: the statement's own limit still holds. False: the server has
 * not said in time that it has taken the request.
 */
function requestCancel({ host = "localhost", port = 5432, processID, secretKey }: Backend): Promise<boolean> {
  if (typeof processID !== "number" || typeof secretKey !== "number") return Promise.resolve(true);
  const message = Buffer.alloc(CANCEL_BYTES);
  message.writeInt32BE(CANCEL_BYTES, 0);
  message.writeInt32BE(CANCEL_CODE, 4);
  message.writeInt32BE(processID, 8);
  message.writeInt32BE(secretKey, 12);
  return new Promise((resolve) => {
    const socket = host.startsWith("/") ? connectSocket(`${host}/.s.PGSQL.${port}`) : connectSocket({ host, port });
    socket.setTimeout(CANCEL_LIMIT_MS, () => socket.destroy());
    let isTaken = false;
    socket.on("error", () => undefined);
    socket.once("close", () => resolve(isTaken));
    // The server says nothing. It ends the connection when it has passed the request on.
    socket.once("end", () => (isTaken = true));
    socket.resume();
    socket.once("connect", () => socket.write(message));
  });
}
