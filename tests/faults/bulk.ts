import { runCampaign } from "@/tests/faults/campaign";
import { onOwnCluster } from "@/tests/faults/own-cluster";
import { readRounds } from "@/tests/faults/rounds";

/**
 * `npm run faults:bulk [rounds] [seed]`: workers killed at random moments over jobs of a hundred, on a database cluster of
 * its own that is crashed as well. Ends by itself; exit code 1 when anything was lost, done twice or left behind.
 */
const { rounds: kills, seed } = readRounds(
  "faults:bulk",
  "Workers killed at random moments over jobs of a hundred.",
  50,
);

await onOwnCluster(({ say, breakDatabase }) => {
  say(`${kills} kills, seed ${seed}; repeat with: npm run faults:bulk -- ${kills} ${seed}`);
  return runCampaign({ kills, seed, naturalEvery: 10, breakDatabase, say });
});
