import { deleteDB, openDB, type DBSchema, type IDBPDatabase } from "idb";
import type { QueuedEdit, RefusedEdit } from "@/components/portal/edits/queue";

interface Schema extends DBSchema {
  edits: { key: number; value: QueuedEdit };
  refused: { key: string; value: RefusedEdit };
}

/** A database for each session, so that one session's edits can never be sent under another's. */
const nameOf = (grant: string): string => `hedgerow-portal-${grant}`;

/** Where edits wait, over reloads and days without a network. */
export interface EditStore {
  load: () => Promise<{ queued: QueuedEdit[]; refused: RefusedEdit[] }>;
  add: (edit: Omit<QueuedEdit, "seq">) => Promise<QueuedEdit>;
  replace: (edit: QueuedEdit) => Promise<void>;
  remove: (seq: number) => Promise<void>;
  /** Takes edits off the queue and keeps them, as one, for the person who made them. */
  refuse: (edit: RefusedEdit, seqs: readonly number[]) => Promise<void>;
  dismiss: (item: string) => Promise<void>;
  close: () => void;
}

export async function openStore(grant: string): Promise<EditStore> {
  const db: IDBPDatabase<Schema> = await openDB<Schema>(nameOf(grant), 1, {
    upgrade: (fresh) => {
      fresh.createObjectStore("edits", { keyPath: "seq", autoIncrement: true });
      fresh.createObjectStore("refused", { keyPath: "item" });
    },
    // Another tab signs out: its wish to delete goes first.
    blocking: (_current, _blocked, event) => (event.target as IDBDatabase).close(),
  });
  return {
    load: async () => ({ queued: await db.getAll("edits"), refused: await db.getAll("refused") }),
    add: async (edit) => ({ ...edit, seq: await db.add("edits", edit as QueuedEdit) }),
    replace: async (edit) => {
      await db.put("edits", edit);
    },
    remove: (seq) => db.delete("edits", seq),
    refuse: async (edit, seqs) => {
      const tx = db.transaction(["edits", "refused"], "readwrite");
      await Promise.all([
        ...seqs.map((seq) => tx.objectStore("edits").delete(seq)),
        tx.objectStore("refused").put(edit),
        tx.done,
      ]);
    },
    dismiss: (item) => db.delete("refused", item),
    close: () => db.close(),
  };
}

/** Edits of this page alone, for a browser that keeps none (private windows of some): nothing outlives the page. */
export function memoryStore(): EditStore {
  const edits = new Map<number, QueuedEdit>();
  const refused = new Map<string, RefusedEdit>();
  let last = 0;
  return {
    load: async () => ({ queued: [...edits.values()], refused: [...refused.values()] }),
    add: async (edit) => {
      last += 1;
      const queued = { ...edit, seq: last };
      edits.set(last, queued);
      return queued;
    },
    replace: async (edit) => void edits.set(edit.seq, edit),
    remove: async (seq) => void edits.delete(seq),
    refuse: async (edit, seqs) => {
      for (const seq of seqs) edits.delete(seq);
      refused.set(edit.item, edit);
    },
    dismiss: async (item) => void refused.delete(item),
    close: () => undefined,
  };
}

/** Forgets everything a session left to send. */
export const wipeStore = (grant: string): Promise<void> => deleteDB(nameOf(grant));
