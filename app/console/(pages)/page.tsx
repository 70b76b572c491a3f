import type { Metadata } from "next";
import { requireOperator } from "@/app/console/access";
import { ButtonLink } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { Facts } from "@/components/ui/facts";
import { readReadiness } from "@/lib/usecases/operations/read-readiness";
import { listProviders } from "@/lib/usecases/operations/manage-providers";
import { CONSOLE_PAGES } from "@/lib/views/console/pages";

export const metadata: Metadata = { title: "Overview · Hedgerow console" };

/** Whether the service works, and the way to everything else. */
export default async function OverviewPage() {
  const { deps, can } = await requireOperator("read");
  const [ready, providers] = await Promise.all([readReadiness(deps), listProviders(deps.db)]);
  const rooms = CONSOLE_PAGES.filter(({ href, right }) => href !== "/console" && can(right));
  return (
    <>
      <h1>Overview</h1>
      <Card title={ready.isReady ? "The service is ready" : "The service is not ready"}>
        <Facts
          facts={[
            { label: "Database", value: ready.database.detail },
            { label: "Data sets", value: ready.dataSets.detail },
            { label: "Providers", value: String(providers.length) },
          ]}
        />
      </Card>
      <Card title="Where to go">
        {rooms.map(({ href, title }) => (
          <p key={href}>
            <ButtonLink href={href}>{title}</ButtonLink>
          </p>
        ))}
      </Card>
    </>
  );
}
