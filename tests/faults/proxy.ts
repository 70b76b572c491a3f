import { connect, createServer, type Socket } from "node:net";
import type { AddressInfo } from "node:net";

/** A line to the database that can be made slow, or be cut. */
export interface FaultyLine {
  /** A database address by way of the line. */
  through: (databaseUrl: string) => string;
  /** Each piece waits so long, either way. */
  setDelay: (ms: number) => void;
  /** Whether nothing passes, either way, while connections stay open: the other end has stopped where it stood. */
  setFrozen: (isFrozen: boolean) => void;
  /** Whether the database is away: connections end, and no new one comes about. */
  setAway: (isAway: boolean) => void;
  /** Ends every connection now, as a switch that restarts does. */
  cutAll: () => number;
  /** The share of commits that reach the database and whose answer does not come back. */
  setLostCommits: (share: () => boolean) => void;
  lostCommits: () => number;
  /** What the database has answered so far. */
  answeredBytes: () => number;
  close: () => void;
}

export async function startLine(port: number): Promise<FaultyLine> {
  const pairs = new Set<[Socket, Socket]>();
  const state = { delayMs: 0, isFrozen: false, isAway: false, losesCommit: () => false, lost: 0, answered: 0 };
  const server = createServer((client) => {
    if (state.isAway) {
      client.destroy();
      return;
    }
    const database = connect({ port, host: "127.0.0.1" });
    const pair: [Socket, Socket] = [client, database];
    pairs.add(pair);
    const end = (): void => {
      pairs.delete(pair);
      client.destroy();
      database.destroy();
    };
    for (const socket of pair) {
      socket.on("error", end);
      socket.on("close", end);
    }
    const later = (work: () => void): unknown => (state.delayMs === 0 ? work() : setTimeout(work, state.delayMs));
    client.on("data", (bytes: Buffer) => {
      const isLost = bytes.includes("COMMIT") && state.losesCommit();
      later(() => {
        if (!isLost) {
          database.write(bytes);
          return;
        }
        state.lost += 1;
        database.removeAllListeners("data");
        // The database has it, and its answer is dropped: who asked does not know whether it was done.
        database.once("data", end);
        database.write(bytes);
      });
    });
    database.on("data", (bytes: Buffer) => {
      state.answered += bytes.length;
      later(() => client.write(bytes));
    });
    // A listener for data sets a socket flowing.
    if (state.isFrozen) for (const socket of pair) socket.pause();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port: own } = server.address() as AddressInfo;
  const cutAll = (): number => {
    const open = [...pairs];
    for (const [client, database] of open) {
      client.destroy();
      database.destroy();
    }
    return open.length;
  };
  return {
    through: (databaseUrl) => databaseUrl.replace(`:${port}/`, `:${own}/`),
    setDelay: (ms) => (state.delayMs = ms),
    setFrozen: (isFrozen) => {
      state.isFrozen = isFrozen;
      for (const socket of [...pairs].flat())
        if (isFrozen) socket.pause();
        else socket.resume();
    },
    setAway: (isAway) => {
      state.isAway = isAway;
      if (isAway) cutAll();
    },
    cutAll,
    setLostCommits: (share) => (state.losesCommit = share),
    lostCommits: () => state.lost,
    answeredBytes: () => state.answered,
    close: () => {
      cutAll();
      server.close();
    },
  };
}
