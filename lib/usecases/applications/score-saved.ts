import type { AskedQuestion, ListedAttestation } from "@/lib/domain/attestation";
import type { RunoffEntry } from "@/lib/domain/compliance";
import { isLabelRead } from "@/lib/domain/label-editions";
import type { DisallowedMeasure, ResolvedProduct } from "@/lib/domain/product";
import type { SavedApplicationRecord } from "@/lib/domain/saved-application";
import type { Issue } from "@/lib/domain/issues";
import { effectsOf, freedBy, listedAttestations } from "@/lib/engine/attestations/apply";
import { rateMix } from "@/lib/engine/rated-product";
import type { Sibling } from "@/lib/engine/siblings";
import { asComputed, worseRunoff } from "@/lib/engine/runoff/as-computed";
import { applicationFacts, type ApplicationFacts } from "@/lib/engine/runoff/contradictions";
import { rescoreRunoff } from "@/lib/engine/runoff/rescore";
import { rulebookAsOf } from "@/lib/rulebook/load";
import type { Deps } from "@/lib/runtime/deps";
import {
  recordedReductions,
  type RecordedReduction,
} from "@/lib/usecases/applications/drift-buffer/recorded-reductions";
import { attestedApplication, worthAsking } from "@/lib/usecases/attestations/asked";
import { yearIssues, type SavedForm } from "@/lib/usecases/applications/year-issues";
import { dataBehind, type DataBehind } from "@/lib/usecases/applications/data-behind";
import { rateSiblings } from "@/lib/usecases/products/rate-siblings";
import { askedOn, resolveProducts } from "@/lib/usecases/products/resolve-products";

/** A saved application with its runoff as it scores now. */
export interface ScoredApplication {
  /** As the applicator attested it, where that counts. */
  saved: SavedApplicationRecord;
  /** What the last check found, whatever was attested since. */
  lastAssessment: SavedApplicationRecord["lastAssessment"];
  /** What the applicator is asked, with the answers in force. */
  asked: AskedQuestion[];
  /** The answers in force. */
  attestations: ListedAttestation[];
  runoff: RunoffEntry[];
  /** The same in the setup of the last drift computation, where that stands worse: what the application stands by. */
  runoffAsComputed: RunoffEntry[];
  /**
   * Limits of the year that the applications saved for earlier days leave no room for, as they are saved now. The last check judged
   * them by what was saved then, and keeps what it found.
   */
  yearIssues: Issue[];
  /** What its products rule out, each with the name of the product. */
  disallowed: RuledOut[];
  /**
   * A product with a number that the catalogue in force does not hold, or holds without the directions that the check went by: what it rules
   * out is not known.
   */
  hasUnknownProduct: boolean;
  /** The application's own facts, to compare measures with. */
  application: ApplicationFacts;
  /** The same in the setup of the last drift computation. */
  applicationAsComputed: ApplicationFacts;
  /** The data that the last check rests on, as old as it is now; null where nothing was checked. */
  data: DataBehind | null;
  /** What the portal recorded for drift; a computation says what it takes off. */
  driftReductions: RecordedReduction[];
}

export type RuledOut = DisallowedMeasure & { productName: string };

/**
 * Scores saved applications by the menus in force on their dates and what their products rule out today. The products
 * of all of them are looked up together: one statement at most, however many applications there are.
 */
export async function scoreSaved(deps: Deps, saved: readonly SavedApplicationRecord[]): Promise<ScoredApplication[]> {
  if (saved.length === 0) return [];
  const all = saved.flatMap(({ applicationDate, products }) => askedOn(applicationDate, products));
  const { products } = await resolveProducts(deps, all, { isLimitAsked: false, isLastReadAsked: true });
  let start = 0;
  const byApplication = saved.map((each) => {
    start += each.products.length;
    return products.slice(start - each.products.length, start);
  });
  const siblings = await rateSiblings(
    deps,
    saved.map(({ siblingMixes }, index) => ({ products: byApplication[index] ?? [], siblingMixes })),
  );
  return saved.map((found, place) =>
    scoreOne(deps, found, { own: byApplication[place] ?? [], siblings: siblings[place] ?? [] }),
  );
}

