import { cp, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { importCatalogue } from "@/lib/imports/catalogue/import-catalogue";
import { scanLabels } from "@/lib/imports/labels/scan";
import { importEditions } from "@/lib/rulebook/label-files/import-labels";
import { parseLabelFiles, type ParsedLabels } from "@/lib/rulebook/label-files/parse-labels";
import { writeEdition, writeProduct } from "@/lib/rulebook/label-files/write-labels";
import { readRuleFiles, RULEBOOK_DIRECTORY } from "@/lib/rulebook/read-rule-files";
import { startLabelStub, type StubLabel } from "@/bench/support/label-stub";

/** The day of the scan: before every application of the benchmark. */
const SCANNED_ON = "2026-06-01";

/**
 * Labels that this benchmark takes to carry directions for endangered species: those whose files say so, and
 * three whose bulletins are of the same days as their labels. Every other label is taken to print none.
 */
const INFERRED = ["61842-37", "61842-55", "279-9615"];

/** Whether a label carries directions for endangered species, by what is stated above. */
export const hasDirections = ({ products }: ParsedLabels, registration: string): boolean =>
  INFERRED.includes(registration) ||
  products.some((product) => product.registration === registration && product.esaLabelLanguage === true);

/** The labels of some products as the stub has them, each of the newest date known. */
function stubLabels(labels: ParsedLabels, registrations: readonly string[]): Map<string, StubLabel> {
  return new Map(
    registrations.map((registration) => {
      const product = labels.folders.find((folder) => folder.product.registration === registration)?.product;
      const labelDate = product?.newestLabelDate ?? SCANNED_ON;
      return [registration, { labelDate, hasDirections: hasDirections(labels, registration) }];
    }),
  );
}

/**
 * Loads the catalogue as it is after `npm run labels -- scan` has read the newest labels of some products from a stub
 * that serves PDFs. The project's own files stay as they are.
 */
export async function loadScanned(owner: string, registrations: readonly string[]): Promise<void> {
  const { files } = await readRuleFiles(RULEBOOK_DIRECTORY);
  const stub = await startLabelStub(stubLabels(parseLabelFiles(files), registrations));
  const folder = await mkdtemp(join(tmpdir(), "bench-labels-"));
  try {
    await cp(RULEBOOK_DIRECTORY, folder, { recursive: true });
    const found = await scanLabels(files, {
      ...stub,
      delayMs: 0,
      stateFile: join(folder, "scan.json"),
      only: registrations,
      signal: new AbortController().signal,
      today: SCANNED_ON,
      note: () => undefined,
    });
    const { editions, faults } = importEditions(files, found);
    if (faults.length > 0) throw new Error(`the scan gave faults: ${JSON.stringify(faults.slice(0, 3))}`);
    for (const { edition, product } of editions) {
      await writeEdition(folder, edition);
      if (product !== null) await writeProduct(folder, product);
    }
    await importCatalogue(owner, { source: folder, activate: true, force: true });
  } finally {
    await stub.close();
    await rm(folder, { recursive: true, force: true });
  }
}
