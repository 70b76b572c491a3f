import { beforeAll, expect, it } from "vitest";
import { check, codesOf } from "@/tests/contract/v2/esa-check/support";
import { makeCaller, type Caller } from "@/tests/support/api";
import { box, loadCatalogue, loadCoarseCounties, loadPulas } from "@/tests/support/reference-data";
import { squareField } from "@/tests/support/requests";
import { describeWithSharedData, readSharedNdjson } from "@/tests/support/shared-data";

/** A bulletin that EPA printed, as it was transcribed. */
interface PrintedBulletin {
  case_id: string;
  lat: number;
  lon: number;
  county: string;
  application_month: string;
  epa_number: string;
  product_name: string;
  pula_active: boolean;
  pula_id: number | null;
  event_name: string | null;
  code: string | null;
  limitation: string | null;
  additional_runoff_points: number;
  label_runoff_points: number;
}
/** The newest label of a product whose points were read, where a newer one was not. */
const LABEL_READ: Record<string, string> = { "7969-500": "2024-12-06" };
const bulletins = () => readSharedNdjson("pula/blt_printed_bulletin_cases.ndjson") as PrintedBulletin[];

describeWithSharedData("bulletins that EPA printed", () => {
  let caller: Caller;

  beforeAll(async () => {
    await loadCatalogue();
    await loadCoarseCounties();
    const active = bulletins().filter(({ pula_active: isActive }) => isActive);
    await loadPulas(
      active.map(({ pula_id: id, event_name: name, code, lon, lat }) => ({
        pulaId: id ?? 0,
        eventName: name ?? "",
        codes: code ?? "",
        effectiveDate: "2026-02-09",
        geometry: box(lon - 0.05, lat - 0.05, lon + 0.05, lat + 0.05),
      })),
      active.map(({ pula_id: id, code, limitation, epa_number: registration }) => ({
        pulaId: id ?? 0,
        registration,
        code: code ?? "",
        limitation: limitation ?? "",
        methods: ["Ground"],
      })),
      box(-97, 40, -87, 44),
    );
    caller = await makeCaller("bulletins");
  });

  it("are given back: the same PULA, code, text and points, or none", async () => {
    expect(bulletins().length).toBeGreaterThanOrEqual(2);
    for (const printed of bulletins()) {
      const found = await check(
        caller,
        {
          application_id: printed.case_id,
          application_date: `${printed.application_month}-15`,
          field_boundary: squareField(printed.lon - 0.002, printed.lat - 0.002),
          products: [
            {
              product_name: printed.product_name,
              epa_number: printed.epa_number,
              rate: 22,
              rate_unit: "fl oz/ac",
              ...(printed.epa_number in LABEL_READ && { label_date: LABEL_READ[printed.epa_number] }),
            },
          ],
        },
        "explain=true",
      );
      const pulas = found.products[0]?.pulas.map((pula) => ({
        ...pula,
        limitations: pula.limitations.map((each) => each.limitation),
      }));
      const wanted = {
        pula_id: printed.pula_id,
        event_name: printed.event_name,
        codes: printed.code,
        status: "effective",
        effective_date: "2026-02-09",
        limitations: [printed.limitation],
      };
      expect(pulas, printed.case_id).toEqual(printed.pula_active ? [wanted] : []);
      // The whole text of DC125 is scored by a rule tied to it, so no one is asked to read it.
      expect(codesOf(found)).not.toContain("LIMITATIONS_REVIEW_REQUIRED");
      expect(codesOf(found)).not.toContain("PULA_COVERAGE_MISSING");
      expect(found.compliance.runoff).toMatchObject([
        {
          mitigation_type: "epa_runoff",
          label_required_points: printed.label_runoff_points + printed.additional_runoff_points,
        },
      ]);
      const county = found.compliance.explanation?.find(({ rule_id: id }) => id.startsWith("auto_credit:"));
      expect(county?.text).toContain(printed.county);
    }
  });
});
