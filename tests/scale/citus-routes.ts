import pg from "pg";
import { POST } from "@/app/api/v2/esa-check/route";
import { beginAs } from "@/lib/data/db";
import { getDeps } from "@/lib/runtime/deps";
import { statementSpan } from "@/lib/data/statement-span";
import { checkBody } from "@/tests/faults/load";
import { call, makeCaller } from "@/tests/support/api";

interface Sent {
  text: string;
  values: unknown[];
}

export interface Route {
  statement: string;
  route: string;
  /** It is sent to one shard, or asks no provider's table. */
  isMet: boolean;
}

/** Where each statement of a check goes, as EXPLAIN says for the very statement and values that a check sent. */
export async function routesOfCheck(): Promise<Route[]> {
  const sent = record();
  const caller = await makeCaller("scale-routes");
  const body = { ...checkBody("routes", 77), provider_id: caller.providerId };
  sent.length = 0;
  const response = await call(POST, caller, { body });
  if (response.status !== 200) throw new Error(`a check answered ${response.status}`);
  const ofCheck = sent.filter(({ text }) => /^\s*(WITH|SELECT|INSERT|UPDATE|DELETE)\b/i.test(text));
  const routes: Route[] = [];
  for (const each of ofCheck) routes.push(await routeOf(each, caller.providerId));
  await (await getDeps()).db.close();
  return routes;
}

/** What the driver is given from now on, on connections that are opened from now on. */
function record(): Sent[] {
  const sent: Sent[] = [];
  // oxlint-disable-next-line typescript/unbound-method -- called with its own object below
  const before = pg.Client.prototype.query as (this: pg.Client, ...args: unknown[]) => unknown;
  const recorded = function (this: pg.Client, ...args: unknown[]): unknown {
    const [first] = args;
    if (typeof first === "object" && first !== null && "text" in first && "values" in first)
      sent.push({ text: String(first.text), values: (first.values ?? []) as unknown[] });
    return before.apply(this, args);
  };
  pg.Client.prototype.query = recorded as typeof pg.Client.prototype.query;
  return sent;
}

async function routeOf({ text, values }: Sent, providerId: string): Promise<Route> {
  const statement = statementSpan(text).name;
  const client = new pg.Client({ connectionString: process.env.DATABASE_URL });
  await client.connect();
  try {
    await client.query(beginAs(providerId, {}));
    const { rows } = await client.query<Record<"QUERY PLAN", string>>(`EXPLAIN (COSTS OFF) ${text}`, values);
    const plan = rows.map((row) => row["QUERY PLAN"]).join("\n");
    const tasks = [...plan.matchAll(/Task Count: (\d+)/g)].map(([, count]) => Number(count));
    const parts = [...plan.matchAll(/Distributed Subplan/g)].length;
    if (tasks.length === 0) return { statement, route: "the coordinator alone", isMet: true };
    const most = Math.max(...tasks);
    const route =
      parts === 0
        ? `${most} shard${most === 1 ? "" : "s"}`
        : `${parts} parts one after another, each on at most ${most} of the shards`;
    return { statement, route, isMet: most === 1 && parts === 0 };
  } catch (error) {
    return { statement, route: error instanceof Error ? error.message : "no plan", isMet: false };
  } finally {
    await client.end();
  }
}
