import { asProvider, type ProviderTx } from "@/lib/data/db";
import { readBasemapTile } from "@/lib/data/tiles/basemap-tile";
import { readCountyTile, readFeatureTile, readPulaTile, type ReferenceTile } from "@/lib/data/tiles/reference-tiles";
import { readSoilTile } from "@/lib/data/tiles/soil-tile";
import { TILE_TIMEOUT_MS, type TileAddress } from "@/lib/data/tiles/tile-sql";
import type { TileLayer } from "@/lib/domain/field-map";
import type { PortalSession } from "@/lib/usecases/portal/session";

/** One tile of one layer; a soil tile is of the session's field. `bytes` is empty where nothing lies in it. */
export type AskedTile =
  | (ReferenceTile & { layer: Exclude<TileLayer, "soil"> })
  | (TileAddress & { layer: "soil"; fieldId: string });

/** Reads a tile: one statement, given up after its time. The session is judged by the caller. */
export const readMapTile = ({ providerId, pass }: PortalSession, asked: AskedTile): Promise<Buffer> =>
  pass.deps.reads.read((db) =>
    asProvider(db, providerId, (tx) => read(tx, providerId, asked), { statementTimeoutMs: TILE_TIMEOUT_MS }),
  );

function read(tx: ProviderTx, providerId: string, asked: AskedTile): Promise<Buffer> {
  switch (asked.layer) {
    case "pula":
      return readPulaTile(tx, asked);
    case "county":
      return readCountyTile(tx, asked);
    case "water_habitat":
      return readFeatureTile(tx, { ...asked, kind: "non_managed" });
    case "managed":
      return readFeatureTile(tx, { ...asked, kind: "managed" });
    case "basemap":
      return readBasemapTile(tx, asked);
    case "soil":
      return readSoilTile(tx, providerId, asked);
  }
}
