import type { EsaCheckRequest } from "./client.js";

/** Of AgGateway's ADAPT Standard, version 2.0: the members that a check is made of. Any other may be there. */
export interface AdaptDataset {
  catalog: {
    crops?: Named[];
    cropZones?: (Named & { cropId?: string })[];
    fields?: (Named & { activeBoundaryId?: string })[];
    fieldBoundaries?: (Named & { fieldId: string; boundary: { geometry: string } })[];
    products?: (Named & { productTypeCode: string; contextItems?: { definitionCode: string; valueText?: string }[] })[];
  };
  documents?: { workOrders?: AdaptWorkOrder[] };
}

interface Named {
  id: { referenceId: string; uniqueIds?: { idText: string }[] };
  name: string;
}

interface AdaptWorkOrder extends Named, Timed {
  fieldId: string;
  cropZoneId?: string;
  operations: AdaptOperation[];
}

interface Timed {
  timeScopes?: { dateContextCode: string; start?: string }[];
}

interface AdaptOperation extends Named, Timed {
  operationTypeCode: string;
  productIds?: string[];
  variables?: { id: { referenceId: string }; definitionCode: string; productId?: string }[];
  summaryValues?: { variableId: string; valueText: string }[];
  spatialRecordsFile?: unknown;
}

/** One operation of a work order as a check. */
export interface CheckOfOperation {
  /** Reference ids of the dataset. */
  workOrderId: string;
  operationId: string;
  /** What the work order says. Add the rest, then send it with `check` or in a bulk submission. */
  check: Partial<EsaCheckRequest>;
  /** What it does not say, or not so that it could be taken over. Nothing is guessed. */
  open: { member: string; why: string }[];
}

const SPRAYED = new Set(["APPLICATION_CROP_PROTECTION", "APPLICATION_GENERAL"]);
const PLANNED = ["PROPOSED", "REQUESTED"];
const REGISTRATION = "US-EPA-RegistrationNumber";
/** Rates of the standard have one unit each. */
const RATE_UNITS: Readonly<Record<string, string>> = {
  AppliedVolumePerAreaTarget: "L/ha",
  AppliedMassPerAreaTarget: "kg/ha",
};
const NUMBER = /^\d+(\.\d+)?([eE][-+]?\d+)?$/;

const find = <Item extends Named>(items: readonly Item[] | undefined, id: string | undefined): Item | undefined =>
  items?.find((item) => item.id.referenceId === id);

/** An identifier that outlives the dataset; its reference ids do not. */
const lasting = ({ id }: Named): string | undefined => id.uniqueIds?.[0]?.idText;

/** A polygon or several, from well-known text. Undefined: something else. */
function geometryOf(text: string): EsaCheckRequest["field_boundary"]["geometry"] | undefined {
  const [, word, list] = /^\s*(MULTIPOLYGON|POLYGON)\s*Z?\s*(\(.*\))\s*$/is.exec(text) ?? [];
  if (word === undefined || list === undefined || /[^-+.,()\s\deE]/.test(list)) return undefined;
  try {
    const json = list
      .replaceAll("(", "[")
      .replaceAll(")", "]")
      .replace(/[^[\],]+/g, (position) =>
        position.trim() === "" ? "" : `[${position.trim().split(/\s+/).slice(0, 2).join(",")}]`,
      );
    const coordinates: unknown = JSON.parse(json);
    const type = word.toUpperCase() === "POLYGON" ? "Polygon" : "MultiPolygon";
    return { type, coordinates } as EsaCheckRequest["field_boundary"]["geometry"];
  } catch {
    return undefined;
  }
}

function boundaryOf({ catalog }: AdaptDataset, fieldId: string): EsaCheckRequest["field_boundary"] | undefined {
  const own = catalog.fieldBoundaries?.filter((boundary) => boundary.fieldId === fieldId) ?? [];
  const active = find(catalog.fields, fieldId)?.activeBoundaryId;
  const picked = active === undefined && own.length === 1 ? own[0] : find(own, active);
  const geometry = picked === undefined ? undefined : geometryOf(picked.boundary.geometry);
  return geometry === undefined ? undefined : { type: "Feature", properties: {}, geometry };
}

/** The day as it is written. The standard's times are UTC: one shortly after midnight may be the evening before. */
function dateOf(...timed: Timed[]): string | undefined {
  const scopes = timed.flatMap(({ timeScopes = [] }) => timeScopes);
  return scopes
    .find(({ dateContextCode, start }) => start !== undefined && PLANNED.includes(dateContextCode))
    ?.start?.slice(0, 10);
}

function kindOf(productTypeCode: string): "adjuvant" | "fertilizer" | undefined {
  if (productTypeCode.includes("ADJUVANT")) return "adjuvant";
  return productTypeCode.startsWith("FERTILIZER") ? "fertilizer" : undefined;
}

type Product = EsaCheckRequest["products"][number];

