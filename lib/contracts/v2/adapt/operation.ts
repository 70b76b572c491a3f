import type { RecordReading } from "@/lib/domain/application-record";
import type { NormalizedRate } from "@/lib/domain/compliance";
import { G_PER_LB, HA_PER_ACRE, M_PER_MILE, ML_PER_FL_OZ } from "@/lib/domain/units";
import type { WorkProduct, WorkRecord } from "@/lib/usecases/records/read-work-record";
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

const ratesOf = (products: readonly WorkProduct[]): Measured[] =>
  products.flatMap(({ name, rate }, index): Measured[] => {
    if (rate === null) return [];
    const { definitionCode, perHectare } = rateOf(rate);
    const id = `rate-${index + 1}`;
    return [{ id, name: `Rate of ${name}`, definitionCode, productId: productId(index), value: perHectare }];
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
function timesOf(readings: readonly RecordReading[], appliedOn: string): AdaptOperation["timeScopes"] {
  const [start, end] = (["start", "end"] as const).map((moment) => readings.find((each) => each.moment === moment));
  if (start === undefined) return [{ dateContextCode: "PROPOSED", start: `${appliedOn}T12:00:00.000Z` }];
  return [
    { dateContextCode: "ACTUAL", start: utc(start.readAt), ...(end === undefined ? {} : { end: utc(end.readAt) }) },
  ];
}

interface People {
  parties: AdaptDataset["catalog"]["parties"];
  partyRoles: AdaptOperation["partyRoles"];
}

/** The certified applicator ran the sprayer, unless someone else was written down for it. */
export function peopleOf({ facts }: Pick<WorkRecord, "facts">): People {
  const [applicator, operator] = (["applicator_name", "operator_name"] as const).map(
    (fact) => facts.get(fact)?.toString() ?? null,
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

const variableOf = ({ id, name, definitionCode, productId: of }: Measured): AdaptOperation["variables"][number] => ({
  id: { referenceId: id },
  name,
  definitionCode,
  ...(of === undefined ? {} : { productId: of }),
});

/** The application as the one operation of its work record. */
export function operationOf({ saved, shown: { readings, appliedOn }, facts, products }: WorkRecord): AdaptOperation {
  const measured = [...ratesOf(products), ...readings.flatMap(airOf)];
  const acres = facts.get("area_treated_ac");
  return {
    id: { referenceId: "operation", uniqueIds: [{ idText: saved.applicationId, idTypeCode: "STRING" }] },
    name: `Application ${saved.applicationId}`,
    operationTypeCode: "APPLICATION_CROP_PROTECTION",
    ...(typeof acres === "number"
      ? { contextItems: [{ definitionCode: "AppliedArea" as const, valueText: figure(acres * HA_PER_ACRE) }] }
      : {}),
    productIds: products.map((_product, index) => productId(index)),
    variables: measured.map(variableOf),
    summaryValues: measured.map(({ id, value }) => ({ variableId: id, valueText: figure(value) })),
    timeScopes: timesOf(readings, appliedOn),
    partyRoles: peopleOf({ facts }).partyRoles,
  };
}
