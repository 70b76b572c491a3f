import { createServer, type Server, type ServerResponse } from "node:http";
import { connect, type AddressInfo, type Socket } from "node:net";
import { once } from "node:events";
import { afterEach, expect, it } from "vitest";
import { drainOf, stopWaitMs } from "@/scripts/drain.mjs";

let server: Server;
const sockets: Socket[] = [];
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy();
  server.close();
  server.closeAllConnections();
});

/** A server that keeps each answer back until the test makes it. */
async function started() {
  const asked: ServerResponse[] = [];
  server = createServer({ keepAliveTimeout: 600_000 }, (_request, response) => {
    asked.push(response);
    server.emit("asked");
  });
  const drain = drainOf(server);
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return { asked, drain };
}

/** Asks on a connection of its own, or on one that is there. */
async function ask(on?: Socket) {
  const socket = on ?? connect({ port: (server.address() as AddressInfo).port, host: "127.0.0.1" });
  if (on === undefined) sockets.push(socket);
  let received = "";
  socket.on("data", (chunk: Buffer) => (received += chunk.toString("latin1")));
  const isAsked = once(server, "asked");
  socket.write("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n");
  await isAsked;
  return { socket, received: () => received };
}

it("says with the answer it is working on that the connection ends, and is over when it has", async () => {
  const { asked, drain } = await started();
  const { socket, received } = await ask();
  const isOver = new Promise<void>((resolve) => drain.close(resolve));
  asked[0]?.end("done");
  await once(socket, "close");
  await isOver;
  expect(received()).toMatch(/^HTTP\/1\.1 200 OK\r\n[^]*Connection: close\r\n[^]*done/);
});

it("ends a connection whose answer had begun before, when the answer is whole", async () => {
  const { asked, drain } = await started();
  const { socket, received } = await ask();
  asked[0]?.write("first, ");
  asked[0]?.flushHeaders();
  const isOver = new Promise<void>((resolve) => drain.close(resolve));
  asked[0]?.end("last");
  await once(socket, "close");
  await isOver;
  expect(received()).toMatch(/^HTTP\/1\.1 200 OK\r\n[^]*keep-alive\r\n[^]*first, [^]*last/i);
});

it("keeps connections until then", async () => {
  const { asked } = await started();
  const { socket, received } = await ask();
  asked[0]?.end("one");
  await once(socket, "data");
  await ask(socket);
  asked[1]?.end("two");
  await once(socket, "data");
  expect(received()).toContain("two");
  expect(received()).not.toMatch(/Connection: close/i);
  expect(socket.destroyed).toBe(false);
});

it("goes on taking connections after it was announced, each for one answer", async () => {
  const { asked, drain } = await started();
  drain.announce();
  for (const _ of [1, 2]) {
    const { socket, received } = await ask();
    asked.pop()?.end("done");
    await once(socket, "close");
    expect(received()).toMatch(/Connection: close\r\n[^]*done/);
  }
});

it.each(["", undefined, "0"])("does not wait where STOP_WAIT_S is %j", (seconds) => {
  expect(stopWaitMs(seconds)).toBe(0);
});

it.each(["-1", "1.5", "ten", "1000"])("refuses %j as STOP_WAIT_S", (seconds) => {
  expect(() => stopWaitMs(seconds)).toThrow(`STOP_WAIT_S must be a whole number from 0 to 999, not "${seconds}".`);
});
