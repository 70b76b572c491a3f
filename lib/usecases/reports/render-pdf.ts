import { ServiceError, type Problem } from "@/lib/domain/errors";
import type { ReportDocument, ReportFile } from "@/lib/domain/report";
import { pdfFailureOf, type PdfFailure } from "@/lib/gateways/pdf/renderer";
import { waitingOutside } from "@/lib/runtime/work-turn";
import { readProviderLogo } from "@/lib/usecases/portal/read-logo";
import { withPictures } from "@/lib/usecases/records/read-photo";
import type { ReportContext } from "@/lib/usecases/reports/issue-report";

const PROBLEM_OF: Record<PdfFailure, { problem: Problem; message: string }> = {
  failed: { problem: "reportFailed", message: "The report could not be generated." },
  timed_out: { problem: "deadlineExceeded", message: "The report took longer than its time budget." },
  full: { problem: "capacityExceeded", message: "Too many reports are being generated. Ask again in a moment." },
  cancelled: { problem: "requestCancelled", message: "The client went away." },
};

/** A composed report as a PDF, with the provider's logo, the photos of its records, and the files that go with it. */
export async function renderPdf(
  { deps, providerId, signal }: ReportContext & { signal: AbortSignal },
  { report, files }: { report: ReportDocument; files: ReportFile[] },
): Promise<Uint8Array> {
  const logo = await readProviderLogo(deps, providerId);
  const drawn = await withPictures(deps, providerId, report);
  try {
    const asked = { report: drawn, logo, files };
    const { pdf, leftOut } = await waitingOutside(() => deps.pdf.render(asked, { owner: providerId, signal }));
    for (const reason of leftOut) {
      deps.log.warn(
        { err: new Error(reason), provider: providerId },
        "a part of a report could not be drawn and is left out",
      );
    }
    return pdf;
  } catch (error) {
    const failure = pdfFailureOf(error);
    if (failure === null) throw error;
    const { problem, message } = PROBLEM_OF[failure];
    throw new ServiceError(problem, message, { cause: error });
  }
}
