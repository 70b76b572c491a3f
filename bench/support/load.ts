import { createRequire } from "node:module";

/** autocannon has no types of its own; this is what is used of it. */
interface Instance {
  on: (
    event: "response",
    listener: (client: unknown, status: number, bytes: number, responseMs: number) => void,
  ) => void;
}
interface Result {
  errors: number;
  timeouts: number;
  non2xx: number;
}
interface Options {
  url: string;
  connections: number;
  duration: number;
  method: "GET" | "POST";
  headers: Record<string, string>;
  body?: string;
}
type Autocannon = (options: Options, done: (error: Error | null, result: Result) => void) => Instance;
const autocannon = createRequire(import.meta.url)("autocannon") as Autocannon;

/** Keeps connections busy for some seconds and gives the latency of every answer, all of which have to be 200s. */
export function loadFor(options: Options): Promise<number[]> {
  return new Promise((resolve, reject) => {
    const latencies: number[] = [];
    const run = autocannon(options, (error, result) => {
      if (error !== null) reject(error);
      else if (result.errors + result.timeouts + result.non2xx > 0 || latencies.length === 0)
        reject(
          new Error(
            `${options.url} under load: ${latencies.length} answers, ${result.errors} errors, ${result.non2xx} not 2xx`,
          ),
        );
      else resolve(latencies);
    });
    run.on("response", (_client, _status, _bytes, responseMs) => latencies.push(responseMs));
  });
}
