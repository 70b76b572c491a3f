import { randomUUID } from "node:crypto";
import { writeFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { V1_CONTRACTS, V2_CONTRACTS } from "@/lib/contracts/openapi";
import { EXAMPLES } from "@/lib/contracts/openapi-examples";
import { errorCodesResponse, issueCodesResponse } from "@/lib/contracts/v2/codes";
import { errorBodySchema } from "@/lib/contracts/v2/error";
import { healthResponse, readyResponse } from "@/lib/contracts/v2/plain";
import { beatWorker } from "@/lib/data/service-state";
import { getDeps } from "@/lib/runtime/deps";
import { runJob } from "@/tests/contract/v2/bulk/support";
import {
  APPLICATION,
  DELIVERY,
  ENDPOINT,
  exampleRequests,
  JOB,
  UNREAD_APPLICATION,
  type ExampleRequest,
} from "@/tests/contract/openapi/example-requests";
import { addExamplePhoto } from "@/tests/contract/openapi/example-photo";
import { fetchDocument, operationsOf, type OpenApi } from "@/tests/contract/openapi/documented";
import { loadDemonstration, type Demonstration } from "@/tests/support/demonstration";
import { sendToRoute } from "@/tests/support/router";

/** `npm run examples` writes what this walk is answered into the document's examples. */
const IS_RECORDING = process.env.RECORD_EXAMPLES === "1";
const FILE = new URL("../../../lib/contracts/examples.json", import.meta.url);

type Json = Record<string, unknown>;
let document: OpenApi;
let demo: Demonstration;
const answers: Record<string, { request: ExampleRequest; response?: unknown }> = {};

beforeAll(async () => {
  demo = await loadDemonstration();
  // A service whose worker lives is the example.
  await beatWorker((await getDeps()).db, randomUUID(), "digest");
  // The same at every hour, so that the example does not hang on when it is asked for.
  demo.weather.stub.setWeather(() => AIR);
  document = await fetchDocument();
  await walk();
  if (IS_RECORDING) writeFileSync(FILE, JSON.stringify(recorded(), null, 2));
}, 180_000);
afterAll(() => demo.close());

const AIR = {
  temperature: 21.5,
  relativeHumidity: 64,
  windDirection: 230,
  windSpeed: 12,
  windGust: 20,
  skyCover: 60,
  probabilityOfPrecipitation: 5,
  quantitativePrecipitation: 0,
};

async function walk(): Promise<void> {
  let known: Record<string, string> = {};
  for (const [operationId, template] of Object.entries(exampleRequests(demo.boundary))) {
    const named = operationId === "readSprayWindows" ? { ...known, [APPLICATION]: await planned() } : known;
    const request = JSON.parse(replaceAll(JSON.stringify(template), named)) as ExampleRequest;
    if (operationId === "downloadRecordPhoto")
      await addExamplePhoto(demo.caller, String(request.params?.application_event_id));
    const response = shortened(await send(operationId, request));
    answers[operationId] = { request, ...(response === undefined ? {} : { response }) };
    if (operationId === "checkEsa")
      known = { ...known, [APPLICATION]: String((response as Json).application_event_id) };
    if (operationId === "v1CheckEsa") {
      known = { ...known, [UNREAD_APPLICATION]: String((response as Json).application_event_id) };
    }
    if (operationId === "createWebhookEndpoint") known = { ...known, [ENDPOINT]: innerId(response, "endpoint") };
    if (operationId === "testWebhookEndpoint") known = { ...known, [DELIVERY]: innerId(response, "delivery") };
    if (operationId !== "submitBulkChecks") continue;
    const job = String((response as Json).job_id);
    known = { ...known, [JOB]: job };
    await runJob(demo.caller, job, 1);
  }
}

const DAY_MS = 86_400_000;

/** The check of the examples, for a day of the week that a forecast plans: a day that is over has no window. */
async function planned(): Promise<string> {
  const { body } = exampleRequests(demo.boundary).checkEsa ?? {};
  const day = new Date(Date.now() + 3 * DAY_MS).toISOString().slice(0, 10);
  // Of a group of its own: the group of the examples has one application.
  const checked = { ...(body as Json), application_id: "planned", provider_group_id: "planned", application_date: day };
  return String(((await send("checkEsa", { body: checked })) as Json).application_event_id);
}

/** The identifier of what an answer made: `endpoint_id` of its `endpoint`. */
const innerId = (answer: unknown, name: string): string =>
  String(((answer as Json)[name] as Json | undefined)?.[`${name}_id`]);

/** A catalog is long, and so is a week: their examples show the first entries. */
function shortened(answer: unknown): unknown {
  if (isCatalog(answer))
    return Object.fromEntries(Object.entries(answer).map(([name, entries]) => [name, entries.slice(0, 2)]));
  return isWeek(answer) ? { ...answer, windows: answer.windows.slice(0, 2), hours: answer.hours.slice(0, 2) } : answer;
}
const isWeek = (answer: unknown): answer is { windows: unknown[]; hours: unknown[] } =>
  typeof answer === "object" && answer !== null && "hours" in answer && "windows" in answer;
const isCatalog = (answer: unknown): answer is Record<string, unknown[]> =>
  typeof answer === "object" && answer !== null && ("issue_codes" in answer || "error_codes" in answer);

const replaceAll = (text: string, known: Readonly<Record<string, string>>): string =>
  Object.entries(known).reduce((all, [from, to]) => all.replaceAll(from, to), text);

function operationOf(operationId: string) {
  const found = operationsOf(document).find(({ operation }) => operation.operationId === operationId);
  if (found === undefined) throw new Error(`the document has no ${operationId}`);
  return found;
}

/** Sends a request as the document describes it; gives the body of a JSON answer. */
async function send(operationId: string, { query, params = {}, headers, body }: ExampleRequest): Promise<unknown> {
  const { path, method, operation } = operationOf(operationId);
  const filled = path.replaceAll(/\{([^}]+)\}/g, (_whole, name: string) => encodeURIComponent(params[name] ?? ""));
  const asked = new URLSearchParams(Object.entries(query ?? {}).map(([name, value]) => [name, String(value)]));
  const answered = await sendToRoute(
    new Request(`http://localhost:3000${filled}?${asked.toString()}`, {
      method: method.toUpperCase(),
      headers: {
        "X-API-Key": demo.caller.apiKey,
        ...(body === undefined ? {} : { "Content-Type": "application/json" }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    }),
  );
  const isJson = answered.headers.get("content-type") === "application/json";
  const text = isJson ? await answered.text() : "";
  const [success] = Object.keys(operation.responses).filter((status) => status.startsWith("2"));
  expect(String(answered.status), `${operationId}: ${text.slice(0, 1000)}`).toBe(success);
  return isJson ? JSON.parse(text) : undefined;
}

/** Links open a portal and secrets sign, so an example has none that does. */
const recorded = (): unknown =>
  JSON.parse(
    JSON.stringify(answers)
      .replaceAll(/\/portal\/f\/[A-Za-z0-9_.~-]+/g, "/portal/f/example-link")
      .replaceAll(/whsec_[A-Za-z0-9+/=]+/g, "whsec_ZXhhbXBsZS1vbmx5LW5vdC1hLXNlY3JldA=="),
  );

const SCHEMAS = new Map([
  ...[...V1_CONTRACTS, ...V2_CONTRACTS].map(({ operationId, response }) => [operationId, response] as const),
  ["listIssueCodes", issueCodesResponse] as const,
  ["listErrorCodes", errorCodesResponse] as const,
  ["readHealth", healthResponse] as const,
  ["readReadiness", readyResponse] as const,
]);

/** Values of a member anywhere in a value: what an example must share with a fresh answer. */
function foundIn(value: unknown, member: string): string[] {
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) =>
    name === member ? [JSON.stringify(inner)] : foundIn(inner, member),
  );
}
const valuesOf = (value: unknown, member: string): string[] => foundIn(value, member).toSorted();

