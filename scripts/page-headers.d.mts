import type { IncomingMessage, ServerResponse } from "node:http";

export function pageHeaders(options: {
  isDevelopment: boolean;
  imageryUrl: string | undefined;
}): (request: IncomingMessage, response: ServerResponse) => void;
