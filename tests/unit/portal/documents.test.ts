import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { documentName, placeInDocument, sourceName } from "@/lib/views/documents";

/** What an engineer writes for engineers: our own files, repositories, and where a figure was remembered from. */
const INTERNAL =
  /recollection|domain[- ]facts|\bdocs\/|design\/|specification|decisions on|commit [0-9a-f]{7}|@[0-9a-f]{7}|GitHub|\.(?:json|js|py|md|csv)\b|the interface/i;

type Node = Record<string, unknown>;

const files = readdirSync("lib/rulebook", { recursive: true, encoding: "utf8" }).filter((path) =>
  path.endsWith(".json"),
);

/** Every object of a file with the file it is in; the file's own top first. */
function* nodesOf(value: unknown, depth = 0): Generator<{ node: Node; depth: number }> {
  if (Array.isArray(value)) for (const each of value) yield* nodesOf(each, depth + 1);
  else if (typeof value === "object" && value !== null) {
    yield { node: value as Node, depth };
    for (const each of Object.values(value)) yield* nodesOf(each, depth + 1);
  }
}

const all = files.flatMap((file) => [
  ...nodesOf(JSON.parse(readFileSync(join("lib/rulebook", file), "utf8")) as unknown),
]);
const texts = (key: string, from = 0): string[] => [
  ...new Set(all.flatMap(({ node, depth }) => (depth >= from && typeof node[key] === "string" ? [node[key]] : []))),
];

describe("what a person reads of a source", () => {
  it("is there to be read: the rulebook has citations and notes", () => {
    expect(texts("title").length).toBeGreaterThan(20);
    expect(texts("locator").length).toBeGreaterThan(20);
  });

  it("names a document, never a file of ours or a path in a repository", () => {
    expect(
      texts("title")
        .map(documentName)
        .filter((name) => INTERNAL.test(name) || name === ""),
    ).toEqual([]);
    expect(
      texts("locator")
        .map(placeInDocument)
        .filter((place) => INTERNAL.test(place)),
    ).toEqual([]);
    const places = texts("locator").map((locator) => sourceName(`A document, page ${locator}`));
    expect(places.filter((source) => INTERNAL.test(source) || !source.startsWith("A document"))).toEqual([]);
    expect(sourceName("A document, page page 5")).toBe("A document, page 5");
    expect(sourceName("A document, page over-the-top dicamba, 2026 labels")).toBe(
      "A document, over-the-top dicamba, 2026 labels",
    );
    const sources = texts("title").map((title) => sourceName(`${title}, page 7`));
    expect(sources.filter((source) => INTERNAL.test(source) || !source.endsWith(", page 7"))).toEqual([]);
  });

  it.each(["label", "question", "helperText", "text", "quote"])("has no internal note in `%s`", (key) => {
    expect(texts(key).filter((text) => INTERNAL.test(text))).toEqual([]);
  });

  it("has no internal note beside a measure, a practice or a question", () => {
    // The note of a whole file is for those who keep it.
    const shown = new Set(
      all.flatMap(({ node, depth }) =>
        depth > 0 && typeof node.note === "string" && ("points" in node || "percent" in node || "question" in node)
          ? [node.note]
          : [],
      ),
    );
    expect(shown.size).toBeGreaterThan(3);
    expect([...shown].filter((note) => INTERNAL.test(note))).toEqual([]);
  });

  it("leaves a document's own name alone", () => {
    const label = "Stryax Herbicide label, EPA Reg. No. 264-1241";
    expect(documentName(label)).toBe(label);
    expect(placeInDocument("record keeping, pages 9 to 10; section 7.5")).toBe(
      "record keeping, pages 9 to 10; section 7.5",
    );
    expect(documentName("pl8n4/field-treatment-system (a public coding of the label of 30 October 2025)")).toBe(
      "Label of 30 October 2025",
    );
  });
});
