import { buffer } from "node:stream/consumers";
import { pdf } from "@react-pdf/renderer";
import type { ReportDocument, ReportFile, ReportLogo } from "@/lib/domain/report";
import { printable } from "@/lib/gateways/pdf/printable";
import { ReportPdf } from "@/lib/gateways/pdf/report-pdf";
import { sealPdf } from "@/lib/gateways/pdf/signing/seal-pdf";
import type { SigningKey } from "@/lib/gateways/pdf/signing/signing-key";

/** What a thread is given: a report, the picture that stands at its head, and the files that go with it. */
export interface RenderTask {
  report: ReportDocument;
  logo: ReportLogo | null;
  files: ReportFile[];
}

/** What a thread gives back. */
export interface RenderedPdf {
  pdf: Uint8Array;
  /** What was said of parts that could not be drawn and are not in it. */
  leftOut: string[];
}

type Shown = Pick<RenderTask, "report" | "logo">;

/**
 * One mount for the life of a thread, emptied after each report: the library's reconciler never lets go of a mount, and
 * one for each report, as `renderToBuffer` makes it, kept 0.6 MB of every report for good.
 */
let mount: ReturnType<typeof pdf> | null = null;

async function rendered({ report, logo }: Shown): Promise<Buffer> {
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

/**
 * A picture that cannot be drawn costs no one the report. The library leaves out most of them by itself and warns on the console;
 * what it throws is said to `leftOut`, unless it fails without the picture as well.
 */
async function withOrWithoutLogo({ report, logo }: Shown, leftOut: (reason: unknown) => void): Promise<Buffer> {
  if (logo === null) return rendered({ report, logo });
  return rendered({ report, logo }).catch(async (error: unknown) => {
    const without = await rendered({ report, logo: null });
    leftOut(error);
    return without;
  });
}

/**
 * A report as a PDF, one at a time, with its files. It is signed where the report says that it is: throws RangeError when
 * there is no key for that.
 */
export async function renderPdf(
  { report, logo, files }: RenderTask,
  key: SigningKey | null = null,
  leftOut: (reason: unknown) => void = () => undefined,
): Promise<Buffer> {
  if (report.signer !== null && key === null)
    throw new RangeError("the report says that it is signed, and no key is here");
  const shown = await printable(report);
  const pdf = await withOrWithoutLogo({ report: shown, logo }, leftOut);
  return sealPdf(pdf, { report, files, key: report.signer === null ? null : key });
}
