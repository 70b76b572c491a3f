import { ITEMS, look, PROVIDER } from "@/tests/faults/ground";

interface ItemRow {
  item_index: number;
  status: string;
  attempts: number;
  started_at: Date | null;
  completed_at: Date | null;
  assessments: number;
  applications: number;
}

export interface Verdict {
  faults: string[];
  /** How many items took one, two and three attempts. */
  attempts: [number, number, number];
  failed: number;
}

/**
 * What has to be so of a job that is over, whatever happened while it ran. An empty list of faults is what we want. Each part
 * names the provider, so that it can be asked where tables are spread.
 */
export async function judgeJob(jobId: string): Promise<Verdict> {
  const items = await look<ItemRow>(
    `SELECT i.item_index, i.status, i.attempts, i.started_at, i.completed_at,
            (SELECT count(*)::int FROM application a
             WHERE a.provider_id = $2 AND a.account_id = i.account_id AND a.application_id = i.application_id) AS applications,
            (SELECT count(*)::int FROM assessment s JOIN application a USING (provider_id, application_event_id)
             WHERE s.provider_id = $2 AND a.provider_id = $2 AND a.account_id = i.account_id AND a.application_id = i.application_id) AS assessments
     FROM bulk_job_item i WHERE i.provider_id = $2 AND i.job_id = $1 ORDER BY i.item_index`,
    [jobId, PROVIDER],
  );
  const faults = [...items.flatMap(faultsOfItem), ...(await faultsOfJob(jobId, items))];
  if (items.length !== ITEMS) faults.push(`${items.length} items of ${ITEMS}`);
  const took = (attempts: number): number => items.filter((item) => item.attempts === attempts).length;
  return {
    faults,
    attempts: [took(1), took(2), took(3)],
    failed: items.filter(({ status }) => status === "failed").length,
  };
}

function faultsOfItem(item: ItemRow): string[] {
  const name = `item ${item.item_index}`;
  const faults: string[] = [];
  if (item.status !== "succeeded" && item.status !== "failed") faults.push(`${name} is ${item.status}`);
  if (item.attempts < 1 || item.attempts > 3) faults.push(`${name} had ${item.attempts} attempts`);
  if (item.started_at === null || item.completed_at === null) faults.push(`${name} has no times`);
  // What succeeded was saved once, by the attempt that ended it; what failed was not saved at all.
  const wanted = item.status === "succeeded" ? 1 : 0;
  if (item.applications !== wanted) faults.push(`${name} ${item.status} with ${item.applications} applications`);
  if (item.assessments !== wanted) faults.push(`${name} ${item.status} with ${item.assessments} assessments`);
  return faults;
}

interface JobRow {
  status: string;
  claims: number;
  told: number;
  told_succeeded: number | null;
}

/** The job's state is what its items make of it, one event was sent, and nothing is still claimed. */
async function faultsOfJob(jobId: string, items: readonly ItemRow[]): Promise<string[]> {
  const [job] = await look<JobRow>(
    `SELECT j.status, (SELECT count(*)::int FROM claim WHERE provider_id = $2) AS claims,
            (SELECT count(*)::int FROM webhook_delivery d WHERE d.provider_id = $2 AND d.payload->'data'->>'job_id' = j.job_id::text) AS told,
            (SELECT max((d.payload->'data'->>'succeeded')::int) FROM webhook_delivery d
             WHERE d.provider_id = $2 AND d.payload->'data'->>'job_id' = j.job_id::text) AS told_succeeded
     FROM bulk_job j WHERE j.provider_id = $2 AND j.job_id = $1`,
    [jobId, PROVIDER],
  );
  if (job === undefined) return ["the job is gone"];
  const succeeded = items.filter(({ status }) => status === "succeeded").length;
  const failed = items.length - succeeded;
  const wanted = failed === 0 ? "completed" : succeeded === 0 ? "failed" : "completed_with_errors";
  const faults: string[] = [];
  if (job.status !== wanted) faults.push(`the job is ${job.status}, its items make it ${wanted}`);
  if (job.claims !== 0) faults.push(`${job.claims} claims are left`);
  if (job.told !== 1) faults.push(`the end was sent ${job.told} times`);
  if (job.told_succeeded !== succeeded) faults.push(`${job.told_succeeded} successes were sent, of ${succeeded}`);
  return faults;
}
