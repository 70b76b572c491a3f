import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { POST as CHECK } from "@/app/api/v2/esa-check/route";
import { issueApiKey } from "@/lib/auth/api-keys";
import { PROBLEMS } from "@/lib/domain/errors";
import { ISSUE_CODES } from "@/lib/domain/issues";
import { faultName, SANDBOX_FAULTS } from "@/lib/domain/sandbox/faults";
import { SANDBOX_RECEIVER, SANDBOX_RECEIVERS, type SandboxReceiverPath } from "@/lib/domain/sandbox/receivers";
import { ERROR_ROWS } from "@/lib/domain/sandbox/refusals";
import { requestOf } from "@/lib/domain/sandbox/request";
import { ISSUE_ROWS, STATUS_ROWS, type SandboxRow } from "@/lib/domain/sandbox/rows";
import { OVERALL_STATUSES } from "@/lib/domain/compliance";
import { sandboxPage } from "@/lib/documentation/sandbox";
import { endpointFault } from "@/lib/gateways/webhooks/send-webhook";
import { getDeps } from "@/lib/runtime/deps";
import { rulesOf } from "@/lib/usecases/webhooks/manage-endpoints";
import { passOf } from "@/tests/contract/v2/drift/portal";
import { allowReceiversHere, deliverAll } from "@/tests/contract/webhooks/support";
import { BY_TEST, call, refusal } from "@/tests/support/api";
import { loadDemonstration, type Demonstration } from "@/tests/support/demonstration";
import { claimPractice } from "@/tests/support/portal-edits";
import { sendToRoute } from "@/tests/support/router";

allowReceiversHere();

let demo: Demonstration;
beforeAll(async () => {
  demo = await loadDemonstration();
}, 180_000);
afterAll(() => demo.close());

interface Answer {
  application_event_id?: string;
  compliance?: { status: string; issues: { code: string }[] };
  error?: { code: string; retryable: boolean };
}
interface Answered {
  status: number;
  body: Answer;
}

async function send(method: string, path: string, { headers = {}, body, text }: Sent = {}): Promise<Answered> {
  const sent = text ?? (body === undefined ? undefined : JSON.stringify(body));
  const wanted: Record<string, string | null> = {
    "X-API-Key": demo.caller.apiKey,
    ...(sent === undefined ? {} : { "Content-Type": "application/json" }),
    ...headers,
  };
  const given = Object.entries(wanted).filter((header): header is [string, string] => header[1] !== null);
  const response = await sendToRoute(
    new Request(`http://localhost:3000${path}`, {
      method,
      headers: given,
      ...(sent === undefined ? {} : { body: sent }),
    }),
  );
  return { status: response.status, body: (await response.json()) as Answer };
}
type Sent = Pick<ReturnType<typeof requestOf>, "body" | "text"> & { headers?: Record<string, string | null> };

/** Sends the steps of a row in turn; gives the last answer. */
async function walk({ steps }: SandboxRow, applicationId: string): Promise<Answered> {
  let last: Answered | null = null;
  let application = "";
  for (const step of steps) {
    if (step.do === "claim") {
      const pass = await passOf(demo.caller);
      const claim = { customValue: null, notes: "Sandbox" };
      await claimPractice(pass, { applicationEventId: application, subOptionId: step.practice, claim });
      continue;
    }
    const { method, path, ...sent } = requestOf(step, {
      providerId: demo.caller.providerId,
      applicationId,
      application,
    });
    last = await send(method, path, sent);
    application = last.body.application_event_id ?? application;
  }
  if (last === null) throw new Error("a row without a step");
  return last;
}

const nameOf = ({ verdict, problem, steps }: SandboxRow): string =>
  `${problem ?? verdict?.issue ?? verdict?.status ?? "?"} (${steps.length})`;

