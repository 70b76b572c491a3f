import type { IncomingMessage, ServerResponse } from "node:http";

export const DEADLINE_S: number;
export const PAGE: RegExp;
export function pagesByDeadline(
  deadlineS: string | undefined,
  noteLate?: (requestId: string | undefined) => void,
): (request: IncomingMessage, response: ServerResponse, answer: () => Promise<void>) => Promise<void>;
