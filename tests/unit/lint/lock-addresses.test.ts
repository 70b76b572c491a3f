import { describe, expect, it } from "vitest";
import { addressed } from "@/scripts/setup/lock-addresses.mjs";

describe("the addresses that a set-up adds to a lock file", () => {
  const resolvedOf = (packages: Parameters<typeof addressed>[0]["packages"]): (string | undefined)[] =>
    Object.values(addressed({ packages }).packages).map(({ resolved }) => resolved);

  it("are of a plain name, of one with a scope, of one that lies deeper, and of one under another name", () => {
    expect(
      resolvedOf({
        "node_modules/zod": { version: "4.6.7" },
        "node_modules/@turf/area": { version: "7.4.0" },
        "node_modules/a/node_modules/@b/c": { version: "1.0.0-rc.1" },
        "node_modules/alias": { name: "@real/name", version: "2.0.0" },
      }),
    ).toEqual([
      "https://registry.npmjs.org/zod/-/zod-4.6.7.tgz",
      "https://registry.npmjs.org/@turf/area/-/area-7.4.0.tgz",
      "https://registry.npmjs.org/@b/c/-/c-1.0.0-rc.1.tgz",
      "https://registry.npmjs.org/@real/name/-/name-2.0.0.tgz",
    ]);
  });

  it("are none for the project, a link, what another package brings along, and what has one", () => {
    expect(
      resolvedOf({
        "": { version: "0.1.0" },
        "node_modules/linked": { link: true },
        "node_modules/a/node_modules/inside": { version: "1.0.0", inBundle: true },
        "node_modules/own": { version: "1.0.0", resolved: "file:own.tgz" },
      }),
    ).toEqual([undefined, undefined, undefined, "file:own.tgz"]);
  });
});
