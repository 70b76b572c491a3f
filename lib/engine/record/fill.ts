import type { FilledRecord, RecordFlag, RecordBinding, RecordItem, RecordSet } from "@/lib/domain/application-record";
import { utcDay } from "@/lib/domain/calendar";
import { recognizeCrops } from "@/lib/domain/crops";
import type { LabelRecordRule, RecordDeadline, RecordItemRule, StateRecordRule } from "@/lib/domain/record-rules";
import { registrantRegistration } from "@/lib/domain/registration";
import { stateOfFips } from "@/lib/domain/us-states";
import { statesOf } from "@/lib/engine/conditions/facts";
import { dayAtField, dayOfReading } from "@/lib/engine/record/days";
import { departuresOf } from "@/lib/engine/record/departures";
import { entriesInForce, type RecordedProduct, type RecordFacts } from "@/lib/engine/record/facts";
import { flagsOf } from "@/lib/engine/record/flags";
import { findPart, type PartFacts } from "@/lib/engine/record/parts";
import { weatherOf } from "@/lib/engine/record/weather";

/** A rule that binds the application, or may. */
interface BindingRule {
  id: string;
  title: string;
  binding: RecordBinding;
  items: readonly RecordItemRule[];
  keptYears: number | null;
  within: RecordDeadline | null;
  recordPoint: number | null;
}

const isPesticide = ({ rated }: RecordedProduct): boolean => rated.kind !== "adjuvant";

const numberOf = ({ rated }: RecordedProduct): string | null =>
  rated.record === null ? rated.registration : registrantRegistration(rated.record.registration);

/**
 * A record filled from what the check, the computation and the forecast know, and from what was written down.
 *
 * Source: the table of records in force on the application's date. Missing data: an item without its parts is open and
 * names them. The federal record is asked of every pesticide: one that is not known to be restricted use may be. Rules of
 * a state count where the field may lie in it. Throws: never.
 */
export function fillRecord(facts: RecordFacts): FilledRecord {
  const inForce = entriesInForce(facts.entries);
  const start = inForce.readings.find(({ moment }) => moment === "start");
  const appliedOn = start === undefined ? facts.application.applicationDate : dayOfReading(start, facts.timeZone);
  const weather = weatherOf(facts, inForce, appliedOn);
  const own: PartFacts = { ...facts, inForce, keptHighs: weather.forecast };
  const labels = labelRulesOf(facts);
  const rules = [...labels.map(asLabelRule), federalRule(facts), ...stateRules(facts)];
  return {
    sets: rules.filter(({ items }) => items.length > 0).map((rule) => setOf(rule, own)),
    unreadLabels: unreadLabels(facts, labels),
    flags: allFlags(own, labels),
    readings: own.inForce.readings,
    appliedOn,
    due: dueOf(rules, own, appliedOn),
    keptUntil: yearsAfter(appliedOn, Math.max(...rules.map(({ keptYears }) => keptYears ?? 0))),
    weather,
  };
}

/** A boom that is too high for a label needs no second flag. */
function allFlags(facts: PartFacts, labels: readonly LabelRecordRule[]): RecordFlag[] {
  const ofLabels = flagsOf(facts, labels);
  const flagged = new Set(ofLabels.map(({ entryId }) => entryId));
  const departures = departuresOf(facts).filter(
    ({ meaning, entryId }) => meaning?.kind !== "higher_boom" || !flagged.has(entryId),
  );
  return [...departures, ...ofLabels];
}

const labelRulesOf = ({ rules, mix }: RecordFacts): LabelRecordRule[] =>
  rules.labels.filter(({ registration, labelDate }) =>
    mix.some((product) => numberOf(product) === registration && product.labelDate === labelDate),
  );

const asLabelRule = (rule: LabelRecordRule): BindingRule => ({
  ...rule,
  id: `label:${rule.registration}@${rule.labelDate}`,
  binding: "yes",
  items: [...rule.items, ...rule.also],
});

function federalRule({ rules, mix }: RecordFacts): BindingRule {
  const isRestricted = mix.some((product) =>
    rules.restrictedUse.some(({ registration }) => registration === numberOf(product)),
  );
  return { ...rules.federal, id: "federal", binding: isRestricted ? "yes" : "unknown", recordPoint: null };
}

