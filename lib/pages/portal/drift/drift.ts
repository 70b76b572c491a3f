import type { OverallStatus } from "@/lib/domain/compliance";
import type { ComputationInputs } from "@/lib/domain/drift-saved";
import type { ConditionsView, DriftView, RatedProductView, SprayerSetup } from "@/lib/views/portal/drift";
import { driftPageWords, sprayerChoices } from "@/lib/views/portal/drift-page-words";
import type { SavedApplicationRecord } from "@/lib/domain/saved-application";
import { rulebookAsOf } from "@/lib/rulebook/load";
import { savedAnswer } from "@/lib/pages/portal/drift/answer";
import { practiceTexts } from "@/lib/pages/portal/drift/practices";
import type { OpenFieldYear } from "@/lib/usecases/portal/field-year";
import { fieldYearPlace } from "@/lib/pages/portal/measures/measures";
import { liveView } from "@/lib/pages/portal/field-year/live";
import { readDriftFacts, type PlacementAreas } from "@/lib/usecases/portal/read-drift";
import { standingNow } from "@/lib/usecases/portal/overall-standing";
import type { PortalSession } from "@/lib/usecases/portal/session";
import { wordsIn } from "@/lib/views/language";

const words = wordsIn({
  en: {
    closed: (provider: string) => `${provider} has closed this application. Ask there to have it unlocked.`,
    nothingAsked:
      "The labels and limitations that were checked ask for no drift buffer with this mix and method. Read the labels all the same: a label can ask for things that are not scored here.",
    noReduction:
      "No label of this mix lets its buffer be reduced, so nothing here takes anything off. A claim is kept all the same.",
    product: (number: number) => `Product ${number}`,
  },
  es: {
    closed: (provider) => `${provider} cerró esta aplicación. Pida ahí que la desbloqueen.`,
    nothingAsked:
      "Las etiquetas y limitaciones que se verificaron no piden zona de amortiguamiento por deriva con esta mezcla y este método. Lea las etiquetas de todos modos: una etiqueta puede pedir cosas que aquí no se evalúan.",
    noReduction:
      "Ninguna etiqueta de esta mezcla permite reducir su zona de amortiguamiento, así que nada de aquí descuenta algo. Una declaración se guarda de todos modos.",
    product: (number) => `Producto ${number}`,
  },
});

/** The drift page of the picked application; null for a year without one. */
export async function readDrift(session: PortalSession, place: OpenFieldYear): Promise<DriftView | null> {
  const { scored } = place;
  if (scored === null) return null;
  const { saved } = scored;
  const { applicationEventId } = saved;
  const { fieldYear, areas } = await readDriftFacts(session, { ...fieldYearPlace(place), applicationEventId });
  const rulebook = rulebookAsOf(saved.applicationDate);
  const now = standingNow(scored, place.notes.driftChangedAt);
  return {
    words: driftPageWords(),
    choices: sprayerChoices(),
    live: liveView(fieldYear, session.pass.actor),
    applicationEventId,
    grantPath: `/portal/g/${session.grant}`,
    lock: lockOf(saved, session.branding.name),
    isFieldYearLocked: place.locked.length > 0,
    // Said only after a whole check: anything in doubt is asked, not nothing.
    nothing: now.drift === "not_applicable" && now.isChecked ? words().nothingAsked : null,
    conditions: conditionsOf(saved),
    checked: { setup: setupOf(saved), products: productsOf(saved) },
    practices: practiceTexts(rulebook, scored.disallowed),
    practiceNote: practiceNote(saved),
    claims: saved.drift.claims,
    saved: savedView(place, { saved, areas, standing: now.drift }),
    isSavedOutdated: now.isDriftOutdated || (saved.drift.lastComputation !== null && !now.isChecked),
  };
}

const lockOf = ({ portalLockedAt }: SavedApplicationRecord, provider: string): DriftView["lock"] =>
  portalLockedAt === null ? { isLocked: false, text: null } : { isLocked: true, text: words().closed(provider) };

const setupOf = ({
  method,
  dropletSize,
  boomHeight,
  gpa,
}: SavedApplicationRecord | ComputationInputs): SprayerSetup => ({
  method,
  dropletSize,
  boomHeight,
  gpa,
});

const productsOf = ({ products }: SavedApplicationRecord): RatedProductView[] =>
  products.map(({ productName, epaNumber, rate, rateUnit }, productIndex) => ({
    productIndex,
    name: productName,
    epaNumber,
    rate,
    rateUnit,
  }));

/** The last saved conditions; without any, the set-up of the check, and no wind is made up. */
function conditionsOf(saved: SavedApplicationRecord): ConditionsView {
  const { lastComputation, weather } = saved.drift;
  const products = productsOf(saved);
  if (lastComputation === null) {
    const { windDirectionDeg = null, windSpeedMph = null, temperatureF = null, humidityPercent = null } = weather ?? {};
    return {
      weather: { windDirectionDeg, windSpeedMph, temperatureF, humidityPercent },
      windReadAt: weather?.observedAt.toISOString() ?? null,
      setup: setupOf(saved),
      products,
    };
  }
  const { inputs, effectiveRates, checkedAt } = lastComputation;
  const { windDirectionDeg, windSpeedMph, temperatureF, humidityPercent } = inputs;
  return {
    weather: { windDirectionDeg, windSpeedMph, temperatureF, humidityPercent },
    windReadAt: (weather?.observedAt ?? checkedAt).toISOString(),
    setup: setupOf(inputs),
    products: products.map((product) => {
      const used = effectiveRates.find(({ productIndex }) => productIndex === product.productIndex);
      return used === undefined ? product : { ...product, rate: used.rate, rateUnit: used.rateUnit };
    }),
  };
}

function practiceNote({ requirements }: SavedApplicationRecord): string | null {
  const asked = requirements.flatMap(({ driftConfiguration }) => driftConfiguration?.requirements ?? []);
  if (asked.length === 0 || asked.some(({ buffersEsa }) => buffersEsa.canMitigate)) return null;
  return words().noReduction;
}

function savedView(
  { field }: OpenFieldYear,
  { saved, areas, standing }: { saved: SavedApplicationRecord; areas: PlacementAreas | null; standing: OverallStatus },
): DriftView["saved"] {
  const { drift, lastAssessment, products } = saved;
  if (drift.lastComputation === null) return null;
  return savedAnswer({
    computation: drift.lastComputation,
    areas: {
      fieldSqm: field.areaSqm ?? 0,
      bufferSqm: areas?.bufferSqm ?? null,
      treatableSqm: areas?.treatableSqm ?? null,
    },
    standing,
    overall: drift.lastComputation.status,
    issues: lastAssessment?.issues ?? [],
    claims: drift.claims,
    products,
    nameOf: (index) => products[index]?.productName ?? words().product(index + 1),
    rulebook: rulebookAsOf(saved.applicationDate),
  });
}
