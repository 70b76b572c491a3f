import type { StatementTx } from "@/lib/data/db";
import type { AreaQuery } from "@/lib/data/regulated-areas";
import type { ApplicationInput } from "@/lib/domain/application";
import type { Assessment } from "@/lib/domain/compliance";
import type { Problem } from "@/lib/domain/errors";
import type { FieldBoundary } from "@/lib/domain/field";
import type { Provider } from "@/lib/domain/provider";
import type { RegulatedAreas } from "@/lib/domain/pula";
import type { Deps } from "@/lib/runtime/deps";
import type { OptionTree } from "@/lib/usecases/mitigations/option-tree";
import type { PortalLink } from "@/lib/usecases/links/issue-link";

/** `undefined` keeps what is saved, null clears it. */
export type Patch<T> = T | null | undefined;

export interface CheckRequest {
  accountId: string;
  providerFieldId: string;
  fieldName: string;
  boundary: FieldBoundary;
  application: Omit<ApplicationInput, "providerGroupId" | "userEmail">;
  providerGroupId: Patch<string>;
  userEmail: Patch<string>;
  withGeometry: boolean;
  withSoilAnalysis: boolean;
  withOptions: boolean;
  withExplanation: boolean;
  /** Search distance for PULAs near the field, miles, within 0 to 10. */
  searchMiles: number;
  /** The portal link lives as long as the portal; left out: as long as the provider's links do. */
  linkLife?: "portal";
}

export interface EsaCheck {
  esaRequired: boolean;
  /** Null when no product has ESA language: nothing was saved. */
  saved: {
    fieldId: string;
    applicationEventId: string;
    /** Null: the provider's portal is switched off. */
    link: PortalLink | null;
    portalExpiresAt: Date;
    userEmail: string | null;
  } | null;
  assessment: Assessment;
  options: OptionTree | null;
}

const SUPERSEDED = {
  applicationChanged: "The application was sent again after this job was accepted. What was sent later stands.",
  fieldChanged:
    "The field was sent with another boundary after this job was accepted. What was sent later stands: send this " +
    "application again with the boundary that holds.",
} satisfies Partial<Record<Problem, string>>;

/**
 * An item of a bulk job whose application was sent again after the job, or whose field was, with another boundary. Only items
 * can be: a request is answered as it comes.
 */
export class SupersededError extends Error {
  constructor(readonly problem: keyof typeof SUPERSEDED) {
    super(SUPERSEDED[problem]);
    this.name = "SupersededError";
  }
}

/** What the transport passes beside the request. */
export interface CheckContext {
  /** Of the call that it answers; left out: an item of a bulk job. */
  requestId?: string;
  deps: Deps;
  provider: Provider;
  signal: AbortSignal;
  /** When the bulk job was accepted that it is an item of: what was sent later stands. Left out: it is checked as it comes. */
  acceptedAt?: Date;
  /** Names the claims of this check, so that others can give them back should this process die. */
  claimToken?: string;
  /** Where the regulated areas come from, for a caller that asks for many at once; left out: a statement of the check's own. */
  findAreas?: (query: AreaQuery) => Promise<RegulatedAreas>;
  /** Written in the transaction that saves the check: both are committed or neither. Throwing undoes the save. */
  alongside?: (tx: StatementTx, check: EsaCheck) => Promise<void>;
}
