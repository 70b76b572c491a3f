import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { requireOperator } from "@/app/console/access";
import { replayDelivery, switchEndpoint } from "@/app/console/(pages)/providers/[providerId]/webhooks/actions";
import { WebhookDeliveries, WebhookEndpoints } from "@/components/console/webhooks";
import { readProvider } from "@/lib/usecases/operations/manage-providers";
import { listEndpoints } from "@/lib/usecases/webhooks/manage-endpoints";
import { readLog } from "@/lib/usecases/webhooks/read-log";

export const metadata: Metadata = { title: "Webhooks · Hedgerow console" };

interface Props {
  params: Promise<{ providerId: string }>;
}

const MOST = 100;

/** Where a provider receives events, and what came of each. */
export default async function WebhooksPage({ params }: Props) {
  const { deps, csrf, can } = await requireOperator("read");
  const { providerId } = await params;
  const provider = await readProvider(deps.db, providerId);
  if (provider === null) notFound();
  const [endpoints, deliveries] = await Promise.all([
    listEndpoints({ deps, providerId }),
    readLog({ deps, providerId }, { endpointId: null, status: null, most: MOST }),
  ]);
  const shared = { providerId, csrf };
  return (
    <>
      <h1>Webhooks of {provider.name}</h1>
      <WebhookEndpoints {...shared} endpoints={endpoints} action={can("manage_webhooks") ? switchEndpoint : null} />
      <WebhookDeliveries
        {...shared}
        endpoints={endpoints}
        deliveries={deliveries}
        action={can("manage_webhooks") ? replayDelivery : null}
      />
    </>
  );
}
