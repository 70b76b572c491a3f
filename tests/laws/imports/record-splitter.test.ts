import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { RecordSplitter } from "@/lib/imports/read/record-splitter";

/** Splits a text that arrives in pieces of the given sizes. */
function split(text: string, keys: string[], sizes: readonly number[] = []) {
  const bytes = Buffer.from(text);
  const splitter = new RecordSplitter("file", keys);
  const records = [];
  let from = 0;
  for (const size of [...sizes, bytes.length]) {
    records.push(...splitter.push(bytes.subarray(from, from + size)));
    from += size;
  }
  return { records, outline: splitter.end() };
}

const values = (text: string, keys: string[], sizes?: number[]): unknown[] =>
  split(text, keys, sizes).records.map((record) => JSON.parse(record.text) as unknown);

describe("RecordSplitter", () => {
  it("finds every element of any list, in whatever pieces the text arrives", () => {
    const key = fc
      .oneof(fc.constantFrom("crs", "name", 'a"b\\'), fc.string({ unit: "binary" }))
      .filter((name) => name !== "features");
    fc.assert(
      fc.property(
        fc.array(fc.jsonValue(), { maxLength: 6 }),
        fc.dictionary(key, fc.jsonValue(), { maxKeys: 3 }),
        fc.array(fc.integer({ min: 1, max: 9 }), { maxLength: 40 }),
        fc.constantFrom(undefined, 1, "\t"),
        (features, around, sizes, indent) => {
          const text = JSON.stringify({ ...around, features, last: "]" }, null, indent);
          const { outline } = split(text, ["features"], sizes);
          expect(values(text, ["features"], sizes)).toEqual(JSON.parse(JSON.stringify(features)));
          expect(outline).toEqual({ ...(JSON.parse(JSON.stringify(around)) as object), features: [], last: "]" });
        },
      ),
      { numRuns: 300 },
    );
  });

  it("takes the list that is the whole text", () => {
    expect(values('[ {"a": 1},\n[2], 3 , "x]" ]', [])).toEqual([{ a: 1 }, [2], 3, "x]"]);
    expect(values("[]", [])).toEqual([]);
  });

  it("takes no list of another name, and none deeper down", () => {
    expect(values('{"other": [1], "inner": {"features": [2]}, "features": [3]}', ["features"])).toEqual([3]);
  });

  it("knows the line each record begins on", () => {
    const { records } = split('{"features": [\n{"a":\n1},\n\n{"b": 2}]}', ["features"]);
    expect(records.map(({ number, line }) => [number, line])).toEqual([
      [1, 2],
      [2, 5],
    ]);
  });

  it.each([
    ["cut inside a record", '{"features": [{"a": 1}, {"b": ', /ends inside record 2 \(line 1\): it was cut off/],
    ["cut between records", '{"features": [{"a": 1}', /cut off/],
    ["cut after the list", '{"features": [{"a": 1}]', /is not JSON, or was cut off/],
    ["without the list", '{"error": {"message": "nope"}}', /no list under "features"; it says: .*nope/],
    ["with a stray comma", '{"features": [1,,2]}', /a comma or bracket stands/],
    ["with a comma before the end", '{"features": [1,]}', /a comma or bracket stands/],
    ["that is HTML", "<html></html>", /is not JSON/],
    ["that is empty", "", /is not JSON/],
  ])("refuses a text %s", (_, text, message) => {
    expect(() => split(text, ["features"])).toThrow(message);
  });
});
