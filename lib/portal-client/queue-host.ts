import type { EndedEdit, QueuedEdit, RefusedEdit, Verdict } from "@/lib/portal-client/queue";
import type { Stash } from "@/lib/portal-client/stash";
import type { EditStore } from "@/lib/portal-client/store";
import type { Stored } from "@/lib/portal-client/stored";

export interface QueueState {
  queued: readonly QueuedEdit[];
  refused: readonly RefusedEdit[];
  /** When each item was last saved from this page. */
  saved: ReadonlyMap<string, string>;
  /** Which edits were saved or refused since this page was asked for, in whichever tab of the session or on the page before. */
  ended: readonly EndedEdit[];
  /** The last change saved from this page: what a quick undo takes back. */
  lastSaved: { changeId: string; label: string; at: string } | null;
  isOnline: boolean;
  /** The last attempt failed and another follows. */
  isFailing: boolean;
  /** The browser itself failed again and again: nothing is tried any more until the person asks for it. */
  isStuck: boolean;
  /** What waits outlives this page. */
  isKept: boolean;
  /** The session is over, and what was not sent could not be kept: it is on this page alone. */
  isOver: boolean;
}

export const NO_EDITS: QueueState = {
  queued: [],
  refused: [],
  saved: new Map(),
  ended: [],
  lastSaved: null,
  isOnline: true,
  isFailing: false,
  isStuck: false,
  isKept: true,
  isOver: false,
};

export interface Outcome {
  edit: QueuedEdit;
  verdict: Extract<Verdict, { kind: "saved" | "refused" }>;
}

/** What the queue needs of the browser, so that tests can give it another. */
export interface QueueHost {
  store: EditStore;
  stash: Stash;
  /** The browser keeps what is stored; false once it is known not to. */
  isKept: () => boolean;
  send: (edit: QueuedEdit) => Promise<{ status: number; body: unknown; retryAfterS: number | null }>;
  /** Runs one page's work at a time, over all tabs of this session. */
  alone: (work: () => Promise<void>) => Promise<void>;
  isOnline: () => boolean;
  /** When this page was asked for, by the same clock as `now`. */
  askedAt: () => Date;
  now: () => Date;
  wait: (ms: number, wake: (stop: () => void) => void) => Promise<void>;
  /** Tells the other tabs what became of an edit, or that the stored edits changed. */
  tellTabs: (outcome?: Outcome) => void;
  /** The session is over: forget it, but for what was not sent, and leave the page. False: the page stays, which alone has it. */
  end: (left: Stored) => Promise<boolean>;
}
