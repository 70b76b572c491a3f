import { APPLICATION_METHOD_NAMES, DROPLET_SIZES } from "@/lib/domain/application";
import { Random } from "@/tests/support/fuzz-random";

/** A request as the fuzzer sends it. */
export interface FuzzedRequest {
  /** Nothing was done to it: it has to be answered. */
  isValid: boolean;
  raw: string;
  headers: Record<string, string>;
  query: string | undefined;
  /** Without the caller's key. */
  isStranger: boolean;
}

export interface FuzzedGround {
  providerId: string;
  /** Fields lie round here. */
  lon: number;
  lat: number;
}

export type Json = Record<string, unknown>;
type Position = [number, number];

const REGISTRATIONS = [
  "264-1241",
  "264-1241-777",
  "7969-500",
  "62719-695",
  "99001-1",
  "99001-3",
  "99002-1",
  "99002-2",
  "99002-3",
  "99002-4",
  "1-1",
  "EPA Reg. No. 000264–01241",
];
const UNITS = ["fl oz/ac", "lb/ac", "pt/ac", "oz/ac", "ml/ha", "lb/100 gal", "% v/v", "buckets", "g/1000 sq ft"];
const TEXTS = [
  "a",
  "Home quarter",
  "Ñandú 北田 🌾",
  "x".repeat(200),
  "'; DROP TABLE field; --",
  "%s${7*7}",
  "\u200bEast 40 ",
];
const DATES = ["2026-06-15", "1900-01-01", "2200-12-31", "2028-02-29", "2026-02-08"];

const round = (value: number): number => Number(value.toFixed(12));

/**
 * A ring round a place whose edges cannot cross: every direction from the middle meets it once. One of many corners lies near
 * its circle, as a recorder's does: hundreds of spikes are refused (lib/geo/cost.ts).
 */
function starRing(random: Random, lon: number, lat: number, radius: number): Position[] {
  const corners = 6 + random.whole(random.chance(0.1) ? 400 : 12);
  const ring = Array.from({ length: corners }, (_, index): Position => {
    const angle = (2 * Math.PI * (index + 0.3 * random.next())) / corners;
    const reach = radius * random.between(corners > 40 ? 0.9 : 0.4, 1);
    return [round(lon + reach * Math.cos(angle)), round(lat + reach * Math.sin(angle))];
  });
  const [first] = ring;
  return first === undefined ? ring : [...ring, first];
}

function boundary(random: Random, { lon, lat }: FuzzedGround): Json {
  const spread = random.chance(0.1) ? 3 : 0.1;
  const [x, y] = [lon + random.between(-spread, spread), lat + random.between(-spread, spread)];
  const radius = 10 ** random.between(-5, -2);
  const shell = starRing(random, x, y, radius);
  const coordinates = random.chance(0.8) ? [shell] : [shell, starRing(random, x, y, radius * 0.1)];
  const far = [starRing(random, x + 0.05, y, radius)];
  const geometry = random.chance(0.8)
    ? { type: "Polygon", coordinates }
    : { type: "MultiPolygon", coordinates: [coordinates, far] };
  return { type: "Feature", geometry, ...(random.chance(0.5) ? { properties: { id: 1 } } : {}) };
}

const maybe = (random: Random, name: string, value: () => unknown, share = 0.3): Json =>
  random.chance(share) ? { [name]: value() } : {};

const product = (random: Random): Json => ({
  product_name: random.pick(["Stryax", "AMS", "Crop oil concentrate", ...TEXTS]),
  rate: random.pick([0, 1, 22, random.between(0, 100), 1e300, 5e-324]),
  rate_unit: random.pick(UNITS),
  ...maybe(random, "epa_number", () => (random.chance(0.1) ? null : random.pick(REGISTRATIONS)), 0.9),
  ...maybe(random, "rate_unit_state", () => random.pick(["L", "S", "D", "liquid", "solid", "dry"])),
  ...maybe(random, "row_spacing_inches", () => random.between(1, 60)),
  ...maybe(random, "pest", () => [random.pick(TEXTS)]),
});

/** A body that keeps every rule of the request. */
export function validBody(random: Random, ground: FuzzedGround): Json {
  const id = `application-${random.whole(400)}`;
  const flag = () => random.chance(0.5);
  return {
    provider_id: ground.providerId,
    account_id: random.chance(0.95) ? "account-1" : "account-2",
    field_name: random.pick(TEXTS),
    application_id: id,
    application_method: random.pick(APPLICATION_METHOD_NAMES),
    application_date: random.pick(DATES),
    field_boundary: boundary(random, ground),
    products: Array.from({ length: 1 + random.whole(random.chance(0.05) ? 100 : 4) }, () => product(random)),
    crop: random.chance(0.2) ? [] : [random.pick(TEXTS)],
    pest: ["waterhemp"],
    ...maybe(random, "provider_field_id", () => random.pick([null, id, `field-of-${id}`])),
    ...maybe(random, "provider_group_id", () => random.pick([null, "group-1"])),
    ...maybe(random, "user_email", () => random.pick([null, "grower@example.org"])),
    ...maybe(random, "gpa", () => random.pick([null, 15, random.between(0.1, 50), 1e300])),
    ...maybe(random, "droplet_size", () => random.pick([null, "xc", ...DROPLET_SIZES.map(({ code }) => code)])),
    ...maybe(random, "boom_height", () => random.pick([null, "low", "high"])),
    ...maybe(random, "include_geometry", flag),
    ...maybe(random, "include_soil_analysis", flag),
    ...maybe(random, "include_mitigations", flag, 0.1),
    ...maybe(random, "buffer_distance_miles", () => random.pick([-5, 0, 0.5, 10, 1e300])),
  };
}

