import { request } from "node:http";
import { setTimeout as pause } from "node:timers/promises";
import { feature, PROVIDER, square } from "@/tests/faults/ground";

/** One answer, or none: `refused` no one listened, `cut` the connection ended without an answer. */
export interface Answered {
  status: number | "refused" | "cut";
  retryAfter: string | null;
  body: {
    error?: { code?: string };
    application_event_id?: string;
    compliance?: { issues?: { code: string }[] };
    application?: { compliance: { last_assessment: { status: string } | null } };
  };
  ms: number;
}

const LONGEST_MS = 120_000;

/** Sends one request on a connection of its own, so that it was either taken in or refused. */
export function send(url: string, path: string, apiKey: string, body?: unknown): Promise<Answered> {
  const started = Date.now();
  const text = body === undefined ? null : JSON.stringify(body);
  return new Promise((resolve) => {
    const done = (status: Answered["status"], retryAfter: string | null = null, answer = ""): void =>
      resolve({ status, retryAfter, body: parsed(answer), ms: Date.now() - started });
    const sent = request(
      `${url}${path}`,
      {
        method: text === null ? "GET" : "POST",
        agent: false,
        timeout: LONGEST_MS,
        headers: { "X-API-Key": apiKey, ...(text === null ? {} : { "Content-Type": "application/json" }) },
      },
      (response) => {
        const chunks: Buffer[] = [];
        response.on("data", (chunk: Buffer) => chunks.push(chunk));
        response.on("error", () => done("cut"));
        response.on("end", () => {
          const whole = response.complete ? (response.statusCode ?? 0) : "cut";
          done(whole, response.headers["retry-after"] ?? null, Buffer.concat(chunks).toString("utf8"));
        });
      },
    );
    sent.on("timeout", () => sent.destroy());
    sent.on("error", (error: NodeJS.ErrnoException) => done(error.code === "ECONNREFUSED" ? "refused" : "cut"));
    sent.end(text ?? undefined);
  });
}

function parsed(text: string): Answered["body"] {
  try {
    return JSON.parse(text) as Answered["body"];
  } catch {
    return {};
  }
}

/** A field of its own for each number, within the ground of the faults. */
export const placeOf = (index: number) =>
  square(-87.9 + (index % 40) * 0.005, 32.2 + (Math.floor(index / 40) % 40) * 0.005, 0.004);

export const checkBody = (name: string, index: number) => ({
  provider_id: PROVIDER,
  account_id: "account-1",
  application_id: name,
  provider_field_id: name,
  application_method: "Broadcast-Ground",
  application_date: "2026-06-15",
  products: [{ product_name: "Stryax", epa_number: "264-1241", rate: 22, rate_unit: "fl oz/ac" }],
  crop: ["soybeans"],
  pest: ["waterhemp"],
  field_name: name,
  field_boundary: feature({}, placeOf(index)),
});

export const sendCheck = (url: string, apiKey: string, name: string, index: number): Promise<Answered> =>
  send(url, "/api/v2/esa-check", apiKey, checkBody(name, index));

export interface LoadReport {
  /** Applications whose check was answered 200, with the reference that the answer gave. */
  acknowledged: Map<string, string>;
  /** How many answers had which status. */
  statuses: Record<string, number>;
  /** Answers that no fault excuses. */
  faults: string[];
  /** The longest that one application took from its first request to its acknowledgment. */
  longestMs: number;
}

export interface Load {
  acknowledged: () => number;
  /** Names and references of what was acknowledged so far, oldest first. */
  seen: () => [name: string, eventId: string][];
  /** Resolves when so many answers were of that kind, or after two minutes. */
  until: (kind: string, answers: number) => Promise<void>;
  stop: () => Promise<LoadReport>;
}

/** No fault may show in another way: away, too late, busy with the claim of a request that died, or not answered at all. */
const EXCUSED = new Set<string>([
  "200",
  "409 PROCESSING_CONFLICT",
  "503 REQUEST_FAILED",
  "503 DEADLINE_EXCEEDED",
  "refused",
  "cut",
]);

/**
 * Clients that save one application after the other. Each asks for the same one again until it is acknowledged, as a
 * platform does that got no answer; when the load is stopped, what is begun is brought to its end.
 */
export function startLoad(urlOf: () => string, apiKey: string, { prefix = "load", clients = 6 } = {}): Load {
  const report: LoadReport = { acknowledged: new Map(), statuses: {}, faults: [], longestMs: 0 };
  let isStopping = false;
  let next = 0;
  const client = async (): Promise<void> => {
    while (!isStopping) {
      const index = next;
      next += 1;
      await untilAcknowledged(`${prefix}-${index}`, index);
    }
  };
  const untilAcknowledged = async (name: string, index: number): Promise<void> => {
    const began = Date.now();
    while (Date.now() - began < LONGEST_MS) {
      const answered = await sendCheck(urlOf(), apiKey, name, index);
      note(report, name, answered);
      if (answered.status === 200) {
        report.longestMs = Math.max(report.longestMs, Date.now() - began);
        return;
      }
      await pause(150);
    }
    report.faults.push(`${name} was not acknowledged within ${LONGEST_MS / 1000} s`);
  };
  const running = Array.from({ length: clients }, client);
  return {
    acknowledged: () => report.acknowledged.size,
    seen: () => [...report.acknowledged],
    until: async (kind, answers) => {
      const end = Date.now() + LONGEST_MS;
      while ((report.statuses[kind] ?? 0) < answers && Date.now() < end) await pause(100);
    },
    stop: async () => {
      isStopping = true;
      await Promise.all(running);
      return report;
    },
  };
}

function note(report: LoadReport, name: string, { status, retryAfter, body }: Answered): void {
  const code = body.error?.code;
  const kind = code === undefined ? String(status) : `${status} ${code}`;
  report.statuses[kind] = (report.statuses[kind] ?? 0) + 1;
  if (!EXCUSED.has(kind)) report.faults.push(`${name} was answered ${kind}`);
  if (status === 503 && retryAfter === null) report.faults.push(`${name} was answered 503 without Retry-After`);
  if (status === 200) report.acknowledged.set(name, body.application_event_id ?? "");
}

/** Resolves with the milliseconds until a check is answered 200 again; a fault where it never is. */
export async function untilServed(url: string, apiKey: string, name: string): Promise<number> {
  const began = Date.now();
  while (Date.now() - began < LONGEST_MS) {
    if ((await sendCheck(url, apiKey, name, 1599)).status === 200) return Date.now() - began;
    await pause(100);
  }
  throw new Error(`no check was served within ${LONGEST_MS / 1000} s`);
}

export const inFigures = ({ acknowledged, statuses, longestMs }: LoadReport): string =>
  `${acknowledged.size} acknowledged (${Object.entries(statuses)
    .sort(([a], [b]) => a.localeCompare(b))
    .map(([kind, count]) => `${kind}: ${count}`)
    .join(", ")}), the slowest after ${(longestMs / 1000).toFixed(1)} s`;
