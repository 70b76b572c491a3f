import { createHash } from "node:crypto";
import { setImmediate as nextTurn } from "node:timers/promises";
import { asProvider } from "@/lib/data/db";
import { keepForecast } from "@/lib/data/kept-forecasts";
import type { ComputeState } from "@/lib/data/drift/compute-state";
import { featureFacts } from "@/lib/data/drift/features-near";
import type { ApplicationInput } from "@/lib/domain/application";
import type { Forecast } from "@/lib/domain/forecast";
import { mergeIssues } from "@/lib/domain/merge-issues";
import type { SoilOutcome } from "@/lib/domain/soil";
import type { SprayWindows } from "@/lib/domain/spray-windows";
import { askDrift, type AskedDrift } from "@/lib/engine/drift/compute";
import { conditionFacts } from "@/lib/engine/conditions/facts";
import { highestWind } from "@/lib/engine/windows/gusts";
import { hourAirs, type HourAir } from "@/lib/engine/windows/hour-air";
import {
  hoursOf,
  judgeHour,
  standingIssues,
  standingShort,
  standingOfCheck,
  type HourFacts,
  type JudgedHour,
} from "@/lib/engine/windows/judge-hour";
import { withDays, withinYear, type HourCheck } from "@/lib/engine/windows/of-day";
import { longestDryHours, momentReasons } from "@/lib/engine/windows/moments";
import { nextBetter, rankWindows } from "@/lib/engine/windows/rank";
import { rulebookAsOf } from "@/lib/rulebook/load";
import { waitingOutside } from "@/lib/runtime/work-turn";
import type { ComputeContext } from "@/lib/usecases/applications/compute-drift-buffer";
import { readComputable } from "@/lib/usecases/applications/computable-state";
import { applicationNow, AS_SAVED } from "@/lib/usecases/applications/drift-buffer/application-now";
import { boundaryOf, driftFactsOf, gatherFacts } from "@/lib/usecases/applications/drift-buffer/assess-now";
import { placeWinds } from "@/lib/usecases/applications/drift-buffer/place-buffers";
import { noForecast } from "@/lib/usecases/applications/spray-windows/no-forecast";
import { asGiven } from "@/lib/usecases/attestations/asked";
import { assessApplication, pointOf, type GatheredFacts } from "@/lib/usecases/esa-check/check-facts";
import { analyzeSoilFrom } from "@/lib/usecases/fields/analyze-soil";
import { askedOn, resolveProducts } from "@/lib/usecases/products/resolve-products";

/**
 * The coming week of an application, hour by hour: what its labels say of the forecast, and what buffers in that wind
 * leave of the field. Each hour is what a computation with its air would answer; what is saved of it is the forecast, for
 * the record of the application. Throws where there is no forecast.
 */
export async function readSprayWindows(
  context: ComputeContext,
  applicationEventId: string,
  /** Refuses what the caller may not see, before anyone is asked for weather. */
  guard: (state: ComputeState) => void = () => undefined,
): Promise<SprayWindows> {
  const { deps, provider, signal } = context;
  const state = await readComputable(context, applicationEventId);
  guard(state);
  const application = applicationNow(state, AS_SAVED);
  const forecast = await forecastFor(context, state);
  signal.throwIfAborted();
  const key = keyOf(provider.providerId, state, forecast);
  const cached = deps.caches.sprayWindows.get(key);
  const known = cached ?? (await judgeWeek(context, state, { application, forecast }));
  if (cached === undefined) await keepWithRecord(context, applicationEventId, forecast);
  deps.caches.sprayWindows.set(key, known, { noUpdateTTL: true });
  return known;
}

/** Keeps what was read for the record. Where that fails the week is answered all the same: the forecast only plans. */
async function keepWithRecord(
  { deps, provider: { providerId } }: ComputeContext,
  applicationEventId: string,
  forecast: Forecast,
): Promise<void> {
  const kept = { ...forecast, note: deps.env.FORECAST_NOTE ?? null };
  try {
    await asProvider(deps.db, providerId, (tx) => keepForecast(tx, providerId, applicationEventId, kept));
  } catch (err) {
    deps.log.warn({ err }, "a forecast was not kept with the record");
  }
}

/** Names everything saved that the hours rest on, and the forecast. */
const keyOf = (providerId: string, state: ComputeState, { issuedAt, readAt }: Forecast): string =>
  createHash("sha256")
    .update(JSON.stringify([providerId, state, issuedAt, readAt]))
    .digest("base64url");

async function judgeWeek(
  context: ComputeContext,
  state: ComputeState,
  { application, forecast }: { application: ApplicationInput; forecast: Forecast },
): Promise<SprayWindows> {
  const { deps } = context;
  const { products } = await resolveProducts(deps, askedOn(application.applicationDate, application.products));
  const airs = hourAirs(forecast, longestDryHours(products));
  const asked = await askHours(context, state, application, airs);
  const { fieldSqm, judged } = await placeHours(context, state, asked);
  const checks = asked.flatMap(({ found }) => (found === null ? [] : [found]));
  const ofBuffers = standingIssues(judged);
  const ofCheck = standingOfCheck(
    checks.map(({ issues }) => issues),
    ofBuffers,
  );
  const standing = mergeIssues([...ofBuffers, ...ofCheck]);
  const short = standingShort(checks.map(({ runoff }) => runoff));
  const ofDays = withDays(
    judged,
    asked.map(({ found }) => found),
  );
  const dayBeyond = dayBeyondOf(application, airs);
  const dates = airs.map(({ date }) => date);
  const hours = hoursOf(withinYear(ofDays, dates, application.applicationDate), standing);
  const dayOver = dayOverOf(application, airs);
  const isBlocked = standing.length > 0 || short.length > 0 || dayOver !== null;
  const windows = isBlocked ? [] : rankWindows(hours, fieldSqm);
  const { source, issuedAt, readAt, timeZone } = forecast;
  return {
    applicationEventId: state.application.applicationEventId,
    forecast: { source, issuedAt, readAt, timeZone, note: deps.env.FORECAST_NOTE ?? null },
    fieldSqm,
    hours,
    windows,
    next: nextBetter({ hours, windows, fieldSqm }),
    standing,
    short,
    dayOver,
    dayBeyond,
  };
}

