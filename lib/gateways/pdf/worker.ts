import { readlinkSync } from "node:fs";
import { setPriority } from "node:os";
import { basename } from "node:path";
import { workerData } from "piscina";
import { renderPdf, type RenderTask } from "@/lib/gateways/pdf/render-pdf";
import type { RendererGift } from "@/lib/gateways/pdf/renderer";
import { registerFonts } from "@/lib/gateways/pdf/styles";

/** Above 0 is behind; 19 would wait for everything else. */
const BEHIND_REQUESTS = 3;

/**
 * Lets everything else on the machine go first: a report may take a moment longer, a check may not. Linux counts
 * priority by thread; where there is no such thing, reports compete like everything else.
 */
function yieldToRequests(): void {
  try {
    setPriority(Number(basename(readlinkSync("/proc/thread-self"))), BEHIND_REQUESTS);
  } catch {
    // Not Linux, or not allowed to.
  }
}

yieldToRequests();
const { root, given } = workerData as { root: string; given: RendererGift };
registerFonts(root);

/** The work of a renderer thread: a report in, its PDF out. */
export const renderReport = (task: RenderTask): Promise<Uint8Array> => renderPdf(task, given.signingKey);
