import { execFileSync, spawnSync } from "node:child_process";

/** Poppler's tools read a PDF as others do. They are Debian's, not ours: tests that need them skip without. */
export const hasPoppler = spawnSync("pdftotext", ["-v"]).error === undefined;

const run = (program: string, pdf: Buffer, ...options: string[]): Buffer =>
  execFileSync(program, [...options, "-", ...(program === "pdftotext" ? ["-"] : [])], {
    input: pdf,
    maxBuffer: 64 * 1024 * 1024,
  });

/** The words of a report with single spaces, as someone who reads it aloud would say them. */
export const wordsOf = (pdf: Buffer): string => run("pdftotext", pdf).toString("utf8").replaceAll(/\s+/g, " ");

/** What stands between the head and the foot of a letter page, in points (lib/gateways/pdf/styles.ts). */
const BODY = ["-x", "0", "-y", "54", "-W", "612", "-H", "686"];

/**
 * The letters of a report in the order in which they were set, cell after cell, without any white space. Heads and feet of pages are left
 * out: a paragraph that goes over to the next page has both in it.
 */
export const lettersOf = (pdf: Buffer): string =>
  run("pdftotext", pdf, "-raw", ...BODY)
    .toString("utf8")
    .normalize("NFC")
    .replaceAll(/\s+/g, "");

/** The lines of each page, as they stand beside each other. */
export const pagesOf = (pdf: Buffer): string[][] =>
  run("pdftotext", pdf, "-layout")
    .toString("utf8")
    .split("\f")
    .slice(0, -1)
    .map((page) => page.split("\n").filter((line) => line.trim() !== ""));

export const infoOf = (pdf: Buffer): string => run("pdfinfo", pdf).toString("utf8");

/** The addresses that a report leads to. */
export const addressesOf = (pdf: Buffer): string[] =>
  run("pdfinfo", pdf, "-url")
    .toString("utf8")
    .split("\n")
    .flatMap((line) => /\S+:\/\/\S+$/.exec(line.trim())?.[0] ?? []);

/** The table of fonts: name, type, encoding, embedded. */
export const fontsOf = (pdf: Buffer): string[] => run("pdffonts", pdf).toString("utf8").trim().split("\n").slice(2);

/** The table of pictures that are not drawn: page, number, kind, width, height. */
export const imagesOf = (pdf: Buffer): string[] =>
  run("pdfimages", pdf, "-list").toString("utf8").trimEnd().split("\n").slice(2);

/** A page's picture in greys: 0 is black. `dotsPerInch` over 72 gives dots to a point. */
export function greysOf(pdf: Buffer, page: number, dotsPerInch: number) {
  const options = ["-gray", "-r", String(dotsPerInch), "-f", String(page), "-l", String(page)];
  const pgm = run("pdftoppm", pdf, ...options);
  const [head = "", width = "0", height = "0"] = /^P5\s(\d+)\s(\d+)\s255\s/.exec(pgm.toString("latin1", 0, 40)) ?? [];
  const at = (x: number, y: number): number => pgm[head.length + Math.round(y) * Number(width) + Math.round(x)] ?? 255;
  return { width: Number(width), height: Number(height), at };
}
