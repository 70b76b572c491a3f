import type { RunoffEntry } from "@/lib/domain/compliance";
import { issueEffect, type Issue } from "@/lib/domain/issues";
import type { HourReason, ShortRunoff, SprayHour } from "@/lib/domain/spray-windows";
import type { LonLat } from "@/lib/engine/conditions/facts";
import type { HourlyDrift } from "@/lib/engine/drift/compute";
import type { HourAir } from "@/lib/engine/windows/hour-air";
import { areGustsOver } from "@/lib/engine/windows/gusts";
import { mayBeInverted } from "@/lib/engine/windows/inversion";

/** What one hour is judged by, beside the buffers of its wind. */
export interface HourFacts {
  air: HourAir;
  /** A point of the field; null: nothing that hangs on the sun is known. */
  place: LonLat | null;
  /** What conditions about weather and day say of the whole hour. */
  moments: HourReason[];
  /** The highest wind that a label of the mix allows, mph; null: none names one, or the forecast has no wind. */
  highestWindMph: number | null;
}

export interface JudgedHour {
  hour: SprayHour;
  /** All that a computation in this hour would name; null where the forecast has no wind. */
  issues: Issue[] | null;
}

/**
 * Whether an hour may be planned with: open, closed by something known, or not known.
 *
 * Units: square meters. Source: the labels' conditions and the buffers of the hour's wind, as a computation answers
 * them. Missing data: no wind, a value that a condition asks about, and buffers that cannot be placed leave the hour
 * unknown. An open hour is no clearance: what stands in the way in every hour is named beside the hours. Throws: never.
 */
export function judgeHour({ air, place, moments, highestWindMph }: HourFacts, drift: HourlyDrift | null): JudgedHour {
  const base = {
    air: air.hour,
    mayBeInverted: place === null ? null : mayBeInverted(air.hour, place),
    areGustsOver: areGustsOver(air.hour.windGustMph, highestWindMph),
  };
  if (drift === null) {
    return {
      hour: { ...base, state: "unknown", treatableSqm: null, reasons: [{ why: "wind_missing" }] },
      issues: null,
    };
  }
  const { issues, treatableSqm } = drift;
  const broken = issues.filter((found) => issueEffect(found) === "not_met");
  const outlasted = moments.filter(({ why }) => why === "ends_outside");
  const missing = moments.filter(({ why }) => why !== "ends_outside");
  const closing = [...broken.map(asReason), ...outlasted];
  if (closing.length > 0) {
    return { hour: { ...base, state: "closed", treatableSqm: null, reasons: closing }, issues };
  }
  if (treatableSqm === null || missing.length > 0) {
    const open = treatableSqm === null ? issues.filter((found) => issueEffect(found) === "indeterminate") : [];
    return {
      hour: { ...base, state: "unknown", treatableSqm: null, reasons: [...missing, ...open.map(asReason)] },
      issues,
    };
  }
  return { hour: { ...base, state: "open", treatableSqm, reasons: [] }, issues };
}

const asReason = (issue: Issue): HourReason => ({ why: "issue", issue });

/**
 * The hours as they are shown. What stands in every hour is named beside them; an hour with a question of its own is not
 * known, though its buffers can be placed: a reader who sees it open would take it for as good as its neighbors.
 */
export function hoursOf(judged: readonly JudgedHour[], standing: readonly Issue[]): SprayHour[] {
  return judged.map(({ hour, issues }) => {
    const own = (issues ?? []).filter(
      (found) => issueEffect(found) === "indeterminate" && !standing.some((each) => isSame(each, found)),
    );
    if (hour.state !== "open" || own.length === 0) return hour;
    return { ...hour, state: "unknown", treatableSqm: null, reasons: own.map(asReason) };
  });
}

/** Findings of one name are one: what each says of it may differ. */
export const findingName = ({ code, productIndex }: Issue): string => `${code} ${productIndex}`;

const isSame = (a: Issue, b: Issue): boolean => a.code === b.code && a.productIndex === b.productIndex;

/** What blocks a pass in every hour that could be judged, and so has nothing to do with the weather. */
export function standingIssues(judged: readonly JudgedHour[]): Issue[] {
  const [first, ...others] = judged.flatMap(({ issues }) => (issues === null ? [] : [issues]));
  const blocking = (first ?? []).filter((found) => issueEffect(found) !== "none");
  return blocking.filter((found) => others.every((issues) => issues.some((each) => isSame(each, found))));
}

/** Runoff points that are missing, system by system. One that is not known first needs its facts. */
export const shortOf = (entries: readonly RunoffEntry[]): ShortRunoff[] =>
  entries.flatMap(({ mitigationType, status, gap }) =>
    status === "not_met" && gap !== null ? [{ mitigationType, gap }] : [],
  );

/** Runoff points that are missing whatever the hour: of each system, the least that is. */
export function standingShort(hours: readonly (readonly RunoffEntry[])[]): ShortRunoff[] {
  const short = hours.flatMap(shortOf);
  return [...new Set(short.map(({ mitigationType }) => mitigationType))].flatMap((mitigationType) => {
    const gaps = short.filter((one) => one.mitigationType === mitigationType).map(({ gap }) => gap);
    return gaps.length < hours.length ? [] : [{ mitigationType, gap: Math.min(...gaps) }];
  });
}

/**
 * What a whole check finds in every hour, beside what a computation names: violations, such as what an area prohibits, and conditions of a
 * label that an answer of the applicator leaves open.
 */
export const standingOfCheck = (hours: readonly (readonly Issue[])[], named: readonly Issue[]): Issue[] =>
  (hours[0] ?? []).filter(
    (found) =>
      doesStand(found) &&
      !named.some((each) => isSame(each, found)) &&
      hours.every((issues) => issues.some((each) => isSame(each, found) && doesStand(each))),
  );

const doesStand = (found: Issue): boolean =>
  issueEffect(found) === "not_met" ||
  (found.code === "LABEL_CONDITIONS_NOT_CHECKED" && issueEffect(found) === "indeterminate");
