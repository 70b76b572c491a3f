import { existsSync } from "node:fs";
import { expect, it } from "vitest";
import { readyResponse } from "@/lib/contracts/v2/plain";
import { startTarget } from "@/tests/attack/support/server";
import { askAlone, isAnswering, openRaw, until } from "@/tests/attack/support/sockets";
import { makeCaller } from "@/tests/support/api";
import { checkBody } from "@/tests/support/requests";

it("a process that is asked to end answers what it was sent, says that it was the last, and is gone with its client still there", async () => {
  const target = await startTarget();
  try {
    const { providerId, apiKey } = await makeCaller("drained");
    const body = JSON.stringify(checkBody(providerId));
    const lines = [
      "POST /api/v2/esa-check HTTP/1.1",
      "Host: localhost",
      `X-API-Key: ${apiKey}`,
      "Content-Type: application/json",
      `Content-Length: ${Buffer.byteLength(body)}`,
    ];
    expect(await isAnswering(target.url)).toBe(true);
    const { socket, received, closed } = await openRaw(
      target.port,
      `${lines.join("\r\n")}\r\n\r\n${body.slice(0, 100)}`,
    );
    process.kill(target.pid, "SIGTERM");
    expect(await until(async () => !(await isAnswering(target.url)))).toBe(true);
    socket.write(body.slice(100));
    await closed;
    expect(received()).toMatch(/^HTTP\/1\.1 200 OK\r\n[^]*connection: close\r\n[^]*"success":true/i);
    expect(await until(() => !existsSync(`/proc/${target.pid}`))).toBe(true);
  } finally {
    await target.stop();
  }
});

it("a process that is asked to end and has to wait says at once that it is not ready, and goes on answering", async () => {
  // Ended by the test: the wait is long enough for any machine.
  const target = await startTarget({ env: { STOP_WAIT_S: "600" } });
  try {
    const ready = async () => {
      const { status, body } = await askAlone(`${target.url}/api/ready`);
      return { http: status, process: readyResponse.parse(JSON.parse(body)).checks.process };
    };
    expect(await ready()).toMatchObject({ process: undefined });
    process.kill(target.pid, "SIGTERM");
    expect(await until(async () => (await ready()).process !== undefined)).toBe(true);
    expect(await ready()).toEqual({ http: 503, process: { ok: false, detail: "this process was asked to end" } });
    // Of a client that would go on with its connection.
    const { received, closed } = await openRaw(target.port, "GET /api/v2/fields HTTP/1.1\r\nHost: localhost\r\n\r\n");
    await closed;
    expect(received()).toMatch(/^HTTP\/1\.1 401 [^]*\r\nconnection: close\r\n/i);
  } finally {
    await target.stop();
  }
});
