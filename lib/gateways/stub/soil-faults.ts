import type { ServerResponse } from "node:http";
import { setTimeout as pause } from "node:timers/promises";

/** What the stub can do wrong. The last two change rows and are done where rows are made. */
export const SOIL_FAULTS = [
  "slow",
  "error_500",
  "error_503",
  "html",
  "maintenance",
  "cut_json",
  "service_exception",
  "empty",
  "huge",
  "wrong_schema",
  "closed",
  "missing_map_unit",
  "null_group",
] as const;
export type SoilFault = (typeof SOIL_FAULTS)[number];

const HUGE_BYTES = 48 << 20;
const CHUNK = Buffer.alloc(1 << 20, " ");

const page = (title: string, text: string): string =>
  `<!DOCTYPE html><html><head><title>${title}</title></head><body><h1>${title}</h1><p>${text}</p></body></html>`;

export function send(response: ServerResponse, status: number, type: string, text: string): void {
  response.writeHead(status, { "content-type": type, "content-length": Buffer.byteLength(text) }).end(text);
}

export const sendJson = (response: ServerResponse, value: unknown): void =>
  send(response, 200, "application/json; charset=utf-8", JSON.stringify(value));

export const sendServiceException = (response: ServerResponse, text: string): void =>
  send(
    response,
    400,
    "text/xml; charset=utf-8",
    `<?xml version="1.0" encoding="utf-8"?><ServiceExceptionReport><ServiceException>${text}</ServiceException></ServiceExceptionReport>`,
  );

type Answer = (response: ServerResponse, table: unknown) => void | Promise<void>;

/** How each fault looks on the wire. `table` is what would have been answered. */
const FAULTY: Partial<Record<SoilFault, Answer>> = {
  error_500: (response) => send(response, 500, "text/plain", "Internal Server Error"),
  error_503: (response) => send(response, 503, "text/plain", "Service Unavailable"),
  html: (response) => send(response, 200, "text/html; charset=utf-8", page("Runtime Error", "Something went wrong.")),
  maintenance: (response) =>
    send(
      response,
      200,
      "text/html; charset=utf-8",
      page("Soil Data Access", "The service is down for its daily maintenance. Please try again in a few minutes."),
    ),
  cut_json: (response, table) => {
    const text = JSON.stringify(table);
    send(response, 200, "application/json; charset=utf-8", text.slice(0, Math.max(1, Math.floor(text.length / 2))));
  },
  service_exception: (response) => sendServiceException(response, "Invalid query: &lt;the query&gt;"),
  empty: (response) => sendJson(response, {}),
  huge: sendHuge,
  wrong_schema: (response) =>
    sendJson(response, {
      Table: [
        ["mukey", "wkt"],
        [17, { type: "Polygon" }],
      ],
    }),
  closed: (response) => void response.destroy(),
};

async function sendHuge(response: ServerResponse): Promise<void> {
  response.writeHead(200, { "content-type": "application/json; charset=utf-8" });
  response.write("{");
  for (let sent = 0; sent < HUGE_BYTES && !response.destroyed; sent += CHUNK.length) {
    // A reader that has gone away never drains.
    if (!response.write(CHUNK))
      await Promise.race([new Promise((resolve) => response.once("drain", resolve)), pause(5000)]);
  }
  response.end("}");
}

/** Answers wrongly, when the fault is one of the answer and not of its rows. False: nothing was sent. */
export async function answerWrongly(
  response: ServerResponse,
  fault: SoilFault | null,
  table: unknown,
): Promise<boolean> {
  const answer = fault === null ? undefined : FAULTY[fault];
  if (answer === undefined) return false;
  await answer(response, table);
  return true;
}
