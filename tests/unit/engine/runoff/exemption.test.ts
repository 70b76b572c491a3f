import { describe, expect, it } from "vitest";
import { exemptionInForce } from "@/lib/engine/runoff/exemption";
import { rulebookAsOf } from "@/lib/rulebook/load";

const reasonTable = rulebookAsOf("2026-06-01").exemptionReasons;
const claim = (reasons: string[] | null) => ({ required: false, evaluatedAt: new Date(0), reasons });

describe("an exemption over a change of method", () => {
  it("does not hold when every reason is tied to another method", () => {
    const facts = { method: "Broadcast-Ground", reasonTable } as const;
    expect(exemptionInForce(claim(["soil_injection"]), facts)?.required).toBe(true);
    expect(exemptionInForce(claim(["soil_injection", "subsurface_chemigation"]), facts)?.required).toBe(true);
  });

  it("holds with the method it is tied to, and with a reason tied to none", () => {
    expect(exemptionInForce(claim(["soil_injection"]), { method: "Soil-Injection", reasonTable })?.required).toBe(
      false,
    );
    const facts = { method: "Broadcast-Ground", reasonTable } as const;
    expect(exemptionInForce(claim(["perimeter_berm"]), facts)?.required).toBe(false);
    expect(exemptionInForce(claim(["soil_injection", "perimeter_berm"]), facts)?.required).toBe(false);
  });

  it("takes old records without reasons, and reasons the table does not know, at their word", () => {
    const facts = { method: "Broadcast-Ground", reasonTable } as const;
    expect(exemptionInForce(claim(null), facts)?.required).toBe(false);
    expect(exemptionInForce(claim([]), facts)?.required).toBe(false);
    expect(exemptionInForce(claim(["a_reason_of_1999"]), facts)?.required).toBe(false);
    expect(exemptionInForce(null, facts)).toBeNull();
  });
});
