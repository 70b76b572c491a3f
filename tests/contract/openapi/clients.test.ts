import { execFile } from "node:child_process";
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { createClient as generateSdk } from "@hey-api/openapi-ts";
import { createConfig, lintFromString } from "@redocly/openapi-core";
import { Spectral, type RulesetDefinition } from "@stoplight/spectral-core";
import { oas } from "@stoplight/spectral-rulesets";
import openapiTypescript, { astToString, type OpenAPI3 } from "openapi-typescript";
import ts from "typescript";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openApiDocument } from "@/lib/contracts/openapi";
import { exampleRequests } from "@/tests/contract/openapi/example-requests";
import { addExamplePhoto } from "@/tests/contract/openapi/example-photo";
import type { OpenApi } from "@/tests/contract/openapi/documented";
import { brunoCollection, sentByBruno, taken } from "@/tests/support/bruno";
import { loadDemonstration, type Demonstration } from "@/tests/support/demonstration";
import { sendToRoute } from "@/tests/support/router";

/** docs/examples/first-day.ts, which compiles against generated types alone: loaded by its path. */
interface FirstDay {
  connect: (baseUrl: string, apiKey: string, fetch: (request: Request) => Promise<Response>) => unknown;
  check: (client: unknown, body: unknown) => Promise<{ isPass: boolean; reference: string | null; toDo: unknown[] }>;
  earnedPoints: (client: unknown, reference: string) => Promise<Map<string, number>>;
  buffersNow: (client: unknown, reference: string, wind: object) => Promise<{ widthsFt: unknown[] }>;
  submitAll: (client: unknown, key: string, body: unknown) => Promise<{ jobId: string }>;
  readResults: (client: unknown, jobId: string) => Promise<unknown[]>;
}

const root = fileURLToPath(new URL("../../..", import.meta.url));
const document = openApiDocument({ publicUrls: ["https://hedgerow.test"], support: "support@example.com" });

/** Where types are generated and examples compiled, beside the packages that they need. */
let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(root, ".data", "client-"));
  mkdirSync(join(folder, "node_modules"));
  for (const name of ["openapi-fetch", "openapi-typescript-helpers"]) {
    symlinkSync(join(root, "node_modules", name), join(folder, "node_modules", name));
  }
});
afterAll(() => rmSync(folder, { recursive: true }));

describe("tools that read the document", () => {
  it("redocly finds nothing to complain about", async () => {
    // Health and readiness refuse no one, so they have no 4xx.
    const rules = { "operation-4xx-response": "off" } as const;
    const config = await createConfig({ extends: ["recommended"], rules });
    const problems = await lintFromString({ source: JSON.stringify(document), config, absoluteRef: "openapi.json" });
    expect(
      problems.map(({ ruleId, message, location }) => `${ruleId} ${location[0]?.pointer ?? ""}: ${message}`),
    ).toEqual([]);
  }, 120_000);

  it("spectral finds nothing either", async () => {
    const spectral = new Spectral();
    // Its type lacks a member that only rulesets over others need.
    spectral.setRuleset({
      extends: [[oas as unknown as RulesetDefinition, "recommended"]],
      // Python's validator looks at each example below.
      rules: { "oas3-valid-media-example": "off" },
    });
    const found = await spectral.run(JSON.parse(JSON.stringify(document)) as Record<string, unknown>);
    expect(found.map(({ code, path, message }) => `${code} ${path.join("/")}: ${message}`)).toEqual([]);
  }, 120_000);

  it("Python's validator takes every schema, pattern, reference, and example", async () => {
    const file = join(folder, "openapi.json");
    writeFileSync(file, JSON.stringify(document));
    // Debian's own Python, which has Debian's packages.
    const script = join(root, "tests/contract/openapi/validate.py");
    const { stdout } = await promisify(execFile)("/usr/bin/python3", [script, file], { maxBuffer: 16 << 20 });
    const { faults, counts } = JSON.parse(stdout) as { faults: string[]; counts: Record<string, number> };
    expect(faults).toEqual([]);
    expect(counts.schemas).toBeGreaterThan(300);
    expect(counts.patterns).toBeGreaterThan(20);
    expect(counts.references).toBeGreaterThan(500);
    expect(counts.examples).toBeGreaterThan(100);
  }, 120_000);

  it("openapi-typescript makes types that an integration of a hundred lines compiles against, strictly", async () => {
    const types = astToString(await openapiTypescript(document as unknown as OpenAPI3, { defaultNonNullable: false }));
    writeFileSync(join(folder, "hedgerow.d.ts"), types);
    expect(compileFaults("first-day.ts", { exactOptionalPropertyTypes: true })).toEqual([]);
    expect(types).not.toMatch(/: unknown\[\]/);
  }, 300_000);

  it("@hey-api/openapi-ts makes functions that the same integration compiles against, strictly", async () => {
    const input = JSON.parse(JSON.stringify(document)) as Record<string, unknown>;
    const output = join(folder, "hedgerow-sdk");
    const plugins = ["@hey-api/client-fetch", "@hey-api/typescript", "@hey-api/sdk"] as const;
    await generateSdk({ input, output, plugins: [...plugins], logs: { level: "silent", file: false } });
    // The library that it writes beside the types assigns undefined to what may be left out.
    expect(compileFaults("first-day-hey-api.ts", { exactOptionalPropertyTypes: false })).toEqual([]);
  }, 300_000);
});

