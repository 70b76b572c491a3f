import { describe, expect, it } from "vitest";
import type { ApplicationMethod } from "@/lib/domain/application";
import type { Selection } from "@/lib/domain/mitigation";
import { HA_PER_ACRE, SQM_PER_HA } from "@/lib/domain/units";
import { exemptionInForce } from "@/lib/engine/runoff/exemption";
import { rulebookAsOf } from "@/lib/rulebook/load";
import { select, subOptionsOf } from "../facts";

const { exemptionReasons: reasonTable, menus } = rulebookAsOf("2026-06-01");
const RULES = { reasonTable, selections: [], applicationDate: "2026-06-01" };
const claim = (reasons: string[] | null, treatedAcres: number | null = null) => ({
  required: false,
  evaluatedAt: new Date(0),
  reasons,
  treatedAcres,
});

describe("an exemption over a change of method", () => {
  it("does not hold when every reason is tied to another method", () => {
    const facts = { method: "Broadcast-Ground", areaSqm: null, ...RULES } as const;
    expect(exemptionInForce(claim(["soil_injection"]), facts)?.required).toBe(true);
    expect(exemptionInForce(claim(["soil_injection", "subsurface_chemigation"]), facts)?.required).toBe(true);
  });

  it("holds with the method it is tied to, and with a reason tied to none", () => {
    expect(
      exemptionInForce(claim(["soil_injection"]), { method: "Soil-Injection", areaSqm: null, ...RULES })?.required,
    ).toBe(false);
    const facts = { method: "Broadcast-Ground", areaSqm: null, ...RULES } as const;
    expect(exemptionInForce(claim(["perimeter_berm"]), facts)?.required).toBe(false);
    expect(exemptionInForce(claim(["soil_injection", "perimeter_berm"]), facts)?.required).toBe(false);
  });

  it("takes old records without reasons, and reasons the table does not know, at their word", () => {
    const facts = { method: "Broadcast-Ground", areaSqm: null, ...RULES } as const;
    expect(exemptionInForce(claim(null), facts)?.required).toBe(false);
    expect(exemptionInForce(claim([]), facts)?.required).toBe(false);
    expect(exemptionInForce(claim(["a_reason_of_1999"]), facts)?.required).toBe(false);
    expect(exemptionInForce(null, facts)).toBeNull();
  });
});

describe("an exemption for a small area", () => {
  const held = (areaSqm: number | null, method: ApplicationMethod = "Broadcast-Ground") =>
    exemptionInForce(claim(["small_area"]), { method, areaSqm, ...RULES })?.required === false;

  it("does not hold on 170 acres that are treated whole", () => {
    expect(held(687_966)).toBe(false);
  });

  it("holds below a tenth of an acre, and for spots of a large field or of one whose area is not known", () => {
    expect(held(404)).toBe(true);
    expect(held(405)).toBe(false);
    expect(held(0.1 * HA_PER_ACRE * SQM_PER_HA)).toBe(false);
    expect(held(687_966, "Spot-Ground")).toBe(true);
    expect(held(null, "Spot-Ground")).toBe(true);
  });

  it("does not hold for the whole of a field whose area is not known", () => {
    expect(held(null)).toBe(false);
  });

  it("or for a spot does not hold with more acres than it is for, and holds with another reason", () => {
    const holds = (acres: number | null, ...reasons: string[]): boolean =>
      exemptionInForce(claim(["spot_treatment", ...reasons], acres), { method: "Handheld", areaSqm: 1e6, ...RULES })
        ?.required === false;
    expect(holds(999 / 43_560)).toBe(true);
    expect(holds(1000 / 43_560)).toBe(false);
    expect(holds(40)).toBe(false);
    expect(holds(0.05, "small_area")).toBe(true);
    expect(holds(null)).toBe(true);
  });

  it("rests on the acres that were entered, and holds without them where an earlier version did not ask", () => {
    const holds = (acres: number | null, ...reasons: string[]): boolean =>
      exemptionInForce(claim(["small_area", ...reasons], acres), { method: "Spot-Ground", areaSqm: null, ...RULES })
        ?.required === false;
    expect(holds(0.0999)).toBe(true);
    expect(holds(0.1)).toBe(false);
    expect(holds(0.1, "perimeter_berm")).toBe(true);
    expect(holds(null)).toBe(true);
  });
});

describe("an exemption for a controlled outlet", () => {
  const uncontrolled = select(menus.epa_runoff, "tile_drain_without_control");
  const holds = (selections: readonly Selection[], ...more: string[]): boolean =>
    exemptionInForce(claim(["controlled_drainage", ...more]), {
      ...RULES,
      ...{ method: "Broadcast-Ground", areaSqm: null, selections },
    })?.required === false;

  it("does not hold beside a measure that says that the field's drains have none", () => {
    expect(holds([])).toBe(true);
    expect(holds([uncontrolled])).toBe(false);
    expect(holds([uncontrolled], "perimeter_berm")).toBe(true);
    expect(holds([select(menus.epa_runoff, "no_till")])).toBe(true);
  });

  it("goes by what is in place by the application", () => {
    expect(holds([{ ...uncontrolled, implementationDate: "2026-06-02" }])).toBe(true);
    expect(holds([{ ...uncontrolled, implementationDate: "2026-06-01" }])).toBe(false);
  });

  it("names measures that the menu has", () => {
    const known = subOptionsOf(menus.epa_runoff).map(({ id }) => id);
    expect(known).toEqual(expect.arrayContaining(reasonTable.flatMap(({ contradictedBy }) => contradictedBy)));
  });
});
