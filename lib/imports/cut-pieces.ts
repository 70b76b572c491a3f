import { throwIfStopped } from "@/lib/imports/failure";
import { track } from "@/lib/imports/progress";
import type { LoadContext } from "@/lib/imports/run-import";

/** What one statement cut: how many shapes, the last one's key, and the pieces they made. */
export interface Cut<Key> {
  taken: number;
  last: Key;
  pieces: number;
}

/** Cuts stored shapes into search pieces, a few a statement, so that progress shows and Ctrl-C is heard. */
export async function cutPieces<Key>(
  { progress, signal }: LoadContext,
  work: { total: number; unit: string; first: Key; cut: (after: Key) => Promise<Cut<Key>> },
): Promise<number> {
  return track(progress.begin("cutting into pieces", work.total, work.unit), async (at) => {
    let after = work.first;
    let done = 0;
    let pieces = 0;
    for (;;) {
      throwIfStopped(signal);
      const batch = await work.cut(after);
      if (batch.taken === 0) return pieces;
      after = batch.last;
      done += batch.taken;
      pieces += batch.pieces;
      at(done);
    }
  });
}