/** A product with its flat rate; undefined where the dataset lacks the product or a rate of it. */
function productOf({ catalog }: AdaptDataset, operation: AdaptOperation, productId: string): Product | undefined {
  const product = find(catalog.products, productId);
  const rates = (operation.variables ?? []).flatMap(({ id, definitionCode, productId: of }) => {
    const unit = RATE_UNITS[definitionCode];
    const value = operation.summaryValues?.find(({ variableId }) => variableId === id.referenceId)?.valueText.trim();
    return of === productId && unit !== undefined && value !== undefined && NUMBER.test(value)
      ? [{ rate: Number(value), unit }]
      : [];
  });
  const [only, other] = rates;
  // What goes into a mix that is one product of the dataset, its rate does not say.
  if (product === undefined || product.productTypeCode === "MIX") return undefined;
  if (only === undefined || other !== undefined) return undefined;
  const kind = kindOf(product.productTypeCode);
  return {
    product_name: product.name,
    epa_number: product.contextItems?.find(({ definitionCode }) => definitionCode === REGISTRATION)?.valueText ?? null,
    rate: only.rate,
    rate_unit: only.unit,
    ...(kind === undefined ? {} : { kind }),
  };
}

const idsOf = ({ productIds = [], variables = [] }: AdaptOperation): string[] => [
  ...new Set([...productIds, ...variables.flatMap(({ productId }) => productId ?? [])]),
];

function productsOf(dataset: AdaptDataset, operation: AdaptOperation): Product[] | undefined {
  // The rates of a map may be anything; the highest of them is the one to check.
  if (operation.spatialRecordsFile !== undefined) return undefined;
  const isWater = (id: string): boolean => find(dataset.catalog.products, id)?.productTypeCode === "WATER";
  const products = idsOf(operation)
    .filter((id) => !isWater(id))
    .map((id) => productOf(dataset, operation, id));
  const whole = products.filter((product) => product !== undefined);
  return whole.length === products.length && whole.length > 0 ? whole : undefined;
}

const WHY: Readonly<Record<string, string>> = {
  provider_id: "your own",
  account_id: "your own",
  application_method: "the standard does not say how a product is put out",
  pest: "the standard names none",
  gpa: "a rate of the mix as a whole is not told apart from a product's",
  droplet_size: "the standard names none",
  boom_height: "the standard names none",
  application_id: "neither the operation nor the work order has an identifier that outlives the dataset",
  application_date: "no proposed or requested time is given",
  provider_field_id: "the field has no identifier that outlives the dataset",
  field_name: "the dataset has no such field",
  field_boundary: "the field has no active boundary, or not one polygon as well-known text",
  crop: "the work order names no crop zone with a crop",
  products: "a product or its flat rate is missing; of a map of rates send the highest",
  mix: "another operation of this work order may go into the same tank: send all products of a tank in one check",
};

function checkOf(dataset: AdaptDataset, order: AdaptWorkOrder, operation: AdaptOperation): CheckOfOperation {
  const { catalog } = dataset;
  const field = find(catalog.fields, order.fieldId);
  const crop = find(catalog.crops, find(catalog.cropZones, order.cropZoneId)?.cropId)?.name;
  const ofOrder = lasting(order);
  const said = {
    application_id:
      lasting(operation) ?? (ofOrder === undefined ? undefined : `${ofOrder}:${operation.id.referenceId}`),
    application_date: dateOf(operation, order),
    provider_field_id: field === undefined ? undefined : lasting(field),
    field_name: field?.name,
    field_boundary: boundaryOf(dataset, order.fieldId),
    crop: crop === undefined ? undefined : [crop],
    products: productsOf(dataset, operation),
  };
  const never = ["provider_id", "account_id", "application_method", "pest", "gpa", "droplet_size", "boom_height"];
  const missing = Object.entries(said).flatMap(([member, value]) => (value === undefined ? [member] : []));
  const isMixed = sprayed(order).length > 1;
  return {
    workOrderId: order.id.referenceId,
    operationId: operation.id.referenceId,
    check: Object.fromEntries(Object.entries(said).filter(([, value]) => value !== undefined)),
    open: [...never, ...missing, ...(isMixed ? ["mix"] : [])].map((member) => ({
      member: member === "mix" ? "products" : member,
      why: WHY[member] ?? "",
    })),
  };
}

const sprayed = ({ operations }: AdaptWorkOrder): AdaptOperation[] =>
  operations.filter(({ operationTypeCode }) => SPRAYED.has(operationTypeCode));

/**
 * The sprayed operations of a dataset's work orders as checks, one each. What a work order does not say stays open:
 * nothing is guessed, and a product without a rate leaves all products out, so that no part of a mix is checked alone.
 */
export const checksOfWorkOrders = (dataset: AdaptDataset): CheckOfOperation[] =>
  (dataset.documents?.workOrders ?? []).flatMap((order) =>
    sprayed(order).map((operation) => checkOf(dataset, order, operation)),
  );
