import type { ServerResponse } from "node:http";

export function sendAnswer(outgoing: ServerResponse, response: Response, method: string): Promise<void>;
