import { z } from "zod";
import type { Deps } from "@/lib/runtime/deps";
import { runSwitch } from "@/lib/usecases/data-sets/switch-by-console";

const jobSchema = z.object({ switchId: z.uuid() });

/** Puts a data set in force that an operator confirmed in the console. */
export async function switchData(deps: Deps, payload: unknown): Promise<void> {
  const done = await runSwitch(deps, jobSchema.parse(payload).switchId);
  if (done === null) return;
  const { kind, toVersion, state, detail } = done;
  deps.log.info({ kind, version: toVersion, state, detail, request_id: done.requestId }, "data switch ended");
}
