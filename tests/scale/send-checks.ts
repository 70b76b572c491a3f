import { POST } from "@/app/api/v2/esa-check/route";
import { getDeps } from "@/lib/runtime/deps";
import { checkBody } from "@/tests/faults/load";
import { loadFaultGround } from "@/tests/faults/ground";
import { type Caller, call, makeCaller } from "@/tests/support/api";

/**
 * `tsx tests/scale/send-checks.ts <round> <checks> [ground]`: checks of ten providers, of which the first has nine of ten, on the
 * database of the environment, four at a time. Prints what it took as one line of JSON.
 */
const [, , round = "0", wanted = "100", ground] = process.argv;
const PROVIDERS = 10;
const AT_ONCE = 4;

async function sendAll(callers: readonly Caller[], name: string, count: number): Promise<void> {
  let next = 0;
  const lane = async (): Promise<void> => {
    for (let index = next++; index < count; index = next++) {
      const caller = callers[index % 10 === 0 ? (index / 10) % PROVIDERS : 0];
      if (caller === undefined) throw new RangeError("no such caller");
      const body = { ...checkBody(`${name}-${index}`, index), provider_id: caller.providerId };
      const response = await call(POST, caller, { body });
      if (response.status !== 200) throw new Error(`a check answered ${response.status}: ${await response.text()}`);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, lane));
}

if (ground !== undefined) await loadFaultGround();
const callers: Caller[] = [];
for (let index = 0; index < PROVIDERS; index += 1) callers.push(await makeCaller(`scale-${round}-${index}`));
// Plans, caches and code that is compiled while it runs are no part of what a check costs.
await sendAll(callers, "warm", 40);
const cpu = process.cpuUsage();
const started = performance.now();
await sendAll(callers, "checked", Number(wanted));
const { user, system } = process.cpuUsage(cpu);
const took = { checks: Number(wanted), ms: performance.now() - started, webCpuMs: (user + system) / 1000 };
console.log(JSON.stringify(took));
await (await getDeps()).db.close();
process.exit(0);