/** What the strict compiler says of an example beside the types that were generated for it. */
function compileFaults(example: string, more: ts.CompilerOptions): string[] {
  copyFileSync(join(root, "docs/examples", example), join(folder, example));
  const program = ts.createProgram([join(folder, example)], {
    strict: true,
    ...more,
    noUncheckedIndexedAccess: true,
    noEmit: true,
    // The types of the browser are the compiler's own, and checking them took most of the time.
    skipDefaultLibCheck: true,
    types: [],
    lib: ["lib.es2023.d.ts", "lib.dom.d.ts", "lib.dom.iterable.d.ts"],
    target: ts.ScriptTarget.ES2022,
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
  });
  return ts
    .getPreEmitDiagnostics(program)
    .map(({ file, messageText }) => `${file?.fileName ?? ""}: ${ts.flattenDiagnosticMessageText(messageText, " ")}`);
}

let demo: Demonstration;
beforeAll(async () => {
  demo = await loadDemonstration();
}, 180_000);
afterAll(() => demo.close());

/** Each example as it runs: types alone need no file, a generated library does. */
const INTEGRATIONS = { "openapi-fetch": "docs/examples/first-day.ts", "@hey-api/openapi-ts": "first-day-hey-api.ts" };

describe.each(Object.entries(INTEGRATIONS))("the same integration with %s, run", (name, file) => {
  let firstDay: FirstDay;
  let client: unknown;
  beforeAll(async () => {
    const place = file.startsWith("docs/") ? root : folder;
    firstDay = (await import(/* @vite-ignore */ join(place, file))) as FirstDay;
    client = firstDay.connect("http://localhost:3000", demo.caller.apiKey, sendToRoute);
  });

  it("checks, reads, computes, and submits", async () => {
    const { checkEsa, submitBulkChecks } = exampleRequests(demo.boundary);
    const checked = await firstDay.check(client, checkEsa?.body);
    expect(checked).toMatchObject({ isPass: false, reference: expect.any(String) as string });
    expect(checked.toDo.length).toBeGreaterThan(0);
    const reference = checked.reference ?? "";
    expect((await firstDay.earnedPoints(client, reference)).get("epa_runoff")).toBeGreaterThan(0);
    const now = await firstDay.buffersNow(client, reference, { fromDeg: 225, mph: 7.5 });
    expect(now.widthsFt.length).toBeGreaterThan(3);
    const submitted = await firstDay.submitAll(client, name, submitBulkChecks?.body);
    expect(await firstDay.submitAll(client, name, submitBulkChecks?.body)).toEqual(submitted);
    expect(await firstDay.readResults(client, submitted.jobId)).toHaveLength(1);
  });

  it("raises what the API refuses, with its code and its request id", async () => {
    const wrong = firstDay.connect("http://localhost:3000", "esa_test_wrong", sendToRoute);
    await expect(firstDay.earnedPoints(wrong, "0199d3a4-7c1e-7000-8a55-2f6f3a1b9c01")).rejects.toMatchObject({
      code: "UNAUTHORIZED",
      retryable: false,
    });
  });
});

describe("the request collection for Bruno", () => {
  const kept = join(root, "clients/bruno");
  const collection = brunoCollection(JSON.parse(JSON.stringify(document)) as OpenApi);

  it("is what `npm run examples` writes from the example requests", () => {
    if (process.env.RECORD_EXAMPLES === "1") {
      rmSync(kept, { recursive: true, force: true });
      for (const [file, text] of collection) {
        mkdirSync(dirname(join(kept, file)), { recursive: true });
        writeFileSync(join(kept, file), text);
      }
    }
    const files = readdirSync(kept, { recursive: true, encoding: "utf8" }).filter((file) => /\.(bru|json)$/.test(file));
    expect(files.toSorted()).toEqual([...collection.keys()].toSorted());
    for (const [file, text] of collection) expect(readFileSync(join(kept, file), "utf8"), file).toBe(text);
  });

  it("is read by Bruno's own parser, and each request is answered as the document says, in its order", async () => {
    const variables = new Map([
      ["url", "http://localhost:3000"],
      ["key", demo.caller.apiKey],
    ]);
    const requests = [...collection.keys()].filter((file) => !/^(bruno\.json|collection\.bru|environments)/.test(file));
    expect(requests.length).toBeGreaterThan(30);
    for (const file of requests) {
      const { url, init, kept: wanted } = sentByBruno(readFileSync(join(kept, file), "utf8"), variables);
      if (file.endsWith("/downloadRecordPhoto.bru")) {
        await addExamplePhoto(demo.caller, variables.get("application_event_id") ?? "");
      }
      const answered = await sendToRoute(new Request(url, init));
      const text = await answered.text();
      expect(answered.ok, `${file}: ${answered.status} ${text.slice(0, 500)}`).toBe(true);
      for (const { name, value } of wanted) variables.set(name, taken(value, JSON.parse(text)));
    }
    expect([...variables.keys()]).toEqual(expect.arrayContaining(["application_event_id", "job_id", "endpoint_id"]));
    expect(existsSync(join(kept, "environments/Demonstration.bru"))).toBe(true);
  }, 120_000);
});
