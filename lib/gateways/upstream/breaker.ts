export const BREAKER_STATES = ["closed", "open", "half_open"] as const;
type BreakerState = (typeof BREAKER_STATES)[number];

/** Keeps callers from a service that has failed several times in a row, and lets one through now and then to look. */
export interface Breaker {
  /** Whether a call may go out now. One that may has to be followed by `succeeded`, `failed` or `undecided`. */
  mayPass: () => boolean;
  succeeded: () => void;
  failed: () => void;
  /** The call said nothing about the service's health. */
  undecided: () => void;
  state: () => BreakerState;
}

export interface BreakerOptions {
  /** Failures in a row that open it. */
  failuresToOpen: number;
  /** How long it stays open before one call may look. */
  openMs: number;
  now: () => number;
  /** Called at every opening and closing. */
  onChange: (state: "closed" | "open") => void;
}

export function createBreaker({ failuresToOpen, openMs, now, onChange }: BreakerOptions): Breaker {
  let failures = 0;
  let openedAt: number | null = null;
  let isProbing = false;
  const open = (): void => {
    if (openedAt === null) onChange("open");
    openedAt = now();
  };
  return {
    mayPass: () => {
      if (openedAt === null) return true;
      if (isProbing || now() - openedAt < openMs) return false;
      isProbing = true;
      return true;
    },
    succeeded: () => {
      if (openedAt !== null) onChange("closed");
      failures = 0;
      openedAt = null;
      isProbing = false;
    },
    failed: () => {
      failures += 1;
      isProbing = false;
      if (openedAt !== null || failures >= failuresToOpen) open();
    },
    undecided: () => {
      isProbing = false;
    },
    state: () => {
      if (openedAt === null) return "closed";
      return isProbing || now() - openedAt >= openMs ? "half_open" : "open";
    },
  };
}
