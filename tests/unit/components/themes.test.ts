import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";

const css = readFileSync(join(import.meta.dirname, "../../../app/globals.css"), "utf8");

/** Declarations of a block, by name. */
function declared(opening: RegExp): Record<string, string> {
  const block = new RegExp(`${opening.source}([^}]*)}`).exec(css)?.[1] ?? "";
  const lines = [...block.matchAll(/([\w-]+):\s*([^;]+);/g)];
  return Object.fromEntries(lines.map(([, name = "", value = ""]): [string, string] => [name, value]));
}

const light = declared(/:root \{/);
const chosenDark = declared(/@media screen \{\s*:root\[data-theme="dark"\] \{/);
const sunlight = declared(/:root\[data-theme="sunlight"\] \{/);
const colors = Object.keys(light).filter((name) => light[name]?.startsWith("#"));

describe("themes", () => {
  it("are the same dark for a device that asks for it and for a user who chose it", () => {
    const asked = declared(/@media screen and \(prefers-color-scheme: dark\) \{\s*:root\[data-theme="auto"\] \{/);
    expect(Object.keys(asked).length).toBeGreaterThan(10);
    expect(asked).toEqual(chosenDark);
  });

  it.each([
    ["dark", chosenDark],
    ["sunlight", sunlight],
  ])("leave no color of the light theme in %s", (_, theme) => {
    expect(colors.length).toBeGreaterThan(10);
    expect(colors.filter((name) => theme[name] === undefined)).toEqual([]);
  });
});
