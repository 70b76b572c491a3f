import type { Metadata } from "next";
import { requireOperator } from "@/app/console/access";
import { Records } from "@/components/console/records";
import { ButtonLink } from "@/components/ui/button";
import { ZonedTime } from "@/components/ui/local-time";
import { StatusBadge } from "@/components/ui/status-badge";
import { listProvidersWithAccess } from "@/lib/usecases/operations/manage-providers";
import { PORTAL_MODE_NAMES } from "@/lib/views/console/words";

export const metadata: Metadata = { title: "Providers · Hedgerow console" };

export default async function ProvidersPage() {
  const { deps, can } = await requireOperator("read");
  const providers = await deps.reads.read(listProvidersWithAccess);
  return (
    <>
      <h1>Providers</h1>
      <p>The farm-software companies that may call this service.</p>
      <Records
        caption={`${providers.length} providers`}
        columns={["Provider", "Name", "Access", "Portal links", "Created"]}
        empty="There is no provider yet."
        rows={providers.map((each) => ({
          id: each.provider_id,
          cells: [
            <a key="link" href={`/console/providers/${each.provider_id}`}>
              {each.provider_id}
            </a>,
            each.name,
            each.offboardedAt === null ? (
              "Yes"
            ) : (
              <StatusBadge key="access" standing="not_applicable">
                Off-boarded
              </StatusBadge>
            ),
            PORTAL_MODE_NAMES[each.portal_mode],
            <ZonedTime key="time" at={each.created_at.toISOString()} />,
          ],
        }))}
      />
      {can("manage_providers") ? (
        <ButtonLink href="/console/providers/new" kind="primary">
          New provider
        </ButtonLink>
      ) : null}
    </>
  );
}
