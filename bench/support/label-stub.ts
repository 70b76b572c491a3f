import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { labelPdf, MASTER, type PdfPage } from "@/tests/unit/imports/labels/label-pdf";

/** A label that the stub serves: its stamp date, and whether it prints directions for endangered species. */
export interface StubLabel {
  labelDate: string;
  hasDirections: boolean;
}

const DIRECTIONS: PdfPage = {
  lines: ["Before use, visit Bulletins Live! Two and obtain the bulletin for the month of the application."],
};
const PLAIN: PdfPage = {
  lines: ["Apply in at least ten gallons of water to the acre, and keep people out of the field."],
};

const pad = (number: string): string => number.padStart(6, "0");
const fileOf = (registration: string, labelDate: string): string => {
  const [company = "", product = ""] = registration.split("-");
  return `${pad(company)}-${product.padStart(5, "0")}-${labelDate.replaceAll("-", "")}.pdf`;
};

/** EPA's label lists and label files as a scan asks for them, for some registrations. */
export async function startLabelStub(
  labels: ReadonlyMap<string, StubLabel>,
): Promise<{ listBase: string; labelBase: string; close: () => Promise<void> }> {
  const files = new Map(
    [...labels].map(([registration, label]) => [fileOf(registration, label.labelDate), { registration, label }]),
  );
  const server = createServer((request, response) => {
    const [, folder, name = ""] = (request.url ?? "").split("/");
    const listed = labels.get(name);
    const file = files.get(name);
    if (folder === "list" && listed !== undefined) {
      const pdffiles = [{ pdffile: fileOf(name, listed.labelDate) }];
      response.end(JSON.stringify({ items: [{ pdffiles }] }));
    } else if (folder === "pdf" && file !== undefined) {
      const front: PdfPage = { lines: [`Label  EPA Reg. No. ${file.registration}`, ...MASTER] };
      const pages = [front, file.label.hasDirections ? DIRECTIONS : PLAIN];
      response.setHeader("content-type", "application/pdf").end(labelPdf(pages));
    } else response.writeHead(404).end();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const close = (): Promise<void> =>
    new Promise((resolve, reject) =>
      server.close((error) => {
        if (error === undefined) resolve();
        else reject(error);
      }),
    );
  return { listBase: `${base}/list/`, labelBase: `${base}/pdf/`, close };
}
