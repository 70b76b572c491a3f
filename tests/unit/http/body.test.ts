import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { BULK_BODY } from "@/lib/contracts/shared/body-limit";
import { readJson } from "@/lib/http/body";
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
