import { z } from "zod";
import type { Deps } from "@/lib/runtime/deps";
import { runPreview } from "@/lib/usecases/data-sets/preview-by-console";

const jobSchema = z.object({ previewId: z.uuid() });

/** Looks at what a set or rule tables would change, for the console. */
export async function previewData(deps: Deps, payload: unknown, stopping?: AbortSignal): Promise<void> {
  const { previewId } = jobSchema.parse(payload);
  const found = await runPreview(deps, previewId, stopping);
  if (found !== null) deps.log.info({ previewId, found: found.rechecks.length }, "a preview ended");
}
