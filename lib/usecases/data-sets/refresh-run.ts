import { callUpstream } from "@/lib/domain/spans";
import { beginRefresh, endRefresh, lockRefresh } from "@/lib/data/imports/refreshes";
import type { ImportClient } from "@/lib/data/imports/sets";
import { asksForSomeone, type DataRefresh, type RefreshKind } from "@/lib/domain/data-refresh";
import { ImportFailure, reasonOf } from "@/lib/imports/failure";
import { type Progress, silentProgress } from "@/lib/imports/progress";
import { withClient } from "@/lib/imports/switch";

/** Who asks for a refresh, and what may come of it. */
export interface RefreshRequest {
  /** The owner's connection. */
  databaseUrl: string;
  askedBy: DataRefresh["askedBy"];
  dryRun?: boolean | undefined;
  /** Puts a sound set in force; otherwise it waits for a person. */
  switchWhenSound?: boolean | undefined;
  /** labels, soil: notes changes that are otherwise held for a person. */
  force?: boolean | undefined;
  /** Address that receives an alert by POST; left out: no one does. */
  alertUrl?: string | undefined;
  /** Where downloads lie while they are fetched; `.data/imports` by default. */
  workFolder?: string | undefined;
  signal?: AbortSignal | undefined;
  progress?: Progress | undefined;
  /** Writes a line into the log of the process. */
  note?: ((line: Record<string, unknown>, message: string) => void) | undefined;
}

export type RefreshEnd = Pick<DataRefresh, "outcome" | "version" | "detail" | "report">;

const ALERT_TIMEOUT_MS = 10_000;

/**
 * One run from its first note to its last: locked, written down whatever happens, and reported to the operator when a person
 * has to look. A refresh that fails leaves the data in force as it was.
 */
export async function runRefresh(
  kind: RefreshKind,
  request: RefreshRequest,
  work: (client: ImportClient, progress: Progress) => Promise<RefreshEnd>,
): Promise<RefreshEnd & { refreshId: number }> {
  const { databaseUrl, askedBy, dryRun = false } = request;
  return withClient(databaseUrl, async (client) => {
    if (!(await lockRefresh(client, kind))) throw new ImportFailure(`another refresh of ${kind} is running`);
    const refreshId = await beginRefresh(client, { kind, askedBy, dryRun });
    const end = await work(client, request.progress ?? silentProgress).catch((error: unknown): RefreshEnd => ({
      outcome: "failed",
      version: null,
      detail: reasonOf(error),
      report: {},
    }));
    await endRefresh(client, refreshId, end);
    await tell(request, { kind, refreshId, dryRun, ...end });
    return { ...end, refreshId };
  });
}

/** The data are in order whether or not the alert arrives, so a receiver that is down is only logged. */
async function tell(
  request: RefreshRequest,
  run: RefreshEnd & { kind: RefreshKind; refreshId: number; dryRun: boolean },
) {
  const { alertUrl, note = () => undefined } = request;
  const { kind, refreshId, outcome, version, detail } = run;
  note({ kind, refresh_id: refreshId, outcome, version, detail }, "data refresh ended");
  if (alertUrl === undefined || run.dryRun || !asksForSomeone(outcome)) return;
  try {
    const body = { type: "data_refresh", kind, refresh_id: refreshId, outcome, version, detail, report: run.report };
    const response = await callUpstream("alert receiver", alertUrl, (headers) =>
      fetch(alertUrl, {
        method: "POST",
        headers: { "content-type": "application/json", ...headers },
        body: JSON.stringify(body),
        signal: AbortSignal.timeout(ALERT_TIMEOUT_MS),
      }),
    );
    await response.body?.cancel();
    if (!response.ok)
      note({ kind, refresh_id: refreshId, answered: response.status }, "data refresh alert was refused");
  } catch (error) {
    note({ kind, refresh_id: refreshId, reason: reasonOf(error) }, "data refresh alert was not delivered");
  }
}
