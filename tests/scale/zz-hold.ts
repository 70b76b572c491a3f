import { writeFileSync } from "node:fs";
import { urlsFor } from "@/scripts/setup/cluster.mjs";
import { asAdmin, makeSpreadDatabase, startCitus } from "@/tests/scale/citus-cluster";
const DATABASE = "hedgerow_spread";
const cluster = await startCitus("/usr/bin/pg_config");
process.on("exit", cluster.stop);
for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => process.exit(130));
const { app, owner } = await makeSpreadDatabase(cluster, DATABASE);
const name = `${DATABASE}_template`;
const all = [cluster.coordinator, ...cluster.workers];
for (const { cluster: node } of all) {
  await asAdmin(node, "postgres", [
    `ALTER DATABASE ${DATABASE} ALLOW_CONNECTIONS false`,
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '${DATABASE}'`,
    `CREATE DATABASE ${name} TEMPLATE ${DATABASE} OWNER hedgerow_owner`,
    `ALTER DATABASE ${name} ALLOW_CONNECTIONS false`,
    `ALTER DATABASE ${DATABASE} ALLOW_CONNECTIONS true`,
  ]);
}
const of = (url: string): string => url.replace(DATABASE, name);
const nodes = all.map(({ cluster: node }) => urlsFor(node, name).admin);
writeFileSync("/tmp/citus-template.json", JSON.stringify({ name, app: of(app), owner: of(owner), nodes }));
console.log("ready", cluster.folder, all.map((n) => urlsFor(n.cluster, DATABASE).admin).join(" "));
await new Promise((resolve) => setInterval(resolve, 1e9));
