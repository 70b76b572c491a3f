import { z } from "zod";
import { presentSnapshot } from "@/lib/contracts/v2/bulk-item";
import type { Deps } from "@/lib/runtime/deps";
import { runChunk, type ChunkContext } from "@/lib/usecases/bulk/run-chunk";

const chunkSchema = z.object({ providerId: z.string(), jobId: z.uuid(), firstIndex: z.int().min(0) });

/** Works through ten items of a bulk job. Items and not queue entries say what is left to do, so it may run twice. */
export const runBulkItems = (
  deps: Deps,
  payload: unknown,
  limits: Pick<ChunkContext, "stopping" | "abort" | "turnS">,
): Promise<void> => runChunk({ deps, present: presentSnapshot, ...limits }, chunkSchema.parse(payload));
