import { readFileSync } from "node:fs";
import fc from "fast-check";
import sharp from "sharp";
import { describe, expect, it } from "vitest";
import { brandSheet, contrast, legibleAccent, THEME_GROUNDS } from "@/lib/usecases/portal/branding";
import { accentUses, readAccent, readBrandName, readLogoFile } from "@/lib/usecases/operations/set-branding";
import { MAX_LOGO_BYTES } from "@/lib/usecases/portal/logo-limits";

const color = fc.integer({ min: 0, max: 0xffffff }).map((value) => `#${value.toString(16).padStart(6, "0")}`);
const THEMES = ["light", "dark", "sunlight"] as const;

describe("contrast", () => {
  // WCAG 2.2, definition of contrast ratio; the greys are the ones its techniques name.
  it.each([
    ["#000000", "#ffffff", 21],
    ["#ffffff", "#ffffff", 1],
    ["#767676", "#ffffff", 4.54],
    ["#777777", "#ffffff", 4.48],
    ["#0000ff", "#ffffff", 8.59],
    ["#ff0000", "#ffffff", 4],
  ])("of %s and %s is %d", (one, other, ratio) => {
    expect(contrast(one, other)).toBeCloseTo(ratio, 1);
  });

  it("is the same both ways and lies from 1 to 21", () => {
    fc.assert(
      fc.property(color, color, (one, other) => {
        const ratio = contrast(one, other);
        expect(ratio).toBe(contrast(other, one));
        expect(ratio).toBeGreaterThanOrEqual(1);
        expect(ratio).toBeLessThanOrEqual(21.0001);
      }),
    );
  });
});

describe("a provider's color", () => {
  it("whatever it is, can be read on every ground of every theme, and what is written on it too", () => {
    fc.assert(
      fc.property(color, fc.constantFrom(...THEMES), (wanted, theme) => {
        const { accent, onAccent, soft } = legibleAccent(wanted, theme);
        const { grounds, least } = THEME_GROUNDS[theme];
        for (const ground of [...grounds, soft]) expect(contrast(accent, ground)).toBeGreaterThanOrEqual(least);
        expect(contrast(accent, onAccent)).toBeGreaterThanOrEqual(4.5);
      }),
    );
  });

  it("that can be read as it is stays as it is", () => {
    expect(legibleAccent("#00390b", "light").accent).toBe("#00390b");
    expect(accentUses("#00390b").find(({ theme }) => theme === "light")?.isAdjusted).toBe(false);
    expect(accentUses("#ffff00").every(({ contrast: ratio }) => ratio >= 4.5)).toBe(true);
  });

  it("is judged on the grounds that the pages have", () => {
    const sheet = readFileSync("app/globals.css", "utf8");
    const blockOf = (selector: string): string => {
      const start = sheet.indexOf(`${selector} {`);
      return sheet.slice(start, sheet.indexOf("}", start));
    };
    const selectors = { light: ":root", dark: ':root[data-theme="dark"]', sunlight: ':root[data-theme="sunlight"]' };
    for (const theme of THEMES) {
      const block = blockOf(selectors[theme]);
      const grounds = ["ground", "surface", "sunken"].map(
        (name) => new RegExp(`--${name}: (#[0-9a-f]{6})`).exec(block)?.[1],
      );
      expect([...new Set(grounds)].sort()).toEqual([...new Set<string>(THEME_GROUNDS[theme].grounds)].sort());
    }
  });

  it("makes a sheet of colors and nothing else", () => {
    fc.assert(
      fc.property(color, (wanted) => {
        expect(brandSheet(wanted).replaceAll(/#[0-9a-f]{6}/g, "#")).toBe(
          brandSheet("#123456").replaceAll(/#[0-9a-f]{6}/g, "#"),
        );
      }),
    );
  });
});

describe("what an operator gives", () => {
  it("a color is taken in both ways of writing it, and nothing else is one", () => {
    expect([readAccent("#1A2B3C"), readAccent("#0Af")]).toEqual(["#1a2b3c", "#00aaff"]);
    for (const wrong of ["red", "#12", "#12345", "123456", "#12345g", "#123456;}", ""]) {
      expect(() => readAccent(wrong), wrong).toThrow(/rrggbb/);
    }
  });

  it("a name is text that can be seen", () => {
    expect(readBrandName("  Åker & Söner ")).toBe("Åker & Söner");
    for (const wrong of ["", "  ", "x".repeat(81), "a\nb", "a\u202eb"]) expect(() => readBrandName(wrong)).toThrow();
  });

  it("a logo is a file of a picture that is small", async () => {
    const png = await sharp({ create: { width: 9, height: 9, channels: 3, background: "#fff" } })
      .png()
      .toBuffer();
    expect((await readLogoFile(png)).hash).toMatch(/^[\w-]{27}$/);
    await expect(readLogoFile(Buffer.alloc(0))).rejects.toThrow(/bytes/);
    await expect(readLogoFile(Buffer.concat([png, Buffer.alloc(MAX_LOGO_BYTES)]))).rejects.toThrow(/bytes/);
  });
});
