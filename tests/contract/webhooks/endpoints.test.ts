import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import pino from "pino";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { sendWebhook } from "@/lib/gateways/webhooks/send-webhook";
import { getDeps } from "@/lib/runtime/deps";
import { deliverWebhook } from "@/lib/usecases/webhooks/deliver-webhook";
import {
  disableEndpoint,
  enableEndpoint,
  listEndpoints,
  removeEndpoint,
  rotateSecret,
  rulesOf,
} from "@/lib/usecases/webhooks/manage-endpoints";
import { replayDelivery } from "@/lib/usecases/webhooks/read-log";
import { sql } from "@/tests/contract/v2/esa-check/support";
import { answerWith, startReceiver, verified, type Receiver } from "@/tests/contract/webhooks/receiver";
import {
  allowReceiversHere,
  contextOf,
  deliverAll,
  logOf,
  prepareQueue,
  subscribe,
  tell,
} from "@/tests/contract/webhooks/support";
import { makeCaller } from "@/tests/support/api";
import { programOf } from "@/tests/support/program";

allowReceiversHere();

let receiver: Receiver;
beforeAll(async () => {
  await prepareQueue();
  receiver = await startReceiver();
});
afterAll(() => receiver.close());

const make = async (provider: string): Promise<string> => {
  await makeCaller(provider);
  return provider;
};
const ROOT = fileURLToPath(new URL("../../..", import.meta.url));

/** The operator's command, in a process of its own, against this file's database. */
function webhook(...args: string[]): Promise<{ code: number | null; out: string; err: string }> {
  const child = spawn(process.execPath, [...programOf("webhook"), ...args], { cwd: ROOT });
  let out = "";
  let err = "";
  child.stdout.on("data", (chunk: Buffer) => (out += chunk.toString()));
  child.stderr.on("data", (chunk: Buffer) => (err += chunk.toString()));
  return new Promise((resolve) => child.on("close", (code) => resolve({ code, out, err })));
}

describe("a secret", () => {
  it("is shown once and stored sealed", async () => {
    const provider = await make("sealed");
    const { secret } = await subscribe(provider, receiver.url);
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    const [row] = await sql<{ all: string; sealed: Buffer }>(
      provider,
      "SELECT e::text AS all, e.secret_sealed AS sealed FROM webhook_endpoint e",
    );
    expect(row?.all).not.toContain(secret.slice(6));
    expect(row?.sealed.toString("latin1")).not.toContain("whsec_");
  });

  it("that was replaced signs beside the new one for a day, and no longer", async () => {
    const provider = await make("rotated");
    const { endpointId, secret: first } = await subscribe(provider, receiver.url);
    const second = await rotateSecret(await contextOf(provider), endpointId);
    await tell(provider);
    await deliverAll(provider);
    const both = receiver.received.at(-1);
    if (both === undefined) throw new Error("nothing was received");
    expect(verified(first, both)).toEqual(verified(second, both));
    await sql(provider, "UPDATE webhook_endpoint SET old_secret_until = now()");
    await tell(provider);
    await deliverAll(provider);
    const one = receiver.received.at(-1);
    if (one === undefined) throw new Error("nothing was received");
    expect(() => verified(first, one)).toThrow();
    verified(second, one);
  });

  it("whose sealing key is gone delivers nothing and says so; without any key none is made", async () => {
    const provider = await make("keyless");
    await subscribe(provider, receiver.url);
    await tell(provider);
    const { env } = await getDeps();
    const keys = env.PORTAL_LINK_KEYS;
    env.PORTAL_LINK_KEYS = [];
    try {
      await deliverAll(provider);
      await expect(subscribe(provider, `${receiver.url}/2`)).rejects.toThrow("PORTAL_LINK_KEYS");
    } finally {
      env.PORTAL_LINK_KEYS = keys;
    }
    const [delivery] = await logOf(provider);
    expect(delivery).toMatchObject({ status: "pending", lastStatus: null });
    expect(delivery?.lastError).toContain("rotate");
  });
});

