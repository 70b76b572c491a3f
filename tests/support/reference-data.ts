import { importCatalogue } from "@/lib/imports/catalogue/import-catalogue";
import { importCounties } from "@/lib/imports/county/import-counties";
import { importPulas } from "@/lib/imports/pula/import-pulas";
import { DEMONSTRATION_DIRECTORY, RULEBOOK_DIRECTORY } from "@/lib/rulebook/read-rule-files";
import type { Geometry } from "geojson";
import { ownerUrl } from "@/tests/support/owner-connections";
import { sharedData } from "@/tests/support/shared-data";

/** The project's own rule files, as `npm run data -- import catalogue` loads them. */
export const loadCatalogue = () =>
  importCatalogue(ownerUrl(), {
    source: RULEBOOK_DIRECTORY,
    demonstrationFiles: DEMONSTRATION_DIRECTORY,
    activate: true,
  });

export const loadCoarseCounties = () => importCounties(ownerUrl(), { source: "us-atlas", activate: true });

export const loadExactCounties = () =>
  importCounties(ownerUrl(), {
    source: sharedData("counties/us_counties_2024_lower48.geojson.gz"),
    precision: "exact",
    activate: true,
    force: true,
  });

/** A box of ground as a coverage: west, south, east, north. */
export const box = (west: number, south: number, east: number, north: number): Geometry => ({
  type: "Polygon",
  coordinates: [
    [
      [west, south],
      [east, south],
      [east, north],
      [west, north],
      [west, south],
    ],
  ],
});

/** EPA's Alabama extract with the limitation rows beside it. */
export const loadAlabama = () =>
  importPulas(ownerUrl(), {
    source: sharedData("pula/pula_alabama_envelope_2026-06-25.geojson.gz"),
    limitations: sharedData("pula/limitations_dc125.json"),
    coverage: box(-89, 30, -84.5, 35.5),
    activate: true,
  });

export interface SyntheticPula {
  pulaId: number;
  eventName?: string;
  codes?: string;
  effectiveDate?: string;
  geometry: Geometry;
}

export interface SyntheticLimitation {
  pulaId: number;
  /** Of a product; left out where the row names an ingredient. */
  registration?: string;
  activeIngredient?: string;
  code: string;
  limitation: string;
  effectiveDate?: string;
  methods?: string[];
}

/** PULAs made up for one test, in the members of EPA's layer and limitations API. */
export const loadPulas = (
  pulas: readonly SyntheticPula[],
  limitations: readonly SyntheticLimitation[],
  coverage: Geometry,
) =>
  importPulas(ownerUrl(), {
    source: {
      name: "synthetic",
      records: pulas.map((pula, index) => ({
        type: "Feature",
        properties: {
          objectid: index + 1,
          pula_id: pula.pulaId,
          event_name: pula.eventName ?? `Event ${pula.pulaId}`,
          status: "effective",
          effective_date: pula.effectiveDate ?? "2026-01-01",
          codes: pula.codes ?? "",
        },
        geometry: pula.geometry,
      })),
    },
    limitations: {
      name: "synthetic limitations",
      records: limitations.map((row) => ({
        pula_id: row.pulaId,
        ...(row.registration === undefined ? {} : { product_registration_number: row.registration }),
        ...(row.activeIngredient === undefined ? {} : { active_ingredient: row.activeIngredient }),
        effective_date: row.effectiveDate ?? "2026-01-01",
        last_update: row.effectiveDate ?? "2026-01-01",
        code: row.code,
        limitation: row.limitation,
        umf: (row.methods ?? []).map((method) => ({ use: "Soybeans", method, form: "Liquid", pula_id: row.pulaId })),
      })),
    },
    coverage,
    activate: true,
    force: true,
  });
