import type { MultiPolygon, Position } from "geojson";

/** Geometry collections inside one another; the survey's clipping never nests them. */
const DEEPEST = 3;
/** Fewer positions enclose nothing. */
const FEWEST_POSITIONS = 4;

const KNOWN: ReadonlySet<string> = new Set([
  "POINT",
  "MULTIPOINT",
  "LINESTRING",
  "MULTILINESTRING",
  "POLYGON",
  "MULTIPOLYGON",
  "GEOMETRYCOLLECTION",
]);
const NUMBER = /^[-+]?\d{1,3}(\.\d{0,30})?([eE]-\d{1,2})?$/;

/**
 * The polygons of a well-known text in longitude and latitude; points and lines, which clipping leaves behind, are
 * left out. Null when the text is anything else: a ring that is not closed, a third ordinate, a position off the
 * globe, or words. The text is another system's and is taken for hostile until it has been read whole.
 */
export function readWktPolygons(text: string): MultiPolygon | null {
  const polygons = readGeometry(text, 0);
  return polygons === null ? null : { type: "MultiPolygon", coordinates: polygons };
}

function readGeometry(text: string, depth: number): Position[][][] | null {
  const [, written = "", body = ""] = /^\s*([A-Za-z]+)\s*(\(.*\)|EMPTY)\s*$/s.exec(text) ?? [];
  const name = written.toUpperCase();
  if (!KNOWN.has(name)) return null;
  if (body === "EMPTY") return [];
  switch (name) {
    case "POLYGON":
      return all([body], readRings);
    case "MULTIPOLYGON":
      return all(membersOf(body), readRings);
    case "GEOMETRYCOLLECTION":
      return readCollection(body, depth);
    default:
      return [];
  }
}

const readCollection = (body: string, depth: number): Position[][][] | null =>
  depth >= DEEPEST ? null : (all(membersOf(body), (each) => readGeometry(each, depth + 1))?.flat() ?? null);

function readRings(text: string): Position[][] | null {
  const rings = all(membersOf(text), readRing);
  return rings === null || rings.length === 0 ? null : rings;
}

function readRing(text: string): Position[] | null {
  if (!text.startsWith("(") || !text.endsWith(")")) return null;
  const ring = all(text.slice(1, -1).split(","), readPosition);
  if (ring === null || ring.length < FEWEST_POSITIONS) return null;
  const [first, last] = [ring[0], ring.at(-1)];
  return first?.[0] === last?.[0] && first?.[1] === last?.[1] ? ring : null;
}

function readPosition(text: string): Position | null {
  const [lonText = "", latText = "", ...more] = text.trim().split(/\s+/);
  if (more.length > 0 || !NUMBER.test(lonText) || !NUMBER.test(latText)) return null;
  const [lon, lat] = [Number(lonText), Number(latText)];
  return Math.abs(lon) <= 180 && Math.abs(lat) <= 90 ? [lon, lat] : null;
}

/** What stands between the outer parentheses, cut at the commas that lie in no inner ones; none when unbalanced. */
function membersOf(text: string): string[] {
  const trimmed = text.trim();
  if (!trimmed.startsWith("(") || !trimmed.endsWith(")")) return [];
  const members: string[] = [];
  let depth = 0;
  let from = 1;
  for (let at = 1; at < trimmed.length - 1; at += 1) {
    const character = trimmed.charCodeAt(at);
    if (character === 40) depth += 1;
    else if (character === 41) depth -= 1;
    else if (character === 44 && depth === 0) {
      members.push(trimmed.slice(from, at).trim());
      from = at + 1;
    }
    if (depth < 0) return [];
  }
  members.push(trimmed.slice(from, -1).trim());
  return depth === 0 ? members : [];
}

/** Every member read, or null as soon as one cannot be. An empty list is none either: something stood there. */
function all<T>(members: readonly string[], read: (member: string) => T | null): T[] | null {
  const found: T[] = [];
  for (const member of members) {
    const value = read(member);
    if (value === null) return null;
    found.push(value);
  }
  return found.length === 0 ? null : found;
}
