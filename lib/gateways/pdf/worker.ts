import { readlinkSync } from "node:fs";
import { setPriority } from "node:os";
import { basename } from "node:path";
import { format } from "node:util";
import { workerData } from "piscina";
import { renderPdf, type RenderedPdf, type RenderTask } from "@/lib/gateways/pdf/render-pdf";
import type { RendererGift } from "@/lib/gateways/pdf/renderer";
import { registerFonts } from "@/lib/gateways/pdf/styles";

/** Above 0 is behind; 19 would wait for everything else. */
const BEHIND_REQUESTS = 3;
const LONGEST_WARNING = 300;

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

/** Of the report at work: a thread has one at a time. */
let leftOut = new Set<string>();
const note = (...words: unknown[]): void => {
  leftOut.add(format(...words).slice(0, LONGEST_WARNING));
};
// What a library warns of would stand as plain text between the lines of the log, and no one would know of which report.
// oxlint-disable-next-line no-console -- the library has no other way to say it
console.warn = note;

/** The work of a renderer thread: a report in, its PDF out. */
export async function renderReport(task: RenderTask): Promise<RenderedPdf> {
  leftOut = new Set();
  const pdf = await renderPdf(task, given.signingKey, (reason) =>
    note(reason instanceof Error ? reason.message : reason),
  );
  return { pdf, leftOut: [...leftOut] };
}
