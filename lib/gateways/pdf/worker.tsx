import { readlinkSync } from "node:fs";
import { setPriority } from "node:os";
import { basename } from "node:path";
import { renderToBuffer } from "@react-pdf/renderer";
import { workerData } from "piscina";
import type { ReportDocument, ReportLogo } from "@/lib/domain/report";
import { printable } from "@/lib/gateways/pdf/printable";
import { ReportPdf } from "@/lib/gateways/pdf/report-pdf";
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
registerFonts((workerData as { root: string }).root);

/** What a thread is given: a report, and the picture that stands at its head. */
export interface RenderTask {
  report: ReportDocument;
  logo: ReportLogo | null;
}

/** The work of a renderer thread: a report in, its PDF out. A picture that cannot be drawn costs nobody the report. */
export async function renderReport({ report, logo }: RenderTask): Promise<Uint8Array> {
  const shown = await printable(report);
  const render = (picture: ReportLogo | null): Promise<Buffer> =>
    renderToBuffer(<ReportPdf report={shown} logo={picture} />);
  return logo === null ? render(null) : render(logo).catch(() => render(null));
}
