import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { z } from "zod";
import { runCampaign } from "@/tests/faults/campaign";

/**
 * `tsx tests/scale/bulk-faults.ts <kills> <seed> <nodes>`: the campaign of `npm run faults:bulk` on the spread database of the
 * environment. Where the database breaks there, a node of the cluster crashes here, each in its turn, and comes back.
 */
const [, , kills = "5", seed = "2126", nodes = "[]"] = process.argv;

const nodeSchema = z.object({
  bin: z.string(),
  data: z.string(),
  user: z.object({ uid: z.number(), gid: z.number() }).nullable(),
});
const all = z.array(nodeSchema).parse(JSON.parse(nodes));

let crashes = 0;
// The server's own program starts it again with all that it was started with.
const crashNode = (): Promise<void> => {
  const node = all[crashes++ % all.length];
  if (node === undefined) throw new RangeError("a cluster has nodes");
  execFileSync(join(node.bin, "pg_ctl"), ["-D", node.data, "-m", "immediate", "-w", "-s", "restart"], {
    stdio: "ignore",
    ...(node.user ?? {}),
  });
  return Promise.resolve();
};

const wrong = await runCampaign({
  kills: Number(kills),
  seed: Number(seed),
  naturalEvery: 10,
  breakDatabase: crashNode,
  say: (line) => console.log(line),
});
for (const fault of wrong) console.log(`WRONG ${fault}`);
process.exit(wrong.length === 0 ? 0 : 1);
