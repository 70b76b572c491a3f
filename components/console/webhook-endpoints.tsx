import { ActionForm } from "@/components/console/action-form";
import { Breakable } from "@/components/console/breakable";
import { Records } from "@/components/console/records";
import { Card } from "@/components/ui/card";
import { ZonedTime } from "@/components/ui/local-time";
import { StatusBadge } from "@/components/ui/status-badge";
import { WEBHOOK_EVENTS, type WebhookEndpoint } from "@/lib/domain/webhook";
import type { FormAction, FormField } from "@/lib/views/console/forms";

interface Props {
  providerId: string;
  csrf: string;
  endpoints: readonly WebhookEndpoint[];
  /** Null: the reader may look and not act. */
  actions: Record<"add" | "rotate" | "test" | "remove" | "turn", FormAction> | null;
}

/** Where a provider receives events, and what can be done with each. */
export function WebhookEndpoints({ providerId, csrf, endpoints, actions }: Props) {
  return (
    <Card title="Endpoints">
      <Records
        caption="Oldest first"
        columns={["Address", "State", "Events", "Created"]}
        empty="This provider has no endpoint yet."
        rows={endpoints.map((endpoint) => ({
          id: endpoint.endpointId,
          cells: [
            endpoint.url,
            <EndpointState key="state" endpoint={endpoint} />,
            <Breakable key="events" text={endpoint.eventTypes.join(", ")} />,
            <ZonedTime key="created" at={endpoint.createdAt.toISOString()} />,
          ],
        }))}
      />
      {actions === null ? null : (
        <>
          {endpoints.map((endpoint) => (
            <Manage key={endpoint.endpointId} {...{ providerId, csrf, endpoint, actions }} />
          ))}
          <h3>Add an endpoint</h3>
          <p>Without a tick it receives every kind of event.</p>
          <ActionForm
            action={actions.add}
            csrf={csrf}
            submit="Add endpoint"
            hidden={{ provider_id: providerId }}
            fields={ADD}
          />
        </>
      )}
    </Card>
  );
}

const ADD: FormField[] = [
  {
    name: "url",
    label: "Address",
    type: "text",
    hint: "Where messages are posted, by https. Its secret is shown once, after it is added.",
  },
  ...WEBHOOK_EVENTS.map((kind): FormField => ({ name: `event:${kind}`, label: kind, type: "checkbox" })),
];

function EndpointState({ endpoint: { enabled, disabledReason } }: { endpoint: WebhookEndpoint }) {
  if (enabled) return <StatusBadge standing="met">On</StatusBadge>;
  return `Off: ${disabledReason ?? ""}`;
}

interface ManageProps extends Pick<Props, "providerId" | "csrf"> {
  endpoint: WebhookEndpoint;
  actions: NonNullable<Props["actions"]>;
}

/** Not folded: without a script the outcome, a secret shown once, would come back behind the fold. */
function Manage({ providerId, csrf, endpoint: { endpointId, enabled, url }, actions }: ManageProps) {
  const hidden = { provider_id: providerId, endpoint_id: endpointId };
  const turn = { ...hidden, endpoint_state: enabled ? "off" : "on" };
  const other = { csrf, kind: "secondary" } as const;
  return (
    <section aria-label={url}>
      <h3>
        <Breakable text={url} />
      </h3>
      {enabled ? <ActionForm {...other} action={actions.test} submit="Send a test" hidden={hidden} /> : null}
      <ActionForm {...other} action={actions.turn} submit={enabled ? "Switch off" : "Switch on"} hidden={turn} />
      <ActionForm {...other} action={actions.rotate} submit="Rotate secret" hidden={hidden} />
      <ActionForm
        action={actions.remove}
        csrf={csrf}
        submit="Remove endpoint"
        kind="danger"
        hidden={hidden}
        fields={[
          { name: "confirm", label: "Type remove to confirm", type: "text", hint: "Its deliveries go with it." },
        ]}
      />
    </section>
  );
}
