import { describe, expect, it } from "vitest";
import { z } from "zod";
import { faultsOf } from "@/lib/http/parse";

const schema = z.strictObject({
  field_name: z.string().min(1).max(5),
  rate: z.number().nonnegative(),
  limit: z.int().min(1).max(50),
  unit: z.enum(["lb", "gal"]),
  on: z.iso.date(),
  id: z.uuid(),
  pest: z.array(z.string()).min(1).max(2),
  own: z.string().refine(() => true, "never"),
});
const good = {
  field_name: "North",
  rate: 1,
  limit: 5,
  unit: "lb",
  on: "2026-04-01",
  id: "0198c0de-0000-7000-8000-000000000000",
  pest: ["corn"],
  own: "x",
};

const messageOf = (change: Record<string, unknown>): string => {
  const value = { ...good, ...change };
  const parsed = schema.safeParse(value);
  return parsed.success ? "" : (faultsOf(parsed.error, value)[0]?.message ?? "");
};

describe("a fault of a request", () => {
  it.each([
    [{ field_name: undefined }, "`field_name` is required."],
    [{ field_name: 12 }, "`field_name` must be a string; got 12."],
    [{ field_name: "" }, "`field_name` must not be empty."],
    [{ field_name: "too long" }, "`field_name` must have at most 5 characters."],
    [{ rate: null }, "`rate` must be a number; got null."],
    [{ rate: -1 }, "`rate` must be at least 0; got -1."],
    [{ limit: 51 }, "`limit` must be at most 50; got 51."],
    [{ limit: 1.5 }, "`limit` must be an integer; got 1.5."],
    [{ unit: "oz" }, '`unit` must be one of "lb", "gal"; got "oz".'],
    [{ unit: undefined }, '`unit` must be one of "lb", "gal"; it is missing.'],
    [{ on: "2026-13-01" }, '`on` must be a calendar date as YYYY-MM-DD; got "2026-13-01".'],
    [{ id: "17" }, '`id` must be a UUID; got "17".'],
    [{ pest: [] }, "`pest` must not be empty."],
    [{ pest: ["a", "b", "c"] }, "`pest` must have at most 2 entries."],
    [{ pest: ["a", 2] }, "`pest.1` must be a string; got 2."],
    [{ droplet_sise: "M" }, 'The request has members that this route does not know: "droplet_sise".'],
  ])("names the member and what it must be: %j", (change, message) => {
    expect(messageOf(change)).toBe(message);
  });

  it("shows a long value cut short", () => {
    expect(messageOf({ unit: "x".repeat(500) }).length).toBeLessThan(150);
  });
});
