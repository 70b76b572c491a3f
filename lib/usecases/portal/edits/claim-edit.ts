import { isSameClaim, type RememberedClaim } from "@/lib/domain/drift-portal";
import type { FieldYearPlace } from "@/lib/views/portal/field-year";
import type { PortalPass } from "@/lib/usecases/portal/change-selection";
import { claimPractice } from "@/lib/usecases/portal/drift/claim-practice";
import type { EditSaved } from "@/lib/usecases/portal/edits/field-year";
import { readFieldYear, type ReadFieldYear } from "@/lib/pages/portal/field-year/live";

type ClaimText = Omit<RememberedClaim, "subOptionId">;

/** Says that a drift practice is in place for an application, changes what is said, or takes it back. */
export interface DriftClaimEdit extends FieldYearPlace {
  kind: "drift_claim";
  applicationEventId: string;
  subOptionId: number;
  /** What the editor saw there; null: not claimed. */
  base: ClaimText | null;
  /** Null takes it back. */
  claim: ClaimText | null;
}

/** Makes a claim. What is so already is saved: a lost answer makes a client send it again. */
export async function editClaim(pass: PortalPass, edit: DriftClaimEdit): Promise<EditSaved> {
  const savedAt = pass.deps.clock();
  const read = await readFieldYear(pass, edit);
  if (isSameClaim(claimOf(read, edit), withId(edit, edit.claim))) return { changeId: null, savedAt, live: read.live };
  const { changeId } = await claimPractice(pass, { ...edit, replaces: withId(edit, edit.base) });
  return { changeId, savedAt, live: (await readFieldYear(pass, edit)).live };
}

const claimOf = ({ shown }: ReadFieldYear, { subOptionId }: DriftClaimEdit): RememberedClaim | null =>
  shown?.saved.drift.claims.find((claim) => claim.subOptionId === subOptionId) ?? null;

const withId = ({ subOptionId }: DriftClaimEdit, claim: ClaimText | null): RememberedClaim | null =>
  claim === null ? null : { subOptionId, ...claim };
