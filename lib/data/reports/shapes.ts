import type { MultiPolygon } from "geojson";
import { readArchive } from "@/lib/data/imports/archive-file";
import { drawMapUnits, type StoredGround } from "@/lib/data/soil/map-units";
import { Prisma, type ProviderTx } from "@/lib/data/db";

/** Ground to draw beside a field. Coordinates are WGS84, longitude first. */
export interface DrawnGround {
  label: string;
  geometry: MultiPolygon;
}

/** A box of ground: west, south, east, north. */
export type GroundBox = readonly [number, number, number, number];

interface ShapeRow {
  label: string;
  geometry: MultiPolygon | null;
}

const drawn = (rows: readonly ShapeRow[]): DrawnGround[] =>
  rows.flatMap(({ label, geometry }) =>
    geometry === null || geometry.coordinates.length === 0 ? [] : [{ label, geometry }],
  );

/** The grain of a figure: what is finer than this share of its width is not seen. */
const GRAIN = 1 / 2500;
const grainOf = ([west, , east]: GroundBox): number => (east - west) * GRAIN;

/**
 * PULAs inside a box as the sets that assessments used hold them, as fine as a figure shows them. Pieces of sets
 * that are no longer searched lie in the archive, or in a file. Shared reference data, so it is not scoped by provider.
 */
export async function findPulaShapes(
  tx: ProviderTx,
  asked: readonly AskedArea[],
  box: GroundBox,
): Promise<DrawnGround[]> {
  if (asked.length === 0) return [];
  const [west, south, east, north] = box;
  const filed = await piecesOfFiles(tx, asked, box);
  const rows = await tx.$queryRaw<ShapeRow[]>`
    WITH box AS (SELECT ST_MakeEnvelope(${west}, ${south}, ${east}, ${north}, 4326) AS geom),
    asked AS (SELECT DISTINCT * FROM jsonb_to_recordset(${JSON.stringify(asked)}::jsonb) AS a(version text, "pulaId" int)),
    filed AS (SELECT * FROM jsonb_to_recordset(${JSON.stringify(filed)}::jsonb) AS f(version text, "pulaId" int, shape text))
    SELECT 'PULA ' || asked."pulaId" AS label,
           ST_AsGeoJSON(ST_Multi(ST_CollectionExtract(ST_SimplifyPreserveTopology(
             ST_Union(ST_CollectionExtract(ST_Intersection(piece.geom, box.geom), 3)), ${grainOf(box)}), 3)), 7)::jsonb
             AS geometry
    FROM asked JOIN data_set d ON d.kind = 'pula' AND d.version = asked.version
    CROSS JOIN box
    CROSS JOIN LATERAL (
      SELECT live.geom FROM pula_piece live
      WHERE live.data_set_id = d.data_set_id AND live.pula_id = asked."pulaId" AND live.geom && box.geom
      UNION ALL
      SELECT kept.geom FROM pula_piece_archive kept
      WHERE kept.data_set_id = d.data_set_id AND kept.pula_id = asked."pulaId" AND kept.geom && box.geom
      UNION ALL
      SELECT ST_SetSRID(ST_GeomFromWKB(decode(filed.shape, 'hex')), 4326) FROM filed
      WHERE filed.version = asked.version AND filed."pulaId" = asked."pulaId"
    ) AS piece
    GROUP BY asked."pulaId" ORDER BY asked."pulaId"`;
  return drawn(rows);
}

interface AskedArea {
  version: string;
  pulaId: number;
}

/** The pieces inside a box of the asked areas whose sets lie in files. */
async function piecesOfFiles(
  tx: ProviderTx,
  asked: readonly AskedArea[],
  [west, south, east, north]: GroundBox,
): Promise<(AskedArea & { shape: string })[]> {
  const versions = [...new Set(asked.map(({ version }) => version))];
  const archives = await tx.$queryRaw<{ version: string; file: string }[]>`
    SELECT d.version, a.file FROM data_set_archive a JOIN data_set d USING (data_set_id)
    WHERE d.kind = 'pula' AND d.version = ANY(${versions}::text[])`;
  const pieces: (AskedArea & { shape: string })[] = [];
  for (const { version, file } of archives) {
    const wanted = new Set(asked.flatMap((each) => (each.version === version ? [each.pulaId] : [])));
    for await (const { pulaId, area } of readArchive(file, wanted)) {
      for (const [, shape, [left, bottom, right, top]] of area.pieces) {
        if (left <= east && right >= west && bottom <= north && top >= south) pieces.push({ version, pulaId, shape });
      }
    }
  }
  return pieces;
}

/**
 * The soil map units of a boundary as they are stored where its analysis was made from, as fine as a figure of the box shows
 * them; nothing without an analysis.
 */
export async function findSoilShapes(
  tx: ProviderTx,
  { boundary, boundaryHash }: { boundary: MultiPolygon; boundaryHash: string },
  box: GroundBox,
): Promise<DrawnGround[]> {
  const rows = await tx.$queryRaw<{ origin: "mirror" | "survey"; dataSetId: number | null }[]>`
    SELECT a.origin, d.data_set_id AS "dataSetId"
    FROM soil_analysis a LEFT JOIN data_set d ON d.kind = 'soil' AND d.version = a.survey_version
    WHERE a.boundary_hash = ${boundaryHash}`;
  const [analysis] = rows;
  if (analysis === undefined || (analysis.origin === "mirror" && analysis.dataSetId === null)) return [];
  const ground: StoredGround =
    analysis.dataSetId === null ? { kind: "cells" } : { kind: "mirror", dataSetId: analysis.dataSetId };
  const units = await drawMapUnits(tx, { boundary, ground, grainDeg: grainOf(box) });
  return drawn(units.map(({ musym, geometry }) => ({ label: musym ?? "", geometry })));
}

/**
 * Where the buffers of applications' last computations lie, as far as they were placed on the present boundary, as fine as a
 * figure of the box shows them.
 */
export async function findBufferShapes(
  tx: ProviderTx,
  providerId: string,
  { applicationEventIds, boundaryHash }: { applicationEventIds: readonly string[]; boundaryHash: string },
  box: GroundBox,
): Promise<DrawnGround[]> {
  if (applicationEventIds.length === 0) return [];
  const rows = await tx.$queryRaw<ShapeRow[]>`
    SELECT p.application_event_id::text AS label,
           ST_AsGeoJSON(ST_Multi(ST_CollectionExtract(ST_SimplifyPreserveTopology(p.buffer, ${grainOf(box)}), 3)), 7)::jsonb
             AS geometry
    FROM drift_placement p
    WHERE p.provider_id = ${providerId} AND p.boundary_hash = ${boundaryHash}
      AND p.application_event_id IN (${Prisma.join(applicationEventIds.map((id) => Prisma.sql`${id}::uuid`))})
    ORDER BY p.application_event_id`;
  return drawn(rows);
}
