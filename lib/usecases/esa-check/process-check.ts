import { v7 as uuidv7 } from "uuid";
import { asProviderAtHome } from "@/lib/data/plain-statements";
import { applicationIdentity, type ClaimIdentity } from "@/lib/data/claims";
import { findRegulatedAreas } from "@/lib/data/regulated-areas";
import {
  beginCheck,
  saveCheck,
  type CheckState,
  type CheckToSave,
  type SavedApplication,
} from "@/lib/data/saved-checks";
import type { ApplicationInput } from "@/lib/domain/application";
import { oneYearAfter } from "@/lib/domain/calendar";
import type { CreditSource } from "@/lib/domain/mitigation";
import type { RegulatedAreas } from "@/lib/domain/pula";
import type { SoilOutcome } from "@/lib/domain/soil";
import type { SoilFailure } from "@/lib/domain/soil-survey";
import type { Rulebook } from "@/lib/domain/tables";
import type { AssessmentResult } from "@/lib/engine/assess";
import { refuseMoved } from "@/lib/usecases/claims/refuse-moved";
import { answeredPart } from "@/lib/usecases/attestations/asked";
import { SupersededError, type CheckContext, type CheckRequest, type EsaCheck } from "@/lib/usecases/esa-check/check";
import { areasOf, assessCheck, withSiblings, type CheckedState } from "@/lib/usecases/esa-check/assess-check";
import { refuseConflicts } from "@/lib/usecases/claims/conflicts";
import { analyzeSoilFrom, findStored } from "@/lib/usecases/fields/analyze-soil";
import { derivedSources, keepGround, selectionsAfterSave } from "@/lib/usecases/fields/soil-credits";
import { queueEnrichment } from "@/lib/usecases/fields/soil-enrichment";
import { holdingClaims, type Held } from "@/lib/usecases/claims/hold-claims";
import { optionTree } from "@/lib/usecases/mitigations/option-tree";
import { linkMaker } from "@/lib/usecases/links/issue-link";
import type { ResolvedProducts } from "@/lib/usecases/products/resolve-products";

interface Prepared {
  rulebook: Rulebook;
  resolved: ResolvedProducts;
}

/** What is saved under the identities a check writes, all of it claimed until the save. */
interface Claimed {
  held: Held<CheckedState>;
  field: CheckState["fields"][number] | null;
  application: SavedApplication | null;
  year: number;
  /** When the bulk job was accepted; null for a request of its own. */
  submittedAt: Date | null;
}

/**
 * A check that is saved: claim, read, assess, save. Outside calls happen between the two transactions, never
 * inside one.
 */
export function processCheck(context: CheckContext, request: CheckRequest, prepared: Prepared): Promise<EsaCheck> {
  const { deps, provider, signal } = context;
  const { applicationId, applicationDate } = request.application;
  const year = Number(applicationDate.slice(0, 4));
  const names = { accountId: request.accountId, providerFieldId: request.providerFieldId, applicationId, year };
  // Area lookup needs no lock, so it starts alongside the claim. Errors surface at the `await` below.
  const find = context.findAreas ?? ((query) => findRegulatedAreas(deps.db, query));
  const foundAreas = find(areasOf(request, prepared.resolved));
  foundAreas.catch(() => undefined);
  const claims: ClaimIdentity[] = [
    { kind: "application", identity: applicationIdentity(request.accountId, applicationId) },
    { kind: "field", identity: request.providerFieldId, boundaryHash: request.boundary.hash },
  ];
  return holdingClaims(
    context,
    claims,
    async (tx, token) => {
      const state = await beginCheck(tx, provider.providerId, { claims, token }, names);
      if (state === null) return null;
      refuseConflicts(state, request.accountId);
      refuseSuperseded(context, request, state);
      return withSiblings(tx, provider.providerId, state, { products: prepared.resolved.products, year });
    },
    async (held) => {
      // Read under the claim: a request that waited for its field finds the soil that the one before it stored.
      const [areas, stored] = await Promise.all([foundAreas, findStored(context, request.boundary)]);
      signal.throwIfAborted();
      const { outcome: soil, failure: soilFailure } = await analyzeSoilFrom(context, request.boundary, stored);
      signal.throwIfAborted();
      const [field = null] = held.state.fields;
      const [application = null] = held.state.applications;
      const claimed = { held, field, application, year, submittedAt: context.acceptedAt ?? null };
      return assessAndSave(context, request, { ...prepared, claimed, areas, soil, soilFailure });
    },
  );
}

