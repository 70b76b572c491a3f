import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { requireOperator } from "@/app/console/access";
import * as actions from "@/app/console/(pages)/providers/[providerId]/webhooks/actions";
import { WebhookDeliveries } from "@/components/console/webhook-deliveries";
import { WebhookEndpoints } from "@/components/console/webhook-endpoints";
import { readProvider } from "@/lib/usecases/operations/manage-providers";
import { listEndpoints } from "@/lib/usecases/webhooks/manage-endpoints";
import { readLog } from "@/lib/usecases/webhooks/read-log";

interface Props {
  params: Promise<{ providerId: string }>;
}

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { providerId } = await params;
  return { title: `Webhooks of ${providerId} · Hedgerow console` };
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
  const { addEndpoint: add, rotateSecret: rotate, sendTest: test, removeEndpoint: remove } = actions;
  const managed = { add, rotate, test, remove, turn: actions.switchEndpoint };
  return (
    <>
      <h1>Webhooks of {provider.name}</h1>
      <WebhookEndpoints {...shared} endpoints={endpoints} actions={can("manage_webhooks") ? managed : null} />
      <WebhookDeliveries
        {...shared}
        endpoints={endpoints}
        deliveries={deliveries}
        action={can("manage_webhooks") ? actions.replayDelivery : null}
      />
    </>
  );
}
