import { deleteDB, openDB, type DBSchema } from "idb";
import { currentStored, NOTHING_STORED, type Stored } from "@/lib/portal-client/stored";

interface Schema extends DBSchema {
  session: { key: "edits"; value: Stored };
}

/** A database for each session, so that one session's edits can never be sent under another's. The worker knows it too. */
const nameOf = (grant: string): string => `hedgerow-portal-${grant}`;

/** Where edits wait, over reloads and days without a network. */
export interface EditStore {
  read: () => Promise<Stored>;
  /** Changes what is stored in one step, whatever other tabs do meanwhile. The answer is what is stored then. */
  change: (work: (stored: Stored) => Stored) => Promise<Stored>;
  close: () => void;
}

/** `onWiped`: the session was forgotten in another tab, or by the worker. */
export async function openStore(grant: string, onWiped: () => void): Promise<EditStore> {
  const db = await openDB<Schema>(nameOf(grant), 1, {
    upgrade: (fresh) => {
      fresh.createObjectStore("session");
    },
    blocking: (_current, _blocked, event) => {
      (event.target as IDBDatabase).close();
      onWiped();
    },
  });
  return {
    read: async () => currentStored((await db.get("session", "edits")) ?? NOTHING_STORED),
    change: async (work) => {
      const tx = db.transaction("session", "readwrite");
      const stored = work(currentStored((await tx.store.get("edits")) ?? NOTHING_STORED));
      await Promise.all([tx.store.put(stored, "edits"), tx.done]);
      return stored;
    },
    close: () => db.close(),
  };
}

/** Edits of this page alone: nothing outlives it. */
export function memoryStore(begin: Stored = NOTHING_STORED): EditStore {
  let stored = begin;
  return {
    read: async () => stored,
    change: async (work) => (stored = work(stored)),
    close: () => undefined,
  };
}

/**
 * A store that goes on in memory where the browser keeps nothing, as in some private windows, or has no room left: no
 * edit is refused for that. `onLost` is called once, when nothing made from then on outlives the page.
 */
export function steadyStore(opened: EditStore | null, onLost: () => void): EditStore {
  let current = opened ?? memoryStore();
  let isLost = opened === null;
  let known = NOTHING_STORED;
  if (isLost) onLost();
  const steady = async (work: (store: EditStore) => Promise<Stored>): Promise<Stored> => {
    try {
      known = await work(current);
    } catch (error) {
      if (isLost) throw error;
      isLost = true;
      current = memoryStore(known);
      onLost();
      known = await work(current);
    }
    return known;
  };
  return {
    read: () => steady((store) => store.read()),
    change: (work) => steady((store) => store.change(work)),
    close: () => current.close(),
  };
}

/** What a session left to send, read without opening it for edits: one that was forgotten meanwhile is not made again. */
export async function readLeft(grant: string): Promise<Stored> {
  const db = await openDB<Schema>(nameOf(grant), 1, {
    upgrade: (_fresh, _from, _to, tx) => tx.abort(),
    blocking: (_current, _blocked, event) => (event.target as IDBDatabase).close(),
  }).catch(() => null);
  if (db === null) return NOTHING_STORED;
  try {
    return currentStored((await db.get("session", "edits")) ?? NOTHING_STORED);
  } finally {
    db.close();
  }
}

/** Forgets everything a session left to send. */
export const wipeStore = (grant: string): Promise<void> => deleteDB(nameOf(grant));
