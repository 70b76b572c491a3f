import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { type ConsoleVisit, requireOperator } from "@/app/console/access";
import * as keyActions from "@/app/console/(pages)/providers/[providerId]/keys/actions";
import * as actions from "@/app/console/(pages)/providers/actions";
import { BrandCard } from "@/components/console/brand-card";
import { ProviderKeys } from "@/components/console/provider-keys";
import { ProviderSettingsForms } from "@/components/console/provider-settings";
import { ButtonLink } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { Facts } from "@/components/ui/facts";
import { ZonedTime } from "@/components/ui/local-time";
import { Notice } from "@/components/ui/notice";
import { listApiKeys } from "@/lib/auth/api-keys";
import { readOffboarding, readProvider, type ProviderSettings } from "@/lib/usecases/operations/manage-providers";
import { accentUses, readAccent } from "@/lib/usecases/operations/set-branding";
import { readProviderLogo } from "@/lib/usecases/portal/read-logo";
import { PORTAL_MODE_NAMES } from "@/lib/views/console/words";
import styles from "@/components/console/search.module.css";

interface Props {
  params: Promise<{ providerId: string }>;
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}

const DAY_S = 86_400;

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { providerId } = await params;
  return { title: `${providerId} · Hedgerow console` };
}

/** A color to try that an address names; null where it names none that is one. */
function triedColor(text: unknown): string | null {
  try {
    return typeof text === "string" ? readAccent(text) : null;
  } catch {
    return null;
  }
}

export default async function ProviderPage({ params, searchParams }: Props) {
  const visit = await requireOperator("read");
  const { providerId } = await params;
  const provider = await readProvider(visit.deps.db, providerId);
  if (provider === null) notFound();
  const { can, csrf } = visit;
  const offboardedAt = await readOffboarding(visit.deps.db, providerId);
  const settings = { ...provider, linkDays: provider.portalLinkTtlS / DAY_S };
  return (
    <>
      <h1>{provider.name}</h1>
      {offboardedAt === null ? null : (
        <Notice tone="warn" title="This provider is off-boarded.">
          <p>
            Since <ZonedTime at={offboardedAt.toISOString()} /> no key of it works, and its portal is closed. A new key
            or an open portal lets it in again.
          </p>
        </Notice>
      )}
      <ProviderFacts provider={settings} />
      <p className={styles.links}>
        <ButtonLink href={`/console/providers/${providerId}/webhooks`}>Webhooks and deliveries</ButtonLink>
        <ButtonLink href={`/console/providers/${providerId}/usage`}>Usage and bulk jobs</ButtonLink>
      </p>
      <KeysPart visit={visit} providerId={providerId} />
      <BrandPart visit={visit} provider={provider} tried={triedColor((await searchParams).accent)} />
      {can("manage_providers") ? (
        <ProviderSettingsForms
          providerId={providerId}
          settings={settings}
          csrf={csrf}
          actions={{
            portal: actions.setPortalEnabled,
            links: actions.setPortalLinks,
            attestations: actions.setAttestations,
            keep: actions.setKeepYears,
            revokeLinks: actions.revokeLinks,
            offboard: actions.offboardProvider,
          }}
        />
      ) : null}
    </>
  );
}

const ProviderFacts = ({ provider }: { provider: ProviderSettings & { linkDays: number } }) => (
  <Card>
    <Facts
      facts={[
        { label: "Provider id", value: provider.providerId },
        { label: "Created", value: <ZonedTime at={provider.createdAt.toISOString()} /> },
        { label: "Portal", value: provider.portalEnabled ? "Open" : "Closed" },
        { label: "Portal links", value: `${PORTAL_MODE_NAMES[provider.portalMode]}, ${provider.linkDays} days` },
        { label: "Applicators' answers", value: provider.attestationsCount ? "Count" : "Are shown only" },
        { label: "Applications are kept", value: `${provider.keepYears} years after their own` },
        { label: "Link generation", value: String(provider.linkGeneration) },
      ]}
    />
  </Card>
);

async function KeysPart({ visit: { deps, csrf, can }, providerId }: { visit: ConsoleVisit; providerId: string }) {
  const { issueKey: issue, rotateKey: rotate, revokeKey: revoke } = keyActions;
  return (
    <ProviderKeys
      providerId={providerId}
      keys={await listApiKeys(deps.db, providerId)}
      now={deps.clock()}
      csrf={csrf}
      actions={can("manage_keys") ? { issue, rotate, revoke } : null}
    />
  );
}

interface BrandPartProps {
  visit: ConsoleVisit;
  provider: ProviderSettings;
  /** A color to show in place of the saved one. */
  tried: string | null;
}

async function BrandPart({ visit: { deps, csrf, can }, provider, tried }: BrandPartProps) {
  const logo = await readProviderLogo(deps, provider.providerId);
  const accent = tried ?? provider.brandAccent;
  return (
    <BrandCard
      providerId={provider.providerId}
      name={provider.brandName ?? provider.name}
      brandName={provider.brandName}
      accent={accent}
      samples={accent === null ? [] : accentUses(accent)}
      logo={logo === null ? null : `data:${logo.type};base64,${Buffer.from(logo.bytes).toString("base64")}`}
      csrf={csrf}
      action={can("manage_providers") ? actions.saveBranding : null}
    />
  );
}
