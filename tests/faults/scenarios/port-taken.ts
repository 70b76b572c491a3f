import { audit } from "@/tests/faults/audit";
import { sendCheck } from "@/tests/faults/load";
import type { Scenario } from "@/tests/faults/scenario";
import { startWeb } from "@/tests/faults/web";

export const portTaken: Scenario = {
  name: "port taken",
  fault: "A second web process on the same port ends by itself, names the port, and leaves the first one at work.",
  run: async ({ apiKey }) => {
    const first = await startWeb();
    const second = await startWeb({}, { port: first.port });
    const code = await second.ended;
    const faults: string[] = [];
    if (code === 0 || code === null) faults.push(`the second one ended with ${code}`);
    if (!second.words().includes(String(first.port))) faults.push("it did not name the port");
    const answered = await sendCheck(first.url, apiKey, "beside", 0);
    if (answered.status !== 200) faults.push(`the first one answered ${answered.status}`);
    faults.push(...(await audit(new Map([["beside", answered.body.application_event_id ?? ""]]))));
    const firstCode = await first.kill("SIGTERM");
    if (firstCode !== 0) faults.push(`the first one left with ${firstCode}`);
    return { figures: `the second one ended with ${code}`, faults };
  },
};
