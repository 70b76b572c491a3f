import type { DataRefresh } from "@/lib/domain/data-refresh";
import type { Deps } from "@/lib/runtime/deps";
import { listLabelsToRead } from "@/lib/usecases/labels/list-unread";
import { readDataOverview } from "@/lib/usecases/data-sets/read-data-page";
import { readQueue } from "@/lib/usecases/operations/manage-queue";
import { listProviders } from "@/lib/usecases/operations/manage-providers";
import { readReadiness, type Readiness } from "@/lib/usecases/operations/read-readiness";

const MOST_LABELS = 200;

export interface Overview {
  ready: Readiness;
  providers: number;
  /** Looks at publishers that wait for a person. */
  alerts: DataRefresh[];
  jobsGivenUp: number;
  /** Jobs whose time has come and that no worker has begun. */
  jobsDue: number;
  unreadLabels: number;
}

/** Whether the service works, and what waits for a person. */
export async function readOverview(deps: Deps): Promise<Overview> {
  const [ready, providers, data, queue, unread] = await Promise.all([
    readReadiness(deps),
    listProviders(deps.db),
    readDataOverview(deps),
    readQueue(deps.db),
    listLabelsToRead(deps, MOST_LABELS),
  ]);
  return {
    ready,
    providers: providers.length,
    alerts: data.alerts,
    jobsGivenUp: queue.reduce((sum, { givenUp }) => sum + givenUp, 0),
    jobsDue: queue.reduce((sum, { due }) => sum + due, 0),
    unreadLabels: unread.length,
  };
}