interface Looked {
  /** Its products, as they are looked up today, by the last of their labels that was read. */
  own: readonly ResolvedProduct[];
  siblings: readonly Sibling[];
}

/** An application, as it was checked or as its last drift computation had it. */
interface FormFacts extends SavedForm {
  facts: ApplicationFacts;
}

/**
 * Who said that the newer label has no directions was judged without those of the one before it. Not where that one has ESA language: a
 * check takes no such answer about it, so that what was said is about a label of before.
 */
export const withoutFreed = (looked: readonly ResolvedProduct[], freed: ReadonlySet<number>): ResolvedProduct[] =>
  looked.map((product, index) => (freed.has(index) ? withoutLastRead(product) : product));

/** The product of a newer label that no one has read, without the directions of the one before it, where that may have none. */
export const withoutLastRead = (product: ResolvedProduct): ResolvedProduct =>
  product.isLastRead === true && product.esaRequired !== true && product.record !== null
    ? { ...product, record: { ...product.record, rules: null } }
    : product;

/** A product that is not in the catalogue, or is there without the directions that the check went by; what that found open was so without. */
const isUnknownIn = (
  { applicationDate, products, lastAssessment }: SavedApplicationRecord,
  { kind, record }: ResolvedProduct,
  index: number,
): boolean =>
  record === null
    ? kind === "unknown" && products[index]?.epaNumber != null
    : lastAssessment?.products[index]?.esaRequired !== null &&
      !isLabelRead(record, applicationDate, products[index]?.labelDate ?? null);

function scoreOne(deps: Deps, found: SavedApplicationRecord, { own: looked, siblings }: Looked): ScoredApplication {
  const { saved: attested, asked, isPlacementOutdated } = attestedApplication(found);
  const application = { ...attested, drift: { ...attested.drift, isPlacementOutdated } };
  const counted = found.doAttestationsCount ? asked : [];
  const freed = freedBy(effectsOf(counted));
  const own = withoutFreed(looked, freed);
  const isBound = ({ esaRequired }: ResolvedProduct, index: number): boolean =>
    // A label without ESA language restricts what counts where the check found a limitation that names the product.
    esaRequired !== false || found.lastAssessment?.products[index]?.esaRequired === true;
  const disallowed = own
    .filter(isBound)
    .flatMap(({ record }) =>
      (record?.rules?.disallowedMeasures ?? []).map((rule) => ({ ...rule, productName: record?.name ?? "" })),
    );
  const rulebook = rulebookAsOf(application.applicationDate);
  const hasUnknownProduct = own.some((product, index) => !freed.has(index) && isUnknownIn(application, product, index));
  const resolved = own.map((product, productIndex) => ({ ...product, productIndex }));
  const factsOf = (each: SavedApplicationRecord): FormFacts => {
    const mix = rateMix(each.products, resolved, each.gpa);
    return { form: each, mix, facts: applicationFacts(each, mix, siblings) };
  };
  const score = ({ form, facts }: FormFacts): RunoffEntry[] =>
    rescoreRunoff(form, { rulebook, disallowed, hasUnknownProduct, application: facts });
  const checked = factsOf(application);
  const runoff = score(checked);
  const asOfBuffer = asComputed(application, found.requirements);
  const computed = asOfBuffer === null ? null : factsOf(asOfBuffer);
  return {
    saved: application,
    lastAssessment: found.lastAssessment,
    asked: worthAsking(asked, found.lastAssessment?.issues ?? []),
    attestations: listedAttestations(asked, { counts: found.doAttestationsCount }),
    runoff,
    runoffAsComputed: computed === null ? runoff : worseRunoff(runoff, score(computed)),
    yearIssues: yearIssues({
      forms: computed === null ? [checked] : [checked, computed],
      ...{ siblings, rulebook, counted },
    }),
    application: checked.facts,
    applicationAsComputed: (computed ?? checked).facts,
    disallowed,
    hasUnknownProduct,
    data: dataBehind(found.judgedBy, deps),
    driftReductions: recordedReductions(application, rulebook),
  };
}
