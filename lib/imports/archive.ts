import { mkdir } from "node:fs/promises";
import { resolve } from "node:path";
import { writeArchive } from "@/lib/data/imports/archive-file";
import { isAwaitedByRadar, noteArchive, readAreas } from "@/lib/data/imports/archives";
import { archivePieces, type ImportClient, listSets, runStep, type StoredSet } from "@/lib/data/imports/sets";
import { ImportFailure } from "@/lib/imports/failure";
import { restoreSet } from "@/lib/imports/restore";
import { takeLock, withClient } from "@/lib/imports/switch";

const NO_PIECES = "VACUUM (ANALYZE) pula_piece_archive, pula_feature";

/**
 * `data archive`: moves outlines and pieces of a set of areas that is neither in force nor the one before it into a file.
 * Reports of applications that it judged are drawn from the file; everything else of the set stays in the database.
 */
export async function archiveSet(
  url: string,
  { version, folder }: { version: string; folder: string },
): Promise<{ file: string; bytes: number }> {
  return withClient(url, async (client) => {
    await takeLock(client, "pula");
    const set = await findArchivable(client, version);
    const file = resolve(folder, `pula-${set.dataSetId}.archive`);
    await mkdir(resolve(folder), { recursive: true });
    await archivePieces(client, set.dataSetId);
    const { bytes } = await writeArchive(file, readAreas(client, set.dataSetId));
    await runStep(client, false, () => noteArchive(client, set.dataSetId, { file, bytes }));
    await client.query(NO_PIECES);
    return { file, bytes };
  });
}

async function findArchivable(client: ImportClient, version: string): Promise<StoredSet> {
  const sets = await listSets(client, "pula");
  const set = sets.find((each) => each.version === version);
  if (set?.state !== "ready") throw new ImportFailure(`there is no pula set ${version} that is ready`);
  if (set.role !== null) throw new ImportFailure(`${version} is in force, or the set before: it has to be at hand`);
  if (set.isArchived) throw new ImportFailure(`${version} is archived`);
  if (await isAwaitedByRadar(client, set.dataSetId)) {
    throw new ImportFailure(`the worker has yet to look at a switch of ${version}: try again in a minute`);
  }
  return set;
}

/** `data restore`. */
export async function restoreVersion(url: string, version: string): Promise<void> {
  await withClient(url, async (client) => {
    await takeLock(client, "pula");
    const set = (await listSets(client, "pula")).find((each) => each.version === version);
    if (set === undefined || !(await restoreSet(client, set.dataSetId))) {
      throw new ImportFailure(`there is no archived pula set ${version}`);
    }
  });
}
