import { readdirSync } from "node:fs";
import { join } from "node:path";
import { runMigrations } from "graphile-worker";
import { afterAll, beforeAll, expect, it } from "vitest";
import { GET as readCompliance } from "@/app/api/v2/applications/[applicationEventId]/compliance/route";
import type { Handler } from "@/lib/http/api/route";
import { answerChecker, fetchDocument, operationsOf, type OpenApi } from "@/tests/contract/openapi/documented";
import { changed, identityFor, valueMaker, type Json, type Known } from "@/tests/contract/openapi/stateful/values";
import { prepareSoundGround } from "@/tests/contract/v2/drift/support";
import { rowCounts } from "@/tests/contract/v2/esa-check/support";
import { call, makeCaller, type Caller } from "@/tests/support/api";
import { Random } from "@/tests/support/fuzz-random";
import type { Connected } from "@/tests/support/soil-ground";
import { SEED } from "@/tests/support/seed";

for (const limit of ["WRITES", "READS", "ADDRESS"]) process.env[`RATE_LIMIT_${limit}_PER_MIN`] = "1000000000";

/** `FUZZ_REQUESTS` raises the count, `TEST_SEED` repeats a run. */
const COUNT = Number(process.env.FUZZ_REQUESTS ?? 400);
/** What the document allows above 499: nothing of ours is broken. */
const UNAVAILABLE = new Set([503]);
/** Slow to make, and the same each time. */
const SELDOM = "/reports/";

interface Step {
  path: string;
  method: string;
  handler: Handler;
  /** Names of the route's own parameters, in the order of the document's. */
  params: string[];
  faultOf: (response: Response) => Promise<string | null>;
}

let document: OpenApi;
let steps: Step[];
let caller: Caller;
let stranger: Caller;
let soil: Connected;
const known: Known = { applications: new Set(), fields: new Set(), groups: new Set(), jobs: new Set() };
const seen: Record<string, number> = {};

/** The route file of a path of the document: the same path, whatever its parameters are called there. */
async function routesOf(): Promise<Map<string, { module: Record<string, Handler>; params: string[] }>> {
  const root = join(process.cwd(), "app");
  const files = readdirSync(join(root, "api"), { recursive: true, encoding: "utf8" });
  const routes = files.filter((file) => file.endsWith("route.ts") && !file.includes("[["));
  const entries = routes.map(async (file) => {
    const path = `/api/${file.replace(/\/?route\.ts$/, "")}`;
    const params = [...path.matchAll(/\[(\w+)\]/g)].map(([, name]) => name ?? "");
    const module = (await import(join(root, "api", file))) as Record<string, Handler>;
    return [path.replaceAll(/\[\w+\]/g, "{}"), { module, params }] as const;
  });
  return new Map(await Promise.all(entries));
}

beforeAll(async () => {
  soil = await prepareSoundGround();
  // The queue that bulk submissions go to.
  await runMigrations({ connectionString: process.env.DATABASE_DIRECT_URL ?? "" });
  caller = await makeCaller("stateful");
  stranger = await makeCaller("stateful-stranger");
  document = await fetchDocument();
  const routes = await routesOf();
  steps = operationsOf(document).flatMap(({ path, method }) => {
    const route = routes.get(path.replaceAll(/\{\w+\}/g, "{}"));
    const handler = route?.module[method.toUpperCase()];
    if (route === undefined || handler === undefined) throw new Error(`no route file serves ${method} ${path}`);
    return [{ path, method, handler, params: route.params, faultOf: answerChecker(document, path, method) }];
  });
}, 300_000);
afterAll(() => soil.close());

function bodyOf({ path, method }: Step, random: Random): unknown {
  const content = document.paths[path]?.[method]?.requestBody?.content["application/json"];
  if (content === undefined) return undefined;
  const made = valueMaker(document, caller.providerId)(content.schema, random);
  return random.chance(0.35) ? changed(made, random) : made;
}

