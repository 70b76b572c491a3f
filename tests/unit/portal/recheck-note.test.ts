import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";

const FOLDER = fileURLToPath(new URL("../../../app/portal/g/[grant]/[fieldId]", import.meta.url));

it("says on every page of a field that its answer no longer holds", () => {
  const pages = readdirSync(FOLDER, { recursive: true, encoding: "utf8" }).filter((file) =>
    /(^|\/)page\.tsx$/.test(file),
  );
  const silent = pages.filter(
    (file) => !readFileSync(`${FOLDER}/${file}`, "utf8").includes("<RecheckNote {...opened} />"),
  );
  expect(pages.length).toBeGreaterThan(6);
  // A report says of when it is, and what was answered then.
  expect(silent.filter((file) => !file.startsWith("report/"))).toEqual([]);
});
