import { describe, expect, it } from "vitest";
import { fingerprintOf } from "@/lib/usecases/bulk/fingerprint";
import type { CheckRequest } from "@/lib/usecases/esa-check/check";

const request = (more: Partial<CheckRequest> = {}): CheckRequest => ({
  accountId: "a",
  providerFieldId: "f",
  fieldName: "Field",
  boundary: { geometry: { type: "MultiPolygon", coordinates: [] }, hash: "h" },
  application: {
    applicationId: "x",
    accountId: "a",
    method: "Broadcast-Ground",
    applicationDate: "2026-06-15",
    products: [],
    crop: ["soybeans", "corn"],
    pest: [],
    gpa: null,
    dropletSize: null,
    boomHeight: null,
  },
  providerGroupId: "g",
  userEmail: undefined,
  withGeometry: false,
  withSoilAnalysis: false,
  withOptions: false,
  withExplanation: false,
  searchMiles: 1,
  ...more,
});
const of = (...requests: CheckRequest[]): string => fingerprintOf("a", "g", requests);

describe("the fingerprint of a submission", () => {
  it("does not depend on the order of members", () => {
    const turned = Object.fromEntries(Object.entries(request()).reverse()) as unknown as CheckRequest;
    expect(of(turned)).toBe(of(request()));
  });

  it.each([
    ["a cleared e-mail is not one left out", request({ userEmail: null })],
    ["another boundary", request({ boundary: { geometry: { type: "MultiPolygon", coordinates: [] }, hash: "i" } })],
    ["another order of crops", request({ application: { ...request().application, crop: ["corn", "soybeans"] } })],
    ["another search distance", request({ searchMiles: 2 })],
  ])("tells apart: %s", (_name, other) => {
    expect(of(other)).not.toBe(of(request()));
  });

  it("tells apart the order of fields, accounts and groups", () => {
    const second = request({ providerFieldId: "second" });
    expect(of(request(), second)).not.toBe(of(second, request()));
    expect(fingerprintOf("b", "g", [request()])).not.toBe(of(request()));
    expect(fingerprintOf("a", "h", [request()])).not.toBe(of(request()));
  });
});