describe("every row of the sandbox answers as its table says", () => {
  it.each([...STATUS_ROWS, ...ISSUE_ROWS].map((row, index) => [nameOf(row), row, index] as const))(
    "verdict %s",
    async (_name, row, index) => {
      const { status, body } = await walk(row, `sandbox-row-${index}`);
      expect(status, JSON.stringify(body).slice(0, 500)).toBe(200);
      expect(body.compliance?.status).toBe(row.verdict?.status);
      const codes = body.compliance?.issues.map(({ code }) => code);
      if (row.verdict?.issue !== undefined) expect(codes).toContain(row.verdict.issue);
    },
  );

  it.each(ERROR_ROWS.map((row, index) => [nameOf(row), row, index] as const))("error %s", async (_name, row, index) => {
    const { status, body } = await walk(row, `sandbox-error-${index}`);
    if (row.problem === undefined) throw new Error("an error row without a problem");
    const { code, status: expected, retryable } = PROBLEMS[row.problem];
    if (body.error === undefined) {
      // Version 1 has a body and a status of its own.
      expect([row.problem, status]).toEqual(["deadlineExceeded", 504]);
      return;
    }
    expect([status, body.error.code, body.error.retryable]).toEqual([expected, code, retryable]);
  });

  it.each(Object.keys(SANDBOX_RECEIVERS) as SandboxReceiverPath[])("webhook receiver %s", async (path) => {
    const url = `https://${SANDBOX_RECEIVER}${path}`;
    const made = (await send("POST", "/api/v2/webhook-endpoints", { body: { url } })).body as unknown as {
      endpoint: { endpoint_id: string };
    };
    const endpoint = `/api/v2/webhook-endpoints/${made.endpoint.endpoint_id}`;
    await send("POST", `${endpoint}/test`);
    await deliverAll(demo.caller.providerId);
    const { status, error } = SANDBOX_RECEIVERS[path];
    const log = (await send("GET", `${endpoint}/deliveries`)).body as unknown as { deliveries: unknown[] };
    const ended = status === 410 ? "failed" : error === null ? "delivered" : "pending";
    expect(log.deliveries).toMatchObject([{ last_status: status, last_error: error, status: ended, attempts: 1 }]);
    const read = (await send("GET", endpoint)).body as unknown as { endpoint: { enabled: boolean } };
    expect(read.endpoint.enabled).toBe(status !== 410);
  });
});

describe("the table", () => {
  it("has a row for every verdict, every issue code, and every problem", () => {
    expect(new Set(STATUS_ROWS.map(({ verdict }) => verdict?.status))).toEqual(new Set(OVERALL_STATUSES));
    expect(new Set(ISSUE_ROWS.map(({ verdict }) => verdict?.issue ?? "?"))).toEqual(new Set(ISSUE_CODES));
    const problems = new Set(ERROR_ROWS.map(({ problem }) => problem ?? "?"));
    expect([...problems].toSorted()).toEqual(Object.keys(PROBLEMS).toSorted());
  });

  it("stands on its page with every code", () => {
    const { markdown } = sandboxPage();
    for (const issue of ISSUE_CODES) expect(markdown).toContain(`\`${issue}\``);
    for (const { code } of Object.values(PROBLEMS)) expect(markdown).toContain(`\`${code}`);
    for (const path of Object.keys(SANDBOX_RECEIVERS)) expect(markdown).toContain(`https://${SANDBOX_RECEIVER}${path}`);
  });
});

describe("production", () => {
  it("takes no test key, and with a live one an identifier of the sandbox is an identifier", async () => {
    const { env, db, clock } = await getDeps();
    const { providerId } = demo.caller;
    const issue = { db, secret: env.API_KEY_HASH_SECRET, by: BY_TEST, now: clock() };
    const apiKey = await issueApiKey(issue, { providerId, environment: "live", expiresAt: null });
    const mode = env.HEDGEROW_MODE;
    env.HEDGEROW_MODE = "production";
    try {
      const step = { do: "check", products: ["free"], field: "plain" } as const;
      for (const fault of SANDBOX_FAULTS) {
        const { body } = requestOf(step, { providerId, applicationId: faultName(fault), application: "" });
        expect((await call(CHECK, { providerId, apiKey }, { body })).status, fault).toBe(200);
      }
      const { body } = requestOf(step, { providerId, applicationId: "any", application: "" });
      await refusal(await call(CHECK, demo.caller, { body }), 401);
      expect(rulesOf({ env })).toMatchObject({ allowSandbox: false });
      expect(endpointFault(`https://${SANDBOX_RECEIVER}/204`, rulesOf({ env }))).toBeNull();
    } finally {
      env.HEDGEROW_MODE = mode;
    }
  });
});