/** The first hour of a forecast is the one that it is now. */
const dayOverOf = ({ applicationDate }: ApplicationInput, [now]: readonly HourAir[]): string | null =>
  now !== undefined && applicationDate < now.date ? applicationDate : null;

const dayBeyondOf = ({ applicationDate }: ApplicationInput, airs: readonly HourAir[]): string | null => {
  const last = airs.at(-1);
  return last !== undefined && applicationDate > last.date ? applicationDate : null;
};

async function forecastFor({ deps }: ComputeContext, state: ComputeState): Promise<Forecast> {
  const place = pointOf(boundaryOf(state).geometry);
  const result = place === null ? null : await waitingOutside(() => deps.forecasts.fetchForecast(place));
  if (result?.ok === true) return result.forecast;
  throw noForecast(result?.failure ?? "not_covered");
}

/** An hour with what a computation in it would ask to be placed; null where the forecast has no wind. */
interface AskedHour extends HourFacts {
  drift: AskedDrift | null;
  /** What the whole check finds in this hour; null where the forecast has no wind. */
  found: HourCheck | null;
}

type DayFacts = Omit<GatheredFacts, "weather">;

/** Each hour judged as an application of its own day. The days are gathered one by one, the hours need nothing more. */
async function askHours(
  context: ComputeContext,
  state: ComputeState,
  application: ApplicationInput,
  airs: readonly HourAir[],
): Promise<AskedHour[]> {
  const place = pointOf(boundaryOf(state).geometry);
  const soil = soilOnce(context, state);
  const asked: AskedHour[] = [];
  const days = new Map<string, DayFacts>();
  for (const air of airs) {
    const known = days.get(air.date);
    const onDay = { application: { ...application, applicationDate: air.date }, withExplanation: false };
    const facts = known ?? (await gatherFacts(context, state, onDay, soil));
    days.set(air.date, facts);
    asked.push(await askHour(context, state, { air, facts, place }));
    // A week of hours takes long enough that other requests must have their turn in between.
    await nextTurn();
    context.signal.throwIfAborted();
  }
  return asked;
}

async function askHour(
  { deps }: ComputeContext,
  state: ComputeState,
  { air, facts, place }: { air: HourAir; facts: DayFacts; place: readonly [number, number] | null },
): Promise<AskedHour> {
  const { hour, weather, details } = air;
  if (weather === null) return { air, place, drift: null, found: null, moments: [], highestWindMph: null };
  const application = { ...facts.application, details: { ...facts.application.details, ...details } };
  const found = await assessApplication(deps, { ...facts, application, weather });
  const given = asGiven(found, state);
  const { rulesAsOf, ...driftFacts } = driftFactsOf(
    state,
    { application, weather },
    { result: given, assessment: given.assessment },
  );
  return {
    air,
    place,
    found: given.assessment,
    drift: askDrift({
      ...driftFacts,
      rest: { statuses: [], issues: [] },
      withWindRose: false,
      rulebook: rulebookAsOf(rulesAsOf),
    }),
    // As found: what an applicator attested of one moment says nothing of the hours of a week.
    moments: momentReasons(found.assessment.unjudged, found.driftRules.products, {
      startsAt: hour.startsAt,
      place,
      hoursToRain: details.rainExpectedInHours ?? null,
    }),
    highestWindMph: highestWind(
      found.driftRules.products,
      conditionFacts(application, { areas: facts.areas, cropTable: facts.rulebook.crops, place, weather }),
    ),
  };
}

/** The soil of the field, looked for once; no width hangs on it. */
function soilOnce(context: ComputeContext, state: ComputeState): () => Promise<SoilOutcome> {
  let found: Promise<SoilOutcome> | null = null;
  return () => {
    found ??= analyzeSoilFrom(context, boundaryOf(state), state.soil).then(({ outcome }) => outcome);
    return found;
  };
}

async function placeHours(
  { deps, provider, signal }: ComputeContext,
  state: ComputeState,
  asked: readonly AskedHour[],
): Promise<{ fieldSqm: number; judged: JudgedHour[] }> {
  const placeable = asked.flatMap(({ drift, air: { weather } }, index) =>
    drift?.setbacks == null || weather === null ? [] : [{ index, setbacks: drift.setbacks, wind: weather }],
  );
  const { geometry, hash } = boundaryOf(state);
  const placed = await placeWinds(
    { deps, providerId: provider.providerId, signal },
    {
      winds: {
        boundary: geometry,
        features: featureFacts(state.features, state.drawn, hash),
        downslopeLines: state.downslopeLines,
        questions: placeable.map(({ setbacks, wind: { windDirectionDeg, windSpeedMph } }) => ({
          setbacks: setbacks.map(({ type, widthFt, exclusionCategories }) => ({ type, widthFt, exclusionCategories })),
          wind: { windDirectionDeg, windSpeedMph },
        })),
      },
      rulesAsOf: state.application.applicationDate,
    },
  );
  const areas = new Map(placeable.map(({ index }, place) => [index, placed.treatableSqm[place] ?? null]));
  const judged = asked.map(({ drift, ...hour }, index) =>
    judgeHour(hour, drift?.answer(placed.fieldSqm, areas.get(index) ?? null) ?? null),
  );
  return { fieldSqm: placed.fieldSqm, judged };
}
