import { once } from "node:events";
import { connect as connectSocket, createServer, type AddressInfo, type Server } from "node:net";
import { afterAll, beforeAll, expect, it } from "vitest";
import { connect, type Db } from "@/lib/data/db";
import { cancellingStatements } from "@/lib/data/statement-context";

const CANCEL_CODE = 80_877_102;
const isCancelRequest = (bytes: Buffer): boolean => bytes.length === 16 && bytes.readInt32BE(4) === CANCEL_CODE;

/** A line on which requests to cancel wait, as before a server that has stopped taking connections. */
interface HoldingLine {
  url: string;
  held: () => number;
  /** The requests come to the server after all. */
  letGo: () => Promise<void>;
  server: Server;
}

async function startHoldingLine(databaseUrl: string): Promise<HoldingLine> {
  const port = Number(new URL(databaseUrl).port);
  const held: Buffer[] = [];
  const server = createServer((client) => {
    client.on("error", () => undefined);
    client.once("data", (first: Buffer) => {
      if (isCancelRequest(first)) {
        held.push(first);
        return;
      }
      const database = connectSocket({ port, host: "127.0.0.1" });
      database.on("error", () => client.destroy());
      database.write(first);
      client.pipe(database);
      database.pipe(client);
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: databaseUrl.replace(`:${port}/`, `:${(server.address() as AddressInfo).port}/`),
    held: () => held.length,
    letGo: async () => {
      for (const request of held) {
        const socket = connectSocket({ port, host: "127.0.0.1" });
        socket.resume();
        socket.write(request);
        await once(socket, "close");
      }
    },
    server,
  };
}

let line: HoldingLine;
let db: Db;
beforeAll(async () => {
  line = await startHoldingLine(String(process.env.DATABASE_URL));
  // One connection: the next statement is given the one that was canceled, where it is given to anyone.
  db = connect({ url: line.url, poolMax: 1 });
});
afterAll(async () => {
  await db.close();
  line.server.close();
});

const ask = (sql: string) => db.pool.query<{ pid: number }>(sql);

it("a request to cancel that comes late ends no one else's statement: its connection was given to no one", async () => {
  const [before] = (await ask("SELECT pg_backend_pid() AS pid")).rows;
  const calling = new AbortController();
  const late = cancellingStatements(calling.signal, () => ask("SELECT pg_backend_pid() AS pid, pg_sleep(0.5)"));
  setTimeout(() => calling.abort(), 100);
  // Ends by itself: no one canceled it.
  expect((await late).rows).toEqual([expect.objectContaining({ pid: before?.pid })]);
  const next = ask("SELECT pg_backend_pid() AS pid, pg_sleep(2)");
  await line.letGo();
  const [after] = (await next).rows;
  expect(line.held()).toBe(1);
  expect(after?.pid).not.toBe(before?.pid);
});
