import { ActionForm } from "@/components/console/action-form";
import { Breakable } from "@/components/console/breakable";
import { Records } from "@/components/console/records";
import { Card } from "@/components/ui/card";
import { ZonedTime } from "@/components/ui/local-time";
import { StatusBadge, type Standing } from "@/components/ui/status-badge";
import type { WebhookDelivery, WebhookEndpoint, WebhookStatus } from "@/lib/domain/webhook";
import type { FormAction } from "@/lib/views/console/forms";

interface Shared {
  providerId: string;
  csrf: string;
  endpoints: readonly WebhookEndpoint[];
  /** Null: the reader may look and not act. */
  action: FormAction | null;
}

export function WebhookEndpoints({ providerId, csrf, endpoints, action }: Shared) {
  return (
    <Card title="Endpoints">
      <Records
        caption="Oldest first"
        columns={["Address", "State", "Events", "Created", "Switch"]}
        empty="This provider has no endpoint. Add one with npm run webhook -- add."
        rows={endpoints.map(({ endpointId, url, enabled, disabledReason, eventTypes, createdAt }) => ({
          id: endpointId,
          cells: [
            url,
            enabled ? (
              <StatusBadge key="state" standing="met">
                On
              </StatusBadge>
            ) : (
              `Off: ${disabledReason ?? ""}`
            ),
            <Breakable key="events" text={eventTypes.join(", ")} />,
            <ZonedTime key="created" at={createdAt.toISOString()} />,
            action === null ? (
              ""
            ) : (
              <ActionForm
                key="switch"
                action={action}
                csrf={csrf}
                kind="secondary"
                submit={enabled ? "Switch off" : "Switch on"}
                hidden={{ provider_id: providerId, endpoint_id: endpointId, endpoint_state: enabled ? "off" : "on" }}
              />
            ),
          ],
        }))}
      />
    </Card>
  );
}

const STANDINGS: Record<WebhookStatus, { standing: Standing; words: string }> = {
  pending: { standing: "indeterminate", words: "Waiting" },
  delivered: { standing: "met", words: "Delivered" },
  failed: { standing: "not_met", words: "Failed" },
};

export function WebhookDeliveries(props: Shared & { deliveries: readonly WebhookDelivery[] }) {
  const { endpoints, deliveries } = props;
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
            <Replay key="replay" {...props} delivery={delivery} />,
          ],
        }))}
      />
    </Card>
  );
}

function Replay({ providerId, csrf, action, delivery }: Shared & { delivery: WebhookDelivery }) {
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
