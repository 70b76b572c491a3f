import type { CutBatch } from "@/lib/data/imports/pieces";
import { throwIfStopped } from "@/lib/imports/failure";
import { track } from "@/lib/imports/progress";
import type { LoadContext } from "@/lib/imports/run-import";

/** Cuts stored shapes into search pieces, a few a statement, so that progress shows and Ctrl-C is heard. */
export async function cutPieces<Key>(
  { progress, signal }: LoadContext,
  work: { total: number; unit: string; first: Key; cut: (after: Key) => Promise<CutBatch<Key>> },
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
