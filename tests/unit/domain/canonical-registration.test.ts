import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { canonicalRegistration } from "@/lib/domain/registration";

describe("a registration number as it is compared", () => {
  it("is the same however it was written, and stays as it is", () => {
    const part = fc.integer({ min: 1, max: 99_999_999 });
    fc.assert(
      fc.property(fc.array(part, { minLength: 2, maxLength: 3 }), fc.nat({ max: 3 }), (parts, zeros) => {
        const plain = parts.join("-");
        const written = `EPA Reg. No. ${parts.map((each) => String(each).padStart(Math.min(8, String(each).length + zeros), "0")).join(" – ")}`;
        expect(canonicalRegistration(written)).toBe(plain);
        expect(canonicalRegistration(plain)).toBe(plain);
      }),
    );
  });

  it.each(["264", "264-", "-264", "264-1-2-3", "264-123456789", "264-12a", "264-1\n", ""])("is none of %j", (text) => {
    expect(canonicalRegistration(text)).toBe(text === "264-1\n" ? "264-1" : null);
  });

  it.each([
    ["0-0", "0-0"],
    ["000264-01241", "264-1241"],
    ["264-0", "264-0"],
  ])("of %s is %s", (text, canonical) => {
    expect(canonicalRegistration(text)).toBe(canonical);
  });
});
