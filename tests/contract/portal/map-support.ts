import { expect } from "vitest";
import { GET as getTile } from "@/app/portal/g/[grant]/tiles/[layer]/[z]/[x]/[y]/route";
import type { Browser } from "@/tests/contract/portal/edits-support";
import { call, type Sent } from "@/tests/support/api";
import { readVectorTile, type TileLayerRead } from "@/tests/support/vector-tile";

export interface AskedFieldYear {
  z: number;
  x: number;
  y: number;
}

export const askTile = (
  { grant, cookie }: Browser,
  layer: string,
  { z, x, y }: Record<keyof AskedFieldYear, number | string>,
  query: string,
  more: Sent = {},
): Promise<Response> =>
  call(getTile, null, {
    method: "GET",
    query,
    params: { grant, layer, z: String(z), x: String(x), y: String(y) },
    headers: { Cookie: cookie, ...more.headers },
  });

/** The one layer of a tile that has something in it. */
export async function layerOf(response: Response): Promise<TileLayerRead> {
  expect(response.status, response.status === 200 ? "" : await response.clone().text()).toBe(200);
  expect(response.headers.get("content-type")).toBe("application/vnd.mapbox-vector-tile");
  const layers = readVectorTile(await response.arrayBuffer());
  expect(layers).toHaveLength(1);
  const [layer] = layers;
  if (layer === undefined) throw new Error("a tile without a layer");
  return layer;
}
