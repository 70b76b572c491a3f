import type { IncomingMessage, ServerResponse } from "node:http";

export function packedStatic(folder: string): (request: IncomingMessage, response: ServerResponse) => boolean;
