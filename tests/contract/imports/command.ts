import { type ChildProcess, spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import { programOf } from "@/tests/support/program";

export interface Ended {
  code: number | null;
  out: string;
  err: string;
}

const ROOT = fileURLToPath(new URL("../../..", import.meta.url));

/** The real command in a process of its own, against this test file's database. */
export function startData(args: readonly string[]): { child: ChildProcess; ended: Promise<Ended> } {
  const child = spawn(process.execPath, [...programOf("data"), ...args], { cwd: ROOT });
  let out = "";
  let err = "";
  child.stdout.on("data", (chunk: Buffer) => (out += chunk.toString()));
  child.stderr.on("data", (chunk: Buffer) => (err += chunk.toString()));
  const ended = new Promise<Ended>((resolve) => child.on("close", (code) => resolve({ code, out, err })));
  return { child, ended };
}

export const runData = (...args: string[]): Promise<Ended> => startData(args).ended;
