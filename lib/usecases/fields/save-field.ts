import { v7 as uuidv7 } from "uuid";
import type { ClaimIdentity } from "@/lib/data/claims";
import { asProvider } from "@/lib/data/db";
import { beginCheck, type CheckState } from "@/lib/data/saved-checks";
import { saveProcessedField } from "@/lib/data/saved-fields";
import { oneYearAfter, utcDay } from "@/lib/domain/calendar";
import type { County, FieldBoundary, FieldGround } from "@/lib/domain/field";
import type { Selection } from "@/lib/domain/mitigation";
import type { Provider } from "@/lib/domain/provider";
import type { SoilOutcome } from "@/lib/domain/soil";
import type { Rulebook } from "@/lib/domain/tables";
import { SQM_PER_HA } from "@/lib/domain/units";
import { autoCredits, hasUnresolvedCounty } from "@/lib/engine/runoff/auto-credits";
import { scoreFactsOf } from "@/lib/engine/runoff/rescore";
import { scoreByLowest } from "@/lib/engine/runoff/score";
import { approximateAreaHa } from "@/lib/geo/area";
import { rulebookAsOf } from "@/lib/rulebook/load";
import { refuseFieldConflicts } from "@/lib/usecases/claims/conflicts";
import { refuseMoved } from "@/lib/usecases/claims/refuse-moved";
import { analyzeSoilFrom, findStored } from "@/lib/usecases/fields/analyze-soil";
import { noSoil } from "@/lib/usecases/fields/no-soil";
import type { SoilContext } from "@/lib/usecases/fields/soil-context";
import { classify, findFieldAreas, listedCounties } from "@/lib/usecases/fields/field-facts";
import { derivedSources, keepGround, selectionsAfterSave } from "@/lib/usecases/fields/soil-credits";
import { holdingClaims, type Held } from "@/lib/usecases/claims/hold-claims";
import { optionTree, type OptionTree } from "@/lib/usecases/mitigations/option-tree";
import { linkMaker, requirePortalLinks, type PortalLink } from "@/lib/usecases/links/issue-link";

export interface FieldRequest {
  accountId: string;
  providerFieldId: string;
  fieldName: string;
  boundary: FieldBoundary;
  year: number | null;
  withOptions: boolean;
  /** `abort`: no soil, no field. `continue`: the field is saved with what there is. */
  onSoilFailure: "abort" | "continue";
  /** Automatic credits that the new ground does not support: taken away, or kept and worth nothing. */
  onLostCredits: "remove" | "keep";
  /** Whether the portal link lives as long as the provider's links do, or as long as the portal. */
  linkLife: "provider" | "portal";
}

export interface SavedField {
  fieldId: string;
  providerFieldId: string;
  year: number;
  /** Null: the provider's portal is switched off. */
  link: PortalLink | null;
  portalExpiresAt: Date;
  soil: SoilOutcome;
  counties: County[];
  pulaIds: number[];
  appliedSubOptionIds: number[];
  totalPoints: number;
  options: OptionTree | null;
}

export type FieldContext = SoilContext & { provider: Provider };

/** Saves a field with its soil and the runoff credits of a year. Creates no application, looks at no product. */
export async function saveField(context: FieldContext, request: FieldRequest): Promise<SavedField> {
  const { deps, provider } = context;
  requirePortalLinks(deps, provider);
  const year = request.year ?? deps.clock().getUTCFullYear();
  const names = { accountId: request.accountId, providerFieldId: request.providerFieldId, applicationId: "", year };
  const claims: ClaimIdentity[] = [{ kind: "field", identity: request.providerFieldId }];
  return holdingClaims(
    context,
    claims,
    async (tx, token) => {
      const state = await beginCheck(tx, provider.providerId, { claims, token }, names);
      if (state !== null) refuseFieldConflicts(state, request.accountId);
      return state;
    },
    (held) => processAndSave(context, request, { held, year }),
  );
}

interface Claimed {
  held: Held<CheckState>;
  year: number;
}

