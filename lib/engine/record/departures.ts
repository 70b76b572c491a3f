import { isCalm } from "@/lib/domain/calm-air";
import { methodClass } from "@/lib/domain/application";
import type { RecordFlag } from "@/lib/domain/application-record";
import type { DriftRequirement } from "@/lib/domain/compliance";
import { nozzleKey } from "@/lib/domain/nozzle-key";
import { BUFFER_TYPES, type BufferMethod, type WindRange } from "@/lib/domain/product";
import { DEPARTURES, englishOf, LOW_BOOM_IN, type RecordMeaning } from "@/lib/domain/record-meaning";
import { ACRE_SQM } from "@/lib/domain/units";
import { dayOfReading } from "@/lib/engine/record/days";
import { travelOf } from "@/lib/engine/drift/edges";
import { distanceInWind } from "@/lib/engine/drift/tiers";
import type { ReadingInForce } from "@/lib/engine/record/facts";
import type { PartFacts } from "@/lib/engine/record/parts";

const flag = (limit: string, entryId: string | null, meaning: RecordMeaning): RecordFlag => ({
  entryId,
  limit,
  productName: null,
  sent: englishOf(meaning),
  meaning,
});

const ofDay = ({ application, inForce, timeZone }: PartFacts): RecordFlag[] =>
  inForce.readings
    .filter((reading) => dayOfReading(reading, timeZone) !== application.applicationDate)
    .map(({ entryId, moment, readAt }) =>
      flag(DEPARTURES.day, entryId, { kind: "other_day", moment, readAt, checkedFor: application.applicationDate }),
    );

function ofOrder({ inForce: { readings } }: PartFacts): RecordFlag[] {
  const [start, end] = (["start", "end"] as const).map((moment) => readings.find((each) => each.moment === moment));
  if (start === undefined || end === undefined || Date.parse(end.readAt) >= Date.parse(start.readAt)) return [];
  return [flag(DEPARTURES.order, end.entryId, { kind: "at", moment: "end", readAt: end.readAt })];
}

/** As much as the portal lets a device's clock be off before it says so. */
const CLOCK_TOLERANCE_MS = 5 * 60_000;

/** Of a moment that had not come when it was saved: the device's clock is ahead, and the other times of that device may be wrong too. */
const ofClock = ({ inForce }: PartFacts): RecordFlag[] =>
  inForce.readings
    .filter(({ readAt, savedAt }) => Date.parse(readAt) > savedAt.getTime() + CLOCK_TOLERANCE_MS)
    .map(({ entryId, moment, readAt, savedAt }) =>
      flag(DEPARTURES.clock, entryId, { kind: "ahead", moment, readAt, savedAt: savedAt.toISOString() }),
    );

/** Stations and people tell the wind in tens of degrees: less than half of that is no other wind. */
const TOLD_SINE = Math.sin((5 * Math.PI) / 180);

/** An edge that this wind blows out over, that the computation's did not, and that keeps less than a downwind edge did. */
function ofWindSide({ computation, inForce }: PartFacts): RecordFlag[] {
  const edges = computation?.edges ?? [];
  const widestFt = Math.max(
    0,
    ...edges.map(({ bufferType, bufferFt }) => (bufferType === "wind_directional" ? (bufferFt ?? 0) : 0)),
  );
  const open = edges.filter(({ downwind, bufferFt }) => !downwind && (bufferFt ?? 0) < widestFt);
  if (computation === null || open.length === 0) return [];
  const workedOutDeg = computation.inputs.windDirectionDeg;
  return inForce.readings.flatMap(({ entryId, moment, readAt, windDirectionDeg, windSpeedMph }) => {
    // Calm air can carry spray over any edge, and has no direction.
    const isOver = (outwardDeg: number): boolean =>
      (windSpeedMph !== null && isCalm(windSpeedMph)) ||
      (windDirectionDeg !== null && goesAlong(outwardDeg, windDirectionDeg));
    if (!open.some(({ outwardBearingDeg }) => isOver(outwardBearingDeg))) return [];
    const meaning: RecordMeaning = {
      kind: "other_wind",
      moment,
      readAt,
      directionDeg: windDirectionDeg,
      speedMph: windSpeedMph,
      workedOutDeg,
      workedOutMph: computation.inputs.windSpeedMph,
    };
    return [flag(DEPARTURES.windSide, entryId, meaning)];
  });
}

function goesAlong(outwardBearingDeg: number, windDirectionDeg: number): boolean {
  const [east, north] = travelOf(windDirectionDeg);
  const bearing = (outwardBearingDeg * Math.PI) / 180;
  return Math.sin(bearing) * east + Math.cos(bearing) * north > TOLD_SINE;
}

/** Every list of wind ranges that a requirement's distances have. */
const rangesOf = ({ buffersEsa: { bufferTypes } }: DriftRequirement): readonly WindRange[][] =>
  BUFFER_TYPES.flatMap((type) => bufferTypes[type]?.methods ?? []).flatMap((method: BufferMethod) =>
    [method.windSpeedRanges, ...(method.rateRanges ?? []).map(({ windSpeedRanges }) => windSpeedRanges)].filter(
      (ranges) => ranges !== null,
    ),
  );

