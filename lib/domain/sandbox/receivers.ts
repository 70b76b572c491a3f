/** A host that no name server knows, so that nothing is ever sent there. Outside of production its paths answer as they are named. */
export const SANDBOX_RECEIVER = "receiver.sandbox.invalid";

interface SandboxReceiver {
  /** HTTP status; null: no answer comes in time. */
  status: number | null;
  /** Why the message counts as not taken; null: it is. */
  error: string | null;
  about: string;
}

export const SANDBOX_RECEIVERS = {
  "/204": { status: 204, error: null, about: "takes every message" },
  "/500": { status: 500, error: "it answered 500", about: "fails, and is tried again" },
  "/302": {
    status: 302,
    error: "it redirects, and redirects are not followed",
    about: "redirects, and is tried again",
  },
  "/timeout": { status: null, error: "no answer in time", about: "says nothing, and is tried again" },
  "/410": { status: 410, error: "it answered 410", about: "is gone: the endpoint is switched off" },
} as const satisfies Record<string, SandboxReceiver>;
export type SandboxReceiverPath = keyof typeof SANDBOX_RECEIVERS;

/** What the receiver at an address answers; null where it is none of the sandbox's. */
export function sandboxReceiver(address: string): SandboxReceiver | null {
  const { hostname, pathname } = new URL(address);
  if (hostname !== SANDBOX_RECEIVER) return null;
  return Object.hasOwn(SANDBOX_RECEIVERS, pathname) ? SANDBOX_RECEIVERS[pathname as SandboxReceiverPath] : null;
}
