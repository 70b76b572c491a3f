import { createHash } from "node:crypto";
import { esaCheckBody, toCheckRequest } from "@/lib/contracts/v2/esa-check-request";
import { asProvider } from "@/lib/data/db";
import type { Deps } from "@/lib/runtime/deps";
import { checkEsa } from "@/lib/usecases/esa-check/check-esa";
import { signedLink } from "@/lib/usecases/links/issue-link";
import { DEMO_APPLICATIONS, type DemoApplication, SHOWN_APPLICATION } from "@/prisma/seed/applications";
import { FieldChoice } from "@/prisma/seed/field-choice";
import type { FieldFeature } from "@/prisma/seed/landscape/fields";
import type { Landscape } from "@/prisma/seed/landscape/landscape";
import type { ShownApplication } from "@/prisma/seed/load-drift";
import type { DemoProvider, DemoProviderId } from "@/prisma/seed/load-providers";

export type DemoProviders = Record<DemoProviderId, DemoProvider>;

export interface LoadedApplications {
  /** Checks run now; none when an earlier start has run them all. */
  checks: number;
  shown: ShownApplication & { portalUrl: string };
}

interface Saved {
  revision: number;
  applicationEventId: string;
  fieldId: string;
  portalExpiresAt: Date | null;
}

const DAY_MS = 86_400_000;
const identity = ({ accountId, applicationId }: Pick<DemoApplication, "accountId" | "applicationId">): string =>
  `${accountId} ${applicationId}`;

/**
 * Sends the demonstration's applications the way a provider does: a request body, its contract, the use case. What an
 * earlier start has sent is not sent again, unless its portal has closed since.
 */
export async function loadApplications(
  deps: Deps,
  providers: DemoProviders,
  landscape: Landscape,
): Promise<LoadedApplications> {
  const choice = new FieldChoice(landscape);
  const fields = new Map(DEMO_APPLICATIONS.map((application) => [application, choice.take(application.field)]));
  let checks = 0;
  for (const providerId of Object.keys(providers) as DemoProviderId[]) {
    const saved = await findSaved(deps, providerId);
    for (const [application, field] of fields) {
      if (application.providerId !== providerId) continue;
      for (const body of toSend(deps, application, field, saved.get(identity(application)))) {
        await send(deps, providers[providerId], body);
        checks += 1;
      }
    }
  }
  return { checks, shown: await showFirst(deps, providers["demo-provider"], fields) };
}

/** An application's revision counts how often it was sent, and computed after that. */
async function findSaved(deps: Deps, providerId: string): Promise<Map<string, Saved>> {
  const rows = await asProvider(deps.db, providerId, (tx) =>
    tx.application.findMany({
      where: { providerId, field: { archivedAt: null } },
      select: {
        accountId: true,
        applicationId: true,
        revision: true,
        applicationEventId: true,
        fieldId: true,
        field: { select: { portalExpiresAt: true } },
      },
    }),
  );
  return new Map(
    rows.map((row) => [
      identity(row),
      {
        revision: row.revision,
        applicationEventId: row.applicationEventId,
        fieldId: row.fieldId,
        portalExpiresAt: row.field.portalExpiresAt,
      },
    ]),
  );
}

function toSend(deps: Deps, application: DemoApplication, field: FieldFeature, saved: Saved | undefined): unknown[] {
  const bodies = application.sent.map((sent) => bodyOf(deps, application, field, sent));
  if (saved === undefined) return bodies;
  const isClosing = (saved.portalExpiresAt?.getTime() ?? 0) < deps.clock().getTime() + DAY_MS;
  return isClosing ? bodies.slice(-1) : bodies.slice(saved.revision);
}

function bodyOf(
  deps: Deps,
  application: DemoApplication,
  field: FieldFeature,
  sent: DemoApplication["sent"][number],
): unknown {
  const { date, providerId, accountId, applicationId } = application;
  const { provider_field_id, field_name } = field.properties;
  return {
    provider_id: providerId,
    account_id: accountId,
    provider_field_id,
    field_name,
    field_boundary: boundaryOf(field),
    application_id: applicationId,
    application_method: "Broadcast-Ground",
    application_date:
      typeof date === "string" ? date : new Date(deps.clock().getTime() + date * DAY_MS).toISOString().slice(0, 10),
    crop: ["Corn"],
    pest: ["Waterhemp"],
    ...sent,
  };
}

/** A field as a provider sends it, without what only the generator knows of it. */
export const boundaryOf = ({ geometry, properties }: FieldFeature) => ({
  type: "Feature" as const,
  properties: { name: properties.field_name },
  geometry,
});

async function send(deps: Deps, { provider }: DemoProvider, body: unknown): Promise<void> {
  const schema = esaCheckBody({
    geos: deps.geos,
    maxAreaHa: deps.env.MAX_FIELD_AREA_HA,
    sha256: (text) => createHash("sha256").update(text).digest("hex"),
  });
  const signal = AbortSignal.timeout(deps.env.REQUEST_DEADLINE_S * 1000);
  const check = await checkEsa({ deps, provider, signal }, toCheckRequest(schema.parse(body), false));
  if (check.saved === null) throw new Error("a demonstration application was not saved");
}

/** The field that is shown first, and a link to its portal: links run out, so every start makes a new one. */
async function showFirst(
  deps: Deps,
  { provider }: DemoProvider,
  fields: ReadonlyMap<DemoApplication, FieldFeature>,
): Promise<LoadedApplications["shown"]> {
  const application = DEMO_APPLICATIONS.find(({ applicationId }) => applicationId === SHOWN_APPLICATION);
  const field = application === undefined ? undefined : fields.get(application);
  const saved =
    application === undefined ? undefined : (await findSaved(deps, provider.providerId)).get(identity(application));
  if (field === undefined || saved === undefined) throw new Error(`${SHOWN_APPLICATION} is not there to be shown`);
  const target = { fieldId: saved.fieldId, applicationEventId: null, isGrouped: false };
  const link = signedLink(deps, provider, target, provider.portalLinkTtlS);
  const { applicationEventId, fieldId } = saved;
  return { applicationEventId, fieldId, field, portalUrl: link.url };
}
