import { ActionForm } from "@/components/console/action-form";
import { Records } from "@/components/console/records";
import { Card } from "@/components/ui/card";
import { ZonedTime } from "@/components/ui/local-time";
import { StatusBadge } from "@/components/ui/status-badge";
import type { ApiKeyRecord } from "@/lib/domain/provider";
import type { FormAction } from "@/lib/views/console/forms";

interface Props {
  providerId: string;
  keys: readonly ApiKeyRecord[];
  now: Date;
  csrf: string;
  /** Null: the reader may look and not act. */
  actions: { issue: FormAction; rotate: FormAction; revoke: FormAction } | null;
}

const isLive = ({ revokedAt, expiresAt }: ApiKeyRecord, now: Date): boolean =>
  revokedAt === null && (expiresAt === null || expiresAt > now);

/** A provider's keys: when each was made and last used, and what can be done with it. */
export function ProviderKeys({ providerId, keys, now, csrf, actions }: Props) {
  const live = keys.filter((key) => isLive(key, now));
  return (
    <Card title="API keys" id="keys">
      <Records
        caption="Keys, newest last. A key itself is shown once and not kept."
        columns={["Key", "State", "Environment", "Created", "Last used", "Ends"]}
        empty="This provider has no key yet."
        rows={keys.map((key) => ({
          id: key.keyId,
          cells: [
            <code key="prefix">{key.prefix}…</code>,
            <KeyState key="state" isLive={isLive(key, now)} isRevoked={key.revokedAt !== null} />,
            key.environment,
            <ZonedTime key="created" at={key.createdAt.toISOString()} />,
            <Moment key="used" at={key.lastUsedAt} otherwise="never" />,
            <Moment key="ends" at={key.revokedAt ?? key.expiresAt} otherwise="no date" />,
          ],
        }))}
      />
      {actions === null ? null : (
        <>
          {live.map(({ keyId, prefix }) => (
            <LiveKey key={keyId} {...{ providerId, csrf, actions, prefix }} isOnly={live.length === 1} />
          ))}
          <h3>Issue a key</h3>
          <ActionForm
            action={actions.issue}
            csrf={csrf}
            submit="Issue key"
            hidden={{ provider_id: providerId }}
            fields={[
              {
                name: "expires",
                label: "Last day",
                type: "date",
                isOptional: true,
                hint: "At most two keys are live at once, so that one can follow the other.",
              },
            ]}
          />
        </>
      )}
    </Card>
  );
}

function KeyState({ isLive: live, isRevoked }: { isLive: boolean; isRevoked: boolean }) {
  if (live) return <StatusBadge standing="met">Live</StatusBadge>;
  return <StatusBadge standing="not_applicable">{isRevoked ? "Revoked" : "Ended"}</StatusBadge>;
}

const Moment = ({ at, otherwise }: { at: Date | null; otherwise: string }) =>
  at === null ? otherwise : <ZonedTime at={at.toISOString()} />;

interface LiveKeyProps {
  providerId: string;
  prefix: string;
  /** The provider has no other key that works. */
  isOnly: boolean;
  csrf: string;
  actions: NonNullable<Props["actions"]>;
}

function LiveKey({ providerId, prefix, isOnly, csrf, actions }: LiveKeyProps) {
  const hidden = { provider_id: providerId, prefix };
  const whatEnds = isOnly
    ? `This is the only key that works: every request of ${providerId} is refused within a minute.`
    : `Every request of ${providerId} with this key is refused within a minute. The other key works on.`;
  return (
    // Not folded: without a script the outcome, a key shown once, would come back behind the fold.
    <section aria-label={`Key ${prefix}`}>
      <h3>Rotate or revoke {prefix}…</h3>
      <ActionForm
        action={actions.rotate}
        csrf={csrf}
        submit="Rotate key"
        kind="secondary"
        hidden={hidden}
        fields={[
          {
            name: "overlap_hours",
            label: "Hours that the old key works on",
            type: "number",
            value: "72",
            min: 0,
            max: 672,
          },
        ]}
      />
      <ActionForm
        action={actions.revoke}
        csrf={csrf}
        submit="Revoke key now"
        kind="danger"
        hidden={hidden}
        fields={[
          {
            name: "confirm",
            label: `Type ${prefix} to revoke this key`,
            type: "text",
            hint: `${whatEnds} Portal links keep working. A revoked key cannot be brought back.`,
          },
        ]}
      />
    </section>
  );
}
