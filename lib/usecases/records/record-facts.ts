import type { RecordGround } from "@/lib/data/application-records";
import type { ApplicationInput } from "@/lib/domain/application";
import type { FilledRecord, SignedRecord } from "@/lib/domain/application-record";
import { NO_WEATHER } from "@/lib/domain/kept-weather";
import { bindingLabel, editionOn } from "@/lib/domain/label-editions";
import type { CatalogueProduct, ResolvedProduct } from "@/lib/domain/product";
import { submittedFacts } from "@/lib/domain/saved-application";
import { findAdjuvant, type Rulebook } from "@/lib/domain/tables";
import type { RecordedProduct } from "@/lib/engine/record/facts";
import { confirmedBy, effectsOf, freedBy } from "@/lib/engine/attestations/apply";
import { productAsConfirmed } from "@/lib/engine/attestations/figures";
import { fillRecord } from "@/lib/engine/record/fill";
import { rateMix, type RatedProduct } from "@/lib/engine/rated-product";
import { rulebookAsOf } from "@/lib/rulebook/load";
import type { Deps } from "@/lib/runtime/deps";
import { readDetails } from "@/lib/usecases/applications/drift-buffer/application-now";
import { withoutFreed, type ScoredApplication } from "@/lib/usecases/applications/score-saved";
import { timeZoneAt } from "@/lib/usecases/fields/field-zone";
import { askedOn, resolveProducts } from "@/lib/usecases/products/resolve-products";

/** An application's record as it stands: what is known of it now, and what was written into it. */
export interface ApplicationRecord {
  application: ScoredApplication;
  ground: RecordGround;
  /** As it would be signed now. */
  filled: FilledRecord;
  /** Its products with their rates, as the check sent them. */
  mix: readonly RecordedProduct[];
  /** What was signed; null: nothing yet. */
  signed: SignedRecord | null;
}

/** What a reader is shown: what was signed, or else what is known now. */
export const shownRecord = ({ filled, signed }: ApplicationRecord): FilledRecord => signed?.record ?? filled;

/** As `signOff` wrote it: a record that was signed before weather was kept has none. */
type SignedJson = Omit<SignedRecord, "record"> & {
  record: Omit<FilledRecord, "weather"> & Partial<Pick<FilledRecord, "weather">>;
};

function signedOf({ signature }: RecordGround): SignedRecord | null {
  if (signature === null) return null;
  const signed = JSON.parse(signature.signedRecord) as SignedJson;
  return { ...signed, record: { ...signed.record, weather: signed.record.weather ?? NO_WEATHER } };
}

/** Fills the records of applications. The products of all of them are looked up together. */
export async function fillRecords(
  deps: Deps,
  applications: readonly ScoredApplication[],
  grounds: readonly RecordGround[],
): Promise<ApplicationRecord[]> {
  if (applications.length === 0 || grounds.length === 0) return [];
  const asked = applications.flatMap(({ saved }) => askedOn(saved.applicationDate, saved.products));
  const { products } = await resolveProducts(deps, asked, { isLimitAsked: false, isLastReadAsked: true });
  let start = 0;
  return applications.flatMap((application) => {
    const own = products.slice(start, start + application.saved.products.length);
    start += application.saved.products.length;
    const ground = grounds.find(
      ({ applicationEventId }) => applicationEventId === application.saved.applicationEventId,
    );
    return ground === undefined
      ? []
      : [{ application, ground, ...filledOf(application, ground, own), signed: signedOf(ground) }];
  });
}

/**
 * A label without ESA language binds where the check found a limitation that names the product. Whether directions that a newer label took
 * the place of bind is as the check found it.
 */
const asBound = (product: ResolvedProduct, checked: { esaRequired: boolean | null } | undefined): ResolvedProduct => ({
  ...product,
  isLimited: checked?.esaRequired === true,
  esaRequired: product.isLastRead === true ? (checked?.esaRequired ?? product.esaRequired) : product.esaRequired,
});

function filledOf(
  { saved, runoffAsComputed: runoff, asked, lastAssessment }: ScoredApplication,
  ground: RecordGround,
  looked: readonly ResolvedProduct[],
): Pick<ApplicationRecord, "filled" | "mix"> {
  const rulebook = rulebookAsOf(saved.applicationDate);
  const counted = saved.doAttestationsCount ? asked : [];
  const confirmed = confirmedBy(counted);
  const resolved = withoutFreed(looked, freedBy(effectsOf(counted)));
  const mix = rateMix(
    saved.products,
    resolved.map((product, productIndex) =>
      productAsConfirmed(
        asBound({ ...product, productIndex }, lastAssessment?.products[productIndex]),
        confirmed.has(productIndex),
      ),
    ),
    saved.gpa,
  ).map((rated) =>
    recordedProduct(rated, {
      rulebook,
      applicationDate: saved.applicationDate,
      isLastRead: resolved[rated.productIndex]?.isLastRead === true && rated.record?.rules != null,
    }),
  );
  // Buffers of other ground, or of answers that have changed, tell nothing of what was sprayed.
  const isPlaced = !saved.isOnChangedBoundary && saved.drift.isPlacementOutdated !== true;
  const filled = fillRecord({
    rules: rulebook.records,
    citations: rulebook.citations,
    application: inputOf(saved, ground),
    mix,
    fieldName: saved.fieldName,
    counties: ground.counties,
    cropTable: rulebook.crops,
    place: ground.place,
    timeZone: ground.place === null ? null : timeZoneAt(ground.place),
    fieldSqm: ground.fieldSqm,
    treatableSqm: isPlaced ? ground.treatableSqm : null,
    computation: isPlaced ? saved.drift.lastComputation : null,
    driftRequirements: saved.requirements.flatMap(({ driftConfiguration }) => driftConfiguration?.requirements ?? []),
    computedRates: saved.drift.lastComputation?.effectiveRates ?? [],
    weather: ground.weather,
    forecast: ground.forecast,
    runoff,
    entries: ground.entries,
  });
  return { filled, mix };
}

const inputOf = (saved: ScoredApplication["saved"], { details }: RecordGround): ApplicationInput => ({
  ...submittedFacts(saved),
  accountId: saved.accountId,
  userEmail: null,
  details: readDetails(details),
});

interface RecordedBy {
  rulebook: Rulebook;
  applicationDate: string;
  /** By the last label that was read: a newer one took its place. */
  isLastRead: boolean;
}

function recordedProduct(rated: RatedProduct, { rulebook, applicationDate, isLastRead }: RecordedBy): RecordedProduct {
  const { record, submitted } = rated;
  const dateOf = (own: CatalogueProduct, ...day: [string, string | null]): string | null =>
    isLastRead ? (editionOn(own, ...day)?.labelDate ?? null) : bindingLabel(own, ...day).labelDate;
  const row = rated.kind === "adjuvant" ? findAdjuvant(rulebook.adjuvants, submitted.productName) : null;
  return {
    rated,
    adjuvantKinds: row === null ? [] : [row.kind, ...row.alsoKinds],
    labelDate: record === null ? null : dateOf(record, applicationDate, submitted.labelDate ?? null),
    ...(isLastRead ? { isLastRead } : {}),
  };
}
