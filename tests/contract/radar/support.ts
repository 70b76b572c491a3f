import { cpSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "vitest";
import { importCatalogue } from "@/lib/imports/catalogue/import-catalogue";
import { importPulas } from "@/lib/imports/pula/import-pulas";
import { activateSet } from "@/lib/imports/switch";
import { DEMONSTRATION_DIRECTORY, RULEBOOK_DIRECTORY } from "@/lib/rulebook/read-rule-files";
import { limitationRow, squareFeature } from "@/tests/contract/imports/support";
import { ownerUrl } from "@/tests/support/owner-connections";
import { NEEDS_4 } from "@/tests/contract/v2/compliance/support";
import { box } from "@/tests/support/reference-data";
import { readRecheck } from "@/lib/pages/portal/recheck";
import { getDeps } from "@/lib/runtime/deps";
import { openFieldYear } from "@/lib/usecases/portal/field-year";
import { openBrowser } from "@/tests/contract/portal/edits-support";
import { sql } from "@/tests/contract/v2/esa-check/support";
import type { Caller } from "@/tests/support/api";
import { workFolder } from "@/tests/support/work-folder";

/** What the overview of an application in the portal says of it above the answer, now or at another moment. */
export async function portalLine(
  caller: Caller,
  applicationEventId: string,
  moment: Date | null = null,
): Promise<string | null> {
  const [row] = await sql<{ field: string }>(
    caller.providerId,
    "SELECT field_id AS field FROM application WHERE application_event_id = $1",
    [applicationEventId],
  );
  const { grant, cookie } = await openBrowser(caller, applicationEventId);
  const asked = { grant, cookie: cookie.slice(cookie.indexOf("=") + 1), fieldId: row?.field ?? "" };
  const opened = await openFieldYear(await getDeps(), asked, { applicationEventId, year: null });
  if (opened === null) throw new Error("the session does not stand");
  const { session, place } = opened;
  const deps = moment === null ? session.pass.deps : { ...session.pass.deps, clock: () => moment };
  return (await readRecheck({ ...session, pass: { ...session.pass, deps } }, place))?.title ?? null;
}

/** A set of one area round -87.55, 32.55 that limits the usual product, loaded beside the one in force. */
export const loadOneArea = (version: string, limitation: string) =>
  importPulas(ownerUrl(), {
    source: { name: version, records: [squareFeature({ objectid: 1, pula_id: 1, codes: "T1" }, -87.6, 32.5, 0.1)] },
    limitations: {
      name: "rows",
      records: [limitationRow({ pula_id: 1, product_registration_number: NEEDS_4.epa_number, limitation })],
    },
    coverage: box(-88, 32, -86, 34),
    version,
  });

export const activateAreas = (version: string) => activateSet(ownerUrl(), { kind: "pula", version, force: true });

/** The labels of this release beside the one in force, with the file of the demonstration products changed. */
export async function loadDemoLabels(version: string, change: (text: string) => string): Promise<void> {
  const folder = join(workFolder(), version);
  cpSync(DEMONSTRATION_DIRECTORY, folder, { recursive: true });
  const file = join(folder, "products.json");
  writeFileSync(file, change(readFileSync(file, "utf8")));
  const source = { source: RULEBOOK_DIRECTORY, demonstrationFiles: folder, version, activate: false };
  expect((await importCatalogue(ownerUrl(), source)).refusals).toEqual([]);
}

export async function switchLabels(version: string): Promise<void> {
  await activateSet(ownerUrl(), { kind: "catalogue", version, force: true });
  const { caches } = await getDeps();
  caches.products.clear();
  caches.compared.clear();
}
