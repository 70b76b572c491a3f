import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { look, PROVIDER } from "@/tests/faults/ground";
import { send } from "@/tests/faults/load";
import type { Scenario } from "@/tests/faults/scenario";
import { startWeb } from "@/tests/faults/web";
import { startWorker } from "@/tests/faults/workers";
import { Random } from "@/tests/support/fuzz-random";

const LONGEST_MS = 240_000;
const REACTIONS: ((response: ServerResponse) => void)[] = [
  (response) => response.writeHead(204).end(),
  (response) => response.writeHead(500).end("no"),
  (response) => response.destroy(),
  (response) => response.writeHead(302, { Location: "http://127.0.0.1:9/elsewhere" }).end(),
  (response) => response.writeHead(200).end(Buffer.alloc(1 << 20, "x")),
  // Takes the message and says nothing: the sender waits out its ten seconds.
  () => undefined,
];

/** An hour goes by for what waits for its next attempt. */
const letTimePass = () =>
  look(
    `UPDATE webhook_delivery SET next_attempt_at = next_attempt_at - INTERVAL '1 hour',
                                 give_up_at = now() + INTERVAL '24 hours' WHERE status = 'pending'`,
  );

async function counts(): Promise<{ events: number; rows: number; delivered: number }> {
  const [row] = await look<{ events: number; rows: number; delivered: number }>(
    `SELECT count(*)::int AS rows, count(DISTINCT event_id)::int AS events,
            count(*) FILTER (WHERE status = 'delivered')::int AS delivered FROM webhook_delivery`,
  );
  return row ?? { events: 0, rows: 0, delivered: 0 };
}

/** Each event is one row, delivered, and the receiver saw one id for it however often it was sent. */
async function faultsOfDeliveries(events: number, ids: number): Promise<string[]> {
  const end = await counts();
  return [
    ...(end.rows === events && end.events === events
      ? []
      : [`${end.rows} deliveries of ${end.events} events, of ${events}`]),
    ...(end.delivered === events ? [] : [`${end.delivered} of ${events} events were delivered`]),
    ...(ids === events ? [] : [`the receiver saw ${ids} ids of ${events} events`]),
  ];
}

export const webhookFaults: Scenario = {
  name: "webhook receiver in trouble",
  fault:
    "A receiver hangs, refuses, closes, redirects; the worker is killed meanwhile: each event reaches it, under one id.",
  run: async ({ apiKey, isShort, seed }) => {
    const random = new Random(seed + 4);
    const events = isShort ? 4 : 40;
    const received = new Map<string, number>();
    let isHealthy = false;
    const server = createServer((request, response) => {
      const id = String(request.headers["webhook-id"]);
      received.set(id, (received.get(id) ?? 0) + 1);
      request.resume();
      request.on("end", () => (isHealthy ? REACTIONS[0] : random.pick(REACTIONS))?.(response));
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`;
    const web = await startWeb();
    const made = await send(web.url, "/api/v2/webhook-endpoints", apiKey, { url, event_types: ["bulk_job.completed"] });
    const faults = made.status === 201 || made.status === 200 ? [] : [`the endpoint was answered ${made.status}`];
    let worker = startWorker(process.env);
    await worker.running;
    for (let event = 0; event < events; event += 1) {
      await look("SELECT tell_provider($1, 'bulk_job.completed', $2)", [PROVIDER, { job_id: `event-${event}` }]);
    }
    const kills = isShort ? 1 : 4;
    for (let kill = 0; kill < kills; kill += 1) {
      await pause(random.between(500, 4_000));
      await worker.kill("SIGKILL");
      worker = startWorker(process.env);
      await worker.running;
      await letTimePass();
    }
    isHealthy = true;
    for (const until = Date.now() + LONGEST_MS; Date.now() < until && (await counts()).delivered < events;) {
      await letTimePass();
      await pause(2_000);
    }
    faults.push(...(await faultsOfDeliveries(events, received.size)));
    const code = await worker.kill("SIGTERM");
    if (code !== 0) faults.push(`the worker left with ${code}`);
    await web.kill("SIGTERM");
    server.closeAllConnections();
    server.close();
    const messages = [...received.values()].reduce((sum, count) => sum + count, 0);
    return { figures: `${events} events in ${messages} messages, ${kills} kills, each delivered`, faults };
  },
};