describe("an endpoint", () => {
  it("in production is https and public, by its name's addresses too", async () => {
    const { env } = await getDeps();
    const production = { env: { ...env, HEDGEROW_MODE: "production" as const, WEBHOOK_ALLOW_PRIVATE: false } };
    expect(rulesOf(production)).toEqual({ allowHttp: false, allowPrivate: false, allowSandbox: false });
    const before = receiver.received.length;
    const message = { id: "m", body: "{}", secrets: ["whsec_c2VjcmV0"], sentAt: new Date() };
    const signal = AbortSignal.timeout(5000);
    const named = receiver.url.replace("127.0.0.1", "localhost");
    const byName = await sendWebhook(
      { ...message, url: named },
      { allowHttp: true, allowPrivate: false, allowSandbox: true },
      signal,
    );
    expect(byName).toEqual({ status: null, error: "its address is not public" });
    const byHttp = await sendWebhook({ ...message, url: named }, rulesOf(production), signal);
    expect(byHttp.error).toContain("https://");
    expect(receiver.received).toHaveLength(before);
  });

  it("has a limited time to answer, however much it says", async () => {
    const open = { allowHttp: true, allowPrivate: true, allowSandbox: true };
    const message = { id: "m", url: receiver.url, body: "{}", secrets: ["whsec_c2VjcmV0"], sentAt: new Date() };
    // Its time is over once the receiver has the message, and not before: the reaction would wait for the next one.
    const time = new AbortController();
    receiver.react(() => time.abort());
    expect(await sendWebhook(message, open, time.signal)).toEqual({
      status: null,
      error: "no answer in time",
      timedOut: true,
    });
    receiver.react((response) => {
      response.writeHead(500);
      const more = (): void => {
        while (!response.destroyed && response.write("x".repeat(1000)));
        if (!response.destroyed) response.once("drain", more);
      };
      more();
    });
    const endless = await sendWebhook(message, open, AbortSignal.timeout(60_000));
    expect(endless.status).toBe(500);
    expect(endless.error?.length).toBeLessThan(250);
  });

  it("is refused for a provider that is not there, or that has it already", async () => {
    await expect(subscribe("no-one", receiver.url)).rejects.toThrow("no provider");
    const provider = await make("twice");
    await subscribe(provider, receiver.url);
    await expect(subscribe(provider, receiver.url)).rejects.toThrow("already");
    await expect(subscribe(provider, "https://[", [])).rejects.toThrow("absolute URL");
  });

  it("that an operator switches off receives nothing, not even waiting events, until it is switched on", async () => {
    const provider = await make("switched");
    const context = await contextOf(provider);
    const { endpointId } = await subscribe(provider, receiver.url);
    const before = receiver.received.length;
    await tell(provider, { job_id: "waiting" });
    await disableEndpoint(context, endpointId);
    await tell(provider, { job_id: "unheard" });
    await deliverAll(provider);
    expect(await logOf(provider)).toMatchObject([{ status: "failed", lastError: "the endpoint is switched off" }]);
    expect(receiver.received).toHaveLength(before);
    await enableEndpoint(context, endpointId);
    await replayDelivery(context, (await logOf(provider))[0]?.deliveryId ?? "");
    await deliverAll(provider);
    expect(receiver.received.at(-1)?.body).toContain("waiting");
    await expect(disableEndpoint(await contextOf(await make("meddler")), endpointId)).rejects.toThrow("no endpoint");
  });

  it("leaves neither its secret, nor its address, nor its events in the log of the service", async () => {
    const provider = await make("quiet");
    const { secret } = await subscribe(provider, `${receiver.url}?token=hush`);
    await tell(provider, { job_id: "hidden-job" });
    await tell(provider, { job_id: "hidden-job" });
    receiver.react(answerWith(500, "their own trouble"));
    const lines: string[] = [];
    const log = pino({ level: "trace" }, { write: (line: string) => lines.push(line) });
    const deps = { ...(await getDeps()), log };
    for (const { deliveryId } of await logOf(provider))
      await deliverWebhook(deps, { providerId: provider, deliveryId });
    expect(lines).toHaveLength(2);
    for (const hidden of [secret.slice(6), "hush", "hidden-job", receiver.url, "their own"]) {
      expect(lines.join("")).not.toContain(hidden);
    }
  });

  it("that is removed takes its log along; another provider's cannot be", async () => {
    const provider = await make("removed");
    const { endpointId } = await subscribe(provider, receiver.url);
    await tell(provider);
    await expect(removeEndpoint(await contextOf(await make("thief")), endpointId)).rejects.toThrow("no endpoint");
    expect(await logOf(provider)).toHaveLength(1);
    await removeEndpoint(await contextOf(provider), endpointId);
    expect([await logOf(provider), await listEndpoints(await contextOf(provider))]).toEqual([[], []]);
  });
});

describe("the operator's command", () => {
  it(
    "adds, lists, shows the log and replays; what cannot be done is one line and exit 1",
    { timeout: 180_000 },
    async () => {
      const provider = await make("commanded");
      const added = await webhook("add", provider, receiver.url, "--event", "field.changed");
      const [endpointId = "", secret = ""] = added.out.trim().split("\n");
      expect(secret).toMatch(/^whsec_/);
      await sql(provider, "SELECT tell_provider($1, 'field.changed', '{}')", [provider]);
      await deliverAll(provider);
      const message = receiver.received.at(-1);
      if (message === undefined) throw new Error("nothing was received");
      verified(secret, message);
      const [delivery] = await logOf(provider);
      const log = await webhook("log", provider);
      for (const shown of [delivery?.deliveryId ?? "?", message.id, "delivered", "204"])
        expect(log.out).toContain(shown);
      const listed = await webhook("list", provider);
      expect(listed.out).toContain(endpointId);
      expect(listed.out).not.toContain(secret);
      expect((await webhook("replay", provider, delivery?.deliveryId ?? "")).code).toBe(0);
      expect((await logOf(provider))[0]?.status).toBe("pending");
      const wrong = await webhook("rotate", provider, delivery?.deliveryId ?? "");
      expect([wrong.code, wrong.out]).toEqual([1, ""]);
      expect(wrong.err).toMatch(/^there is no endpoint \S+\n$/);
    },
  );
});
