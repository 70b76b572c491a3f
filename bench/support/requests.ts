import type { BenchField } from "@/bench/support/fields";
import { ACCOUNT, PROVIDER } from "@/bench/support/service";

const NO_ESA = { product_name: "DEMO plain", epa_number: "99001-1", rate: 1, rate_unit: "pt/ac" };
const THREE_PRODUCTS = [
  { product_name: "Stryax", epa_number: "264-1241", rate: 22, rate_unit: "fl oz/ac" },
  { product_name: "Engenia", epa_number: "7969-507", rate: 12.8, rate_unit: "fl oz/ac" },
  { product_name: "Enlist One", epa_number: "62719-695", rate: 2, rate_unit: "pt/ac" },
];
export const REGISTRATIONS = THREE_PRODUCTS.map(({ epa_number: number }) => number);
/** Every area of the joint set is in force on this day. */
export const APPLICATION_DATE = "2026-06-15";

const common = (field: BenchField, applicationId: string): Record<string, unknown> => ({
  provider_id: PROVIDER,
  account_id: ACCOUNT,
  field_name: field.name,
  provider_field_id: field.boundary.hash.slice(0, 16),
  application_id: applicationId,
  application_method: "Broadcast-Ground",
  application_date: APPLICATION_DATE,
  field_boundary: field.feature,
  crop: ["soybeans"],
  pest: ["waterhemp"],
  gpa: 15,
  droplet_size: "UC",
  boom_height: "low",
});

/** A check that is assessed and saved. */
export const checkOf = (field: BenchField, applicationId: string, more: Record<string, unknown> = {}): string =>
  JSON.stringify({ ...common(field, applicationId), products: THREE_PRODUCTS, ...more });

/** A check that ends early, because its product is known to have no ESA language. */
export const earlyReturnOf = (field: BenchField): string =>
  JSON.stringify({ ...common(field, "early-return"), products: [NO_ESA] });

/** A job with one item a field, as the single checks of `checkOf` ask. Its name keeps its fields apart from others'. */
export function bulkOf(fields: readonly BenchField[], name: string): string {
  const items = fields.map((field) => ({
    application_id: `${name}-${field.name}`,
    field_name: field.name,
    provider_field_id: `${name.startsWith("long") ? name : "field"}-${field.boundary.hash.slice(0, 16)}`,
    field_boundary: field.feature,
  }));
  return JSON.stringify({
    provider_id: PROVIDER,
    account_id: ACCOUNT,
    provider_group_id: "bench-bulk",
    application_method: "Broadcast-Ground",
    application_date: APPLICATION_DATE,
    crop: ["soybeans"],
    pest: ["waterhemp"],
    gpa: 15,
    droplet_size: "UC",
    boom_height: "low",
    products: THREE_PRODUCTS,
    fields: items,
  });
}
