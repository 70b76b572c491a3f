import { readFileSync } from "node:fs";
import { afterAll, beforeAll, expect, it } from "vitest";
import { rounds } from "@/tests/attack/support/rounds";
import { startTarget, type Target } from "@/tests/attack/support/server";
import { isAnswering, openRaw, sendAndLeave, until, type RawConnection } from "@/tests/attack/support/sockets";

const FILES = 400;
const head = (line: string, ...headers: string[]): string => [line, "Host: localhost", ...headers, "", ""].join("\r\n");
const upgrade = (path: string): string =>
  head(`GET ${path} HTTP/1.1`, "Connection: Upgrade", "Upgrade: websocket", "Sec-WebSocket-Version: 13");

let target: Target;
let restingFiles = 0;
const open: RawConnection[] = [];

beforeAll(async () => {
  target = await startTarget({
    fileLimit: FILES,
    env: { CONNECTIONS_MAX: "150", CONNECTIONS_PER_ADDRESS_MAX: "100", RATE_LIMIT_ADDRESS_PER_MIN: "100000" },
  });
  // The first request is what makes Next take over upgrades.
  await fetch(`${target.url}/docs/errors`);
  expect(await isAnswering(target.url)).toBe(true);
  restingFiles = target.openFiles();
});
afterAll(() => target.stop());

const openMany = async (count: number, text: string, options?: { reads: boolean }): Promise<RawConnection[]> => {
  const opened = await Promise.all(Array.from({ length: count }, () => openRaw(target.port, text, options)));
  open.push(...opened);
  return opened;
};

async function leaveAll(): Promise<void> {
  for (const { socket } of open.splice(0)) socket.destroy();
  expect(await until(() => target.openFiles() <= restingFiles + 10)).toBe(true);
}

const memoryMb = (): number =>
  Number(/^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${target.pid}/status`, "utf8"))?.[1]) / 1024;

it.each(["/", "/api/v2/esa-check", "/_next/webpack-hmr"])(
  "an upgrade on %s leaves no connection behind, however many are sent",
  async (path) => {
    for (let round = 0; round < rounds(10); round += 1) {
      await Promise.all(Array.from({ length: 50 }, () => sendAndLeave(target.port, upgrade(path))));
    }
    expect(await until(() => target.openFiles() <= restingFiles + 10)).toBe(true);
    // After 500 pages for no one, which take a busy machine more than 20 s.
    expect(await isAnswering(target.url, 150_000)).toBe(true);
  },
);

it("an upgrade changes no protocol: the request is answered as it stands", async () => {
  const [h2c] = await openMany(
    1,
    head("GET /api/health HTTP/1.1", "Connection: Upgrade, HTTP2-Settings", "Upgrade: h2c"),
  );
  expect(await until(() => h2c?.received().includes("200 OK") ?? false)).toBe(true);
  const [socket] = await openMany(1, upgrade("/api/health"));
  expect(await until(() => socket?.received().startsWith("HTTP/1.1 ") ?? false)).toBe(true);
  expect(socket?.received()).not.toContain("101 Switching");
  await leaveAll();
});

it("CONNECT is refused, and its connection ended", async () => {
  const tunnels = await openMany(50, "CONNECT 127.0.0.1:5432 HTTP/1.1\r\nHost: 127.0.0.1:5432\r\n\r\n");
  await Promise.all(tunnels.map(({ closed }) => closed));
  expect(tunnels.every(({ received }) => !received().includes(" 200 "))).toBe(true);
  await leaveAll();
});

it.each([
  ["silence", ""],
  ["half a header", "GET /api/health HTTP/1.1\r\nHost: local"],
  [
    "a body that never comes",
    head("POST /api/v2/esa-check HTTP/1.1", "Content-Type: application/json", "Content-Length: 5"),
  ],
])("more connections than the service has, held by %s, keep no one out", async (_what, text) => {
  for (let round = 0; round < rounds(12); round += 1) {
    await openMany(50, text);
    expect(await isAnswering(target.url)).toBe(true);
  }
  expect(target.openFiles()).toBeLessThan(restingFiles + 150);
  await leaveAll();
});

it("silent connections are ended by the service", async () => {
  const silent = await openMany(20, "");
  const halves = await openMany(20, "GET /api/health HTTP/1.1\r\nHost: local");
  await Promise.all([...silent, ...halves].map(({ closed }) => closed));
  await leaveAll();
});

it("unread answers take little memory, and starve no one", async () => {
  const before = memoryMb();
  const pipelined = head("GET /api/v2/openapi.json HTTP/1.1").repeat(1_500);
  await openMany(20, pipelined, { reads: false });
  for (let look = 0; look < 20; look += 1) expect(await isAnswering(target.url)).toBe(true);
  expect(memoryMb() - before).toBeLessThan(200);
  await leaveAll();
});

it("a few pipelined requests are answered in their order", async () => {
  const texts = ["/api/health", "/api/nowhere", "/api/health"].map((path) => head(`GET ${path} HTTP/1.1`)).join("");
  const [client] = await openMany(1, texts);
  expect(await until(() => (client?.received().match(/HTTP\/1\.1 \d+/g) ?? []).length === 3)).toBe(true);
  expect(client?.received().match(/HTTP\/1\.1 \d+/g)).toEqual(["HTTP/1.1 200", "HTTP/1.1 404", "HTTP/1.1 200"]);
  await leaveAll();
});

it("a refusal that does not wait for its body can be read, and ends the connection", async () => {
  const size = 40_000_000;
  const [client] = await openMany(
    1,
    head("POST /api/v2/esa-check HTTP/1.1", "Content-Type: application/json", `Content-Length: ${size}`),
  );
  const piece = "x".repeat(65_536);
  let sent = 0;
  const isOpen = (): boolean => client?.socket.destroyed === false && client.socket.writable;
  while (isOpen() && sent < size) {
    sent += piece.length;
    await new Promise<void>((resolve) => client?.socket.write(piece, () => resolve()));
  }
  await client?.closed;
  expect(client?.received()).toMatch(/^HTTP\/1\.1 401 [^]*connection: close/i);
  expect(sent).toBeLessThan(size / 4);
  await leaveAll();
});
