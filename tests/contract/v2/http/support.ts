import { Writable } from "node:stream";
import pino from "pino";
import { getDeps } from "@/lib/runtime/deps";

/** A line of the request log. */
export interface LogLine {
  request_id: string;
  route: string;
  status: number;
  sql: number;
  [member: string]: unknown;
}

/** From here on the log of this process goes into the list that is given back. */
export async function keepLog(): Promise<LogLine[]> {
  const lines: LogLine[] = [];
  const stream = new Writable({
    write: (chunk: Buffer, _encoding, done) => {
      lines.push(JSON.parse(chunk.toString("utf8")) as LogLine);
      done();
    },
  });
  const deps = await getDeps();
  deps.log = pino({ level: "trace", base: null }, stream);
  return lines;
}

/** A body that is sent in pieces, so that no one knows its length beforehand; says how many pieces were taken. */
export function inPieces(piece: Uint8Array, most: number): { body: ReadableStream<Uint8Array>; taken: () => number } {
  let taken = 0;
  const body = new ReadableStream<Uint8Array>({
    pull: (controller) => {
      if (taken >= most) {
        controller.close();
        return;
      }
      taken += 1;
      controller.enqueue(piece);
    },
  });
  return { body, taken: () => taken };
}
