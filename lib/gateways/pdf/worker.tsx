import { renderToBuffer } from "@react-pdf/renderer";
import { workerData } from "piscina";
import type { ReportDocument } from "@/lib/domain/report";
import { printable } from "@/lib/gateways/pdf/printable";
import { ReportPdf } from "@/lib/gateways/pdf/report-pdf";
import { registerFonts } from "@/lib/gateways/pdf/styles";

registerFonts((workerData as { root: string }).root);

/** The work of a renderer thread: a report in, its PDF out. */
export async function renderReport(report: ReportDocument): Promise<Uint8Array> {
  return renderToBuffer(<ReportPdf report={await printable(report)} />);
}
