import { existsSync } from "node:fs";
import { join } from "node:path";
import { loadEnvFile } from "node:process";

const file = join(import.meta.dirname, "..", "..", ".data", "demo.env");

/** Where no database is named, an operator's command works on the demonstration that runs in this folder. */
export function fallBackToDemonstration(): void {
  if ((process.env.DATABASE_URL ?? "") !== "" || !existsSync(file)) return;
  loadEnvFile(file);
  console.error("No DATABASE_URL is set: this is about the demonstration that runs here.");
}
