import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { gunzipSync } from "node:zlib";
import { describe, test } from "vitest";

const ROOT = fileURLToPath(new URL("../../../shared/data/", import.meta.url));

/** Whether the shared data set lies beside the repository. It is not part of it: its files have licenses of their own. */
export const hasSharedData = existsSync(ROOT);

/** Absolute path of a file of the shared data set, given relative to its root. */
export const sharedData = (path: string): string => `${ROOT}${path}`;

/** Text of a shared file; `.gz` is unpacked. */
export function readSharedText(path: string): string {
  const bytes = readFileSync(sharedData(path));
  return (path.endsWith(".gz") ? gunzipSync(bytes) : bytes).toString("utf8");
}

/** A shared JSON or GeoJSON file, packed or not. The caller says what it holds. */
export const readSharedJson = (path: string): unknown => JSON.parse(readSharedText(path));

/** The lines of a shared NDJSON file. */
export const readSharedNdjson = (path: string): unknown[] =>
  readSharedText(path)
    .split("\n")
    .filter((line) => line.trim() !== "")
    .map((line): unknown => JSON.parse(line));

let absenceWasSaid = false;

/** A suite that needs the shared data set; without it the suite is skipped, and one line a file says so. */
export function describeWithSharedData(name: string, suite: () => void): void {
  if (hasSharedData) {
    describe(name, suite);
    return;
  }
  if (!absenceWasSaid) {
    absenceWasSaid = true;
    console.warn(`Skipped: ../shared/data is absent (${ROOT}).`);
  }
  describe.skip(name, () => {
    test("needs ../shared/data", () => undefined);
  });
}
