import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { freePort } from "@/scripts/setup/cluster.mjs";
import { ensurePrometheus } from "@/scripts/setup/prometheus.mjs";

export interface Sample {
  metric: Record<string, string>;
  value: number;
}

export interface Prometheus {
  query: (expression: string) => Promise<Sample[]>;
  stop: () => Promise<void>;
}

/** Debian's Prometheus, which scrapes some ports of this machine every second. */
export async function startPrometheus(targets: Record<string, number>): Promise<Prometheus> {
  const folder = mkdtempSync(join(tmpdir(), "hedgerow-prometheus-"));
  const port = await freePort();
  const jobs = Object.entries(targets).map(([name, target]) => ({
    job_name: name,
    static_configs: [{ targets: [`127.0.0.1:${target}`] }],
  }));
  const config = join(folder, "prometheus.yml");
  // JSON is YAML.
  writeFileSync(config, JSON.stringify({ global: { scrape_interval: "1s" }, scrape_configs: jobs }));
  const child = spawn(
    ensurePrometheus().prometheus,
    [
      `--config.file=${config}`,
      `--storage.tsdb.path=${join(folder, "data")}`,
      `--web.listen-address=127.0.0.1:${port}`,
      "--log.level=error",
    ],
    { cwd: folder, stdio: ["ignore", "ignore", "inherit"] },
  );
  const killAtExit = (): void => void child.kill("SIGKILL");
  process.once("exit", killAtExit);
  return {
    query: (expression) => query(port, expression, child),
    stop: async () => {
      const ended = new Promise((resolve) => child.once("exit", resolve));
      if (child.exitCode === null) child.kill("SIGTERM");
      else return;
      await ended;
      process.off("exit", killAtExit);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** No samples while it starts. */
async function query(port: number, expression: string, { exitCode }: ChildProcess): Promise<Sample[]> {
  if (exitCode !== null) throw new Error(`Prometheus ended by itself (${exitCode})`);
  const url = `http://127.0.0.1:${port}/api/v1/query?query=${encodeURIComponent(expression)}`;
  const response = await fetch(url).catch(() => null);
  if (response === null || response.status === 503) return [];
  const answer = (await response.json()) as {
    status: string;
    error?: string;
    data: { result: { metric: Record<string, string>; value: [number, string] }[] };
  };
  if (answer.status !== "success") throw new Error(answer.error);
  return answer.data.result.map(({ metric, value: [, text] }) => ({ metric, value: Number(text) }));
}