/**
 * An item of a bulk job waits its turn. Whatever was sent for its application after the job is newer, and so is a boundary that
 * was sent for its field with another application: both stand. Read under the claims, so that nothing is saved in between.
 */
function refuseSuperseded(
  { acceptedAt }: CheckContext,
  { boundary }: CheckRequest,
  { applications: [application], fields: [field] }: CheckState,
): void {
  if (acceptedAt === undefined) return;
  const isNewer = (sentAt: string | null | undefined) => sentAt != null && new Date(sentAt) > acceptedAt;
  if (isNewer(application?.submittedAt)) throw new SupersededError("applicationChanged");
  if (field?.boundaryHash !== boundary.hash && isNewer(field?.boundarySentAt))
    throw new SupersededError("fieldChanged");
}

interface Gathered extends Prepared {
  claimed: Claimed;
  areas: RegulatedAreas;
  soil: SoilOutcome;
  /** Why there is no soil. */
  soilFailure: SoilFailure | null;
}

async function assessAndSave(context: CheckContext, request: CheckRequest, gathered: Gathered): Promise<EsaCheck> {
  const { deps, provider } = context;
  const { claimed, rulebook } = gathered;
  const { application, found, result } = await assessCheck(deps, request, {
    ...gathered,
    state: claimed.held.state,
  });
  const ids = idsOf(claimed);
  const job = { providerId: provider.providerId, fieldId: ids.fieldId, boundaryHash: request.boundary.hash };
  const notices = await queueEnrichment(deps, job, { issues: result.assessment.issues, failure: gathered.soilFailure });
  for (const issues of new Set([found.assessment.issues, result.assessment.issues])) issues.push(...notices);
  const derived = derivedSources(gathered.soil, claimed.field?.boundaryHash === request.boundary.hash);
  const portalExpiresAt = oneYearAfter(result.assessment.calculatedAt);
  const links = linkMaker(deps, provider, claimed.field?.tokenSealed ?? null);
  const target = { ...ids, isGrouped: application.providerGroupId !== null };
  const link = links.make(target, request.linkLife === "portal" ? portalExpiresAt : provider.portalLinkTtlS);
  const selected = selectionsAfterSave(claimed.held.state.selections, result.autoSelections, derived);
  const check: EsaCheck = {
    esaRequired: true,
    saved: { ...ids, link, portalExpiresAt, userEmail: application.userEmail },
    assessment: result.assessment,
    options: request.withOptions ? optionTree(rulebook.menus.epa_runoff, selected) : null,
  };
  await asProviderAtHome(deps.db, provider.providerId, async (tx) => {
    const outcome = await saveCheck(tx, provider.providerId, {
      ...toSave(request, claimed, { ...ids, portalExpiresAt, application, result: found, derived }),
      assessment: { ...found.assessment, answered: answeredPart(result.assessment) },
      portalToken: links.tokenToSave,
      requestId: context.requestId ?? null,
    });
    refuseMoved(outcome, "it was checked");
    await context.alongside?.(tx, check);
  });
  return check;
}

const idsOf = ({ field, application }: Claimed): { fieldId: string; applicationEventId: string } => ({
  fieldId: field?.fieldId ?? uuidv7(),
  applicationEventId: application?.applicationEventId ?? uuidv7(),
});

function toSave(
  request: CheckRequest,
  claimed: Claimed,
  made: {
    fieldId: string;
    applicationEventId: string;
    portalExpiresAt: Date;
    application: ApplicationInput;
    result: AssessmentResult;
    derived: CreditSource[];
  },
): Omit<CheckToSave, "portalToken" | "assessment" | "requestId"> {
  return {
    claimToken: claimed.held.token,
    claimCount: claimed.held.claims.length,
    field: {
      fieldId: made.fieldId,
      expectedRevision: claimed.field?.revision ?? null,
      accountId: request.accountId,
      providerFieldId: request.providerFieldId,
      fieldName: request.fieldName,
      boundary: request.boundary.geometry,
      boundaryHash: request.boundary.hash,
      ground: keepGround(
        claimed.held.state,
        { boundaryHash: request.boundary.hash, year: claimed.year },
        made.result.ground,
      ),
      portalExpiresAt: made.portalExpiresAt,
    },
    application: {
      ...made.application,
      applicationEventId: made.applicationEventId,
      expectedRevision: claimed.application?.revision ?? null,
      submittedAt: claimed.submittedAt,
    },
    requirements: made.result.requirements,
    autoSelections: made.result.autoSelections,
    derivedSources: made.derived,
    year: claimed.year,
    assessmentId: uuidv7(),
  };
}
