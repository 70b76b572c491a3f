import { withCurrentNames } from "@/lib/domain/older-portal-edits";
import {
  isOfRecord,
  merged,
  rebased,
  withNewest,
  type Acknowledged,
  type EndedEdit,
  type QueuedBody,
  type QueuedEdit,
  type RefusedEdit,
} from "@/lib/portal-client/queue";

/** Everything a session has still to send, and what it was refused. Kept as one, so that tabs change it one at a time. */
export interface Stored {
  /** The last number given to an edit; none is given twice. */
  last: number;
  /** In the order they were made. */
  queued: QueuedEdit[];
  refused: RefusedEdit[];
  /**
   * Of each field, the last edit that answers hang on and the last of a record, that were saved or refused; an earlier version kept
   * none.
   */
  ended: KeptEnd[];
}

export interface KeptEnd extends EndedEdit {
  /** When the server's answer was here, `YYYY-MM-DDTHH:MM:SSZ`, by this device's clock. */
  at: string;
}

export const NOTHING_STORED: Stored = { last: 0, queued: [], refused: [], ended: [] };

export type NewEdit = Omit<QueuedEdit, "seq" | "isTried">;

/** `key`, `madeAt`: of an edit that is made again under another session; the server makes it once all the same, and as of then. */
export type Submitted = Omit<NewEdit, "madeAt"> & Partial<Pick<NewEdit, "madeAt">>;

/** A kept edit, which a page of an earlier version may have written. */
export const current = <E extends NewEdit>(edit: E): E => ({
  ...edit,
  body: withCurrentNames(edit.body) as QueuedBody,
});

export const currentStored = ({ last, queued, refused, ended }: Omit<Stored, "ended"> & Partial<Stored>): Stored => ({
  last,
  queued: queued.map(current),
  refused: refused.map(current),
  ended: ended ?? [],
});

/**
 * A further edit. It joins the last one of its item if that was never sent: one that was may be saved as it stood, and
 * what is made since is a change of its own. Making it answers what was refused of the item before.
 *
 * A page that is closed while it moves an edit from the stash into the store leaves it in both: it is one edit all the same.
 */
export function withEdit(stored: Stored, edit: NewEdit): Stored {
  if (edit.key !== undefined && stored.queued.some(({ key }) => key === edit.key)) return stored;
  const refused = stored.refused.filter(({ item }) => item !== edit.item);
  const waiting = stored.queued.findLast(({ item }) => item === edit.item);
  const body = waiting === undefined || waiting.isTried ? undefined : merged(waiting.body, edit.body);
  if (waiting === undefined || body === undefined) {
    const seq = stored.last + 1;
    return { ...stored, last: seq, refused, queued: [...stored.queued, { ...edit, seq, isTried: false }] };
  }
  return {
    ...stored,
    refused,
    queued: replaced(stored.queued, waiting.seq, body === null ? null : { label: edit.label, body }),
  };
}

/** An edit is about to be sent: from now on it stays as it is. */
export const withTried = (stored: Stored, seq: number): Stored => ({
  ...stored,
  queued: stored.queued.map((edit) => (edit.seq === seq ? { ...edit, isTried: true } : edit)),
});

/** An edit is saved, and those made on top of it are brought onto what it led to. */
export const withSaved = (stored: Stored, seq: number, done: Acknowledged): Stored => ({
  ...stored,
  queued: stored.queued.filter((edit) => edit.seq !== seq).map((edit) => ({ ...edit, body: rebased(edit.body, done) })),
});

/** An edit is refused for good. It is kept for anyone who made it, with what was written behind it. */
export function withRefused(stored: Stored, seq: number, reason: RefusedEdit["reason"]): Stored {
  const edit = stored.queued.find((each) => each.seq === seq);
  if (edit === undefined) return stored;
  const behind = stored.queued.filter(({ item, seq: other }) => item === edit.item && other > seq);
  const gone = new Set([seq, ...behind.map((each) => each.seq)]);
  return {
    ...stored,
    queued: stored.queued.filter((each) => !gone.has(each.seq)),
    refused: [
      ...stored.refused.filter(({ item }) => item !== edit.item),
      { ...withNewest(edit, behind), isTried: false, reason },
    ],
  };
}

/** Anyone who made it has seen to it. */
export const withoutRefused = (stored: Stored, item: string): Stored => ({
  ...stored,
  refused: stored.refused.filter((edit) => edit.item !== item),
});

/** An edit is saved or refused: a page that was asked for before that may lack it. */
export const withEnded = (stored: Stored, { fieldId, kind }: EndedEdit, at: string): Stored => ({
  ...stored,
  ended: [
    ...stored.ended.filter((each) => each.fieldId !== fieldId || isOfRecord(each) !== isOfRecord({ kind })),
    { fieldId, kind, at },
  ],
});

/** With another body and the name that goes with it; null: without that edit. */
const replaced = (
  queued: readonly QueuedEdit[],
  seq: number,
  change: Pick<QueuedEdit, "label" | "body"> | null,
): QueuedEdit[] =>
  queued.flatMap((edit) => (edit.seq !== seq ? [edit] : change === null ? [] : [{ ...edit, ...change }]));

/** A tab tells what became of an edit, and within this it notes when that was. */
const TOLD_MS = 1000;

/**
 * Saved or refused while a page was on its way, which was asked for and then opened: the server may have made it before. Another tab that
 * told it before this one listened may store it later than this one read what is stored.
 */
export function endedMeanwhile({ ended }: Stored, askedAt: Date, openedAt: Date): KeptEnd[] {
  const from = askedAt.toISOString();
  const to = new Date(openedAt.getTime() + TOLD_MS).toISOString();
  return ended.filter(({ at }) => at >= from && at <= to);
}
