import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import { canonicalRegistration, registrantRegistration } from "@/lib/domain/registration";

describe("the canonical form of a registration number", () => {
  test.each([
    ["264-1241", "264-1241"],
    ["000264-01241", "264-1241"],
    ["  264-1241\t", "264-1241"],
    ["62719-695-1381", "62719-695-1381"],
    ["062719-00695-01381", "62719-695-1381"],
    ["0-0", "0-0"],
    ["00-00", "0-0"],
    ["12345678-12345678", "12345678-12345678"],
    ["EPA Reg. No. 264-1241", "264-1241"],
    ["EPA Reg. No.: 264-1241", "264-1241"],
    ["U.S. EPA Registration Number 264-1241", "264-1241"],
    ["EPA# 264-1241", "264-1241"],
    ["EPA #264-1241", "264-1241"],
    ["epa reg no 264-1241", "264-1241"],
    ["Reg. No. 62719-695-1381", "62719-695-1381"],
    ["No. 264-1241", "264-1241"],
    ["264 - 1241", "264-1241"],
    ["264 1241", "264-1241"],
    ["264–1241", "264-1241"],
    ["264—1241", "264-1241"],
    ["264\u22121241", "264-1241"],
    ["264\u20111241", "264-1241"],
    ["264\u00A0-\u00A01241", "264-1241"],
    ["２６４-1241", "264-1241"],
  ])("%j is %s", (text, canonical) => {
    expect(canonicalRegistration(text)).toBe(canonical);
  });

  test.each([
    "",
    "264",
    "264-",
    "-1241",
    "264--1241",
    "264-1241-1-1",
    "264-12a1",
    "264/1241",
    "264.1241",
    "Stryax",
    "N/A",
    "EPA Reg. No.",
    "EPA Est. No. 264-MO-1",
    "CA-960012",
    "100-EUP-12",
    "123456789-1",
    "+264-1241",
    "264-1241;",
    "1e3-1",
  ])("%j is no registration number", (text) => {
    expect(canonicalRegistration(text)).toBeNull();
  });

  it("is its own canonical form, and knows a number by any padding with zeros", () => {
    const part = fc.integer({ min: 0, max: 99_999 });
    const zeros = fc.integer({ min: 0, max: 3 });
    fc.assert(
      fc.property(fc.array(fc.tuple(part, zeros), { minLength: 2, maxLength: 3 }), (parts) => {
        const plain = parts.map(([number]) => number).join("-");
        const padded = parts.map(([number, more]) => "0".repeat(more) + String(number)).join("-");
        expect(canonicalRegistration(padded)).toBe(plain);
        expect(canonicalRegistration(plain)).toBe(plain);
      }),
    );
  });

  it("of a distributor's product falls back to the registrant's", () => {
    expect(registrantRegistration("62719-695-1381")).toBe("62719-695");
    expect(registrantRegistration("62719-695")).toBe("62719-695");
  });
});
