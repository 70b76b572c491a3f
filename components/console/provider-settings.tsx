import { ActionForm } from "@/components/console/action-form";
import { Card } from "@/components/ui/card";
import { PORTAL_MODES, type PortalMode } from "@/lib/domain/provider";
import type { FormAction, FormField } from "@/lib/views/console/forms";
import { PORTAL_MODE_NAMES } from "@/lib/views/console/words";

interface Props {
  providerId: string;
  settings: {
    portalEnabled: boolean;
    portalMode: PortalMode;
    linkDays: number;
    attestationsCount: boolean;
    keepYears: number;
  };
  csrf: string;
  actions: Record<"portal" | "links" | "attestations" | "keep" | "revokeLinks" | "offboard", FormAction>;
}

/** What an operator changes of a provider, from the harmless to the final. */
export const ProviderSettingsForms = (props: Props) => (
  <>
    <LinksCard {...props} />
    <KeepCard {...props} />
    <EndCard {...props} />
  </>
);

function LinksCard({ providerId, settings, csrf, actions }: Props) {
  const { portalMode, linkDays, attestationsCount } = settings;
  return (
    <Card title="Portal links" id="links">
      <ActionForm
        action={actions.links}
        csrf={csrf}
        submit="Save links"
        hidden={{ provider_id: providerId }}
        fields={linkFields(portalMode, linkDays)}
      />
      <ActionForm
        action={actions.attestations}
        csrf={csrf}
        kind="secondary"
        submit={attestationsCount ? "Only show applicators' answers" : "Let applicators' answers count"}
        hidden={{ provider_id: providerId, attestations: attestationsCount ? "show" : "count" }}
      />
    </Card>
  );
}

const KeepCard = ({ providerId, settings, csrf, actions }: Props) => (
  <Card title="How long applications are kept" id="keep">
    <p>
      Each night, applications older than this end with their answers, measures, and edits. One with a record stays as
      long as a rule asks to keep the record. What ended does not come back.
    </p>
    <ActionForm
      action={actions.keep}
      csrf={csrf}
      submit="Save years"
      hidden={{ provider_id: providerId }}
      fields={[
        {
          name: "keep_years",
          label: "Whole years after the application's own",
          type: "number",
          value: String(settings.keepYears),
          min: 2,
          max: 50,
        },
        {
          name: "confirm",
          label: `Type ${providerId} to keep fewer years than now`,
          type: "text",
          isOptional: true,
          hint: `It is ${settings.keepYears} now. More years need no confirmation.`,
        },
      ]}
    />
  </Card>
);

/** How a provider's portal links are chosen, for a new provider too. */
export const linkFields = (portalMode: PortalMode, linkDays: number): FormField[] => [
  {
    name: "portal_mode",
    label: "Kind of portal links",
    type: "select",
    value: portalMode,
    options: PORTAL_MODES.map((value) => ({ value, label: PORTAL_MODE_NAMES[value] })),
  },
  { name: "link_days", label: "Days that a link lives", type: "number", value: String(linkDays), min: 1, max: 366 },
];

function EndCard({ providerId, settings, csrf, actions }: Props) {
  const provider = { provider_id: providerId };
  const { portalEnabled } = settings;
  return (
    <Card title="End access" id="end">
      <p>Closing the portal keeps what is saved in it. It can be opened again.</p>
      <ActionForm
        action={actions.portal}
        csrf={csrf}
        kind="secondary"
        submit={portalEnabled ? "Close the portal" : "Open the portal"}
        hidden={{ ...provider, portal: portalEnabled ? "close" : "open" }}
      />
      <h3>Revoke all links</h3>
      <p>
        Every portal link that {providerId} has handed out stops working, and everyone who has the portal open is put
        out. {providerId} has to ask for new links and send them to its growers.
      </p>
      <ActionForm
        action={actions.revokeLinks}
        csrf={csrf}
        kind="danger"
        submit="Revoke all links"
        hidden={provider}
        fields={[{ name: "confirm", label: `Type ${providerId} to revoke all links`, type: "text" }]}
      />
      <h3>Off-board</h3>
      <p>
        Revokes every key and link, closes the portal, and switches webhooks off, in one step. Fields and answers stay
        until they are erased by <code>npm run provider -- erase {providerId}</code>; <code>export</code> writes them
        out before.
      </p>
      <ActionForm
        action={actions.offboard}
        csrf={csrf}
        kind="danger"
        submit="Off-board this provider"
        hidden={provider}
        fields={[{ name: "confirm", label: `Type ${providerId} to off-board it`, type: "text" }]}
      />
    </Card>
  );
}
