import type { RecordReading } from "@/lib/domain/application-record";
import type { NormalizedRate } from "@/lib/domain/compliance";
import { G_PER_LB, HA_PER_ACRE, M_PER_MILE, ML_PER_FL_OZ } from "@/lib/domain/units";
import { entriesInForce, type EntriesInForce } from "@/lib/engine/record/facts";
import type { RecordedProduct } from "@/lib/engine/record/facts";
import { shownRecord, type ApplicationRecord } from "@/lib/usecases/records/record-facts";
import type { AdaptDataset, AdaptOperation, AdaptVariable } from "@/lib/contracts/v2/adapt/dataset";

const SECONDS_PER_HOUR = 3600;
const ML_PER_L = 1000;
const G_PER_KG = 1000;
/** More digits than any sprayer is exact to, so that a unit that is turned back gives what was sent. */
const DIGITS = 12;

const figure = (value: number): string => String(Number(value.toPrecision(DIGITS)));

const rateOf = ({ value, unit }: NormalizedRate): { definitionCode: AdaptVariable; perHectare: number } =>
  unit === "lb_per_acre"
    ? { definitionCode: "AppliedMassPerAreaTarget", perHectare: (value * G_PER_LB) / G_PER_KG / HA_PER_ACRE }
    : { definitionCode: "AppliedVolumePerAreaTarget", perHectare: (value * ML_PER_FL_OZ) / ML_PER_L / HA_PER_ACRE };

export const productId = (index: number): string => `product-${index + 1}`;

interface Measured {
  id: string;
  name: string;
  definitionCode: AdaptVariable;
  productId?: string;
  value: number;
}

const ratesOf = (mix: readonly RecordedProduct[]): Measured[] =>
  mix.flatMap(({ rated }, index): Measured[] => {
    if (rated.rate.normalized === null) return [];
    const { definitionCode, perHectare } = rateOf(rated.rate.normalized);
    const name = `Rate of ${rated.submitted.productName}`;
    return [{ id: `rate-${index + 1}`, name, definitionCode, productId: productId(index), value: perHectare }];
  });

/** Each reading has variables of its own: the standard sums an operation up by one value a variable. */
const airOf = (reading: RecordReading, index: number): Measured[] => {
  const { moment, readAt, windSpeedMph, windDirectionDeg, temperatureF } = reading;
  const of = (what: string, definitionCode: AdaptVariable, value: number | null): Measured[] =>
    value === null
      ? []
      : [{ id: `${definitionCode}-${index + 1}`, name: `${what}, ${moment} ${readAt}`, definitionCode, value }];
  const metersPerSecond = windSpeedMph === null ? null : (windSpeedMph * M_PER_MILE) / SECONDS_PER_HOUR;
  return [
    ...of("Wind speed", "WindSpeed", metersPerSecond),
    ...of("Where the wind comes from", "WindDirection", windDirectionDeg),
    ...of("Air temperature", "AirTemperature", temperatureF === null ? null : ((temperatureF - 32) * 5) / 9),
  ];
};

const utc = (time: string): string => new Date(time).toISOString();

/** From start to end as they were written down; the planned day where no start was. */
function timesOf(readings: readonly RecordReading[], applicationDate: string): AdaptOperation["timeScopes"] {
  const [start, end] = (["start", "end"] as const).map((moment) => readings.find((each) => each.moment === moment));
  if (start === undefined) return [{ dateContextCode: "PROPOSED", start: `${applicationDate}T12:00:00.000Z` }];
  return [
    { dateContextCode: "ACTUAL", start: utc(start.readAt), ...(end === undefined ? {} : { end: utc(end.readAt) }) },
  ];
}

/** What counts of the entries: of a signed record, those that were signed. */
export const standingEntries = ({ ground, signed }: ApplicationRecord): EntriesInForce =>
  entriesInForce(ground.entries.filter((entry) => signed === null || !entry.isAddition));

interface People {
  parties: AdaptDataset["catalog"]["parties"];
  partyRoles: AdaptOperation["partyRoles"];
}

/** The certified applicator ran the sprayer, unless someone else was written down for it. */
export function peopleOf({ facts }: EntriesInForce): People {
  const [applicator, operator] = (["applicator_name", "operator_name"] as const).map(
    (fact) => facts.get(fact)?.value.toString() ?? null,
  );
  const people = [
    ...(applicator == null
      ? []
      : [{ id: "applicator", name: applicator, roleCode: operator == null ? "OPERATOR" : "UNKNOWN" } as const]),
    ...(operator == null ? [] : [{ id: "operator", name: operator, roleCode: "OPERATOR" } as const]),
  ];
  return {
    parties: people.map(({ id, name }) => ({ id: { referenceId: id }, name, partyTypeCode: "INDIVIDUAL" })),
    partyRoles: people.map(({ id, roleCode }) => ({ roleCode, partyId: id })),
  };
}

/** The application as the one operation of its work record. */
export function operationOf(record: ApplicationRecord): AdaptOperation {
  const { application, mix } = record;
  const { readings } = shownRecord(record);
  const entries = standingEntries(record);
  const measured = [...ratesOf(mix), ...readings.flatMap(airOf)];
  const acres = entries.facts.get("area_treated_ac")?.value;
  return {
    id: {
      referenceId: "operation",
      uniqueIds: [{ idText: application.saved.applicationId, idTypeCode: "STRING" }],
    },
    name: `Application ${application.saved.applicationId}`,
    operationTypeCode: "APPLICATION_CROP_PROTECTION",
    ...(typeof acres === "number"
      ? { contextItems: [{ definitionCode: "AppliedArea" as const, valueText: figure(acres * HA_PER_ACRE) }] }
      : {}),
    productIds: mix.map((_product, index) => productId(index)),
    variables: measured.map(({ id, value: _value, ...variable }) => ({ id: { referenceId: id }, ...variable })),
    summaryValues: measured.map(({ id, value }) => ({ variableId: id, valueText: figure(value) })),
    timeScopes: timesOf(readings, application.saved.applicationDate),
    partyRoles: peopleOf(entries).partyRoles,
  };
}
