import { buffer } from "node:stream/consumers";
import { pdf } from "@react-pdf/renderer";
import type { ReportDocument, ReportLogo } from "@/lib/domain/report";
import { printable } from "@/lib/gateways/pdf/printable";
import { ReportPdf } from "@/lib/gateways/pdf/report-pdf";

/** What a thread is given: a report, and the picture that stands at its head. */
export interface RenderTask {
  report: ReportDocument;
  logo: ReportLogo | null;
}

/**
 * One mount for the life of a thread, emptied after each report: the library's reconciler never lets go of a mount, and
 * one for each report, as `renderToBuffer` makes it, kept 0.6 MB of every report for good.
 */
let mount: ReturnType<typeof pdf> | null = null;

async function rendered({ report, logo }: RenderTask): Promise<Buffer> {
  const used = (mount ??= pdf());
  try {
    used.updateContainer(<ReportPdf report={report} logo={logo} />);
    const bytes = await buffer(await used.toBuffer());
    used.updateContainer(<></>);
    return bytes;
  } catch (error) {
    // No one knows in which state it was left.
    mount = null;
    throw error;
  }
}

/** A report as a PDF, one at a time. A picture that cannot be drawn costs no one the report. */
export async function renderPdf({ report, logo }: RenderTask): Promise<Buffer> {
  const shown = await printable(report);
  if (logo === null) return rendered({ report: shown, logo });
  return rendered({ report: shown, logo }).catch(() => rendered({ report: shown, logo: null }));
}
