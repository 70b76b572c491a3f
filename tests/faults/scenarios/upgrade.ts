import { ensureDatabaseIn } from "@/scripts/setup/database.mjs";
import { audit } from "@/tests/faults/audit";
import { buildEarlierVersion, type EarlierVersion, whyNoEarlierVersion } from "@/tests/faults/earlier-version";
import { inFigures, type Load, type LoadReport, send, startLoad } from "@/tests/faults/load";
import { setEnvironment } from "@/tests/faults/own-cluster";
import type { Scenario } from "@/tests/faults/scenario";
import { runTool } from "@/tests/faults/tool";
import { type FaultyWeb, startWeb } from "@/tests/faults/web";

/** How many answers each step of the upgrade is seen under. */
const ANSWERS = 60;
const FEW_ANSWERS = 15;
/** Applications that both versions are asked for. */
const COMPARED = 40;

export const upgradedUnderLoad: Scenario = {
  name: "upgrade and way back",
  fault:
    "The version before at work under load; the migrations of this one beside it; both versions at work; this one alone; both again; the version before alone: no answer but 200, nothing acknowledged lost, each version reads what the other wrote.",
  run: async ({ database, isShort, say }) => {
    const notRun = whyNoEarlierVersion();
    if (notRun !== null) return { figures: "", faults: [], notRun };
    const earlier = await buildEarlierVersion(say);
    try {
      const { app, owner } = await ensureDatabaseIn(database.cluster, "hedgerow_upgrade");
      setEnvironment(app, owner);
      return await upgrade(earlier, isShort ? FEW_ANSWERS : ANSWERS, say);
    } finally {
      earlier.remove();
    }
  },
};

async function upgrade(
  earlier: EarlierVersion,
  answers: number,
  say: (line: string) => void,
): Promise<{ figures: string; faults: string[] }> {
  const apiKey = await makeEarlierGround(earlier);
  const old = await startWeb({}, { root: earlier.root });
  const serving = { webs: [old], turn: 0 };
  const load = startLoad(() => next(serving), apiKey);
  const step = async (what: string, webs: FaultyWeb[]): Promise<void> => {
    serving.webs = webs;
    await load.until("200", load.acknowledged() + answers);
    say(`  ${what}: ${load.acknowledged()} acknowledged`);
  };
  await step("the version before", [old]);
  const migrated = await migrateBeside();
  await step(`its migrations beside it (${migrated.applied})`, [old]);
  const current = await startWeb();
  await step("both", [old, current]);
  const faults = [...migrated.faults, ...(await readByBoth(old, current, { apiKey, load }))];
  await step("this version", [current]);
  const again = await startWeb({}, { root: earlier.root });
  await old.kill("SIGTERM");
  await step("both again", [again, current]);
  await step("the version before again", [again]);
  await current.kill("SIGTERM");
  const report = await load.stop();
  await again.kill("SIGTERM");
  faults.push(...report.faults, ...onlyGood(report), ...(await audit(report.acknowledged)));
  return { figures: `from ${earlier.commit}, ${migrated.applied}: ${inFigures(report)}`, faults };
}

/** Each request goes to the next of those that serve, as a load balancer's do. */
function next(serving: { webs: FaultyWeb[]; turn: number }): string {
  serving.turn += 1;
  return serving.webs[serving.turn % serving.webs.length]?.url ?? "";
}

/** A database as the version before leaves it, and a key: all of it made by that version. */
async function makeEarlierGround(earlier: EarlierVersion): Promise<string> {
  await earlier.run(`await import("./scripts/migrate.ts");`);
  const said = await earlier.run(
    `const { loadFaultGround, makeFaultCaller } = await import("./tests/faults/ground.ts");
     await loadFaultGround();
     console.log("KEY " + (await makeFaultCaller()));
     process.exit(0);`,
  );
  const key = /^KEY (.+)$/m.exec(said)?.[1];
  if (key === undefined) throw new Error("the version before made no key");
  return key;
}

async function migrateBeside(): Promise<{ applied: string; faults: string[] }> {
  const { code, lines } = await runTool(["scripts/migrate.ts"]);
  const names = lines.flatMap((line) => /^applied: (.*)$/.exec(line)?.[1]?.split(", ") ?? []);
  const faults = code === 0 ? [] : [`the migrations left with ${code}: ${lines.slice(-3).join(" ")}`];
  return { applied: `${names.length} migration${names.length === 1 ? "" : "s"}`, faults };
}

/** What either version saved is answered by both, with the same standing. */
async function readByBoth(
  old: FaultyWeb,
  current: FaultyWeb,
  { apiKey, load }: { apiKey: string; load: Load },
): Promise<string[]> {
  const faults: string[] = [];
  for (const [name, eventId] of load.seen().slice(-COMPARED)) {
    const path = `/api/v2/applications/${eventId}/compliance`;
    const [before = "", after] = await Promise.all([old, current].map(async (web) => standingAt(web, path, apiKey)));
    if (before !== after || !/^200 [a-z_]+$/.test(before)) faults.push(`${name} is read as ${before} and ${after}`);
  }
  return faults;
}

async function standingAt(web: FaultyWeb, path: string, apiKey: string): Promise<string> {
  const { status, body } = await send(web.url, path, apiKey);
  const standing = body.application?.compliance.last_assessment?.status;
  return standing === undefined ? `${status} without a standing` : `${status} ${standing}`;
}

/** Two versions at work and none that ends at work: nothing excuses another answer. */
const onlyGood = ({ statuses }: LoadReport): string[] =>
  Object.entries(statuses).flatMap(([kind, count]) => (kind === "200" ? [] : [`${count} answers were ${kind}`]));
