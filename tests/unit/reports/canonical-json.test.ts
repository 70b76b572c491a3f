import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { canonicalJson, hashOf } from "@/lib/usecases/canonical/canonical-json";

/** The same value with the members of every object in another order. */
function reordered(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(reordered);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .reverse()
      .map(([name, member]) => [name, reordered(member)]),
  );
}

describe("canonicalJson", () => {
  it("gives equal values equal text, in whatever order their members stand", () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 4 }), (value) => {
        expect(canonicalJson(reordered(value))).toBe(canonicalJson(value));
      }),
    );
  });

  it("is JSON that reads back as the value", () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 4 }), (value) => {
        expect(JSON.parse(canonicalJson(value))).toEqual(JSON.parse(JSON.stringify(value)));
      }),
    );
  });

  it("writes times as UTC and leaves absent members out, which null members are not", () => {
    const at = new Date("2026-06-15T08:00:00-05:00");
    expect(canonicalJson({ b: at, a: undefined, c: null })).toBe('{"b":"2026-06-15T13:00:00.000Z","c":null}');
  });

  it("refuses a number that JSON would turn into null", () => {
    expect(() => canonicalJson({ points: Number.NaN })).toThrow(RangeError);
  });

  it("hashes any change of any member", () => {
    expect(hashOf({ a: 1, b: [1, 2] })).not.toBe(hashOf({ a: 1, b: [2, 1] }));
    expect(hashOf({ a: 1 })).toMatch(/^[0-9a-f]{64}$/);
  });
});
