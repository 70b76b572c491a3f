import { execFile } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { EXAMPLES } from "@/lib/contracts/openapi-examples";
import { samplesOf } from "@/lib/documentation/samples";
import { fetchDocument, operationsOf } from "@/tests/contract/openapi/documented";
import { loadDemonstration, type Demonstration } from "@/tests/support/demonstration";
import { serveRoutes, type Served } from "@/tests/support/serve-routes";

const run = promisify(execFile);
const GUIDES = new URL("../../../docs/guides/", import.meta.url);

let demo: Demonstration;
let server: Served;
let folder: string;
let asked: Served["asked"];

const environment = () => ({
  ...process.env,
  HEDGEROW_URL: server.url,
  HEDGEROW_KEY: demo.caller.apiKey,
});

beforeAll(async () => {
  demo = await loadDemonstration();
  server = await serveRoutes();
  ({ asked } = server);
  folder = mkdtempSync(join(tmpdir(), "hedgerow-guides-"));
  mkdirSync(join(folder, ".data"));
  writeFileSync(join(folder, ".data/demo.json"), JSON.stringify({ demo_field_boundary: demo.boundary }));
}, 180_000);
afterAll(() => {
  server.close();
  rmSync(folder, { recursive: true });
  return demo.close();
});

const blocksOf = (text: string): string[] =>
  [...text.matchAll(/^```bash\n([\s\S]*?)^```$/gm)].map(([, block]) => block ?? "");

describe("the examples of the documentation work as they are printed", () => {
  it("every guide's commands, in the order of the guides", async () => {
    const files = readdirSync(GUIDES).toSorted();
    const blocks = files.flatMap((file) => blocksOf(readFileSync(new URL(file, GUIDES), "utf8")));
    expect(blocks.length).toBeGreaterThan(12);
    const { stdout } = await run("bash", ["-euo", "pipefail", "-c", blocks.join("\n")], {
      cwd: folder,
      env: environment(),
      maxBuffer: 16 << 20,
    });
    expect(stdout).toMatch(/^not_met$/m);
    expect(stdout).toMatch(/false$/m);
    // The day of the examples is one that a forecast speaks of, whenever someone tries them.
    expect(stdout).toMatch(/^[1-9]\d* of 168 hours are open by their weather$/m);
    // The one request that a guide shows as refused is refused.
    expect(asked.filter(({ status }) => status >= 400)).toEqual([{ request: "POST /api/v2/esa-check", status: 422 }]);
  }, 120_000);

  /** One program a language, with the requests that need nothing from an earlier answer. */
  it.each([
    ["curl", "bash", ["-euo", "pipefail"], "sh"],
    ["TypeScript", "node", [], "mjs"],
    ["Python", "python3", [], "py"],
  ])(
    "the reference's requests in %s",
    async (language, program, flags, ending) => {
      const document = await fetchDocument();
      const samples = operationsOf(document).flatMap(({ path, method, operation }) => {
        const example = EXAMPLES[operation.operationId ?? ""];
        const needsAnswer =
          /\{(application_event_id|job_id|endpoint_id)\}/.test(path) || /\/reports\/|machine-files/.test(path);
        if (example === undefined || needsAnswer || operation.operationId === "lockGroup") return [];
        const savedAs = path.endsWith(".csv") ? "records.csv" : null;
        const sample = { method: method.toUpperCase(), path, request: example.request, savedAs };
        return samplesOf(sample).filter((each) => each.language === language);
      });
      expect(samples.length).toBeGreaterThan(8);
      const isScript = ending === "mjs";
      const text = samples.map((each) => (isScript ? `{\n${each.text}\n}` : each.text)).join("\n\n");
      const file = join(folder, `samples.${ending}`);
      writeFileSync(file, text);
      const before = asked.length;
      await run(program, [...flags, file], { cwd: folder, env: environment(), maxBuffer: 64 << 20 });
      expect(asked.slice(before)).toHaveLength(samples.length);
      expect(asked.slice(before).filter(({ status }) => status >= 300)).toEqual([]);
    },
    120_000,
  );
});
