import { by, look, loadFaultGround, makeFaultCaller, PROVIDER } from "@/tests/faults/ground";
import { runRound, type RoundPlan, type RoundResult } from "@/tests/faults/round";
import { getDeps } from "@/lib/runtime/deps";
import { addEndpoint } from "@/lib/usecases/webhooks/manage-endpoints";
import { Random } from "@/tests/support/fuzz-random";

export interface Campaign {
  kills: number;
  seed: number;
  /** Every so many rounds the silence of the dead is waited for. */
  naturalEvery: number;
  breakDatabase: () => Promise<void>;
  say: (line: string) => void;
}

const CLOCK_OFF_S = 600;
/** Nothing listens there: deliveries are written, and fail, while jobs run. */
const SILENT_RECEIVER = "http://127.0.0.1:9/told";

/** Kills with everything else in turns, and a tenth as many rounds in which a worker is asked to end. */
export function plansOf({ kills, naturalEvery }: Pick<Campaign, "kills" | "naturalEvery">): RoundPlan[] {
  const plans: RoundPlan[] = Array.from({ length: kills }, (_, index) => ({
    fault: "kill",
    workers: index % 2 === 0 ? 2 : 1,
    clockOffS: [CLOCK_OFF_S, 0, -CLOCK_OFF_S, 0, 0][index % 5] ?? 0,
    breaksDatabase: index % 3 === 1,
    isNatural: index % naturalEvery === naturalEvery - 1,
  }));
  const stops = Array.from({ length: Math.ceil(kills / 10) }, (): RoundPlan => ({
    fault: "stop",
    workers: 1,
    clockOffS: 0,
    breaksDatabase: false,
    isNatural: true,
  }));
  return [...plans, ...stops];
}

/** Runs every round and gives back what was wrong, with the round it was wrong in. */
export async function runCampaign(campaign: Campaign): Promise<string[]> {
  const { say, seed, breakDatabase } = campaign;
  await loadFaultGround();
  const apiKey = await makeFaultCaller();
  const eventTypes = ["bulk_job.completed"] as const;
  await addEndpoint({ deps: await getDeps(), providerId: PROVIDER, by }, { url: SILENT_RECEIVER, eventTypes });
  const plans = plansOf(campaign);
  const wrong: string[] = [];
  const sums = { attempts: [0, 0, 0], failed: 0 };
  for (const [index, plan] of plans.entries()) {
    const name = `round ${index + 1} of ${plans.length}`;
    const random = new Random(seed * 1009 + index);
    const result = await runRound({ apiKey, random, breakDatabase }, plan, `s${seed}-${index}`);
    result.attempts.forEach((count, at) => (sums.attempts[at] = (sums.attempts[at] ?? 0) + count));
    sums.failed += result.failed;
    say(`${name}: ${tell(plan, result)}`);
    wrong.push(...result.faults.map((fault) => `${name} (seed ${seed}): ${fault}`));
  }
  wrong.push(...(await wholeFaults(plans.length)));
  const [once, twice, thrice] = sums.attempts;
  say(`${plans.length} rounds: ${once} items at the first attempt, ${twice} at the second, ${thrice} at the third`);
  say(`${sums.failed} items ended failed; ${wrong.length} things are wrong`);
  return wrong;
}

function tell(plan: RoundPlan, { at, ms, attempts, failed, faults }: RoundResult): string {
  const parts = [
    `${plan.fault} at ${at} of 100`,
    `${plan.workers} ${plan.workers === 1 ? "worker" : "workers"}`,
    ...(plan.clockOffS === 0 ? [] : [`a clock ${plan.clockOffS} s off`]),
    ...(plan.breaksDatabase ? ["the database broke"] : []),
    ...(plan.isNatural && plan.fault === "kill" ? ["silence waited for"] : []),
    `attempts ${attempts.join("/")}`,
    ...(failed === 0 ? [] : [`${failed} failed`]),
    `${(ms / 1000).toFixed(1)} s`,
    faults.length === 0 ? "right" : `WRONG: ${faults.slice(0, 3).join("; ")}`,
  ];
  return parts.join(", ");
}

/** Over all rounds: no application twice, under whichever name. */
async function wholeFaults(rounds: number): Promise<string[]> {
  const [all] = await look<{ doubles: number; fields: number; applications: number }>(
    `SELECT (SELECT count(*)::int FROM (SELECT 1 FROM application WHERE provider_id = $1
                                        GROUP BY account_id, application_id HAVING count(*) > 1) AS twice) AS doubles,
            (SELECT count(*)::int FROM field WHERE provider_id = $1) AS fields,
            (SELECT count(*)::int FROM application WHERE provider_id = $1) AS applications`,
    [PROVIDER],
  );
  const { doubles = -1, fields = -1, applications = -1 } = all ?? {};
  const faults = doubles === 0 ? [] : [`${doubles} applications are saved twice`];
  if (fields !== applications) faults.push(`${applications} applications have ${fields} fields`);
  if (applications > rounds * 100) faults.push(`${applications} applications of ${rounds} jobs`);
  return faults;
}
