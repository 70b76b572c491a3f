import type { Feature, MultiPolygon, Polygon } from "geojson";

export type Boundary = Feature<Polygon | MultiPolygon>;

/** A square field with its south-west corner at a place; about 400 m a side at middle latitudes. */
export const squareField = (lon: number, lat: number, sideDeg = 0.004): Boundary => ({
  type: "Feature",
  properties: {},
  geometry: {
    type: "Polygon",
    coordinates: [
      [
        [lon, lat],
        [lon + sideDeg, lat],
        [lon + sideDeg, lat + sideDeg],
        [lon, lat + sideDeg],
        [lon, lat],
      ],
    ],
  },
});

/** Code DC125 as EPA printed it for McHenry County, Illinois, on 17 September 2026. */
export const DC125_TEXT =
  "This crop use is located within a PULA. Therefore, 3 ADDITIONAL points (for a total of 6 points) of runoff/erosion " +
  "mitigations must be achieved for this crop use using the Mitigation Menu (https://www.epa.gov/pesticides/mitigation-menu).";

export const STRYAX = { product_name: "Stryax", epa_number: "264-1241", rate: 22, rate_unit: "fl oz/ac" };
/** What Stryax's label requires in the tank beside it. */
export const STRYAX_ADJUVANTS = [
  { product_name: "Oil emulsion DRA", epa_number: null, rate: 0.3, rate_unit: "% v/v" },
  { product_name: "Volatility reducing agent", epa_number: null, rate: 40, rate_unit: "fl oz/ac" },
];
export const NO_ESA = { product_name: "DEMO plain", epa_number: "99001-1", rate: 1, rate_unit: "pt/ac" };

/** A check that is right in every part; tests change the part they are about. */
export const checkBody = (providerId: string, more: Record<string, unknown> = {}) => ({
  provider_id: providerId,
  account_id: "account-1",
  field_name: "Home quarter",
  application_id: "application-1",
  application_method: "Broadcast-Ground",
  application_date: "2026-06-15",
  field_boundary: squareField(-87.25, 32.89),
  products: [STRYAX],
  crop: ["soybeans"],
  pest: ["waterhemp"],
  ...more,
});
