import { z } from "zod";
import type { RequestHeaders } from "@/lib/contracts/shared/contract";
import type { ApiRequest } from "@/lib/http/api/request";

/** The headers that a contract may read, under the names its faults give them. */
export const readHeaders = (request: ApiRequest): { idempotency_key?: string; prefer?: string } => {
  const key = request.headers.get("idempotency-key");
  const prefer = request.headers.get("prefer");
  return { ...(key === null ? {} : { idempotency_key: key }), ...(prefer === null ? {} : { prefer }) };
};

/** Of a route that reads none: whatever was sent is nothing to it. */
export const NO_HEADERS: z.ZodType<RequestHeaders> = z
  .unknown()
  .transform(() => ({ idempotencyKey: null, waitS: 0 }) satisfies RequestHeaders);
