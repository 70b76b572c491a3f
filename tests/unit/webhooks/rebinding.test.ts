import dns from "node:dns";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { lookUpPublic } from "@/lib/gateways/webhooks/addresses";
import { sendWebhook } from "@/lib/gateways/webhooks/send-webhook";

type Found = { address: string; family: number }[];
const answers: Found[] = [];
/**
 * The resolver of the machine, which here says what the test wants: a name that changes its mind. Its function is watched, not its
 * module: files of one process share their modules, and one that an earlier file loaded keeps the resolver it was loaded with.
 */
const lookup = vi.spyOn(dns, "lookup");

const PUBLIC = { address: "93.184.216.34", family: 4 };
const PRIVATE = { address: "127.0.0.1", family: 4 };
const SECRET = `whsec_${Buffer.alloc(24, 1).toString("base64")}`;
let server: Server;
let reached = 0;

beforeAll(async () => {
  server = createServer((_request, response) => {
    reached += 1;
    response.end();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  lookup.mockImplementation(((_name: string, _options: unknown, done: (error: null, found: Found) => void): void =>
    done(null, answers.shift() ?? [])) as never);
});
afterAll(() => {
  lookup.mockRestore();
  server.close();
});

const deliver = () =>
  sendWebhook(
    {
      id: "m",
      url: `http://changes.example:${(server.address() as AddressInfo).port}/hook`,
      body: "{}",
      secrets: [SECRET],
      sentAt: new Date(),
    },
    { allowHttp: true, allowPrivate: false, allowSandbox: false },
    AbortSignal.timeout(5_000),
  );

it("a name that led elsewhere when it was registered and leads here now is not followed", async () => {
  answers.push([PRIVATE]);
  expect(await deliver()).toMatchObject({ status: null, error: "its address is not public" });
  expect(reached).toBe(0);
});

it("a name with a public and a private address is not followed either", async () => {
  answers.push([PUBLIC, PRIVATE]);
  expect(await deliver()).toMatchObject({ status: null, error: "its address is not public" });
  expect(reached).toBe(0);
});

it("the connection goes to the address that was judged: the name is looked up once for both", () => {
  answers.push([PUBLIC], [PRIVATE]);
  lookup.mockClear();
  const given = vi.fn();
  lookUpPublic("changes.example", {}, given);
  expect(given).toHaveBeenCalledExactlyOnceWith(null, PUBLIC.address, PUBLIC.family);
  expect(lookup).toHaveBeenCalledTimes(1);
});
