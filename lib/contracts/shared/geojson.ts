/** A part of a JSON Schema. */
export type JsonObject = Record<string, unknown>;

/** GeoJSON in the words of JSON Schema, as named parts of the OpenAPI document. RFC 7946 */
const ref = (name: string): JsonObject => ({ $ref: `#/components/schemas/${name}` });
const list = (items: JsonObject, more: JsonObject = {}): JsonObject => ({ type: "array", ...more, items });

const POSITION = list({ type: "number" }, { minItems: 2 });
const RING = list(ref("Position"), { minItems: 4 });
const RINGS = list(RING, { minItems: 1 });

/** The kinds of ground that requests and answers have, with the form of their coordinates. */
const KINDS = {
  Polygon: { coordinates: RINGS, says: "An area: the outer ring first, holes after it." },
  MultiPolygon: {
    coordinates: list(RINGS, { minItems: 1 }),
    says: "Several areas, each an outer ring and its holes.",
  },
} as const;
type Kind = keyof typeof KINDS;

const kindSchema = (kind: Kind): JsonObject => ({
  type: "object",
  description: `A GeoJSON ${kind}. ${KINDS[kind].says}`,
  required: ["type", "coordinates"],
  properties: {
    type: { type: "string", const: kind, description: `Always \`${kind}\`.` },
    coordinates: { ...KINDS[kind].coordinates, description: "Positions in WGS 84." },
  },
  additionalProperties: true,
});

/** Ground, told apart by `type`. */
export const GEOMETRY: JsonObject = {
  description: "A GeoJSON geometry: a Polygon or a MultiPolygon, told apart by `type`.",
  oneOf: [ref("Polygon"), ref("MultiPolygon")],
  discriminator: {
    propertyName: "type",
    mapping: { Polygon: "#/components/schemas/Polygon", MultiPolygon: "#/components/schemas/MultiPolygon" },
  },
};

const feature = (geometry: JsonObject, description: string): JsonObject => ({
  type: "object",
  description,
  required: ["type", "geometry"],
  properties: {
    type: { type: "string", const: "Feature", description: "Always `Feature`." },
    properties: {
      type: ["object", "null"],
      description: "Members of your own. They are not kept.",
      additionalProperties: true,
    },
    geometry: { ...geometry, description: "The ground itself." },
  },
  additionalProperties: true,
});

const RULES =
  "in WGS 84, longitude first. Rings closed, at most 5,000 positions over all rings, valid as GEOS judges it, not " +
  "across the antimeridian or a pole, in the United States or its territories. A `crs` member must name WGS 84; other " +
  "foreign members are allowed.";

export const FIELD_BOUNDARY = feature(
  ref("Geometry"),
  `A field as a GeoJSON Feature with a Polygon or MultiPolygon ${RULES}`,
);
export const FIELD_BOUNDARY_IN_ANY_FORM: JsonObject = {
  anyOf: [ref("FieldBoundary"), ref("Polygon"), ref("MultiPolygon"), ref("FieldCollection"), { type: "string" }],
  description:
    "A field as a GeoJSON Feature, a bare Polygon or MultiPolygon, a FeatureCollection of exactly one field, or a text " +
    `holding one of these; ${RULES}`,
};

/** Parts that no zod schema stands for, because the geometry kernel judges boundaries and PostGIS makes geometries. */
export const GEOJSON_COMPONENTS: Readonly<Record<string, JsonObject>> = {
  Position: { ...POSITION, description: "Longitude, latitude, degrees in WGS 84. An altitude is dropped." },
  ...Object.fromEntries((Object.keys(KINDS) as Kind[]).map((kind) => [kind, kindSchema(kind)])),
  Geometry: GEOMETRY,
  FieldBoundary: FIELD_BOUNDARY,
  FieldCollection: {
    type: "object",
    description: "A GeoJSON FeatureCollection of exactly one field.",
    required: ["type", "features"],
    properties: {
      type: { type: "string", const: "FeatureCollection", description: "Always `FeatureCollection`." },
      features: { type: "array", description: "The field.", minItems: 1, maxItems: 1, items: ref("FieldBoundary") },
    },
    additionalProperties: true,
  },
};
