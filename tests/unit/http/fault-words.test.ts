import { describe, expect, it } from "vitest";
import { z } from "zod";
import { choices } from "@/lib/contracts/shared/choices";
import { faultsOf } from "@/lib/http/parse";

const schema = z.strictObject({
  field_name: z.string().min(1).max(5),
  rate: z.number().nonnegative(),
  limit: z.int().min(1).max(50),
  unit: z.enum(["lb", "gal"]),
  on: z.iso.date(),
  day: z.iso.date("must be a calendar date, YYYY-MM-DD"),
  id: z.uuid(),
  pest: z.array(z.string()).min(1).max(2),
  own: z.string().refine(() => true, "never"),
  boom: choices("TestBoom", "Height of a boom.", ["low", "high"], { low: "2 feet or lower.", high: "above 2 feet." })
    .nullish()
    .describe("Height of the ground boom."),
  code: z
    .string()
    .regex(/^[A-Z]+$/, "must be a code")
    .optional(),
});
const good = {
  field_name: "North",
  rate: 1,
  limit: 5,
  unit: "lb",
  on: "2026-04-01",
  day: "2026-04-01",
  id: "0198c0de-0000-7000-8000-000000000000",
  pest: ["corn"],
  own: "x",
};

const byKind = z.strictObject({
  entries: z.array(
    z.discriminatedUnion("kind", [
      z.strictObject({ kind: z.literal("reading") }),
      z.strictObject({ kind: z.literal("fact") }),
    ]),
  ),
});

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
    [{ day: undefined }, "`day` is required."],
    [{ day: 20260615 }, "`day` must be a calendar date, YYYY-MM-DD; got 20260615."],
    [{ day: "15/6/2026" }, '`day` must be a calendar date, YYYY-MM-DD; got "15/6/2026".'],
    [{ id: "17" }, '`id` must be a UUID; got "17".'],
    [{ pest: [] }, "`pest` must not be empty."],
    [{ pest: ["a", "b", "c"] }, "`pest` must have at most 2 entries."],
    [{ pest: ["a", 2] }, "`pest.1` must be a string; got 2."],
    [{ droplet_sise: "M" }, 'The request has a member that this route does not know: "droplet_sise".'],
    [
      { fieldName: "M" },
      'The request has a member that this route does not know: "fieldName". Did you mean "field_name"?',
    ],
    [{ unit: "lbs" }, '`unit` must be one of "lb", "gal"; got "lbs". Did you mean "lb"?'],
    [{ boom: 36 }, '`boom` must be one of "low" (2 feet or lower), "high" (above 2 feet); got 36.'],
    [{ code: "x1" }, '`code` must be a code; got "x1".'],
  ])("names the member and what it must be: %j", (change, message) => {
    expect(messageOf(change)).toBe(message);
  });

  it("is one fault for each unknown member, with the member's own pointer", () => {
    const parsed = schema.safeParse({ ...good, limits: 5, "a/b": 1 });
    const faults = parsed.success ? [] : faultsOf(parsed.error, {});
    expect(faults.map(({ path, keys, message }) => ({ path, keys, message }))).toEqual([
      {
        path: [],
        keys: ["limits"],
        message: 'The request has a member that this route does not know: "limits". Did you mean "limit"?',
      },
      { path: [], keys: ["a/b"], message: 'The request has a member that this route does not know: "a/b".' },
    ]);
  });

  it("shows a long value cut short", () => {
    expect(messageOf({ unit: "x".repeat(500) }).length).toBeLessThan(150);
  });
});

describe("a value of another type", () => {
  it.each([{ field_name: [] }, { pest: "a very long text in place of a list" }, { pest: "" }])(
    "has that one fault, and none of its length: %j",
    (change) => {
      const value = { ...good, ...change };
      const parsed = schema.safeParse(value);
      const faults = parsed.success ? [] : faultsOf(parsed.error, value);
      expect(faults.map(({ code }) => code)).toEqual(["invalid_type"]);
    },
  );
});

it("as many faults as a body has room for are looked at once each", () => {
  const places = 60_000;
  const parsed = z
    .array(z.string().min(1))
    .safeParse(Array.from({ length: places }, (_unused, index) => (index % 2 === 0 ? "" : 5)));
  expect(parsed.error === undefined ? 0 : faultsOf(parsed.error, []).length).toBe(places);
});

describe("an object of a kind that there is none of", () => {
  it.each([
    [{ kind: "readng" }, '`entries.0.kind` must be one of "reading", "fact"; got "readng". Did you mean "reading"?'],
    [{}, '`entries.0.kind` must be one of "reading", "fact"; it is missing.'],
    [{ kind: 4 }, '`entries.0.kind` must be one of "reading", "fact"; got 4.'],
  ])("%j hears which kinds there are", (entry, message) => {
    const value = { entries: [entry] };
    const parsed = byKind.safeParse(value);
    expect(parsed.success ? [] : faultsOf(parsed.error, value).map((fault) => fault.message)).toEqual([message]);
  });
});
