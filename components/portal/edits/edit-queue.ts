import type { EditBody } from "@/components/portal/edits/bodies";
import {
  backoffMs,
  judge,
  merged,
  rebased,
  withNewest,
  type EditAnswer,
  type QueuedEdit,
  type RefusedEdit,
  type Verdict,
} from "@/components/portal/edits/queue";
import type { EditStore } from "@/components/portal/edits/store";

export interface QueueState {
  queued: readonly QueuedEdit[];
  refused: readonly RefusedEdit[];
  /** When each item was last saved from this page. */
  saved: ReadonlyMap<string, string>;
  /** The last change saved from this page: what a quick undo takes back. */
  lastSaved: { changeId: string; label: string; at: string } | null;
  isOnline: boolean;
  /** The last attempt failed and another follows. */
  isFailing: boolean;
}

export interface Outcome {
  edit: QueuedEdit;
  verdict: Extract<Verdict, { kind: "saved" | "refused" }>;
}

/** What the queue needs of the browser, so that tests can give it another. */
export interface QueueHost {
  store: EditStore;
  send: (body: EditBody) => Promise<{ status: number; body: unknown; retryAfterS: number | null }>;
  /** Runs one page's work at a time, over all tabs of this session. */
  alone: (work: () => Promise<void>) => Promise<void>;
  isOnline: () => boolean;
  now: () => Date;
  wait: (ms: number, wake: (stop: () => void) => void) => Promise<void>;
  /** Tells the other tabs that the stored edits changed. */
  tellTabs: () => void;
  /** The session is over: forget everything. */
  end: () => Promise<void>;
}

const EMPTY: QueueState = {
  queued: [],
  refused: [],
  saved: new Map(),
  lastSaved: null,
  isOnline: true,
  isFailing: false,
};

/** Sends edits one after the other, in the order they were made, and keeps them until the server has answered. */
export class EditQueue {
  private state: QueueState = EMPTY;
  private sending: number | null = null;
  private isDraining = false;
  private isOver = false;
  private attempts = 0;
  private wake: () => void = () => undefined;
  private readonly revisions = new Map<string, number>();
  private readonly watchers = new Set<() => void>();
  private readonly listeners = new Set<(outcome: Outcome) => void>();

  constructor(private readonly host: QueueHost) {}

  readonly snapshot = (): QueueState => this.state;

  readonly watch = (watcher: () => void): (() => void) => {
    this.watchers.add(watcher);
    return () => this.watchers.delete(watcher);
  };

