import { describe, expect, it } from "vitest";
import type { ComputeState } from "@/lib/data/drift/compute-state";
import { ServiceError } from "@/lib/domain/errors";
import { AS_SAVED } from "@/lib/usecases/applications/drift-buffer/application-now";
import { plannedNow } from "@/lib/usecases/applications/drift-buffer/planned-now";
import { otherDay } from "@/lib/usecases/esa-check/planned-day";
import { submittedOf } from "../engine/facts";

/** A field in Alabama, by Central time. */
const boundary = { type: "MultiPolygon" as const, coordinates: [[[[-87.25, 32.89]]]] };
const said = (plannedStartAt: string | null, applicationDate = "2026-06-15") =>
  otherDay({ plannedStartAt, applicationDate, boundary });

describe("a planned start", () => {
  it.each([
    ["on the day at the field", "2026-06-15T08:30:00-05:00"],
    ["late in the evening there, which is the next day in UTC", "2026-06-16T02:30:00Z"],
    ["on the day there, written with the offset of another zone", "2026-06-16T06:00:00+09:00"],
    ["within an hour of the day, which is as near as zones are known", "2026-06-16T00:30:00-05:00"],
  ])("%s is of the day", (_, start) => {
    expect(said(start)).toBeNull();
  });

  it("that was not sent is of any day", () => {
    expect(said(null)).toBeNull();
  });

  it.each([
    ["2026-06-16T08:30:00-05:00", "2026-06-16"],
    ["2026-06-15T01:30:00Z", "2026-06-14"],
    ["2027-06-15T08:30:00-05:00", "2027-06-15"],
  ])("at %s is on %s, and both are named with the place", (start, day) => {
    expect(said(start)).toBe(`is on ${day} at the field (America/Chicago), and application_date is 2026-06-15`);
  });
});

describe("a computation and its preview", () => {
  const state = {
    application: {
      processingStatus: "completed",
      method: "Broadcast-Ground",
      applicationDate: "2026-06-15",
      crop: ["soybean"],
      pest: ["waterhemp"],
      gpa: 15,
      dropletSize: "coarse",
      boomHeight: "low",
      products: [submittedOf("264-1241", { rate: 22 })],
    },
    field: { boundary, boundaryHash: "hash" },
  } as unknown as ComputeState;
  const startingAt = (plannedStartAt: string) => plannedNow(state, { ...AS_SAVED, details: { plannedStartAt } });

  it("take a start on the day", () => {
    expect(startingAt("2026-06-15T08:30:00-05:00")).toMatchObject({ applicationDate: "2026-06-15" });
  });

  it("refuse one on another day", () => {
    expect(() => startingAt("2026-06-16T08:30:00-05:00")).toThrow(ServiceError);
  });
});
