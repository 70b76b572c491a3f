import type { FieldYear } from "@/lib/domain/field-year";
import { backoffMs, judge, type EditAnswer, type QueuedEdit, type Verdict } from "@/lib/portal-client/queue";
import { NO_EDITS, type Outcome, type QueueHost, type QueueState } from "@/lib/portal-client/queue-host";
import { newKey } from "@/lib/portal-client/new-key";
import {
  endedMeanwhile,
  NOTHING_STORED,
  withEdit,
  withEnded,
  withoutRefused,
  withRefused,
  withSaved,
  withTried,
  type NewEdit,
  type Stored,
  type Submitted,
} from "@/lib/portal-client/stored";

/** The browser's lock or store may fail this often in a row; with the pauses between, that is half a minute. */
const MOST_BROWSER_FAILURES = 6;

/** Sends edits one after the other, in the order they were made, and keeps them until the server has answered. */
export class EditQueue {
  private state: QueueState = NO_EDITS;
  private isDraining = false;
  private isOver = false;
  private attempts = 0;
  private browserFailures = 0;
  private stored: Stored = NOTHING_STORED;
  /** Made and not stored yet. Shown at once all the same: what is made next is based on it. */
  private fresh: readonly NewEdit[] = [];
  private wake: () => void = () => undefined;
  private readonly revisions = new Map<string, number>();
  private readonly watchers = new Set<() => void>();
  private readonly listeners = new Set<(outcome: Outcome) => void>();
  /** Told before the parts of the page listened; null: they do. */
  private early: Outcome[] | null = [];
  /** When those ended that are in `state.ended` by what is stored. */
  private readonly counted = new Set<string>();
  private readonly openedAt: Date;

  constructor(private readonly host: QueueHost) {
    this.openedAt = host.now();
  }

  readonly snapshot = (): QueueState => this.state;

  readonly watch = (watcher: () => void): (() => void) => {
    this.watchers.add(watcher);
    return () => this.watchers.delete(watcher);
  };

