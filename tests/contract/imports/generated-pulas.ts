import { createWriteStream } from "node:fs";
import { once } from "node:events";

/** A wavy ring around a point, closed, clockwise or not; radius in degrees. */
export function wavyRing(lon: number, lat: number, radiusDeg: number, vertices: number): [number, number][] {
  const ring: [number, number][] = [];
  for (let i = 0; i < vertices; i += 1) {
    const angle = (2 * Math.PI * i) / vertices;
    const radius = radiusDeg * (1 + 0.12 * Math.sin(9 * angle) + 0.05 * Math.cos(31 * angle));
    ring.push([lon + radius * Math.cos(angle), lat + radius * Math.sin(angle)]);
  }
  const first = ring[0];
  return first === undefined ? ring : [...ring, first];
}

/** A feature as EPA's layer gives it, somewhere in the lower 48. */
export function pulaFeature(number: number, vertices: number): Record<string, unknown> {
  const lon = -120 + ((number * 7.3) % 45);
  const lat = 30 + ((number * 3.7) % 17);
  return {
    type: "Feature",
    properties: {
      objectid: number,
      pula_id: 1 + (number % 40),
      event_name: `Generated ${1 + (number % 40)}`,
      status: "effective",
      effective_date: 1770595200000,
      codes: "GEN1",
    },
    geometry: { type: "Polygon", coordinates: [wavyRing(lon, lat, 0.2, vertices)] },
  };
}

/** Writes a collection of generated features; returns its size in bytes. */
export async function writePulaFile(path: string, features: number, vertices: number): Promise<number> {
  const file = createWriteStream(path);
  let bytes = 0;
  const write = async (text: string) => {
    bytes += text.length;
    if (!file.write(text)) await once(file, "drain");
  };
  await write('{"type":"FeatureCollection","features":[\n');
  for (let i = 1; i <= features; i += 1) {
    await write(`${i > 1 ? ",\n" : ""}${JSON.stringify(pulaFeature(i, vertices))}`);
  }
  await write("\n]}\n");
  file.end();
  await once(file, "finish");
  return bytes;
}
