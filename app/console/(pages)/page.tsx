import type { Metadata } from "next";
import { requireOperator } from "@/app/console/access";
import { DataAlerts } from "@/components/console/data/data-sets";
import { Card } from "@/components/ui/card";
import { Facts } from "@/components/ui/facts";
import { Notice } from "@/components/ui/notice";
import { readOverview } from "@/lib/usecases/overview/read-overview";

export const metadata: Metadata = { title: "Overview · Hedgerow console" };

/** Whether the service works, and what waits for a person. */
export default async function OverviewPage() {
  const { deps } = await requireOperator("read");
  const { ready, providers, alerts, jobsGivenUp, jobsDue, unreadLabels } = await readOverview(deps);
  const link = (href: string, words: string) => <a href={href}>{words}</a>;
  return (
    <>
      <h1>Overview</h1>
      {ready.isReady ? null : <Notice tone="bad" title="The service is not ready." />}
      <DataAlerts alerts={alerts} />
      {jobsGivenUp === 0 ? null : (
        <Notice tone="warn" title={`The worker gave up ${jobsGivenUp === 1 ? "a job" : `${jobsGivenUp} jobs`}.`}>
          <p>{link("/console/jobs", "See them")}</p>
        </Notice>
      )}
      <Card title={ready.isReady ? "The service is ready" : "What is wrong"}>
        <Facts
          facts={[
            { label: "Database", value: ready.database.detail ?? "Takes writes" },
            { label: "Schema", value: ready.schema.detail ?? "Every migration applied" },
            { label: "Worker", value: ready.worker.detail ?? "At work" },
            { label: "Data sets", value: ready.dataSets.detail ?? link("/console/data", "All kinds are in force") },
            { label: "Providers", value: link("/console/providers", String(providers)) },
            { label: "Jobs due", value: link("/console/jobs", String(jobsDue)) },
            { label: "Labels asked about and not entered", value: link("/console/labels-asked", String(unreadLabels)) },
          ]}
        />
      </Card>
    </>
  );
}