async function processAndSave(context: FieldContext, request: FieldRequest, claimed: Claimed): Promise<SavedField> {
  const { deps, signal } = context;
  const today = utcDay(deps.clock());
  const areas = await findFieldAreas(deps, request.boundary, today);
  signal.throwIfAborted();
  const stored = await findStored(context, request.boundary);
  const { outcome: soil, failure } = await analyzeSoilFrom(context, request.boundary, stored);
  signal.throwIfAborted();
  if (soil.summary === null && request.onSoilFailure === "abort") throw noSoil(failure);
  const rulebook = rulebookAsOf(`${claimed.year}-12-31`);
  const counties = classify(areas, rulebook);
  const derived = autoCredits(rulebook.autoCredits, { soil: soil.summary, counties, onDate: today });
  const ground = groundOf(request, claimed, { soil, counties, derived });
  const saved = await save(context, request, { ...claimed, soil, derived, ground });
  const applied = selectionsAfterSave(claimed.held.state.selections, derived, renewedSources(request, claimed, soil));
  const appliedIds = applied
    .filter(({ system }) => system === "epa_runoff")
    .map(({ subOptionId }) => subOptionId)
    .sort((a, b) => a - b);
  return {
    ...saved,
    providerFieldId: request.providerFieldId,
    year: claimed.year,
    soil,
    counties: listedCounties(counties),
    pulaIds: areas.pulas.map(({ pulaId }) => pulaId),
    appliedSubOptionIds: appliedIds,
    totalPoints: totalPoints(rulebook, applied, { ground, year: claimed.year }),
    options: request.withOptions ? optionTree(rulebook.menus.epa_runoff, applied) : null,
  };
}

interface Facts {
  soil: SoilOutcome;
  derived: readonly Selection[];
}

const isSameGround = ({ boundary }: FieldRequest, { held }: Claimed): boolean =>
  held.state.fields[0]?.boundaryHash === boundary.hash;

/** Sources whose credits are derived again; of the others, what is saved stays. */
const renewedSources = (request: FieldRequest, claimed: Claimed, soil: SoilOutcome) =>
  request.onLostCredits === "keep" ? [] : derivedSources(soil, isSameGround(request, claimed));

/** The ground to save with the field. */
const groundOf = (
  { boundary }: FieldRequest,
  { held, year }: Claimed,
  { soil, counties, derived }: Facts & { counties: readonly County[] },
): FieldGround =>
  keepGround(
    held.state,
    { boundaryHash: boundary.hash, year },
    {
      soil: soil.summary,
      areaSqm: approximateAreaHa(boundary.geometry) * SQM_PER_HA,
      derivedByYear: { [year]: derived.map(({ subOptionId }) => subOptionId) },
      hasUnresolvedCounty: hasUnresolvedCounty(counties),
    },
  );

/**
 * What the selections earn on this ground, without an application: by the lowest reading of every figure, as everywhere, and nothing for a credit
 * that stays listed though the ground no longer supports it. The bonus is no selection.
 */
function totalPoints(
  { menus: { epa_runoff: menu } }: Rulebook,
  selections: readonly Selection[],
  { ground, year }: { ground: FieldGround; year: number },
): number {
  const facts = scoreFactsOf({ selections, ground, year, applicationDate: null }, menu.system, []);
  const ids = new Set(selections.map(({ subOptionId }) => subOptionId));
  return scoreByLowest(menu, facts)
    .credited.filter(({ subOptionId }) => ids.has(subOptionId))
    .reduce((sum, { points }) => sum + points, 0);
}

async function save(
  { deps, provider }: FieldContext,
  request: FieldRequest,
  { held, year, soil, derived, ground }: Claimed & Facts & { ground: FieldGround },
): Promise<Pick<SavedField, "fieldId" | "link" | "portalExpiresAt">> {
  const { providerId } = provider;
  const [existing] = held.state.fields;
  const fieldId = existing?.fieldId ?? uuidv7();
  const portalExpiresAt = oneYearAfter(deps.clock());
  const links = linkMaker(deps, provider, existing?.tokenSealed ?? null);
  await asProvider(deps.db, providerId, async (tx) => {
    const outcome = await saveProcessedField(tx, providerId, {
      claimToken: held.token,
      claimCount: held.claims.length,
      portalToken: links.tokenToSave,
      field: {
        fieldId,
        expectedRevision: existing?.revision ?? null,
        accountId: request.accountId,
        providerFieldId: request.providerFieldId,
        fieldName: request.fieldName,
        boundary: request.boundary.geometry,
        boundaryHash: request.boundary.hash,
        ground,
        portalExpiresAt,
      },
      autoSelections: [...derived],
      derivedSources: renewedSources(request, { held, year }, soil),
      year,
    });
    refuseMoved(outcome, "it was processed");
  });
  const target = { fieldId, applicationEventId: null, isGrouped: false };
  const link = links.make(target, request.linkLife === "portal" ? portalExpiresAt : provider.portalLinkTtlS);
  return { fieldId, link, portalExpiresAt };
}
