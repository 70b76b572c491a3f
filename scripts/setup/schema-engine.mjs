#!/usr/bin/env node
import { createInterface } from "node:readline";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { readFileSync } from "node:fs";
import { PrismaPg } from "@prisma/adapter-pg";
import { ColumnTypeEnum, bindMigrationAwareSqlAdapterFactory } from "@prisma/driver-adapter-utils";
import * as bindings from "@prisma/schema-engine-wasm/schema_engine_bg";
import pg from "pg";

/**
 * Stands in for Prisma's schema engine, a binary that its command line would download: JSON-RPC on standard input
 * and output, answered by the engine's WebAssembly build. For the drift check alone (docs/decisions/0003).
 */
const args = process.argv.slice(2);
if (args[0] === "--version") {
  console.log("schema-engine-cli wasm");
  process.exit(0);
}
const { url, datamodels } = readArguments();
if (args.includes("cli")) {
  const client = new pg.Client(url);
  await client.connect();
  await client.end();
  process.exit(0);
}
startEngineModule();

function readArguments() {
  const found = { url: process.env.DATABASE_URL, datamodels: [] };
  args.forEach((name, index) => {
    const value = args[index + 1];
    if (name === "--datamodels") found.datamodels.push([value, readFileSync(value, "utf8")]);
    if (name === "--datasource") found.url = JSON.parse(value).url ?? found.url;
  });
  return found;
}

function startEngineModule() {
  // The engine reports a panic here before it gives up; without it the report itself would fail.
  globalThis.PRISMA_WASM_PANIC_REGISTRY = { set_message: (message) => process.stderr.write(`${message}\n`) };
  const folder = dirname(createRequire(import.meta.url).resolve("@prisma/schema-engine-wasm"));
  const module = new WebAssembly.Module(readFileSync(join(folder, "schema_engine_bg.wasm")));
  const instance = new WebAssembly.Instance(module, { "./schema_engine_bg.js": bindings });
  bindings.__wbg_set_wasm(instance.exports);
  instance.exports.__wbindgen_start();
  // The adapter cannot read the catalogue's type "char" (18); as text (25) it can.
  const addFields = pg.Result.prototype.addFields;
  pg.Result.prototype.addFields = function readCharAsText(fields) {
    for (const field of fields) if (field.dataTypeID === 18) field.dataTypeID = 25;
    return addFields.call(this, fields);
  };
}

/** The adapter has no word for a single character; the engine insists on one for the kind of a constraint. */
class CharacterAwareFactory extends PrismaPg {
  async connect() {
    const adapter = await super.connect();
    const queryRaw = adapter.queryRaw.bind(adapter);
    adapter.queryRaw = async (query) => {
      const result = await queryRaw(query);
      const kind = result.columnNames.indexOf("constraint_type");
      if (kind !== -1) result.columnTypes[kind] = ColumnTypeEnum.Character;
      return result;
    };
    return adapter;
  }
}

let engine;
const startEngine = () => {
  engine ??= bindings.SchemaEngine.new(
    { datamodels: datamodels.length > 0 ? datamodels : undefined },
    () => undefined,
    bindMigrationAwareSqlAdapterFactory(new CharacterAwareFactory({ connectionString: url, max: 2 })),
  );
  return engine;
};
const answer = (message) => process.stdout.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);

let pending = 0;
let closed = false;
const lines = createInterface({ input: process.stdin });
lines.on("line", async (line) => {
  const message = line.trim() === "" ? null : JSON.parse(line);
  if (message?.method === undefined) return;
  pending += 1;
  try {
    const method = message.method === "getDatabaseVersion" ? "version" : message.method;
    const result = await (await startEngine())[method](message.params ?? undefined);
    if (method === "diff" && result.stdout != null) {
      answer({ id: 1_000_000 + message.id, method: "print", params: { content: result.stdout } });
    }
    answer({ id: message.id, result: result ?? null });
  } catch (error) {
    const data = { is_panic: false, error_code: error?.code, message: String(error?.message ?? error) };
    answer({ id: message.id, error: { code: 4466, message: "engine", data } });
  }
  pending -= 1;
  if (pending === 0 && closed) process.exit(0);
});
lines.on("close", () => {
  closed = true;
  if (pending === 0) process.exit(0);
});
