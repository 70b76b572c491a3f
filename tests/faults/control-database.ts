import { ensureCluster, stopCluster } from "@/scripts/setup/cluster.mjs";

/**
 * `tsx tests/faults/control-database.ts start|immediate|fast <folder> <port>`: the server's control program waits, and in
 * the process of a test it would hold up the clients that the test runs.
 */
const [what = "", folder = "", port = ""] = process.argv.slice(2);
if (what === "start") await ensureCluster(folder, Number(port));
else stopCluster(await ensureCluster(folder, Number(port)), what === "fast" ? "fast" : "immediate");