  /** Calls back with every edit that was saved or refused. */
  readonly listen = (listener: (outcome: Outcome) => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  /** The revision of a field and year that this browser has seen; later edits are made on it. */
  readonly know = (place: { fieldId: string; year: number }, revision: number): void => {
    this.revisions.set(`${place.fieldId}:${place.year}`, revision);
  };

  /** Reads what is stored, as after a reload or when another tab changed it, and goes on sending. */
  async refresh(): Promise<void> {
    await this.reload();
    this.drain();
  }

  async submit(edit: { item: string; label: string; body: EditBody }): Promise<void> {
    const { store, now, tellTabs } = this.host;
    const against = this.state.refused.find(({ item }) => item === edit.item);
    if (against !== undefined) await store.dismiss(edit.item);
    const waiting = this.mergeable(edit.item);
    const body = waiting === undefined ? undefined : merged(waiting.body, edit.body);
    if (waiting === undefined || body === undefined) {
      await store.add({ ...edit, madeAt: now().toISOString() });
    } else if (body === null) await store.remove(waiting.seq);
    else await store.replace({ ...waiting, body });
    await this.reload();
    tellTabs();
    this.drain();
  }

  /** The person has seen why an edit was refused. */
  async dismiss(item: string): Promise<void> {
    await this.host.store.dismiss(item);
    await this.reload();
    this.host.tellTabs();
  }

  /** The network came or went. */
  readonly networkChanged = (): void => {
    this.attempts = 0;
    this.set({ isOnline: this.host.isOnline(), isFailing: false });
    this.wake();
    this.drain();
  };

  /** An edit that surely is not under way: one that is may be saved as it was sent. */
  private mergeable(item: string): QueuedEdit | undefined {
    const last = this.state.queued.findLast((edit) => edit.item === item);
    if (last === undefined || last.seq === this.sending) return undefined;
    return this.isDraining || !this.host.isOnline() ? last : undefined;
  }

  private set(change: Partial<QueueState>): void {
    this.state = { ...this.state, ...change };
    for (const watcher of this.watchers) watcher();
  }

  private async reload(): Promise<void> {
    this.set({ ...(await this.host.store.load()), isOnline: this.host.isOnline() });
  }

  private drain(): void {
    if (this.isDraining || this.isOver || this.state.queued.length === 0) return;
    this.isDraining = true;
    void this.host
      .alone(() => this.sendAll())
      .then(
        () => true,
        // The browser took the store away, as when another tab signs out.
        () => false,
      )
      .then((canGoOn) => {
        this.isDraining = false;
        // What came in while the last look found nothing.
        if (canGoOn && this.host.isOnline()) this.drain();
      });
  }

  private async sendAll(): Promise<void> {
    for (;;) {
      await this.reload();
      const [next] = this.state.queued;
      if (next === undefined) return;
      if (!this.host.isOnline()) {
        this.set({ isOnline: false });
        return;
      }
      if (!(await this.sendOne(next))) return;
    }
  }

  /** False: nothing more is to be sent. */
  private async sendOne(edit: QueuedEdit): Promise<boolean> {
    this.sending = edit.seq;
    const revisionBefore = this.revisionOf(edit.body);
    const verdict = await this.attempt(edit.body);
    this.sending = null;
    if (verdict.kind === "ended") {
      this.isOver = true;
      await this.host.end();
      return false;
    }
    if (verdict.kind === "retry") {
      this.attempts += 1;
      this.set({ isFailing: this.host.isOnline() });
      await this.host.wait(verdict.afterMs ?? backoffMs(this.attempts), (stop) => (this.wake = stop));
      return true;
    }
    this.attempts = 0;
    this.set({ isFailing: false });
    if (verdict.kind === "saved") await this.settle(edit, verdict.answer, revisionBefore);
    else await this.refuse(edit, verdict.reason);
    for (const listener of this.listeners) listener({ edit, verdict });
    await this.reload();
    this.host.tellTabs();
    return true;
  }

  private async attempt(body: EditBody): Promise<Verdict> {
    try {
      const answer = await this.host.send(body);
      return judge(answer.status, answer.body, answer.retryAfterS);
    } catch {
      return { kind: "retry", afterMs: null };
    }
  }

  private async settle(edit: QueuedEdit, answer: EditAnswer, revisionBefore: number | null): Promise<void> {
    const { store } = this.host;
    await store.remove(edit.seq);
    await this.reload();
    const done = {
      sent: edit.body,
      revisionBefore,
      revisionAfter: answer.revision ?? null,
      answeredAt: answeredAt(answer),
    };
    for (const later of this.state.queued) {
      const body = rebased(later.body, done);
      if (body !== later.body) await store.replace({ ...later, body });
    }
    const key = placeKey(edit.body);
    if (key !== null && answer.revision !== undefined) this.revisions.set(key, answer.revision);
    const saved = new Map(this.state.saved).set(edit.item, answer.saved_at);
    const { change_id: changeId, saved_at: at } = answer;
    this.set({ saved, ...(changeId === null ? {} : { lastSaved: { changeId, label: edit.label, at } }) });
  }

  private async refuse(edit: QueuedEdit, reason: RefusedEdit["reason"]): Promise<void> {
    const behind = this.state.queued.filter(({ item, seq }) => item === edit.item && seq !== edit.seq);
    const kept = { ...withNewest(edit, behind), reason };
    await this.host.store.refuse(
      kept,
      [edit, ...behind].map(({ seq }) => seq),
    );
  }

  private revisionOf(body: EditBody): number | null {
    const key = placeKey(body);
    return key === null ? null : (this.revisions.get(key) ?? null);
  }
}

const placeKey = (body: EditBody): string | null =>
  typeof body.field_id === "string" && typeof body.year === "number" ? `${body.field_id}:${body.year}` : null;

function answeredAt({ live }: EditAnswer): string | null {
  const { exemption } = (live ?? {}) as { exemption?: { answeredAt?: string | null } | null };
  return exemption?.answeredAt ?? null;
}
