import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

let made: string | null = null;

/** A folder of the test file that runs, for downloads and generated files. */
export const workFolder = (): string => (made ??= mkdtempSync(join(tmpdir(), "hedgerow-imports-")));

/** For the next file, which gets a folder of its own. */
export function removeWorkFolder(): void {
  if (made !== null) rmSync(made, { recursive: true, force: true });
  made = null;
}
