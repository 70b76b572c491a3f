import type { IncomingMessage, ServerResponse } from "node:http";

export const ADDRESS_PER_MIN: number;
export function countAddresses(
  perMinute: string | undefined,
): (request: IncomingMessage, response: ServerResponse) => Promise<boolean>;
