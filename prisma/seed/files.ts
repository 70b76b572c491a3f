import { mkdir, readFile, rename, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { Landscape } from "@/prisma/seed/landscape/landscape";

/** Writes beside the file and swaps, so that a reader sees the old content or the new and never half of it. */
export async function writeWhole(path: string, text: string, mode = 0o644): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  const draft = `${path}.${process.pid}.part`;
  await writeFile(draft, text, { mode });
  await rename(draft, path);
}

/** The file's text; null when there is no such file. */
export async function readIfThere(path: string): Promise<string | null> {
  try {
    return await readFile(path, "utf8");
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return null;
    throw error;
  }
}

/** Where each part of the landscape lies. */
export const landscapeFiles = (folder: string): Record<keyof Landscape, string> => ({
  fields: join(folder, "fields.geojson"),
  pulas: join(folder, "pulas.geojson"),
  limitations: join(folder, "limitations.json"),
  coverage: join(folder, "coverage.geojson"),
  streams: join(folder, "streams.geojson"),
  water: join(folder, "water.geojson"),
  habitat: join(folder, "habitat.geojson"),
  roads: join(folder, "roads.geojson"),
  farmsteads: join(folder, "farmsteads.geojson"),
  soil: join(folder, "soil.geojson"),
  roadLines: join(folder, "road-lines.geojson"),
  sections: join(folder, "sections.geojson"),
  places: join(folder, "places.geojson"),
});

export async function writeLandscape(folder: string, landscape: Landscape): Promise<Record<keyof Landscape, string>> {
  const files = landscapeFiles(folder);
  const names = Object.keys(files) as (keyof Landscape)[];
  await Promise.all(names.map((name) => writeWhole(files[name], JSON.stringify(landscape[name]))));
  return files;
}
