import type { MultiPolygon } from "geojson";
import type { MachinePlan } from "@/lib/domain/machine-file";
import { oneLine } from "@/lib/gateways/machine-files/text";

/** One part of the field in a file, with what the machine does on it. */
export interface Zone {
  kind: "field" | "treatable" | "buffer";
  /** For people. */
  label: string;
  geometry: MultiPolygon;
  /** Null on the outline of the field, and where no rate is known. */
  rate: number | null;
}

export function zonesOf({ boundary, treatable, buffer, rate }: MachinePlan): Zone[] {
  return [
    { kind: "field", label: "Field", geometry: boundary, rate: null },
    { kind: "treatable", label: "Treatable area", geometry: treatable, rate: rate?.amount ?? null },
    ...(buffer === null
      ? []
      : [{ kind: "buffer", label: "Buffer: do not spray", geometry: buffer, rate: 0 } satisfies Zone]),
  ];
}

/** What every zone of a plan has in common, as far as one file format or another keeps it. */
export const particularsOf = (plan: MachinePlan) => ({
  field_name: oneLine(plan.fieldName),
  provider_field_id: oneLine(plan.providerFieldId),
  application_id: oneLine(plan.applicationId),
  application_event_id: plan.applicationEventId,
  application_date: plan.applicationDate,
  application_method: plan.method,
  products: plan.productNames.map(oneLine).join(" + "),
  rates: plan.rates.map(oneLine).join(" + "),
  droplet_size: plan.dropletSize,
  boom_height: plan.boomHeight,
  computed_at: plan.computedAt.toISOString(),
  wind_from_deg: plan.windFromDeg,
  wind_speed_mph: plan.windSpeedMph,
});

/** All that is said of one zone. */
export const membersOf = (zone: Zone, plan: MachinePlan) => ({
  kind: zone.kind,
  label: zone.label,
  rate: zone.rate,
  rate_unit: zone.rate === null ? null : (plan.rate?.unit ?? "gal/ac"),
  ...particularsOf(plan),
});
