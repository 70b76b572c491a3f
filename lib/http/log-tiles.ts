import { fileRoute } from "@/lib/http/plain";
import type { Handler } from "@/lib/http/api/route";
import { readConsistency, readEntryBundle, readTile } from "@/lib/usecases/record-log/read-log";

const FULL = 256;
const HIGHEST_LEVEL = 7;

/** `entries` or a level; the place in groups of three digits, all but the last begun with x; less than a whole tile as `.p/5`. */
const PATH = /^(entries|[0-9])\/((?:x[0-9]{3}\/){0,4}[0-9]{3})(?:\.p\/([1-9][0-9]{0,2}))?$/;

interface AskedTile {
  /** Null: the entries. */
  level: number | null;
  place: number;
  width: number;
}

export function parseTilePath(path: string): AskedTile | null {
  const [, row, groups = "", partial] = PATH.exec(path) ?? [];
  if (row === undefined || groups.startsWith("x000/")) return null;
  const level = row === "entries" ? null : Number(row);
  const [place, width] = [Number(groups.replaceAll(/[x/]/g, "")), partial === undefined ? FULL : Number(partial)];
  if (level !== null && level > HIGHEST_LEVEL) return null;
  return partial !== undefined && width >= FULL ? null : { level, place, width };
}

/** Tiles never change once they are there, and say nothing of a record to who does not have its hash. */
export const logTileRoute: Handler = fileRoute("/log/tile/{path}", async (deps, { path }) => {
  const asked = parseTilePath(Array.isArray(path) ? path.join("/") : "");
  if (asked === null || deps.recordKeys.signNote === null) return null;
  const { level, place, width } = asked;
  const bytes =
    level === null ? await readEntryBundle(deps, { place, width }) : await readTile(deps, { level, place, width });
  return bytes === null ? null : { bytes, mediaType: "application/octet-stream", isFinal: true };
});

const SIZE = /^(0|[1-9][0-9]{0,14})$/;

/** The hashes of a consistency proof, base64, one a line; none at all between a size and itself, or from the empty log. */
export const logConsistencyRoute: Handler = fileRoute(
  "/log/consistency/{earlier}/{later}",
  async (deps, { earlier, later }) => {
    const sizes = [earlier, later].map((text) => (typeof text === "string" && SIZE.test(text) ? Number(text) : null));
    const [from, to] = sizes;
    if (typeof from !== "number" || typeof to !== "number" || deps.recordKeys.signNote === null) return null;
    const proof = await readConsistency(deps, from, to);
    if (proof === null) return null;
    const text = proof.map((hash) => `${hash.toString("base64")}\n`).join("");
    return { bytes: Buffer.from(text), mediaType: "text/plain; charset=utf-8", isFinal: true };
  },
);
