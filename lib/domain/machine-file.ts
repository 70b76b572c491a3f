import type { MultiPolygon } from "geojson";
import type { ApplicationMethod, BoomHeight, DropletSize } from "@/lib/domain/application";

/** Formats that spray terminals and the software behind them read. */
export const MACHINE_FORMATS = ["isoxml", "shapefile", "geojson", "kml", "flatgeobuf"] as const;
export type MachineFormat = (typeof MACHINE_FORMATS)[number];

/** What a machine puts out on treated ground: the tank mix by volume, or a dry product by weight. */
export interface SprayRate {
  amount: number;
  unit: "gal/ac" | "lb/ac";
}

/** A settled application as a machine is given it. Coordinates are WGS84 with nine decimals, longitude first. */
export interface MachinePlan {
  applicationEventId: string;
  applicationId: string;
  accountId: string;
  providerFieldId: string;
  fieldName: string;
  applicationDate: string;
  method: ApplicationMethod;
  productNames: string[];
  /** What the buffer was placed for, beside the wind: a rate of each product, as "1.5 lb/ac of Name". */
  rates: string[];
  dropletSize: DropletSize | null;
  boomHeight: BoomHeight | null;
  /** When the buffer was placed, and the wind it was placed for. */
  computedAt: Date;
  windFromDeg: number;
  windSpeedMph: number;
  /** Null: the set-up says no rate for the whole mix. */
  rate: SprayRate | null;
  boundarySqm: number;
  boundary: MultiPolygon;
  /** Null: no buffer is asked for. */
  buffer: MultiPolygon | null;
  treatable: MultiPolygon;
}

/** A file for a machine. */
export interface MachineFile {
  format: MachineFormat;
  bytes: Uint8Array;
  mediaType: string;
  fileName: string;
}
