import { ActionForm } from "@/components/console/action-form";
import { Breakable } from "@/components/console/breakable";
import { Records } from "@/components/console/records";
import { Card } from "@/components/ui/card";
import { ZonedTime } from "@/components/ui/local-time";
import { StatusBadge, type Standing } from "@/components/ui/status-badge";
import type { WebhookDelivery, WebhookEndpoint, WebhookStatus } from "@/lib/domain/webhook";
import type { FormAction } from "@/lib/views/console/forms";

interface Props {
  providerId: string;
  csrf: string;
  endpoints: readonly WebhookEndpoint[];
  deliveries: readonly WebhookDelivery[];
  /** Null: the reader may look and not act. */
  action: FormAction | null;
}

const STANDINGS: Record<WebhookStatus, { standing: Standing; words: string }> = {
  pending: { standing: "indeterminate", words: "Waiting" },
  delivered: { standing: "met", words: "Delivered" },
  failed: { standing: "not_met", words: "Failed" },
};

export function WebhookDeliveries({ providerId, csrf, endpoints, deliveries, action }: Props) {
  const urls = new Map(endpoints.map(({ endpointId, url }) => [endpointId, url]));
  return (
    <Card title="Deliveries">
      <Records
        caption="Newest first"
        columns={["Event", "To", "Outcome", "Attempts", "Created", "Last answer", "Replay"]}
        empty="Nothing was sent in the last thirty days."
        rows={deliveries.map((delivery) => ({
          id: delivery.deliveryId,
          cells: [
            <Breakable key="event" text={delivery.eventType} />,
            <Breakable key="to" text={urls.get(delivery.endpointId) ?? ""} />,
            <StatusBadge key="status" standing={STANDINGS[delivery.status].standing}>
              {STANDINGS[delivery.status].words}
            </StatusBadge>,
            String(delivery.attempts),
            <ZonedTime key="created" at={delivery.createdAt.toISOString()} />,
            delivery.lastError ?? delivery.lastStatus ?? "",
            <Replay key="replay" {...{ providerId, csrf, action }} delivery={delivery} />,
          ],
        }))}
      />
    </Card>
  );
}

interface ReplayProps extends Pick<Props, "providerId" | "csrf" | "action"> {
  delivery: WebhookDelivery;
}

function Replay({ providerId, csrf, action, delivery }: ReplayProps) {
  if (action === null || delivery.status === "pending") return null;
  return (
    <ActionForm
      action={action}
      csrf={csrf}
      kind="secondary"
      submit="Send again"
      hidden={{ provider_id: providerId, delivery_id: delivery.deliveryId }}
    />
  );
}
