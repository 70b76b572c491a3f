import type { MultiPolygon, Polygon } from "geojson";
import type { EdgeKey, FeatureKind } from "@/lib/domain/drift";
import type { FeatureCategory } from "@/lib/domain/feature-categories";
import type { DriftOnMap, MapDataSet, TileLayer } from "@/lib/domain/field-map";
import type { CompassPoint } from "@/lib/views/figures";

/** A layer that there are tiles of; `version` names the data they are made from, so that their address changes with it. */
export interface TileSource {
  layer: TileLayer;
  version: string;
}

/** Edges of one ring that follow each other and face about the same way. */
export interface FieldSide {
  name: string;
  /** The one of eight compass points that it faces, away from the field's ground. */
  facing: CompassPoint;
  partIndex: number;
  ringIndex: number;
  edgeIndexes: number[];
  lengthFt: number;
}

export const edgesOfSide = ({ partIndex, ringIndex, edgeIndexes }: FieldSide): EdgeKey[] =>
  edgeIndexes.map((edgeIndex) => ({ partIndex, ringIndex, edgeIndex }));

/** Ground that was drawn in the portal for a field. */
export interface DrawnArea {
  featureId: string;
  kind: FeatureKind;
  category: FeatureCategory;
  label: string | null;
  geometry: Polygon | MultiPolygon;
  /** The boundary it was drawn on or confirmed for. */
  boundaryHash: string;
  /** False for a drawing made on an earlier boundary that no one has confirmed since. */
  isConfirmed: boolean;
}

/** An area of which the map says in words how it meets the field. */
export interface PulaOnMap {
  pulaId: number;
  eventName: string;
  effectiveDate: string;
  /** Share of the field inside, percent; null when it could not be measured. */
  sharePct: number | null;
}

export interface SoilOnMap {
  name: string;
  percentage: number;
}

/** Pictures from above, from a host that the operator has named. */
export interface ImageryLayer {
  url: string;
  attribution: string;
  /** The last zoom that the host has; nearer by, the map enlarges its pictures. */
  maxZoom: number;
}

/** What the map of one field shows, and the same in words. Coordinates are WGS84, longitude first. */
export interface FieldMapModel {
  fieldId: string;
  fieldName: string;
  /** West, south, east, north. */
  bounds: [number, number, number, number];
  /** Every position of the boundary, so that its edges keep their places. */
  boundary: MultiPolygon;
  /** Names the boundary: an edit of edges says which one it saw. */
  boundaryHash: string;
  sides: FieldSide[];
  areaSqm: number;
  /** The day whose areas are in force. */
  onDate: string;
  tiles: TileSource[];
  /** Null: no areas are loaded, which is not the same as none. */
  pulas: PulaOnMap[] | null;
  /** False: the loaded areas do not reach as far as this field, so there may be more than are shown. */
  arePulasComplete: boolean;
  counties: string[];
  /** Null: not known. */
  soils: SoilOnMap[] | null;
  drawn: DrawnArea[];
  /** Protected ground near the field that the set of water and habitat could not load: it counts in its boxes, or everywhere. */
  refused: { boxes: number; isAnywhere: boolean };
  /** Edges that were marked as downslope; empty when no one marked any. */
  downslope: EdgeKey[];
  /** Null: no drift answer is saved. */
  drift: DriftOnMap | null;
  imagery: ImageryLayer | null;
  dataSets: MapDataSet[];
}
