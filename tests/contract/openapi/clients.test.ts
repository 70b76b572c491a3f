import { copyFileSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { createConfig, lintFromString } from "@redocly/openapi-core";
import openapiTypescript, { astToString, type OpenAPI3 } from "openapi-typescript";
import ts from "typescript";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openApiDocument } from "@/lib/contracts/openapi";
import { exampleRequests } from "@/tests/contract/openapi/example-requests";
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

  it("openapi-typescript makes types that an integration of a hundred lines compiles against, strictly", async () => {
    const folder = mkdtempSync(join(root, ".data", "client-"));
    try {
      const types = astToString(
        await openapiTypescript(document as unknown as OpenAPI3, { defaultNonNullable: false }),
      );
      writeFileSync(join(folder, "hedgerow.d.ts"), types);
      copyFileSync(join(root, "docs/examples/first-day.ts"), join(folder, "first-day.ts"));
      mkdirSync(join(folder, "node_modules"));
      for (const name of ["openapi-fetch", "openapi-typescript-helpers"]) {
        symlinkSync(join(root, "node_modules", name), join(folder, "node_modules", name));
      }
      const program = ts.createProgram([join(folder, "first-day.ts")], {
        strict: true,
        exactOptionalPropertyTypes: true,
        noUncheckedIndexedAccess: true,
        noEmit: true,
        skipLibCheck: false,
        types: [],
        lib: ["lib.es2023.d.ts", "lib.dom.d.ts", "lib.dom.iterable.d.ts"],
        target: ts.ScriptTarget.ES2022,
        module: ts.ModuleKind.ESNext,
        moduleResolution: ts.ModuleResolutionKind.Bundler,
      });
      const faults = ts
        .getPreEmitDiagnostics(program)
        .map(
          ({ file, messageText }) => `${file?.fileName ?? ""}: ${ts.flattenDiagnosticMessageText(messageText, " ")}`,
        );
      expect(faults).toEqual([]);
      expect(types).not.toMatch(/: unknown\[\]/);
    } finally {
      rmSync(folder, { recursive: true });
    }
  }, 300_000);
});

describe("the same integration, run", () => {
  let demo: Demonstration;
  let client: unknown;
  let firstDay: FirstDay;
  beforeAll(async () => {
    demo = await loadDemonstration();
    firstDay = (await import(/* @vite-ignore */ join(root, "docs/examples/first-day.ts"))) as FirstDay;
    client = firstDay.connect("http://localhost:3000", demo.caller.apiKey, sendToRoute);
  }, 180_000);
  afterAll(() => demo.soil.close());

  it("checks, reads, computes, and submits", async () => {
    const { checkEsa, submitBulkChecks } = exampleRequests(demo.boundary);
    const checked = await firstDay.check(client, checkEsa?.body);
    expect(checked).toMatchObject({ isPass: false, reference: expect.any(String) as string });
    expect(checked.toDo.length).toBeGreaterThan(0);
    const reference = checked.reference ?? "";
    expect((await firstDay.earnedPoints(client, reference)).get("epa_runoff")).toBeGreaterThan(0);
    const now = await firstDay.buffersNow(client, reference, { fromDeg: 225, mph: 7.5 });
    expect(now.widthsFt.length).toBeGreaterThan(3);
    const submitted = await firstDay.submitAll(client, "first-day", submitBulkChecks?.body);
    expect(await firstDay.submitAll(client, "first-day", submitBulkChecks?.body)).toEqual(submitted);
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
