import type { IncomingMessage, ServerResponse } from "node:http";

export function packAnswers(): (request: IncomingMessage, response: ServerResponse) => void;
