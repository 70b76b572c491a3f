import { getHeapStatistics } from "node:v8";
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from "prom-client";
import type { ReadAnswer } from "@/lib/data/replica/reads";
import type { IssueCode } from "@/lib/domain/issues";
import { type Problem, PROBLEMS } from "@/lib/domain/errors";

/** A request as it was answered. */
export interface Answered {
  /** The route's pattern, never the path that was sent. */
  route: string;
  method: string;
  status: number;
  seconds: number;
  /** Null: not refused. */
  problem: Problem | null;
}

/** What this process counts of its own work. Every label has few values: no path, id, or provider's name is one. */
export interface Metrics {
  registry: Registry;
  answered: (request: Answered) => void;
  /** An application was assessed, by the API, a bulk item or an assistant. */
  checked: (assessment: { status: string; issues: readonly { code: IssueCode }[] }) => void;
  /** Our own server sent an answer, of whatever kind. */
  sent: (answer: { area: string; status: number }) => void;
  /** A task of the worker's queue ended. */
  taskEnded: (task: string, outcome: "success" | "error") => void;
  /** A read that the replica may answer was answered. */
  readAnswered: (by: ReadAnswer) => void;
}

/** From an early return to the longest that a request may take. */
const SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 90];

export function createMetrics(): Metrics {
  const registry = new Registry();
  const { requests, durations, refusals, responses, checks, issues, tasks } = countersOf(registry);
  const reads = readCounterOf(registry);
  return {
    registry,
    answered: ({ route, method, status, seconds, problem }) => {
      requests.inc({ route, method, status });
      durations.observe({ route }, seconds);
      if (problem !== null) refusals.inc({ code: PROBLEMS[problem].code });
    },
    checked: (assessment) => {
      checks.inc({ status: assessment.status });
      for (const code of new Set(assessment.issues.map((issue) => issue.code))) issues.inc({ code });
    },
    sent: ({ area, status }) => responses.inc({ area, status }),
    taskEnded: (task, outcome) => tasks.inc({ task, outcome }),
    readAnswered: (by) => reads.inc({ by }),
  };
}

function countersOf(registry: Registry) {
  const registers = [registry];
  const requests = new Counter({
    name: "hedgerow_http_requests_total",
    help: "Requests answered, by pattern of the route, method and status.",
    labelNames: ["route", "method", "status"],
    registers,
  });
  const durations = new Histogram({
    name: "hedgerow_http_request_duration_seconds",
    help: "Time to the answer, by pattern of the route.",
    labelNames: ["route"],
    buckets: SECONDS,
    registers,
  });
  const refusals = new Counter({
    name: "hedgerow_refusals_total",
    help: "Requests refused or failed, by error code.",
    labelNames: ["code"],
    registers,
  });
  const checks = new Counter({
    name: "hedgerow_checks_total",
    help: "Applications assessed, by status of the answer.",
    labelNames: ["status"],
    registers,
  });
  const issues = new Counter({
    name: "hedgerow_check_issues_total",
    help: "Assessed applications with an issue, by its code.",
    labelNames: ["code"],
    registers,
  });
  const responses = new Counter({
    name: "hedgerow_web_responses_total",
    help: "Answers of the web server, pages and files included, by area of the site and status.",
    labelNames: ["area", "status"],
    registers,
  });
  const tasks = new Counter({
    name: "hedgerow_tasks_total",
    help: "Tasks of the queue that ended in this worker, by name and outcome.",
    labelNames: ["task", "outcome"],
    registers,
  });
  return { requests, durations, refusals, responses, checks, issues, tasks };
}

const readCounterOf = (registry: Registry) =>
  new Counter({
    name: "hedgerow_replica_reads_total",
    help: "Reads that the replica may answer: by it, or by the primary because the replica is behind, away, or failed.",
    labelNames: ["by"],
    registers: [registry],
  });

/** Heap, event loop, garbage collection, open files: for a process that is watched. */
export function watchProcess(registry: Registry, role: "web" | "worker"): void {
  collectDefaultMetrics({ register: registry });
  new Gauge({
    name: "hedgerow_process_info",
    help: "1, with what this process is and the Node it runs on.",
    labelNames: ["role", "node"],
    registers: [registry],
  }).set({ role, node: process.version }, 1);
  new Gauge({
    name: "hedgerow_heap_limit_bytes",
    help: "Where Node ends the process, as HEAP_MAX_MB or its own default has it.",
    registers: [registry],
  }).set(getHeapStatistics().heap_size_limit);
}
