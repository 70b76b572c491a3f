import { cpSync, mkdirSync, mkdtempSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import openapiTypescript, { astToString, type OpenAPI3 } from "openapi-typescript";
import ts from "typescript";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const PACKAGE = join(ROOT, "clients/typescript");

/** What the package's own build does, in a folder of its own: types from a document, then the compiler with its settings. */
export async function buildClient(document: OpenAPI3): Promise<{ folder: string; faults: string[] }> {
  mkdirSync(join(ROOT, ".data"), { recursive: true });
  const folder = mkdtempSync(join(ROOT, ".data", "client-package-"));
  for (const name of ["src", "package.json", "tsconfig.json"]) {
    cpSync(join(PACKAGE, name), join(folder, name), { recursive: true });
  }
  const types = astToString(await openapiTypescript(document, { defaultNonNullable: false }));
  writeFileSync(join(folder, "src/api.ts"), types);
  mkdirSync(join(folder, "node_modules"));
  for (const name of ["openapi-fetch", "openapi-typescript-helpers"]) {
    symlinkSync(join(ROOT, "node_modules", name), join(folder, "node_modules", name));
  }
  const read = ts.readConfigFile(join(folder, "tsconfig.json"), (path) => ts.sys.readFile(path));
  const { options, fileNames } = ts.parseJsonConfigFileContent(read.config, ts.sys, folder);
  const program = ts.createProgram(fileNames, options);
  const faults = [...ts.getPreEmitDiagnostics(program), ...program.emit().diagnostics].map(
    ({ file, messageText }) => `${file?.fileName ?? ""}: ${ts.flattenDiagnosticMessageText(messageText, " ")}`,
  );
  return { folder, faults };
}