  /** Calls back with every edit that was saved or refused, in whichever tab of the session it was sent. */
  readonly listen = (listener: (outcome: Outcome) => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  /** What became of an edit, as another tab tells it or this one knows. */
  readonly hear = (outcome: Outcome): void => {
    const { fieldId, kind } = outcome.edit.body;
    this.set({ ended: [...this.state.ended, { fieldId, kind }] });
    if (this.early === null) this.tell(outcome);
    else this.early.push(outcome);
  };

  /** The parts of the page listen from now on. They hear now what other tabs said while it opened. */
  readonly attend = (): void => {
    const { early } = this;
    this.early = null;
    early?.forEach((outcome) => this.tell(outcome));
  };

  private tell(outcome: Outcome): void {
    for (const listener of this.listeners) listener(outcome);
  }

  /** The revision of a field and year that this browser has seen; later edits are made on it. */
  readonly know = (fieldYear: FieldYear, revision: number): void => {
    this.revisions.set(keyOf(fieldYear), revision);
  };

  /** Takes up what earlier pages of the session left, and sends it. */
  async begin(): Promise<void> {
    await Promise.all(this.host.stash.takeAll().map((made) => this.make(made)));
    await this.refresh();
  }

  /** Reads what is stored, as after a reload or when another tab changed it, and goes on sending without a pause. */
  async refresh(): Promise<void> {
    await this.show(this.host.store.read());
    this.countUnheard();
    this.wake();
    this.drain();
  }

  /** What other tabs told before this one listened. */
  private countUnheard(): void {
    const missed = endedMeanwhile(this.stored, this.host.askedAt(), this.openedAt);
    const late = missed.filter(({ at }) => !this.counted.has(at));
    if (late.length === 0) return;
    for (const { at } of late) this.counted.add(at);
    this.set({ ended: [...late, ...this.state.ended] });
  }

  submit(edit: Submitted): Promise<void> {
    return this.make({ madeAt: this.host.now().toISOString(), ...edit, key: edit.key ?? newKey() });
  }

  /** Shown and stashed before anything is waited for: the page may be closed the next moment. */
  private async make(made: NewEdit): Promise<void> {
    this.fresh = [...this.fresh, made];
    this.host.stash.put(this.fresh);
    this.render();
    await this.keep(made);
    this.drain();
  }

  /** Moves an edit into the store. Where the store takes nothing, it stays on the page and in the stash. */
  private async keep(made: NewEdit): Promise<void> {
    try {
      await this.show(
        this.host.store.change((stored) => withEdit(stored, made)),
        {},
        made,
      );
      this.host.tellTabs();
    } catch {
      this.set({ isStuck: true });
    }
  }

  /** The person asks for another attempt after the queue gave up. */
  readonly tryAgain = (): void => {
    if (this.isOver) return;
    this.browserFailures = 0;
    this.attempts = 0;
    this.set({ isStuck: false, isFailing: false });
    void this.keepFresh().then(() => this.drain());
  };

  /** In the order they were made: one that cannot be stored holds back those behind it. */
  private async keepFresh(): Promise<void> {
    for (const made of this.fresh) {
      await this.keep(made);
      if (this.state.isStuck) return;
    }
  }

  /** The person has seen why an edit was refused. */
  async dismiss(item: string): Promise<void> {
    await this.change((stored) => withoutRefused(stored, item));
  }

  /** The session is over, as the server said to this queue or to the worker: nothing is sent any more. */
  readonly end = async (): Promise<void> => {
    this.isOver = true;
    const left = await this.host.store.read().catch(() => NOTHING_STORED);
    const isLeaving = await this.host.end(this.fresh.reduce(withEdit, left));
    if (!isLeaving) this.set({ isOver: true, isStuck: true });
  };

  /** The network came or went. */
  readonly networkChanged = (): void => {
    this.set({ isOnline: this.host.isOnline() });
    this.wake();
    this.tryAgain();
  };

  private set(change: Partial<QueueState>): void {
    this.state = { ...this.state, ...change };
    for (const watcher of this.watchers) watcher();
  }

  private async change(work: (stored: Stored) => Stored, also: Partial<QueueState> = {}): Promise<void> {
    await this.show(this.host.store.change(work), also);
    this.host.tellTabs();
  }

  /** Shows what is stored; `made` is in it from now on. */
  private async show(reading: Promise<Stored>, also: Partial<QueueState> = {}, made?: NewEdit): Promise<Stored> {
    this.stored = await reading;
    if (made !== undefined) {
      this.fresh = this.fresh.filter((each) => each !== made);
      this.host.stash.put(this.fresh);
    }
    this.render(also);
    return this.stored;
  }

  private render(also: Partial<QueueState> = {}): void {
    const { queued, refused } = this.fresh.reduce(withEdit, this.stored);
    this.set({ queued, refused, isOnline: this.host.isOnline(), isKept: this.host.isKept(), ...also });
  }

  private drain(): void {
    if (this.isDraining || this.isOver || this.state.isStuck || this.stored.queued.length === 0) return;
    this.isDraining = true;
    void this.host
      .alone(() => this.sendAll())
      .then(
        () => this.recovered(),
        () => this.recover(),
      )
      .finally(() => {
        this.isDraining = false;
        // What came in while the last look found nothing.
        if (this.host.isOnline()) this.drain();
      });
  }

  private recovered(): void {
    if (this.browserFailures === 0) return;
    this.browserFailures = 0;
    this.attempts = 0;
    this.set({ isFailing: false });
  }

  /** The browser's lock or store failed. It is asked again after a pause, and a few times only: then the page says so. */
  private async recover(): Promise<void> {
    this.browserFailures += 1;
    if (this.browserFailures < MOST_BROWSER_FAILURES) await this.pause(null);
    else this.set({ isStuck: true });
  }

  private async sendAll(): Promise<void> {
    for (;;) {
      const { queued } = await this.show(this.host.store.read());
      const [next] = queued;
      if (next === undefined || this.isOver || !this.host.isOnline()) return;
      await this.sendOne(next.seq);
    }
  }

  private async sendOne(seq: number): Promise<void> {
    // As it stands once no one changes it any more: another tab may have added to it until now.
    const { queued } = await this.host.store.change((stored) => withTried(stored, seq));
    const edit = queued.find((each) => each.seq === seq);
    if (edit === undefined) return;
    const revisionBefore = this.revisionOf(edit.body);
    const verdict = await this.attempt(edit);
    if (verdict.kind === "ended") await this.end();
    else if (verdict.kind === "retry") await this.pause(verdict.afterMs);
    else await this.close(edit, verdict, revisionBefore);
  }

  private async pause(afterMs: number | null): Promise<void> {
    this.attempts += 1;
    this.set({ isFailing: this.host.isOnline() });
    await this.host.wait(afterMs ?? backoffMs(this.attempts), (stop) => (this.wake = stop));
    this.wake = () => undefined;
  }

  private async close(edit: QueuedEdit, verdict: Outcome["verdict"], revisionBefore: number | null): Promise<void> {
    this.attempts = 0;
    // First what the server has now: between the two, no one is to see the page without what was just saved.
    this.hear({ edit, verdict });
    this.host.tellTabs({ edit, verdict });
    if (verdict.kind === "saved") await this.settle(edit, verdict.answer, revisionBefore);
    else await this.takeOut(edit, (stored) => withRefused(stored, edit.seq, verdict.reason));
  }

  private async attempt(edit: QueuedEdit): Promise<Verdict> {
    try {
      const answer = await this.host.send(edit);
      return judge(answer.status, answer.body, answer.retryAfterS);
    } catch {
      return { kind: "retry", afterMs: null };
    }
  }

  private async settle(edit: QueuedEdit, answer: EditAnswer, revisionBefore: number | null): Promise<void> {
    const done = {
      sent: edit.body,
      revisionBefore,
      revisionAfter: answer.revision ?? null,
      answeredAt: answer.live?.exemption?.answeredAt ?? null,
    };
    if (answer.revision !== undefined) this.know(edit.body, answer.revision);
    const { changeId, savedAt: at } = answer;
    const saved = new Map(this.state.saved).set(edit.item, at);
    await this.takeOut(edit, (stored) => withSaved(stored, edit.seq, done), {
      saved,
      ...(changeId === null ? {} : { lastSaved: { changeId, label: edit.label, at } }),
    });
  }

  /** The page that is open next may have been asked for before this answer, and reads here when that was. */
  private takeOut(edit: QueuedEdit, work: (stored: Stored) => Stored, also: Partial<QueueState> = {}): Promise<void> {
    const at = this.host.now().toISOString();
    this.counted.add(at);
    return this.change((stored) => withEnded(work(stored), edit.body, at), { isFailing: false, ...also });
  }

  private revisionOf(edit: FieldYear): number | null {
    return this.revisions.get(keyOf(edit)) ?? null;
  }
}

const keyOf = ({ fieldId, year }: FieldYear): string => `${fieldId}:${year}`;
