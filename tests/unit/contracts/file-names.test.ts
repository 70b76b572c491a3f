import { describe, expect, it } from "vitest";
import { HEADER_COMPONENTS } from "@/lib/contracts/openapi-headers";
import { V2_CONTRACTS } from "@/lib/contracts/openapi";
import { Download } from "@/lib/contracts/shared/download";
import { machineFile } from "@/lib/contracts/v2/machine-files";
import { recordPhoto } from "@/lib/contracts/v2/record-photo";
import { runoffReport, traitReport } from "@/lib/contracts/v2/reports";
import { seasonRecords } from "@/lib/contracts/v2/season-records";
import { MACHINE_FORMATS } from "@/lib/domain/machine-file";
import { writeMachineFile } from "@/lib/gateways/machine-files/write";
import { planFor } from "@/tests/unit/gateways/machine-files/plans";

const ID = "0198b0a0-0000-7000-8000-000000000000";
const NOTHING = new Uint8Array();
const CALLED = "Ñandú's home quarter, north";

const present = (
  contract: { present?: unknown; operationId: string },
  result: unknown,
  call: unknown = {},
): Download => {
  const made = (contract.present as (result: unknown, call: unknown) => unknown)(result, call);
  if (made instanceof Download) return made;
  throw new TypeError(`${contract.operationId} answers with no file`);
};

const report = (members: object) => ({ pdf: NOTHING, year: 2026, fieldName: CALLED, asOf: null, ...members });
/** Each operation that answers with a file, and every kind of name it gives one. */
const FILES: Record<string, Download[]> = {
  [runoffReport.operationId]: [
    present(runoffReport, report({ kind: "runoff" })),
    present(runoffReport, report({ kind: "runoff", asOf: "2026-07-11" })),
    present(runoffReport, report({ kind: "runoff", asOf: "2026-07-11", isReprint: true })),
  ],
  [traitReport.operationId]: [present(traitReport, report({ kind: "trait" }))],
  [machineFile.operationId]: MACHINE_FORMATS.map((format) =>
    present(machineFile, writeMachineFile(planFor("square", { fieldName: CALLED }), format)),
  ),
  [recordPhoto.operationId]: [present(recordPhoto, NOTHING, { params: { entryId: ID } })],
  [seasonRecords.operationId]: [present(seasonRecords, [], { query: { year: 2026 } })],
  // Its dataset needs a whole record: tests/contract/v2/records/adapt.test.ts holds that name.
  downloadWorkRecord: [new Download(NOTHING, { mediaType: "application/json", fileName: `record-${ID}.adapt.json` })],
};

const { schema } = HEADER_COMPONENTS["Content-Disposition"] as { schema: { pattern: string } };

describe("the names of files that version 2 answers with", () => {
  it("are tried for every operation that answers with one", () => {
    const withFiles = V2_CONTRACTS.filter(({ mediaTypes }) => mediaTypes !== undefined);
    expect(Object.keys(FILES).toSorted()).toEqual(withFiles.map(({ operationId }) => operationId).toSorted());
  });

  it.each(Object.entries(FILES))("are as the document says: %s", (_operation, files) => {
    for (const file of files)
      expect(file.response().headers.get("content-disposition")).toMatch(new RegExp(schema.pattern));
  });
});
