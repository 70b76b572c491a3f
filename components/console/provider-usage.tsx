import { Records } from "@/components/console/records";
import { Refusals } from "@/components/console/refusals";
import { Card } from "@/components/ui/card";
import { Facts } from "@/components/ui/facts";
import { ZonedTime } from "@/components/ui/local-time";
import type { KeptBulkJob } from "@/lib/domain/bulk-job";
import type { RefusalsByCode, RefusedRequest } from "@/lib/domain/refused-request";

interface BulkUse {
  bulkItems: { waiting: number; limit: number };
  jobs: readonly KeptBulkJob[];
  failures: readonly { code: string; items: number }[];
}

interface Usage extends BulkUse {
  deprecated: readonly { route: string; calls: number; lastCalledAt: Date }[];
  refused: { byCode: readonly RefusalsByCode[]; newest: readonly RefusedRequest[] };
}

const whole = new Intl.NumberFormat("en-US");

/** What a provider uses of the service. */
export function ProviderUsage({ name, usage }: { name: string; usage: Usage }) {
  return (
    <>
      <h1>Usage of {name}</h1>
      <Refusals {...usage.refused} />
      <BulkChecks {...usage} />
      <DeprecatedRoutes deprecated={usage.deprecated} />
    </>
  );
}

function BulkChecks({ bulkItems, jobs, failures }: BulkUse) {
  return (
    <Card title="Bulk checks">
      <Facts
        facts={[
          { label: "Items waiting", value: whole.format(bulkItems.waiting) },
          { label: "Limit", value: whole.format(bulkItems.limit) },
        ]}
      />
      <Records
        caption="Jobs that are kept, newest first"
        columns={["Job", "Account", "Status", "Items", "Sent", "Ended"]}
        empty="This provider has no bulk job."
        rows={jobs.map(({ jobId, accountId, status, totalItems, createdAt, completedAt }) => ({
          id: jobId,
          cells: [
            <code key="job">{jobId}</code>,
            accountId,
            status,
            whole.format(totalItems),
            <ZonedTime key="sent" at={createdAt.toISOString()} />,
            completedAt === null ? "not yet" : <ZonedTime key="ended" at={completedAt.toISOString()} />,
          ],
        }))}
      />
      <Records
        caption="Items that failed, by code"
        columns={["Code", "Items"]}
        empty="No item of these jobs failed."
        rows={failures.map(({ code, items }) => ({ id: code, cells: [code, whole.format(items)] }))}
      />
    </Card>
  );
}

function DeprecatedRoutes({ deprecated }: Pick<Usage, "deprecated">) {
  return (
    <Card title="Routes that will end">
      <Records
        caption="Called in the last 30 days"
        columns={["Route", "Calls", "Last call"]}
        empty="This provider calls no route that will end."
        rows={deprecated.map(({ route, calls, lastCalledAt }) => ({
          id: route,
          cells: [route, whole.format(calls), <ZonedTime key="last" at={lastCalledAt.toISOString()} />],
        }))}
      />
    </Card>
  );
}
