import { randomUUID } from "node:crypto";
import { v7 as uuidv7 } from "uuid";
import { asProvider } from "@/lib/data/db";
import { applicationIdentity, releaseClaims, takeClaims, type ClaimIdentity } from "@/lib/data/claims";
import { findRegulatedAreas } from "@/lib/data/regulated-areas";
import { findCheckState, saveCheck, type CheckState, type SavedApplication } from "@/lib/data/saved-checks";
import type { ApplicationInput } from "@/lib/domain/application";
import { ServiceError } from "@/lib/domain/errors";
import { registrantRegistration, canonicalRegistration } from "@/lib/domain/registration";
import type { RegulatedAreas } from "@/lib/domain/pula";
import type { SoilOutcome } from "@/lib/domain/soil";
import type { Rulebook } from "@/lib/domain/tables";
import { assess, type AssessmentResult } from "@/lib/engine/assess";
import type { ExemptionClaim } from "@/lib/engine/runoff/entry";
import type { CheckContext, CheckRequest, EsaCheck } from "@/lib/usecases/esa-check/check";
import { optionTree } from "@/lib/usecases/mitigations/option-tree";
import { issueLink } from "@/lib/usecases/portal/issue-link";
import { findRules, type ResolvedProducts } from "@/lib/usecases/products/resolve-products";

interface Prepared {
  rulebook: Rulebook;
  resolved: ResolvedProducts;
}

/** The identities a check will write, with what is saved under them; all of it is claimed until the save. */
interface Claimed {
  token: string;
  claims: ClaimIdentity[];
  state: CheckState;
  field: CheckState["fields"][number] | null;
  application: SavedApplication | null;
  year: number;
}

/**
 * A check that is saved: claim, read, assess, save.
 *
 * The claim is committed first, so that a second request on the same field or application is told so at once;
 * it goes with the final transaction, or is given back when anything fails. Outside calls happen between the
 * two transactions, never inside one.
 */
export async function processCheck(
  context: CheckContext,
  request: CheckRequest,
  prepared: Prepared,
): Promise<EsaCheck> {
  const { deps, provider, signal } = context;
  const claimed = await claim(context, request);
  try {
    const areas = await findRegulatedAreas(deps.db, areaQuery(request, prepared.resolved));
    signal.throwIfAborted();
    const soil = await deps.soil.findSoil(request.boundary, signal);
    signal.throwIfAborted();
    return await assessAndSave(context, request, { ...prepared, claimed, areas, soil });
  } catch (error) {
    // The lease would free them as well; giving them back spares the caller the wait.
    await releaseClaims(deps.db, provider.providerId, claimed.token).catch((failure: unknown) => {
      deps.log.warn({ err: failure }, "claims were not given back; their lease will run out");
    });
    throw error;
  }
}

async function claim({ deps, provider }: CheckContext, request: CheckRequest): Promise<Claimed> {
  const { providerId } = provider;
  const { applicationId, applicationDate } = request.application;
  const token = randomUUID();
  const claims: ClaimIdentity[] = [
    { kind: "application", identity: applicationIdentity(request.accountId, applicationId) },
    { kind: "field", identity: request.providerFieldId },
  ];
  const year = Number(applicationDate.slice(0, 4));
  const names = { accountId: request.accountId, providerFieldId: request.providerFieldId, applicationId, year };
  const state = await asProvider(deps.db, providerId, async (tx) => {
    if (!(await takeClaims(tx, providerId, claims, token))) {
      throw new ServiceError("processingConflict", "Another request is working on this field or application.");
    }
    const found = await findCheckState(tx, providerId, names);
    refuseConflicts(found, request.accountId);
    return found;
  });
  return { token, claims, state, field: state.fields[0] ?? null, application: state.applications[0] ?? null, year };
}

function refuseConflicts({ fields, applications }: CheckState, accountId: string): void {
  const [field] = fields;
  const [application] = applications;
  if (fields.length > 1) {
    throw new ServiceError("duplicateField", "More than one live field has this provider field id.");
  }
  if (field !== undefined && field.accountId !== accountId) {
    throw new ServiceError("fieldOwnershipConflict", "This provider field id belongs to another account.");
  }
  if (applications.length > 1) {
    throw new ServiceError("duplicateApplication", "More than one live application has this application id.");
  }
  if (application !== undefined && application.fieldId !== field?.fieldId) {
    throw new ServiceError("applicationFieldConflict", "This application id is in use for another field.");
  }
}

