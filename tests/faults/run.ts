import { onOwnCluster } from "@/tests/faults/own-cluster";
import { chosenScenarios, isShortRun, runScenarios, seedOf, tableOf } from "@/tests/faults/table";
import { backToAMoment } from "@/tests/faults/scenarios/back-to-a-moment";
import { clockJumps } from "@/tests/faults/scenarios/clock-jumps";
import { connectionsSlowAndCut } from "@/tests/faults/scenarios/connections-slow-and-cut";
import { databaseFrozen } from "@/tests/faults/scenarios/database-frozen";
import { databaseRestarted } from "@/tests/faults/scenarios/database-restarted";
import { diskFull } from "@/tests/faults/scenarios/disk-full";
import { forecastFaults } from "@/tests/faults/scenarios/forecast-faults";
import { importInterrupted } from "@/tests/faults/scenarios/import-interrupted";
import { migrationInterrupted } from "@/tests/faults/scenarios/migration-interrupted";
import { poolExhausted } from "@/tests/faults/scenarios/pool-exhausted";
import { portTaken } from "@/tests/faults/scenarios/port-taken";
import { primaryLost } from "@/tests/faults/scenarios/primary-lost";
import { soilFaults } from "@/tests/faults/scenarios/soil-faults";
import { twoStarts } from "@/tests/faults/scenarios/two-starts";
import { upgradedUnderLoad } from "@/tests/faults/scenarios/upgrade";
import { webDrained } from "@/tests/faults/scenarios/web-drained";
import { webKilled } from "@/tests/faults/scenarios/web-killed";
import { webhookFaults } from "@/tests/faults/scenarios/webhook-faults";
import { radarKilled, workersKilled } from "@/tests/faults/scenarios/workers-killed";
import { copyGround, makeGround } from "@/tests/faults/stage";

/**
 * `npm run faults [-- --short] [-- --seed=N] [-- part of a name ...]`: the faults of docs/reliability.md with real processes
 * on a database cluster of its own. Ends with a table; exit code 1 when anything was wrong.
 */
const SCENARIOS = [
  databaseRestarted,
  databaseFrozen,
  diskFull,
  poolExhausted,
  primaryLost,
  backToAMoment,
  connectionsSlowAndCut,
  webKilled,
  webDrained,
  clockJumps,
  portTaken,
  migrationInterrupted,
  importInterrupted,
  soilFaults,
  forecastFaults,
  webhookFaults,
  workersKilled,
  radarKilled,
  twoStarts,
  upgradedUnderLoad,
];

await onOwnCluster(async ({ say, database }) => {
  const args = process.argv.slice(2);
  const scenarios = chosenScenarios(SCENARIOS, args);
  const [isShort, seed] = [isShortRun(args), seedOf(args)];
  say(`${scenarios.length} scenarios, seed ${seed}`);
  const apiKey = await makeGround(database.cluster);
  const rows = await runScenarios(
    scenarios,
    async (scenario, index) => {
      await database.start();
      await copyGround(database.cluster, `hedgerow_faults_${index}`);
      return scenario.run({ say, database, apiKey, isShort, seed });
    },
    say,
  );
  console.log(tableOf(rows, { isShort, seed }));
  return rows.flatMap(({ scenario, outcome }) => outcome.faults.map((fault) => `${scenario.name}: ${fault}`));
});
