import { findSavedApplication } from "@/lib/data/compliance-reads";
import { asProvider, type ProviderTx } from "@/lib/data/db";
import { findPlacementShapes, type PlacementShapes } from "@/lib/data/drift/placement-shapes";
import { findDriftChangedAt } from "@/lib/data/portal/reviews";
import { firstDayToCome } from "@/lib/domain/calendar";
import { ServiceError } from "@/lib/domain/errors";
import { decimalText } from "@/lib/domain/numbers";
import type { MachineFile, MachineFormat, MachinePlan } from "@/lib/domain/machine-file";
import { writeMachineFile } from "@/lib/gateways/machine-files/write";
import { atNineDecimals, NothingLeft } from "@/lib/geo/nine-decimals";
import type { Deps } from "@/lib/runtime/deps";
import { applicationNotFound } from "@/lib/usecases/applications/read-compliance";
import { findBufferChanges, laterOf } from "@/lib/usecases/applications/buffer-changes";
import { scoreSaved, type ScoredApplication } from "@/lib/usecases/applications/score-saved";
import { readinessOf, type NotReady, type Readiness } from "@/lib/usecases/machine-files/readiness";
import { standingNow } from "@/lib/usecases/portal/overall-standing";
import { findLaterData, judgeLaterData } from "@/lib/usecases/radar/find-outdated";

export interface MachineFileQuery {
  applicationEventId: string;
  /** The field that the application must be of; left out: any of the provider's. */
  fieldId?: string;
  format: MachineFormat;
}

const notReady = (message: string): ServiceError => new ServiceError("notReady", message);
const NOT_COMPUTED = "No drift buffer has been computed on the field as it is now. Compute it, then ask again.";
const BUFFER_OLD =
  "The mapped ground beside the field, or the rules of this service for buffers, changed after the drift buffer was computed. " +
  "Compute it, then ask again.";
const UNLOOKED =
  "Data was replaced after the check, and whether that changes the answer is not known. Check the application again, then compute the " +
  "drift buffer.";
const NO_RATE =
  "A task needs the rate of the whole mix. Compute the drift buffer with `gpa`, or ask for another format and set the " +
  "rate at the terminal.";

function refusalOf(why: NotReady): ServiceError {
  if (why.reason === "not_computed") return notReady(NOT_COMPUTED);
  if (why.reason === "data_changed") {
    return notReady("Newer data changes the answer. Check the application again, then compute the drift buffer.");
  }
  if (why.reason === "data_unlooked") return notReady(UNLOOKED);
  if (why.reason === "buffer_old") return notReady(BUFFER_OLD);
  if (why.reason === "data_replaced") {
    return notReady(
      `The answer rests on data that is no longer in force (${why.versions.join(", ")}), and its day is past, so that no one ` +
        "looks whether newer data changes it. Check the application again, then compute the drift buffer.",
    );
  }
  const codes = why.codes.length === 0 ? "" : ` Open: ${why.codes.join(", ")}.`;
  if (why.reason === "limitation_text") {
    return notReady(
      `A limitation text applies, and no service can tell whether it is followed, so no machine file is made.${codes}`,
    );
  }
  return notReady(`The application is ${why.status}, and a machine file is made of a settled answer alone.${codes}`);
}

/**
 * The field, its treatable area and its buffer as a file for a machine, of what is saved: nothing is checked again.
 * Refused where the answer is not settled as it stands now.
 */
export async function makeMachineFile(
  { deps, providerId }: { deps: Deps; providerId: string },
  { applicationEventId, fieldId, format }: MachineFileQuery,
): Promise<MachineFile> {
  const now = deps.clock();
  const found = await asProvider(deps.db, providerId, (tx) => find(tx, providerId, { applicationEventId, now }), {
    isolation: "RepeatableRead",
  });
  if (found === null || (fieldId !== undefined && found.saved.fieldId !== fieldId)) throw applicationNotFound();
  const [scored] = await scoreSaved(deps, [found.saved]);
  if (scored === undefined) throw new RangeError("one application was read and none was scored");
  const bufferChangedAt = (await findBufferChanges(deps, providerId, [found.saved])).get(applicationEventId) ?? null;
  const outdated = await judgeLaterData(deps, providerId, [found.saved], found.later);
  const changedAt = laterOf(found.driftChangedAt, bufferChangedAt);
  const standing = standingNow(scored, changedAt);
  const readiness = readinessOf(scored, standing, {
    outdated: outdated.get(applicationEventId)?.why ?? null,
    fromDay: firstDayToCome(now),
    isBufferOld: bufferChangedAt !== null,
  });
  if (!readiness.isReady) throw refusalOf(readiness.why);
  if (!readiness.formats.includes(format)) throw notReady(NO_RATE);
  return writeMachineFile(planOf(deps, scored, { readiness, placement: found.placement }), format);
}

async function find(
  tx: ProviderTx,
  providerId: string,
  { applicationEventId, now }: { applicationEventId: string; now: Date },
) {
  const saved = await findSavedApplication(tx, providerId, applicationEventId);
  if (saved === null) return null;
  return {
    saved,
    driftChangedAt: await findDriftChangedAt(tx, providerId, applicationEventId),
    later: await findLaterData(tx, providerId, [saved], now),
    placement: await findPlacementShapes(tx, providerId, applicationEventId),
  };
}

interface Placed {
  readiness: Extract<Readiness, { isReady: true }>;
  placement: PlacementShapes | null;
}

function planOf(
  { geos }: Deps,
  { saved }: ScoredApplication,
  { readiness: { computation, rate }, placement }: Placed,
): MachinePlan {
  // A placement on another boundary, or of another computation than the one that was judged, shows other ground.
  if (placement?.computedAt.getTime() !== computation.checkedAt.getTime()) throw notReady(NOT_COMPUTED);
  const { boundary, boundarySqm, buffer, treatable } = placement;
  if (treatable === null) throw new RangeError("a settled placement has treatable ground");
  const { inputs } = computation;
  return {
    applicationEventId: saved.applicationEventId,
    applicationId: saved.applicationId,
    accountId: saved.accountId,
    providerFieldId: saved.providerFieldId,
    fieldName: saved.fieldName,
    applicationDate: saved.applicationDate,
    method: inputs.method,
    productNames: saved.products.map(({ productName }) => productName),
    rates: computation.effectiveRates.map(
      ({ productIndex, rate, rateUnit }) =>
        `${decimalText(rate)} ${rateUnit} of ${saved.products[productIndex]?.productName ?? `product ${productIndex + 1}`}`,
    ),
    dropletSize: inputs.dropletSize,
    boomHeight: inputs.boomHeight,
    computedAt: computation.checkedAt,
    windFromDeg: inputs.windDirectionDeg,
    windSpeedMph: inputs.windSpeedMph,
    rate,
    boundarySqm,
    ...partsOf(() => atNineDecimals(geos, { boundary, buffer, treatable })),
  };
}

/** What is smaller than a file can hold is no ground to treat. */
function partsOf<Parts>(make: () => Parts): Parts {
  try {
    return make();
  } catch (error) {
    if (error instanceof NothingLeft) throw notReady("No ground is left to treat.");
    throw error;
  }
}
