import { z } from "zod";
import type { Contract, RequestHeaders } from "@/lib/contracts/shared/contract";

/** Parameters of a portal route. `fieldId` in the path: the session has to open that field before anything is read. */
export interface PortalParams {
  grant: string;
  fieldId?: string | undefined;
}

/**
 * What a JSON route of the portal promises: the API's contract without what belongs to keys and documents. These
 * routes serve our own pages alone and may change with them.
 */
export type PortalContract<Body, Query, Params extends PortalParams, Result> = Pick<
  Contract<Body, Query, Params, Result>,
  "body" | "query" | "params" | "headers" | "response" | "present"
> & {
  method: "GET" | "POST";
  /** For the log: with names in braces, never the grant itself. */
  path: string;
  /** The route takes a processing slot and works under the request deadline. */
  isProcessing?: true;
};

/** Of a route that saves: the page names each edit with a UUID in `Idempotency-Key`. Older pages name none. */
export const EDIT_KEY: z.ZodType<RequestHeaders> = z
  .object({ idempotency_key: z.uuid().nullable().default(null) })
  .transform(({ idempotency_key: idempotencyKey }) => ({ idempotencyKey, waitS: 0 }));

export const definePortalContract = <Body, Query, Params extends PortalParams, Result>(
  contract: PortalContract<Body, Query, Params, Result>,
): PortalContract<Body, Query, Params, Result> => contract;
