/** A request of a known provider that was refused, as it was answered. */
export interface RefusedRequest {
  refusedAt: Date;
  /** Null: many that are only counted. */
  requestId: string | null;
  /** Method and route, such as `POST /api/v2/esa-check`; a tool's name after `/mcp`. */
  route: string;
  status: number;
  /** The wire code. */
  code: string;
  /** JSON pointer, or the parameter, of what was wrong first; null: the request as a whole. */
  place: string | null;
  message: string;
  /** More than 1: so many of this route and code, beyond those that are kept one by one. */
  times: number;
}

/** A refused request as it is found by its request id, which does not say whose it was. */
export type FoundRefusal = Omit<RefusedRequest, "times"> & { providerId: string };

export interface RefusalsByCode {
  code: string;
  status: number;
  requests: number;
  lastRefusedAt: Date;
}

/** Days that refusals are kept; the migration that made the table purges by the same. */
export const REFUSALS_DAYS = 30;
