import { readFileSync } from "node:fs";
import { Ajv2020 } from "ajv/dist/2020";

const schema = JSON.parse(readFileSync("deploy/log-line.schema.json", "utf8")) as object;
const isLogLine = new Ajv2020().compile(schema);

export type LogLine = Record<string, unknown> & { level: number; msg: string };

/** What a process wrote, as lines of the log; with those that are none. */
export function readLogLines(text: string): { lines: LogLine[]; strays: string[] } {
  const lines: LogLine[] = [];
  const strays: string[] = [];
  for (const written of text.split("\n").filter((line) => line !== "")) {
    const line = parsed(written);
    if (isLogLine(line)) lines.push(line as LogLine);
    else strays.push(written);
  }
  return { lines, strays };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
