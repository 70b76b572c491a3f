import type { IncomingMessage, ServerResponse } from "node:http";

export function turnless(publicFolder: string): (url: string) => boolean;
export function pagesInTurn(
  needsNone: (url: string) => boolean,
): (request: IncomingMessage, response: ServerResponse, answer: () => Promise<void>) => Promise<void>;
