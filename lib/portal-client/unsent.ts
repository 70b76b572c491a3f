import { deleteDB, openDB, type DBSchema, type IDBPDatabase } from "idb";
import type { QueuedEdit } from "@/lib/portal-client/queue";
import { current, type Stored } from "@/lib/portal-client/stored";

/** An edit of a session that ended before it was saved. */
export interface UnsentEdit {
  id: string;
  edit: QueuedEdit;
}

interface Schema extends DBSchema {
  unsent: { key: string; value: QueuedEdit };
}

/** The same edit handed over twice, by a page and the worker, is kept once. The worker has the same rule. */
const idOf = ({ madeAt, item }: QueuedEdit): string => `${madeAt} ${item}`;

/** Outlives sessions: what is in it was typed by the holder of this device. The worker writes to it too. */
const NAME = "hedgerow-unsent";
/** Told to every tab when what is kept changes. */
const CHANNEL = NAME;

const open = (): Promise<IDBPDatabase<Schema>> =>
  openDB<Schema>(NAME, 1, {
    upgrade: (fresh) => {
      fresh.createObjectStore("unsent");
    },
  });

async function withDatabase<T>(work: (db: IDBPDatabase<Schema>) => Promise<T>): Promise<T> {
  const db = await open();
  try {
    return await work(db);
  } finally {
    db.close();
  }
}

/** Keeps what a session left unsent: as text to copy, and to be made again under a new link. */
export async function keepUnsent({ queued, refused }: Stored): Promise<void> {
  const edits = [...queued, ...refused];
  // What is empty is not made: a session that left nothing leaves no trace.
  if (edits.length === 0) return;
  await withDatabase(async (db) => {
    const tx = db.transaction("unsent", "readwrite");
    await Promise.all([...edits.map((edit) => tx.store.put(edit, idOf(edit))), tx.done]);
  });
}

export async function listUnsent(): Promise<UnsentEdit[]> {
  if (!(await isThere())) return [];
  return withDatabase(async (db) =>
    (await db.getAll("unsent")).map((edit) => ({ id: idOf(edit), edit: current(edit) })),
  );
}

/** Asking what is kept is to leave nothing behind; a browser that cannot tell is asked all the same. */
async function isThere(): Promise<boolean> {
  const { databases } = indexedDB as { databases?: typeof indexedDB.databases };
  return databases === undefined || (await indexedDB.databases()).some(({ name }) => name === NAME);
}

export async function forgetUnsent(ids: readonly string[]): Promise<void> {
  const left = await withDatabase(async (db) => {
    const tx = db.transaction("unsent", "readwrite");
    await Promise.all([...ids.map((id) => tx.store.delete(id)), tx.done]);
    return db.count("unsent");
  });
  if (left === 0) await deleteDB(NAME);
  const channel = new BroadcastChannel(CHANNEL);
  channel.postMessage("changed");
  channel.close();
}

/** Calls back when another tab kept or forgot something. */
export function watchUnsent(changed: () => void): () => void {
  const channel = new BroadcastChannel(CHANNEL);
  channel.onmessage = changed;
  return () => channel.close();
}
