import { describe, expect, it } from "vitest";
import { chosenScenarios, runScenarios, seedOf, tableOf, verdictOf } from "@/tests/faults/table";

const ALL = [{ name: "disk full" }, { name: "web process killed" }, { name: "workers killed" }];
const silent = (): undefined => undefined;

describe("npm run faults", () => {
  it("runs the scenarios that are named, or all", () => {
    expect(chosenScenarios(ALL, ["--short", "killed"])).toEqual(ALL.slice(1));
    expect(chosenScenarios(ALL, ["--seed=5"])).toEqual(ALL);
    expect(seedOf(["--short", "--seed=5"])).toBe(5);
  });

  it("refuses a word that names no scenario, because such a run would show nothing", () => {
    expect(() => chosenScenarios(ALL, ["killd"])).toThrow("no scenario is named killd");
  });

  it("counts a scenario that breaks off as wrong, and runs the others", async () => {
    const rows = await runScenarios(
      ALL,
      async ({ name }) => {
        if (name === "disk full") throw new Error("no disk");
        return name === "workers killed"
          ? { figures: "", faults: [], notRun: "no workers here" }
          : { figures: "3 kills", faults: [] };
      },
      silent,
    );
    expect(rows.map(verdictOf)).toEqual(["1 WRONG", "right", "not run: no workers here"]);
    expect(rows[0]?.outcome.faults).toEqual(["it could not be run to its end: no disk"]);
    expect(tableOf(rows, { isShort: true, seed: 5 })).toMatch(/short form, seed 5[^]*1 right, 1 wrong, 1 not run$/);
  });
});
