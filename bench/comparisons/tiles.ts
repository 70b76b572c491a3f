import type { MultiPolygon, Position } from "geojson";
import type pg from "pg";
import { agree, type Bench, type Comparison } from "@/bench/support/bench";
import type { Row } from "@/bench/support/report";
import { inRounds, median, sum, timeEach } from "@/bench/support/rounds";
import { edgeFeatures, markFeatures } from "@/components/map/shapes";
import { pulaShapesAt, pulaTileSql, type PulaShapes, type ReferenceTile } from "@/lib/data/tiles/reference-tiles";
import { TILE_ZOOMS } from "@/lib/domain/field-map";
import { fieldSides } from "@/lib/pages/portal/map/sides";
import { readVectorTile, tileAt } from "@/tests/support/vector-tile";

const ROUNDS = 5;
/** What a phone in a field should have to fetch for one tile at most, not packed. */
const TILE_BYTES = 500_000;
const PLACES = 8;
/** Joining pieces further out takes minutes, and no one does. */
const COMPARED_FROM = 11;

/** Tiles where the areas have most of their positions: the worst there are. */
async function densestTiles(sql: pg.Client, zoom: number): Promise<ReferenceTile[]> {
  const { rows } = await sql.query<{ set: number; lon: number; lat: number }>(
    `SELECT data_set_id AS set, ST_X(ST_Centroid(geom)) AS lon, ST_Y(ST_Centroid(geom)) AS lat
     FROM pula_piece JOIN active_data_set AS active USING (data_set_id) WHERE active.kind = 'pula'
     ORDER BY ST_NPoints(geom) DESC, ST_Area(geom) LIMIT 400`,
  );
  const tiles = new Map(
    rows.map(({ set, lon, lat }) => {
      const place = tileAt(lon, lat, zoom);
      return [`${place.x}/${place.y}`, { ...place, dataSetId: set }];
    }),
  );
  return [...tiles.values()].slice(0, PLACES);
}

async function tileOf(sql: pg.Client, asked: ReferenceTile, shapes: PulaShapes): Promise<Buffer> {
  const { text, values } = pulaTileSql(asked, shapes);
  return (await sql.query<{ tile: Buffer }>(text, values)).rows[0]?.tile ?? Buffer.alloc(0);
}

/** Which areas a tile holds; how their outlines are cut may differ by the pieces' own edges. */
const idsIn = (tile: Buffer): number[] =>
  readVectorTile(new Uint8Array(tile).buffer)
    .flatMap(({ features }) => features.map(({ id }) => id ?? -1))
    .toSorted((a, b) => a - b);

/** Tiles as the service makes them, against what a phone should have to fetch. */
async function weigh({ sql, say }: Bench, zoom: number): Promise<Row> {
  const tiles = await densestTiles(sql, zoom);
  const bytes: number[] = [];
  for (const asked of tiles) bytes.push((await tileOf(sql, asked, pulaShapesAt(zoom))).length);
  const largest = Math.max(...bytes);
  say(`tiles: level ${zoom}, ${tiles.length} tiles, largest ${largest} bytes`);
  return {
    work: `largest PULA tile of level ${zoom}`,
    comparedWith: `${TILE_BYTES / 1000} kB`,
    ratio: largest / TILE_BYTES,
    target: { bound: "at most", value: 1 },
    figures: { bytes },
  };
}

async function comparePulas({ sql }: Bench, zoom: number): Promise<Row> {
  const tiles = await densestTiles(sql, zoom);
  const used = pulaShapesAt(zoom);
  const other = used === "whole" ? "pieces" : "whole";
  for (const asked of tiles) {
    const [ours, theirs] = [await tileOf(sql, asked, used), await tileOf(sql, asked, other)];
    agree(`areas of tile ${zoom}/${asked.x}/${asked.y}`, idsIn(ours), idsIn(theirs));
  }
  const side = (shapes: PulaShapes) => () => timeEach(tiles, (asked) => tileOf(sql, asked, shapes));
  const rounds = await inRounds(ROUNDS, { work: side(used), base: side(other) }, sum);
  return {
    work: `PULA tiles of level ${zoom} from ${used === "whole" ? "whole outlines" : "pieces"}`,
    comparedWith: used === "whole" ? "from pieces" : "from whole outlines",
    ratio: rounds.ratio,
    target: null,
    figures: { ...rounds, tiles: tiles.length },
  };
}

/** A round field with a wavering edge, as a tractor's log has it. */
function waveringField(positions: number): MultiPolygon {
  const ring = Array.from({ length: positions - 1 }, (_, index): Position => {
    const turn = (2 * Math.PI * index) / (positions - 1);
    const radius = 0.01 * (1 + 0.02 * Math.sin(37 * turn) + 0.002 * Math.cos(211 * turn));
    return [-93.5 + radius * Math.cos(turn), 42 + radius * Math.sin(turn)];
  });
  return { type: "MultiPolygon", coordinates: [[[...ring, ring[0] ?? [0, 0]]]] };
}

/** What the map works out of a boundary: its sides on the server, its edges and marks in the browser. */
function workOut(boundary: MultiPolygon): number {
  const sides = fieldSides(boundary);
  const all = sides.flatMap(({ edgeIndexes }) =>
    edgeIndexes.map((edgeIndex) => ({ partIndex: 0, ringIndex: 0, edgeIndex })),
  );
  const marked = markFeatures(boundary, { hasBuffer: all, isDownslope: all }).features.length;
  agree(
    "edges in sides, marked and drawn",
    [all.length, marked],
    Array(2).fill(edgeFeatures(boundary).features.length),
  );
  return marked;
}

async function compareFields(): Promise<Row> {
  const [many, few] = [waveringField(5_000), waveringField(500)];
  const side = (boundary: MultiPolygon) => () => timeEach([1, 2, 3, 4, 5], () => Promise.resolve(workOut(boundary)));
  const rounds = await inRounds(ROUNDS, { work: side(many), base: side(few) }, median);
  return {
    work: "sides, edges and marks of a field of 5,000 positions",
    comparedWith: "of 500 positions",
    ratio: rounds.ratio,
    target: { bound: "at most", value: 15 },
    figures: { ...rounds },
  };
}

/** What the portal's map costs: tiles where they are densest, and a boundary as long as one may be. */
export const tiles: Comparison = {
  name: "tiles",
  run: async (bench: Bench): Promise<Row[]> => {
    const rows: Row[] = [];
    const { min, max } = TILE_ZOOMS.pula;
    for (let zoom = min; zoom <= max; zoom += 1) rows.push(await weigh(bench, zoom));
    for (let zoom = COMPARED_FROM; zoom <= max; zoom += 1) rows.push(await comparePulas(bench, zoom));
    return [...rows, await compareFields()];
  },
};