function stateRules(facts: RecordFacts): BindingRule[] {
  return facts.rules.states.flatMap((rule) => {
    const binding = stateBinding(rule, facts);
    return binding === null ? [] : [{ ...rule, id: `state:${rule.state}`, binding, recordPoint: null }];
  });
}

/** Null: it does not bind. A crop that no one knows, a county line that is not exact, and a county that could not be read leave it open. */
function stateBinding(rule: StateRecordRule, facts: RecordFacts): RecordBinding | null {
  const { counties, mix } = facts;
  const states = statesOf(counties);
  if (counties.length === 0 || (states?.isWhole === true && !states.possible.includes(rule.state))) return null;
  if (rule.registrations !== null && !mix.some((product) => rule.registrations?.includes(numberOf(product) ?? ""))) {
    return null;
  }
  const isSure = counties.some((county) => county.isSure !== false && stateOfFips(county.stateFips) === rule.state);
  const ofCrop = cropBinding(rule, facts);
  return ofCrop === "yes" && !isSure ? "unknown" : ofCrop;
}

function cropBinding({ crops }: StateRecordRule, { application, cropTable }: RecordFacts): RecordBinding | null {
  if (crops === null) return "yes";
  const sent = recognizeCrops(cropTable, application.crop);
  if (sent.known.some((crop) => crops.includes(crop))) return "yes";
  return sent.unknown.length === 0 && sent.known.length > 0 ? null : "unknown";
}

function setOf({ id, title, binding, items, keptYears, recordPoint }: BindingRule, facts: PartFacts): RecordSet {
  const filled = items.map((item) => itemOf(item, facts));
  const counted = filled.filter(({ no }) => no !== null);
  return {
    id,
    title,
    binding,
    complete: counted.filter(({ missing }) => missing.length === 0).length,
    total: counted.length,
    items: filled,
    keptYears,
    recordPoint,
  };
}

function itemOf({ id, no, text, parts, cite, evidence }: RecordItemRule, facts: PartFacts): RecordItem {
  const found = parts.map((part) => ({ part, ...findPart(part, facts) }));
  return {
    id,
    no,
    text,
    values: found.flatMap(({ values }) => values),
    missing: found.flatMap(({ part, isKnown }) => (isKnown ? [] : [part])),
    sources: cite.flatMap((key) => {
      const { title, locator, url } = facts.citations[key] ?? {};
      return title === undefined || locator === undefined ? [] : [{ title, locator, url: url ?? null }];
    }),
    evidence,
  };
}

const unreadLabels = ({ mix }: RecordFacts, labels: readonly LabelRecordRule[]): string[] => [
  ...new Set(
    mix
      .filter(
        (product) =>
          isPesticide(product) &&
          (product.isLastRead === true || !labels.some(({ registration }) => registration === numberOf(product))),
      )
      .map(({ rated }) => rated.submitted.productName),
  ),
];

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

const dayAfter = (day: string, days: number): string =>
  utcDay(new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY_MS));

/** 29 February ends with the month of a year that has none. */
function yearsAfter(day: string, years: number): string {
  const shifted = `${Number(day.slice(0, 4)) + years}${day.slice(4)}`;
  return Number.isNaN(Date.parse(shifted)) || !isOwnDay(shifted) ? shifted.replace(/-29$/, "-28") : shifted;
}

const isOwnDay = (day: string): boolean => new Date(`${day}T00:00:00Z`).toISOString().startsWith(day);

/** Hours count from the end of the work; before it is written down, the day of application is the deadline. */
function deadline(
  { within, title }: BindingRule,
  { inForce, timeZone }: PartFacts,
  appliedOn: string,
): FilledRecord["due"][] {
  if (within === null) return [];
  if (within.hours === null) return [{ on: dayAfter(appliedOn, within.days ?? 0), at: null, title }];
  const last = inForce.readings.at(-1);
  if (last === undefined) return [{ on: appliedOn, at: null, title }];
  const at = new Date(Date.parse(last.readAt) + within.hours * HOUR_MS);
  return [{ on: dayAtField(at.getTime(), last.readAt, timeZone), at: at.toISOString(), title }];
}

function dueOf(rules: readonly BindingRule[], facts: PartFacts, appliedOn: string): FilledRecord["due"] {
  const all = rules.flatMap((rule) => deadline(rule, facts, appliedOn)).toSorted((a, b) => a.on.localeCompare(b.on));
  const [first] = all;
  if (first === undefined) throw new RangeError("the federal rule has a deadline");
  return first;
}