const PLACES = new Set(["coordinates", "bbox"]);
/** Numbers with more than six places behind the point: what binary arithmetic leaves behind. */
function longFigures(value: unknown, at: string): string[] {
  if (typeof value === "number") return /\.\d{7,}|e-/.test(String(value)) ? [`${at}: ${value}`] : [];
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) =>
    PLACES.has(name) ? [] : longFigures(inner, `${at}.${name}`),
  );
}

const examples = EXAMPLES as Record<string, { request: ExampleRequest; response?: unknown } | undefined>;

describe("the examples of the document", () => {
  it("are there for every operation, and are what this walk sends", () => {
    const without = operationsOf(document).filter(
      ({ operation }) => operation.operationId !== "readOpenApi" && examples[operation.operationId ?? ""] === undefined,
    );
    expect(without.map(({ path }) => path)).toEqual([]);
    for (const [operationId, { request }] of Object.entries(answers)) {
      expect(Object.keys(examples[operationId]?.request ?? {}), operationId).toEqual(Object.keys(request));
    }
  });

  it("stand in the document: parameters, bodies, and answers", () => {
    for (const [operationId, example] of Object.entries(examples)) {
      const { operation } = operationOf(operationId);
      for (const { name, ...parameter } of operation.parameters ?? []) {
        if (name === "If-None-Match" || name === "Prefer" || !(parameter as Json).required) continue;
        expect(parameter, `${operationId} ${name}`).toHaveProperty("example");
      }
      const content = operation.requestBody?.content["application/json"];
      if (content !== undefined)
        expect((content as unknown as Json).example, operationId).toEqual(example?.request.body);
    }
  });

  it.each(Object.keys(EXAMPLES))(
    "%s: the strict schema takes the example, and a fresh answer comes to the same",
    (id) => {
      const { response: shown } = examples[id] ?? {};
      const fresh = answers[id]?.response;
      if (fresh === undefined) {
        expect(shown).toBeUndefined();
        return;
      }
      const schema = SCHEMAS.get(id);
      if (schema === undefined) throw new Error(`no schema of ${id}`);
      expect(schema.safeParse(fresh).error).toBeUndefined();
      // Run `npm run examples` when an answer has changed on purpose.
      expect(schema.safeParse(shown).error).toBeUndefined();
      for (const member of ["status", "code", "esa_required", "points", "required_points"]) {
        expect(valuesOf(shown, member), member).toEqual(valuesOf(fresh, member));
      }
    },
  );

  it("have no figure with more places than it means, places on earth aside", () => {
    const loose = Object.entries(answers).flatMap(([id, { response }]) => longFigures(response, id));
    expect(loose).toEqual([]);
    expect(longFigures({ rate: 0.5001562500000001 }, "here")).toEqual(["here.rate: 0.5001562500000001"]);
  });

  it("of errors are what the strict schema takes, at every status", () => {
    let count = 0;
    for (const { path, operation } of operationsOf(document)) {
      for (const [status, { content }] of Object.entries(operation.responses)) {
        if (status.startsWith("2") || path.startsWith("/api/v1/") || path === "/api/ready" || content === undefined)
          continue;
        const { examples: shown } = content["application/json"] as unknown as {
          examples: Record<string, { value: unknown }>;
        };
        for (const { value } of Object.values(shown))
          expect(errorBodySchema.safeParse(value).error, `${path} ${status}`).toBeUndefined();
        count += Object.keys(shown).length;
      }
    }
    expect(count).toBeGreaterThan(50);
  });
});