function queryOf({ path, method }: Step, random: Random): string {
  const parameters = (document.paths[path]?.[method]?.parameters ?? []).filter((each) => each.in === "query");
  const make = valueMaker(document, caller.providerId);
  const query = new URLSearchParams();
  for (const { name, required, schema } of parameters) {
    if (required !== true && random.chance(0.6)) continue;
    query.set(name, random.chance(0.1) ? "%" : String(make((schema ?? {}) as Json, random, name)));
  }
  return query.toString();
}

/** Keeps what an answer names. */
function learn(body: Json): void {
  const { application_event_id: id, provider_field_id: field, job_id: job, provider_group_id: group } = body;
  if (typeof id === "string") known.applications.add(id);
  if (typeof field === "string") known.fields.add(field);
  if (typeof job === "string") known.jobs.add(job);
  if (typeof group === "string") known.groups.add(group);
}

interface Sending {
  isStranger: boolean;
  params: Record<string, string>;
  sent: Parameters<typeof call>[2];
}

function sendingOf(step: Step, random: Random): Sending {
  const body = bodyOf(step, random);
  const params = Object.fromEntries(step.params.map((name) => [name, identityFor(name, known, random)]));
  const headers = step.method === "post" && random.chance(0.2) ? { "Idempotency-Key": `key-${random.whole(5)}` } : {};
  const sent = {
    method: step.method.toUpperCase(),
    params,
    query: queryOf(step, random),
    ...(body === undefined ? {} : { body }),
    headers,
  };
  return { isStranger: random.chance(0.05), params, sent };
}

/** Whether someone else's key was given what this provider saved. */
const isLeak = ({ isStranger, params }: Sending, answered: Response): boolean =>
  isStranger && answered.ok && Object.values(params).some((each) => known.applications.has(each));

/** Sends one request; what is wrong with its answer, or null. */
async function wrongWith(step: Step, random: Random): Promise<string | null> {
  const sending = sendingOf(step, random);
  const answered = await call(step.handler, sending.isStranger ? stranger : caller, sending.sent);
  const outcome = `${step.method} ${step.path} ${answered.status}`;
  seen[outcome] = (seen[outcome] ?? 0) + 1;
  const said = `${outcome} for ${JSON.stringify(sending.sent).slice(0, 1500)}`;
  if (answered.status >= 500 && !UNAVAILABLE.has(answered.status)) return said;
  const fault = await step.faultOf(answered);
  if (fault !== null) return `${fault}: ${said}`;
  if (isLeak(sending, answered)) return `another provider's application was answered: ${said}`;
  const isJson = answered.headers.get("content-type")?.endsWith("/json") === true;
  if (answered.ok && isJson && !sending.isStranger) learn((await answered.json()) as Json);
  return null;
}

it(
  `${COUNT} requests over every operation are answered as documented, and leave what they said (seed ${SEED})`,
  async () => {
    const random = new Random(SEED);
    const wrong: string[] = [];
    for (let number = 0; number < COUNT && wrong.length < 5; number += 1) {
      const step = random.pick(steps);
      if (step.path.includes(SELDOM) && random.chance(0.8)) continue;
      const found = await wrongWith(step, random);
      if (found !== null) wrong.push(`seed ${SEED}, request ${number}: ${found}`);
    }
    console.log(`stateful fuzz seed ${SEED}: ${JSON.stringify(seen)}`);
    expect(wrong).toEqual([]);
    // A run that gets nowhere would show nothing.
    expect(Object.keys(seen).filter((each) => each.endsWith(" 200")).length).toBeGreaterThan(5);
    expect(known.applications.size).toBeGreaterThan(0);
    for (const applicationEventId of known.applications) {
      const read = await call(readCompliance, caller, { method: "GET", params: { applicationEventId } });
      expect(read.status, `acknowledged ${applicationEventId}`).toBe(200);
      const theirs = await call(readCompliance, stranger, { method: "GET", params: { applicationEventId } });
      expect(theirs.status).toBe(404);
    }
    expect((await rowCounts("stateful")).claim).toBe(0);
    expect(await rowCounts("stateful-stranger")).toMatchObject({ claim: 0 });
  },
  120_000 + COUNT * 500,
);
