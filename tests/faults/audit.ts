import { setTimeout as pause } from "node:timers/promises";
import { look, refreshStatistics } from "@/tests/faults/ground";

/** A claim whose holder died stands for 20 s; a busy machine is given more. */
const CLAIMS_GONE_MS = 60_000;

/** What has to be so in the database when it is over: nothing acknowledged lost, nothing half-saved, nothing twice. */
export async function audit(acknowledged: ReadonlyMap<string, string>): Promise<string[]> {
  await refreshStatistics();
  return [...(await lost(acknowledged)), ...(await broken()), ...(await leftClaims())];
}

async function lost(acknowledged: ReadonlyMap<string, string>): Promise<string[]> {
  const rows = await look<{ application_id: string; application_event_id: string; whole: boolean }>(
    `SELECT a.application_id, a.application_event_id::text,
            a.processing_status = 'completed' AND EXISTS (
              SELECT FROM assessment s WHERE s.provider_id = a.provider_id
                                       AND s.application_event_id = a.application_event_id
                                       AND s.assessment_id = a.last_assessment_id) AS whole
     FROM application a`,
  );
  const saved = new Map(rows.map((row) => [row.application_id, row]));
  return [...acknowledged].flatMap(([name, eventId]) => {
    const row = saved.get(name);
    if (row === undefined) return [`${name} was acknowledged and is not saved`];
    if (row.application_event_id !== eventId) return [`${name} was acknowledged under another reference`];
    return row.whole ? [] : [`${name} was acknowledged and is not whole`];
  });
}

/** Whether acknowledged or not: what is saved is saved whole, and once. */
const HALVES = {
  "applications without a field": `SELECT count(*)::int AS n FROM application a
     WHERE NOT EXISTS (SELECT FROM field f WHERE f.provider_id = a.provider_id AND f.field_id = a.field_id)`,
  "completed applications without their assessment": `SELECT count(*)::int AS n FROM application a
     WHERE a.processing_status = 'completed' AND NOT EXISTS (
       SELECT FROM assessment s WHERE s.provider_id = a.provider_id AND s.assessment_id = a.last_assessment_id)`,
  "assessments without their application": `SELECT count(*)::int AS n FROM assessment s
     WHERE NOT EXISTS (SELECT FROM application a WHERE a.provider_id = s.provider_id
                                                  AND a.application_event_id = s.application_event_id)`,
  "applications without requirements": `SELECT count(*)::int AS n FROM application a
     WHERE NOT EXISTS (SELECT FROM requirement r WHERE r.provider_id = a.provider_id
                                                  AND r.application_event_id = a.application_event_id)`,
  "applications saved twice": `SELECT count(*)::int - count(DISTINCT (account_id, application_id))::int AS n
     FROM application`,
  "fields saved twice": `SELECT count(*)::int - count(DISTINCT (account_id, provider_field_id))::int AS n
     FROM field WHERE archived_at IS NULL`,
} as const;

async function broken(): Promise<string[]> {
  const faults: string[] = [];
  for (const [what, statement] of Object.entries(HALVES)) {
    const [row] = await look<{ n: number }>(statement);
    if (row?.n !== 0) faults.push(`${row?.n ?? "?"} ${what}`);
  }
  return faults;
}

async function leftClaims(): Promise<string[]> {
  const until = Date.now() + CLAIMS_GONE_MS;
  for (;;) {
    const [row] = await look<{ n: number }>("SELECT count(*)::int AS n FROM claim WHERE leased_until > now()");
    if (row?.n === 0) return [];
    if (Date.now() > until) return [`${row?.n ?? "?"} claims still stand`];
    await pause(500);
  }
}
