import { setTimeout as pause } from "node:timers/promises";
import type { Client } from "@/bench/support/http";
import { median, percentile } from "@/bench/support/rounds";

export interface Flood {
  sent: number;
  accepted: number;
  /** How many were answered with each other status. */
  refused: Record<string, number>;
  acceptedP50Ms: number;
  acceptedP99Ms: number;
  refusedP99Ms: number;
}

const TURN_MS = 10;

/** Sends so many requests a second for some time, whether they are answered or not, and waits for all answers. */
export async function flood(
  client: Client,
  { path, bodies, perSecond, seconds }: { path: string; bodies: () => string; perSecond: number; seconds: number },
): Promise<Flood> {
  const accepted: number[] = [];
  const refused: number[] = [];
  const statuses: Record<string, number> = {};
  const open: Promise<void>[] = [];
  const send = async (): Promise<void> => {
    const started = performance.now();
    const { status } = await client.post(path, bodies());
    (status === 200 ? accepted : refused).push(performance.now() - started);
    if (status !== 200) statuses[status] = (statuses[status] ?? 0) + 1;
  };
  const started = performance.now();
  for (let elapsed = 0; elapsed < seconds * 1000; elapsed = performance.now() - started) {
    const due = Math.floor((elapsed / 1000) * perSecond);
    while (open.length < due) open.push(send());
    await pause(TURN_MS);
  }
  await Promise.all(open);
  return {
    sent: open.length,
    accepted: accepted.length,
    refused: statuses,
    acceptedP50Ms: median(accepted),
    acceptedP99Ms: percentile(accepted, 0.99),
    refusedP99Ms: percentile(refused, 0.99),
  };
}