function areaQuery(request: CheckRequest, { products }: ResolvedProducts): Parameters<typeof findRegulatedAreas>[1] {
  const numbers = request.application.products.flatMap(({ epaNumber }) => {
    const canonical = epaNumber === null ? null : canonicalRegistration(epaNumber);
    return canonical === null ? [] : [canonical, registrantRegistration(canonical)];
  });
  const ingredients = products.flatMap(({ record }) => record?.ingredients.map(({ name }) => name.toLowerCase()) ?? []);
  return {
    boundary: request.boundary.geometry,
    searchMiles: request.searchMiles,
    onDate: request.application.applicationDate,
    registrations: [...new Set(numbers)],
    ingredients: [...new Set(ingredients)],
    withGeometry: request.withGeometry,
    withShare: request.withExplanation,
  };
}

/** Saved exemptions stay with their application over every recheck. */
function exemptionOf(application: SavedApplication | null): ExemptionClaim | null {
  const saved = application?.exemption ?? null;
  if (saved === null) return null;
  return {
    required: saved.required,
    evaluatedAt: saved.evaluatedAt === null ? null : new Date(saved.evaluatedAt),
    reasons: saved.reasons,
  };
}

interface Gathered extends Prepared {
  claimed: Claimed;
  areas: RegulatedAreas;
  soil: SoilOutcome;
}

async function assessAndSave(context: CheckContext, request: CheckRequest, gathered: Gathered): Promise<EsaCheck> {
  const { deps, provider } = context;
  const { claimed, resolved, rulebook } = gathered;
  const application = applicationOf(request, claimed.application);
  const result = assess({
    now: deps.clock(),
    application,
    products: resolved.products,
    limitationRules: resolved.catalogue === null ? [] : await findRules(deps, resolved.catalogue.dataSetId),
    areas: gathered.areas,
    soil: gathered.soil,
    selections: claimed.state.selections,
    exemption: exemptionOf(claimed.application),
    rulebook,
    catalogueVersion: resolved.catalogue?.version ?? null,
  });
  const ids = {
    fieldId: claimed.field?.fieldId ?? uuidv7(),
    applicationEventId: claimed.application?.applicationEventId ?? uuidv7(),
  };
  const portalExpiresAt = oneYearAfter(result.assessment.calculatedAt);
  const link = await asProvider(deps.db, provider.providerId, async (tx) => {
    const outcome = await saveCheck(tx, provider.providerId, {
      ...toSave(request, claimed, { ...ids, portalExpiresAt, application, result }),
    });
    if (!outcome.heldClaims) {
      throw new ServiceError("processingConflict", "This check took too long, and another request took its place.");
    }
    if (!outcome.fieldUnchanged) throw new ServiceError("fieldChanged", "The field changed while it was checked.");
    if (!outcome.applicationUnchanged) {
      throw new ServiceError("applicationChanged", "The application changed while it was checked.");
    }
    const isGrouped = application.providerGroupId !== null;
    const target = { fieldId: ids.fieldId, applicationEventId: isGrouped ? ids.applicationEventId : null };
    return issueLink(deps, tx, provider, target);
  });
  const selected = [...result.autoSelections, ...claimed.state.selections.filter(({ source }) => source === "portal")];
  return {
    esaRequired: true,
    saved: { ...ids, link, portalExpiresAt, userEmail: application.userEmail },
    assessment: result.assessment,
    options: request.withOptions ? optionTree(rulebook.menus.epa_runoff, selected) : null,
  };
}

/** Group and e-mail stay as saved when they are left out; everything else is as it was sent. */
const applicationOf = (request: CheckRequest, saved: SavedApplication | null): ApplicationInput => ({
  ...request.application,
  providerGroupId: request.providerGroupId === undefined ? (saved?.providerGroupId ?? null) : request.providerGroupId,
  userEmail: request.userEmail === undefined ? (saved?.userEmail ?? null) : request.userEmail,
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
  },
): Parameters<typeof saveCheck>[2] {
  return {
    claimToken: claimed.token,
    claimCount: claimed.claims.length,
    field: {
      fieldId: made.fieldId,
      expectedRevision: claimed.field?.revision ?? null,
      accountId: request.accountId,
      providerFieldId: request.providerFieldId,
      fieldName: request.fieldName,
      boundary: request.boundary.geometry,
      boundaryHash: request.boundary.hash,
      portalExpiresAt: made.portalExpiresAt,
    },
    application: {
      ...made.application,
      applicationEventId: made.applicationEventId,
      expectedRevision: claimed.application?.revision ?? null,
    },
    requirements: made.result.requirements,
    autoSelections: made.result.autoSelections,
    year: claimed.year,
    assessmentId: uuidv7(),
    assessment: made.result.assessment,
  };
}

function oneYearAfter(date: Date): Date {
  const later = new Date(date);
  later.setUTCFullYear(later.getUTCFullYear() + 1);
  return later;
}
