import type { IncomingMessage, ServerResponse } from "node:http";

export function passingFaults(): (
  request: IncomingMessage,
  response: ServerResponse,
  answer: () => Promise<void>,
) => Promise<void>;