const HOSTILE: readonly unknown[] = [
  null,
  true,
  0,
  -1,
  1e308,
  -0,
  "",
  "0",
  "null",
  "\u0000",
  "\ud800",
  "\u202e",
  "x".repeat(1000),
  "-87.25",
  [],
  [null],
  [[]],
  {},
  { toString: 1 },
  { type: "Feature" },
  { constructor: { prototype: 1 } },
  { type: "Polygon", coordinates: [[[0, 0]]] },
];
const ODD_NAMES = ["extra", "__proto__", "constructor", "toString", "provider_id ", "", "a/b~c", "\ud83c"];

/** Every object and list in a value, the value itself first. */
function containers(value: unknown): (Json | unknown[])[] {
  if (typeof value !== "object" || value === null) return [];
  return [value as Json | unknown[], ...Object.values(value).flatMap(containers)];
}

/** Changes one thing somewhere in a body. */
export function mutate(random: Random, body: Json): void {
  // Half of the changes are made at the top: most containers are positions of the boundary.
  const place = random.chance(0.5) ? body : random.pick(containers(body));
  const names = Object.keys(place);
  const name = random.chance(0.15) || names.length === 0 ? random.pick(ODD_NAMES) : random.pick(names);
  const change = random.whole(4);
  // A copy: the next change may be made inside it.
  const hostile = structuredClone(random.pick(HOSTILE));
  if (Array.isArray(place)) {
    if (change === 0) place.splice(random.whole(place.length + 1), 1);
    else if (change === 1) place.push(...place.slice(0, 1));
    else place[random.whole(place.length + 1)] = hostile;
  } else if (change === 0) Reflect.deleteProperty(place, name);
  else Object.defineProperty(place, name, { value: hostile, enumerable: true, configurable: true, writable: true });
}

/** Damages the text of a body. */
export function damage(random: Random, text: string): string {
  const at = random.whole(text.length);
  const damages = [
    () => text.slice(0, at),
    () => text.slice(0, at) + random.pick(["\u0000", '"', "{", "]", "\\", ",", "\ufeff", "9"]) + text.slice(at),
    () => text.slice(0, at) + text.slice(at + 1 + random.whole(5)),
    () => text + text,
    () => "[".repeat(1 + random.whole(100)) + text,
    () => random.pick(["", "null", "[]", '"text"', "0", "{}", "\ufeff{}"]),
    () => text.replace(/-?\d+\.\d+/, random.pick(["1e999", "-1e999", "1e-400", "0.1e1", "00", "NaN", "1_0"])),
  ];
  return random.pick(damages)();
}

const QUERIES = [
  "explain=1",
  "explain=true&explain=true",
  "x=1",
  "explain[]=true",
  "%00=%ff",
  "explain=tru%65&=",
  "__proto__=1",
];
const HEADERS: Record<string, string>[] = [
  { "Content-Type": "text/plain" },
  { "Content-Type": "application/json; charset=latin1" },
  { "Content-Type": "" },
  { "Content-Encoding": "gzip" },
  { "Content-Length": "99999999" },
  { "Content-Length": "-1" },
  { "X-Request-ID": "x".repeat(500) },
  { Accept: "application/problem+json" },
];

/** The request with this number of a seed: about a third valid, the rest changed somewhere. The same every time. */
export function fuzzedRequest(seed: number, number: number, ground: FuzzedGround): FuzzedRequest {
  const random = new Random(seed * 1_000_003 + number);
  const body = validBody(random, ground);
  const headers: Record<string, string> = { "Content-Type": "application/json" };
  if (random.chance(0.2)) headers.Accept = "application/problem+json";
  const query = random.chance(0.4) ? random.pick(["explain=true", "explain=false"]) : undefined;
  if (random.chance(0.35)) return { isValid: true, raw: JSON.stringify(body), headers, query, isStranger: false };
  const changes = random.pick([1, 1, 2, 3, 8]);
  for (let change = 0; change < changes; change += 1) mutate(random, body);
  const text = JSON.stringify(body);
  return {
    isValid: false,
    raw: random.chance(0.15) ? damage(random, text) : text,
    headers: { ...headers, ...(random.chance(0.1) ? random.pick(HEADERS) : {}) },
    query: random.chance(0.1) ? random.pick(QUERIES) : query,
    isStranger: random.chance(0.03),
  };
}