function ofWindSpeed({ computation, driftRequirements, inForce }: PartFacts): RecordFlag[] {
  if (computation === null) return [];
  const { windSpeedMph: workedOutMph, windDirectionDeg: workedOutDeg } = computation.inputs;
  const ranges = driftRequirements.flatMap(rangesOf);
  const isWider = (speedMph: number): boolean =>
    ranges.some((own) => (distanceInWind(own, speedMph) ?? Infinity) > (distanceInWind(own, workedOutMph) ?? Infinity));
  return inForce.readings.flatMap((reading: ReadingInForce) => {
    const { entryId, moment, readAt, windSpeedMph: speedMph, windDirectionDeg: directionDeg } = reading;
    if (speedMph === null || !isWider(speedMph)) return [];
    const meaning: RecordMeaning = {
      kind: "other_wind",
      moment,
      readAt,
      directionDeg,
      speedMph,
      workedOutDeg,
      workedOutMph,
    };
    return [flag(DEPARTURES.windSpeed, entryId, meaning)];
  });
}

/** One that was made while the work went on is that of a wind that had turned. */
function ofComputation({ computation, inForce }: PartFacts): RecordFlag[] {
  const end = inForce.readings.find(({ moment }) => moment === "end");
  if (computation === null || end === undefined) return [];
  const workedOutAt = new Date(computation.checkedAt).toISOString();
  if (Date.parse(workedOutAt) <= Date.parse(end.readAt)) return [];
  return [flag(DEPARTURES.computedLate, end.entryId, { kind: "worked_out", workedOutAt, endedAt: end.readAt })];
}

/** Acres are written with a digit after the point, and a boom covers no less than that. */
const ACRES_TOLERANCE = 0.1;
const SHARE_TOLERANCE = 0.01;

function ofArea({ inForce, treatableSqm, fieldSqm }: PartFacts): RecordFlag[] {
  const area = inForce.facts.get("area_treated_ac");
  if (typeof area?.value !== "number") return [];
  const { entryId, value: acres } = area;
  const isMore = (sqm: number | null): sqm is number => {
    const limit = sqm === null ? Infinity : sqm / ACRE_SQM;
    return acres > limit + Math.max(ACRES_TOLERANCE, limit * SHARE_TOLERANCE);
  };
  const over = (limit: string, sqm: number): RecordFlag[] => [
    flag(limit, entryId, { kind: "more_area", acres, ofAcres: Math.round((sqm / ACRE_SQM) * 10) / 10 }),
  ];
  if (isMore(fieldSqm)) return over(DEPARTURES.field, fieldSqm);
  return isMore(treatableSqm) ? over(DEPARTURES.treatable, treatableSqm) : [];
}

/**
 * Whether some of its words one after the other are that name: a maker or a color beside it makes no other nozzle, and a letter before
 * it does (AIXR and XR).
 */
function holdsName(text: string, name: string): boolean {
  const words = text.split(/[^a-z0-9]+/iu);
  const key = nozzleKey(name);
  return words.some((_word, from) => words.some((_last, to) => nozzleKey(words.slice(from, to + 1).join("")) === key));
}

/** A computation was judged by its own setup; one of an earlier form does not tell its nozzle. */
function ofNozzle({ application, computation, inForce }: PartFacts): RecordFlag[] {
  const written = inForce.facts.get("nozzle");
  const checkedFor = (computation?.details ?? application.details)?.nozzle ?? null;
  if (written === undefined || checkedFor === null) return [];
  if (holdsName(String(written.value), checkedFor) || holdsName(checkedFor, String(written.value))) return [];
  const meaning: RecordMeaning = { kind: "other_nozzle", nozzle: String(written.value), checkedFor };
  return [flag(DEPARTURES.nozzle, written.entryId, meaning)];
}

function ofBoom({ application, computation, inForce }: PartFacts): RecordFlag[] {
  const { boomHeight, method } = computation?.inputs ?? application;
  const boom = inForce.facts.get("boom_height_in");
  if (typeof boom?.value !== "number" || boom.value <= LOW_BOOM_IN) return [];
  if (boomHeight !== "low" || methodClass(method) !== "ground") return [];
  return [flag(DEPARTURES.boom, boom.entryId, { kind: "higher_boom", inches: boom.value })];
}

/**
 * Where what was written down is another application than the one that was checked, or than its buffer was worked out for: another day,
 * wind, area, nozzle, or boom. It is true and stays; nothing that was checked is known to hold for it.
 *
 * Units: degrees, mph, acres, inches. Source: docs/records.md, What is not as it was checked. Missing data: what no one wrote, and a buffer
 * that no one worked out, differ from nothing. Throws: never.
 */
export const departuresOf = (facts: PartFacts): RecordFlag[] =>
  [ofDay, ofClock, ofOrder, ofWindSide, ofWindSpeed, ofComputation, ofArea, ofNozzle, ofBoom].flatMap((find) =>
    find(facts),
  );
