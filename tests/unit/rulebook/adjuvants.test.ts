import { describe, expect, it, test } from "vitest";
import { findAdjuvant, type AdjuvantRow } from "@/lib/domain/tables";
import { rulebookAsOf } from "@/lib/rulebook/load";

const { adjuvants } = rulebookAsOf("2026-11-21");

describe("findAdjuvant", () => {
  test.each([
    { name: "AMS", kind: "ammonium_sulfate" },
    { name: "ammonium sulphate", kind: "ammonium_sulfate" },
    { name: " Non-Ionic  Surfactant ", kind: "nonionic_surfactant" },
    { name: "n.i.s.", kind: "nonionic_surfactant" },
    { name: "Crop Oil Concentrate (COC)", kind: "crop_oil_concentrate" },
    { name: "MSO", kind: "methylated_seed_oil" },
    { name: "dra", kind: "drift_reducing" },
    { name: "OIL EMULSION DRA", kind: "oil_emulsion_drift_reducing" },
    { name: "Volatility-Reducing Agent", kind: "volatility_reducing" },
    { name: "Water conditioner", kind: "water_conditioner" },
    { name: "pH buffer", kind: "buffering_agent" },
    { name: "deposition aid", kind: "deposition_aid" },
  ])("knows $name as $kind", ({ name, kind }) => {
    expect(findAdjuvant(adjuvants, name)?.kind).toBe(kind);
  });

  test.each(["", "  ", "---", "AMS 2.5%", "Roundup PowerMAX", "surfactant", "AM"])("does not guess at '%s'", (name) => {
    expect(findAdjuvant(adjuvants, name)).toBeNull();
  });

  it("does not take a plain drift reducer for an oil emulsion, but an oil emulsion for a drift reducer", () => {
    expect(findAdjuvant(adjuvants, "DRA")?.alsoKinds).toEqual([]);
    expect(findAdjuvant(adjuvants, "oil emulsion DRA")?.alsoKinds).toEqual(["drift_reducing"]);
  });

  it("says that a plain water conditioner may hold ammonium sulfate", () => {
    expect(findAdjuvant(adjuvants, "water conditioner")?.mayContain).toEqual(["ammonium_sulfate"]);
    expect(findAdjuvant(adjuvants, "AMS-free water conditioner")?.mayContain).toEqual([]);
  });

  it("resolves nothing by a row that rests on unverified evidence", () => {
    const brand: AdjuvantRow = {
      kind: "defoamer",
      name: "Brandname X",
      aliases: [],
      alsoKinds: [],
      mayContain: [],
      evidence: "unverified",
      cite: ["NONE"],
    };
    expect(findAdjuvant([brand], "brandname x")).toBeNull();
    expect(findAdjuvant([{ ...brand, evidence: "secondary" }], "brandname x")?.name).toBe("Brandname X");
  });
});
