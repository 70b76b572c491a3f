/** A square of ground: its south-west corner and its side, in degrees. */
interface SandboxField {
  lon: number;
  lat: number;
  sideDeg: number;
  about: string;
}

/** Ground of the demonstration, where the rows of the sandbox lie. */
export const SANDBOX_FIELDS = {
  plain: { lon: -93.898, lat: 41.952, sideDeg: 0.004, about: "Boone County, Iowa, in no PULA" },
  stream: { lon: -93.938, lat: 42.066, sideDeg: 0.003, about: "inside DEMO Prairie Stream Fish 2026" },
  sand: { lon: -94.034, lat: 41.9735, sideDeg: 0.004, about: "inside a PULA whose code has no limitation row" },
  tiny: { lon: -93.898, lat: 41.952, sideDeg: 0.0003, about: "about 30 m wide: every buffer covers it" },
  alabama: { lon: -87.25, lat: 32.89, sideDeg: 0.004, about: "Alabama: no areas and no soil survey are loaded there" },
  california: { lon: -120.5, lat: 37.3, sideDeg: 0.004, about: "Merced County, California: Enlist One is not for it" },
  nebraska: { lon: -99.5, lat: 41.2, sideDeg: 0.004, about: "Nebraska, for a soil survey that is away" },
  lake: { lon: -87, lat: 43.5, sideDeg: 0.004, about: "Lake Michigan, in no county" },
} as const satisfies Record<string, SandboxField>;
export type SandboxFieldName = keyof typeof SANDBOX_FIELDS;

/** The field as a check takes it. */
export function sandboxBoundary(name: SandboxFieldName) {
  const { lon, lat, sideDeg } = SANDBOX_FIELDS[name];
  const east = Number((lon + sideDeg).toFixed(6));
  const north = Number((lat + sideDeg).toFixed(6));
  const ring = [
    [lon, lat],
    [east, lat],
    [east, north],
    [lon, north],
    [lon, lat],
  ];
  return { type: "Feature" as const, properties: {}, geometry: { type: "Polygon" as const, coordinates: [ring] } };
}

interface SandboxProduct {
  epa_number: string | null;
  product_name: string;
  kind?: "adjuvant";
  rate: number;
  rate_unit: string;
}

/** Products of the demonstration's catalog, and what each is there for. */
export const SANDBOX_PRODUCTS = {
  free: { epa_number: "99001-1", product_name: "DEMO Brook Liquid Herbicide", rate: 32, rate_unit: "fl oz/ac" },
  unread: { epa_number: "99001-3", product_name: "DEMO Unread Herbicide", rate: 24, rate_unit: "fl oz/ac" },
  withdrawn: { epa_number: "99001-4", product_name: "DEMO Withdrawn Herbicide", rate: 1, rate_unit: "qt/ac" },
  tiered: { epa_number: "99002-1", product_name: "DEMO Tiered Dry Herbicide", rate: 1.5, rate_unit: "lb/ac" },
  edge: { epa_number: "99002-2", product_name: "DEMO Edge Liquid Insecticide", rate: 16, rate_unit: "fl oz/ac" },
  trait: { epa_number: "99002-3", product_name: "DEMO Trait Herbicide", rate: 22, rate_unit: "fl oz/ac" },
  open: { epa_number: "99002-4", product_name: "DEMO Open Questions Herbicide", rate: 1, rate_unit: "lb/ac" },
  runoffOnly: { epa_number: "99002-5", product_name: "DEMO Runoff Only Herbicide", rate: 16, rate_unit: "fl oz/ac" },
  fenced: { epa_number: "99002-6", product_name: "DEMO Fenced Herbicide", rate: 16, rate_unit: "fl oz/ac" },
  unknown: { epa_number: "99009-9", product_name: "DEMO Product No one Knows", rate: 1, rate_unit: "qt/ac" },
  stryax: { epa_number: "264-1241", product_name: "Stryax", rate: 22, rate_unit: "fl oz/ac" },
  enlist: { epa_number: "62719-695", product_name: "Enlist One", rate: 32, rate_unit: "fl oz/ac" },
  engenia: { epa_number: "7969-507", product_name: "Engenia", rate: 12.8, rate_unit: "fl oz/ac" },
  liberty: { epa_number: "7969-500", product_name: "Liberty ULTRA", rate: 24, rate_unit: "fl oz/ac" },
  driftAid: { epa_number: null, product_name: "Drift reducing adjuvant", rate: 4, rate_unit: "fl oz/ac" },
  mystery: { epa_number: null, product_name: "Mystery stuff 9", kind: "adjuvant", rate: 1, rate_unit: "pt/ac" },
} as const satisfies Record<string, SandboxProduct>;
export type SandboxProductName = keyof typeof SANDBOX_PRODUCTS;
