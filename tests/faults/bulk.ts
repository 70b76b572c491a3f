import { runCampaign } from "@/tests/faults/campaign";
import { onOwnCluster } from "@/tests/faults/own-cluster";

/**
 * `npm run faults:bulk [rounds] [seed]`: workers killed at random moments over jobs of a hundred, on a database cluster of
 * its own that is crashed as well. Ends by itself; exit code 1 when anything was lost, done twice or left behind.
 */
const kills = Number(process.argv[2] ?? 50);
const seed = Number(process.argv[3] ?? Math.floor(Math.random() * 1_000_000));

await onOwnCluster(({ say, breakDatabase }) => {
  say(`${kills} kills, seed ${seed}; repeat with: npm run faults:bulk -- ${kills} ${seed}`);
  return runCampaign({ kills, seed, naturalEvery: 10, breakDatabase, say });
});
