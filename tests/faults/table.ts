import type { Outcome, Scenario } from "@/tests/faults/scenario";

export interface Row {
  scenario: Pick<Scenario, "name">;
  outcome: Outcome;
  seconds: number;
}

export const isShortRun = (args: readonly string[]): boolean => args.includes("--short");

export function seedOf(args: readonly string[]): number {
  const given = args.find((arg) => arg.startsWith("--seed="))?.slice("--seed=".length);
  return given === undefined ? Math.floor(Math.random() * 1_000_000) : Number(given);
}

/** Those whose names hold one of the words given, or all. A word that names none is refused: nothing would be shown. */
export function chosenScenarios<One extends Pick<Scenario, "name">>(
  all: readonly One[],
  args: readonly string[],
): One[] {
  const words = args.filter((arg) => !arg.startsWith("--"));
  const stray = words.filter((word) => !all.some(({ name }) => name.includes(word)));
  if (stray.length > 0)
    throw new Error(`no scenario is named ${stray.join(", ")}: ${all.map(({ name }) => name).join(", ")}`);
  return all.filter(({ name }) => words.length === 0 || words.some((word) => name.includes(word)));
}

/** Runs them one after the other. One that throws is at fault and does not keep the others from running. */
export async function runScenarios<One extends Pick<Scenario, "name">>(
  scenarios: readonly One[],
  run: (scenario: One, index: number) => Promise<Outcome>,
  say: (line: string) => void,
): Promise<Row[]> {
  const rows: Row[] = [];
  for (const [index, scenario] of scenarios.entries()) {
    const started = performance.now();
    say(`${scenario.name} ...`);
    const outcome = await run(scenario, index).catch((error: unknown) => ({
      figures: "",
      faults: [`it could not be run to its end: ${error instanceof Error ? error.message : String(error)}`],
    }));
    const row = { scenario, outcome, seconds: (performance.now() - started) / 1000 };
    say(`${scenario.name}: ${verdictOf(row)}, ${outcome.figures}`);
    for (const fault of outcome.faults) say(`  WRONG ${fault}`);
    rows.push(row);
  }
  return rows;
}

export function verdictOf({ outcome }: Pick<Row, "outcome">): string {
  if (outcome.faults.length > 0) return `${outcome.faults.length} WRONG`;
  return outcome.notRun !== undefined ? `not run: ${outcome.notRun}` : "right";
}

/** The table at the end, as docs/reliability.md takes it. */
export function tableOf(rows: readonly Row[], { isShort, seed }: { isShort: boolean; seed: number }): string {
  const lines = rows.map(
    (row) => `| ${row.scenario.name} | ${verdictOf(row)} | ${row.seconds.toFixed(0)} s | ${row.outcome.figures} |`,
  );
  const wrong = rows.filter(({ outcome }) => outcome.faults.length > 0).length;
  const left = rows.filter(({ outcome }) => outcome.notRun !== undefined).length;
  return [
    `| Scenario (${isShort ? "short" : "whole"} form, seed ${seed}) | Verdict | Took | Figures |`,
    "| --- | --- | --- | --- |",
    ...lines,
    `${rows.length - wrong - left} right, ${wrong} wrong, ${left} not run`,
  ].join("\n");
}
