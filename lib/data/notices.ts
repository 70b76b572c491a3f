import pg from "pg";

/** What operators change, as a row of the audit log names it. The migration that made the trigger sends to this channel. */
const CHANNEL = "hedgerow_action";
const FIRST_WAIT_MS = 500;
const LONGEST_WAIT_MS = 30_000;
const CONNECT_MS = 10_000;

interface Listener {
  /** The kind of object that was changed, such as `key`. */
  heard: (kind: string) => void;
  /** A connection stands; notices sent before it were not heard. */
  connected: () => void;
  lost: (error: Error) => void;
}

export interface Listening {
  close: () => Promise<void>;
}

/**
 * Listens to what operators change, on a connection of its own that is made again whenever it breaks. It keeps no process
 * alive. Behind a transaction pooler nothing is heard: `url` has to lead to PostgreSQL itself.
 */
export function listenForActions(url: string, listener: Listener): Listening {
  let client: pg.Client | null = null;
  let timer: NodeJS.Timeout | null = null;
  let isClosed = false;
  let waitMs = FIRST_WAIT_MS;

  const again = (broken: pg.Client, error: Error): void => {
    // An earlier connection may say late that it ended.
    if (isClosed || timer !== null || broken !== client) return;
    listener.lost(error);
    void broken.end().catch(() => undefined);
    timer = setTimeout(() => {
      timer = null;
      void begin();
    }, waitMs);
    timer.unref();
    waitMs = Math.min(2 * waitMs, LONGEST_WAIT_MS);
  };

  async function begin(): Promise<void> {
    const made = new pg.Client({
      connectionString: url,
      application_name: "hedgerow notices",
      connectionTimeoutMillis: CONNECT_MS,
      keepAlive: true,
    });
    client = made;
    made.on("error", (error) => again(made, error));
    made.on("end", () => again(made, new Error("the connection ended")));
    made.on("notification", ({ payload }) => listener.heard(payload ?? ""));
    try {
      await made.connect();
      // The library has it, and its types do not.
      (made as pg.Client & { unref: () => void }).unref();
      await made.query(`LISTEN ${CHANNEL}`);
      waitMs = FIRST_WAIT_MS;
      listener.connected();
    } catch (error) {
      again(made, error instanceof Error ? error : new Error(String(error)));
    }
  }

  void begin();
  return {
    close: async () => {
      isClosed = true;
      if (timer !== null) clearTimeout(timer);
      await client?.end();
    },
  };
}
