import { createHash } from "node:crypto";
import { z } from "zod";
import { ServiceError } from "@/lib/domain/errors";
import { TILE_LAYERS, TILE_ZOOMS, type TileLayer } from "@/lib/domain/field-map";
import { readGrantCookie } from "@/lib/http/portal/cookie";
import { portalAnswer } from "@/lib/http/portal/route";
import type { Handler } from "@/lib/http/api/route";
import { readMapTile, type AskedTile } from "@/lib/usecases/portal/read-tile";
import { readSession } from "@/lib/usecases/portal/session";

/** The number of a set is in the address, with the form of its tiles, and its data never change. A field's soil may be analysed again. */
const REFERENCE_CACHE = "private, max-age=86400, immutable";
const SOIL_CACHE = "private, max-age=300";

const digits = z.string().regex(/^\d{1,9}$/);
const pathSchema = z.object({ layer: z.enum(TILE_LAYERS), z: digits, x: digits, y: digits });
const versionSchema = z.coerce.number().int().min(1).max(2_147_483_647);

/** Vector tiles for the map, for anyone who has a session: reference data, and the session's own field. */
export const tileRoute: Handler = portalAnswer(
  "/portal/g/{grant}/tiles/{layer}/{z}/{x}/{y}",
  async (deps, request, context) => {
    const { grant, ...path } = (await context.params) ?? {};
    const { searchParams } = new URL(request.url);
    const place = pathSchema.safeParse(path);
    const session = await readSession(deps, {
      grant: typeof grant === "string" ? grant : "",
      cookie: readGrantCookie(request.headers.get("cookie")),
      ...(path.layer === "soil" ? { fieldId: searchParams.get("field") ?? "" } : {}),
    });
    if (session === null)
      throw new ServiceError("unauthorized", "This map has been open too long. Open the link again.");
    if (!place.success) throw new ServiceError("notFound", "There is no such tile.");
    const asked = askedTile(place.data, searchParams);
    const bytes = await readMapTile(session, asked);
    return tagged(bytes, request, asked.layer === "soil" ? SOIL_CACHE : REFERENCE_CACHE);
  },
);

function askedTile(path: z.output<typeof pathSchema>, query: URLSearchParams): AskedTile {
  const { layer } = path;
  const [zoom, x, y] = [Number(path.z), Number(path.x), Number(path.y)];
  if (!isOnGrid(layer, zoom, x, y)) {
    const { min, max } = TILE_ZOOMS[layer];
    throw new ServiceError(
      "invalidRequest",
      `Tiles of this layer have zoom ${min} to ${max}, and x and y below 2^zoom.`,
    );
  }
  const place = { z: zoom, x, y };
  const [field, version] = [z.uuid().safeParse(query.get("field")), versionSchema.safeParse(query.get("v"))];
  if (layer === "soil" && field.success) return { ...place, layer, fieldId: field.data };
  if (layer !== "soil" && version.success) return { ...place, layer, dataSetId: version.data };
  throw new ServiceError("invalidRequest", "The address names no data to make the tile from.");
}

const isOnGrid = (layer: TileLayer, zoom: number, x: number, y: number): boolean =>
  zoom >= TILE_ZOOMS[layer].min && zoom <= TILE_ZOOMS[layer].max && x < 2 ** zoom && y < 2 ** zoom;

/** The tile with a tag of its content; nothing but the tag when the caller has it, and 204 when there is nothing in it. */
function tagged(bytes: Buffer, request: Request, cache: string): Response {
  const etag = `"${createHash("sha256").update(bytes).digest("base64url").slice(0, 27)}"`;
  const headers = { ETag: etag, "Cache-Control": cache, Vary: "Cookie", "X-Content-Type-Options": "nosniff" };
  if (request.headers.get("if-none-match")?.includes(etag) === true)
    return new Response(null, { status: 304, headers });
  if (bytes.length === 0) return new Response(null, { status: 204, headers });
  return new Response(new Uint8Array(bytes), {
    headers: {
      ...headers,
      "Content-Type": "application/vnd.mapbox-vector-tile",
      "Content-Length": String(bytes.length),
    },
  });
}
