import type { PortalEdit } from "@/lib/domain/portal-edit";
import { conditionsAnswer, conditionsRequest, msSince } from "@/lib/portal-client/moment";
import type { QueuedEdit } from "@/lib/portal-client/queue";
import type { Outcome, QueueHost } from "@/lib/portal-client/queue-host";
import { browserStash } from "@/lib/portal-client/stash";
import { openStore, steadyStore } from "@/lib/portal-client/store";
import { endSession, leaveForgotten } from "@/lib/portal-client/wipe";

export interface BrowserHost {
  host: QueueHost;
  close: () => void;
}

/** How long an edit may be under way before it counts as failed. */
const SEND_TIMEOUT_MS = 20_000;

/** From when on an edit waited for more than its own way. */
const WAITED_MS = 60_000;

/** Buffers of a very large field, and a photo over a weak network, take longer. */
const LONGER_MS: Partial<Record<QueuedEdit["body"]["kind"], number>> = { conditions: 60_000, record_photo: 120_000 };

interface Page {
  /** Called with what another tab of this session tells. */
  onTabs: (outcome: Outcome | null) => void;
  hasUnsent: () => boolean;
}

/** What the queue needs of a real browser. */
export async function browserHost(grant: string, { onTabs, hasUnsent }: Page): Promise<BrowserHost> {
  // Not `timeOrigin`: browsers count it from a clock that stands still while a phone sleeps.
  const askedAt = new Date(Date.now() - performance.now());
  let isKept = true;
  const opened = await openStore(grant, () => leaveForgotten(hasUnsent)).catch(() => null);
  const store = steadyStore(opened, () => (isKept = false));
  const name = `hedgerow-portal-${grant}`;
  const channel = new BroadcastChannel(name);
  channel.onmessage = ({ data }: MessageEvent<Outcome | null>) => onTabs(data);
  return {
    host: {
      store,
      stash: browserStash(grant),
      isKept: () => isKept,
      send: (edit) => send(grant, edit),
      alone: (work) => aloneAmongTabs(name, work),
      isOnline: () => navigator.onLine,
      askedAt: () => askedAt,
      now: () => new Date(),
      wait: (ms, wake) =>
        new Promise((resolve) => {
          const timer = setTimeout(resolve, ms);
          wake(() => {
            clearTimeout(timer);
            resolve();
          });
        }),
      tellTabs: (outcome) => channel.postMessage(outcome ?? null),
      end: (left) => endSession(grant, left),
    },
    close: () => {
      channel.close();
      store.close();
    },
  };
}

async function send(grant: string, { body, key, madeAt }: QueuedEdit): ReturnType<QueueHost["send"]> {
  const isConditions = body.kind === "conditions";
  const asked = isConditions
    ? conditionsRequest(grant, body, madeAt)
    : { path: `/portal/g/${grant}/api/edits`, body: sentBody(body, madeAt) };
  const response = await fetch(asked.path, {
    method: "POST",
    headers: { "Content-Type": "application/json", ...(key === undefined ? {} : { "Idempotency-Key": key }) },
    body: JSON.stringify(asked.body),
    signal: AbortSignal.timeout(LONGER_MS[body.kind] ?? SEND_TIMEOUT_MS),
  });
  const answer: unknown = await response.json().catch(() => null);
  return {
    status: response.status,
    body: isConditions ? conditionsAnswer(answer) : answer,
    // A date, which a proxy may write, is none of ours.
    retryAfterS: Number(response.headers.get("retry-after")) || null,
  };
}

/** An answer that waited says for how long. One that did not is as an earlier version of the server knows it. */
function sentBody(body: PortalEdit, madeAt: string): PortalEdit {
  const saidMsAgo = msSince(madeAt);
  return body.kind === "attestation" && saidMsAgo > WAITED_MS ? { ...body, saidMsAgo } : body;
}

/** Pages without TLS have no locks, except on localhost: there the last tab to try may send an edit a second time, which is harmless. */
async function aloneAmongTabs(name: string, work: () => Promise<void>): Promise<void> {
  const locks = (navigator as { locks?: LockManager }).locks;
  if (locks === undefined) return work();
  await locks.request(`${name}-sending`, work);
}
