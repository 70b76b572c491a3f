import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { BULK_BODY } from "@/lib/contracts/shared/body-limit";
import { readJson } from "@/lib/http/body";
import { ServiceError } from "@/lib/domain/errors";
import { BodyMemory } from "@/lib/http/body-memory";

const read = (text: string): Promise<unknown> =>
  readJson(
    new Request("http://localhost/", { method: "POST", headers: { "Content-Type": "application/json" }, body: text }),
    { limit: BULK_BODY, memory: new BodyMemory() },
  );

/** Large enough to be cut out and parsed by itself. */
const LARGE = "x".repeat(5_000);

describe("a body that is parsed in parts", () => {
  it("is what JSON.parse makes of it whole", async () => {
    const item = fc.oneof(
      fc.jsonValue(),
      fc.jsonValue().map((value) => ({ LARGE, value })),
      fc.jsonValue().map((value) => [LARGE, value]),
    );
    const holder = fc.oneof(fc.jsonValue(), fc.array(item), fc.dictionary(fc.string(), item));
    await fc.assert(
      fc.asyncProperty(fc.oneof(fc.dictionary(fc.string(), holder), fc.array(holder)), async (value) => {
        const text = JSON.stringify(value);
        expect(await read(text)).toEqual(JSON.parse(text));
      }),
      { numRuns: 200 },
    );
  });

  it("keeps a member that is called __proto__ a member", async () => {
    const text = `{"fields":{"__proto__":{"a":"${LARGE}"}}}`;
    const { fields } = (await read(text)) as { fields: object };
    expect(Object.getOwnPropertyNames(fields)).toEqual(["__proto__"]);
    expect(Object.getPrototypeOf(fields)).toBe(Object.prototype);
  });

  it.each([
    `{"fields":[{"a":"${LARGE}"} {"a":"${LARGE}"}]}`,
    `{"fields":[{"a":"${LARGE}"]]}`,
    `{"fields":[{"a":"${LARGE}"}}`,
    `{"fields":[{"a":"${LARGE}",}]}`,
    `{"fields":[{"a":"${LARGE}"}],}`,
  ])("that is broken in a part or between parts is no JSON", async (text) => {
    await expect(read(text)).rejects.toMatchObject({ problem: "bodyNotJson" });
  });
});

const refusedFor = async (text: string) => {
  const refusal: unknown = await read(text).catch((error: unknown) => error);
  if (!(refusal instanceof ServiceError)) throw new Error(`not refused: ${text.slice(0, 100)}`);
  return { problem: refusal.problem, message: refusal.message, faults: refusal.faults };
};

describe("a body that is no JSON", () => {
  it.each([
    ['{\n  "rate": 22\n  "rate_unit": "fl oz/ac"\n}', "At line 3, column 3: a comma or a closing bracket is missing."],
    ['{"rate": 22,}', "At line 1, column 13: a member's name in double quotes is missing."],
    ["{'rate': 22}", "At line 1, column 2: JSON has no such word."],
    ['{"rate": 22', "At line 1, column 12: a closing brace is missing."],
    ['{"a":[1,2}', "At line 1, column 10: a comma or a closing bracket is missing."],
    ['{"a":NaN}', "At line 1, column 6: JSON has no such word."],
    ['{"a":1} x', "At line 1, column 9: JSON has no such word."],
    ['{"a":1 /* why */}', "At line 1, column 8: JSON has no comments."],
  ])("says where: %s", async (text, where) => {
    const { problem, message } = await refusedFor(text);
    expect([problem, message]).toEqual(["bodyNotJson", `The body is not valid JSON. ${where}`]);
  });
});

describe("a member that stands twice in one object", () => {
  it("is refused with its pointer and both places, wherever it lies", async () => {
    const { problem, faults } = await refusedFor('{"products":[{"rate":1,\n"rate":2}],"a":{"b":1,"\\u0062":2},"a":1}');
    expect(problem).toBe("invalidRequest");
    expect(faults.map(({ path, code }) => [path.join("/"), code])).toEqual([
      ["products/0/rate", "duplicate_key"],
      ["a/b", "duplicate_key"],
      ["a", "duplicate_key"],
    ]);
    expect(faults[0]?.message).toBe(
      '"rate" stands twice in one object, the second time at line 2, column 1. Send each member once.',
    );
  });

  it.each([
    `{"fields":[{"a":"${LARGE}","rate":1,"rate":2}]}`,
    `{"fields":[{"a":"${LARGE}","in":{"rate":1,"rate":2}}]}`,
    `{"fields":[{"a":"${LARGE}"}],"rate":1,"rate":2}`,
    `{"fields":{"rate":{"a":"${LARGE}"},"rate":{"a":"${LARGE}"}}}`,
    `{"rate":[{"a":"${LARGE}"}],"rate":[]}`,
  ])("is found in parts that are parsed by themselves, and between them", async (text) => {
    const { problem, faults } = await refusedFor(text);
    expect([problem, faults.map(({ path }) => path.at(-1))]).toEqual(["invalidRequest", ["rate"]]);
  });

  it("is refused in a body too long to be searched for the place", async () => {
    const many = Array.from({ length: 400 }, () => `{"a":"${LARGE}"}`).join(",");
    const inside = await refusedFor(`{"fields":[${many},{"a":"${LARGE}","rate":1,"rate":2}]}`);
    expect(inside.faults).toMatchObject([{ code: "duplicate_key", path: ["rate"] }]);
    const broken = await refusedFor(`{"fields":[${many}`);
    expect(broken).toMatchObject({ problem: "bodyNotJson", message: "The body is not valid JSON." });
  });

  it("is no name in another object, in a list, or in a text", async () => {
    const text = '{"a":{"b":1},"c":[{"b":1},{"b":":\\":"}],"b":"{\\"b\\":1,\\"b\\":2}"}';
    expect(await read(text)).toEqual(JSON.parse(text));
  });
});

describe("the memory of all bodies", () => {
  it("is refused when it is used up, and free again when a body is done", () => {
    const memory = new BodyMemory();
    const [one, two] = [memory.open(), memory.open()];
    expect(one.take(200_000_000)).toBe(true);
    expect(two.take(100_000_000)).toBe(false);
    one.giveBack();
    one.giveBack();
    expect(two.take(100_000_000)).toBe(true);
  });
});
