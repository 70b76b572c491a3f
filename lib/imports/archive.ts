import { mkdir } from "node:fs/promises";
import { resolve } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { readArchive, writeArchive } from "@/lib/data/imports/archive-file";
import { isAwaitedByRadar, noteArchive, readAreas } from "@/lib/data/imports/archives";
import { archivePieces } from "@/lib/data/imports/partitions";
import { type ImportClient, listSets, type StoredSet } from "@/lib/data/imports/sets";
import { ImportFailure } from "@/lib/imports/failure";
import { restoreSet } from "@/lib/imports/restore";
import { takeLock, withClient } from "@/lib/imports/switch";

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
    await compareWithFile(client, set.dataSetId, file);
    await noteArchive(client, set.dataSetId, { file, bytes });
    return { file, bytes };
  });
}

/** Reads the file back whole beside the database before its rows go: from then on it is the only copy. */
async function compareWithFile(client: ImportClient, dataSetId: number, file: string): Promise<void> {
  const written = readArchive(file);
  for await (const stored of readAreas(client, dataSetId)) {
    const next = await written.next();
    if (next.done === true || !isDeepStrictEqual(next.value, stored)) {
      throw new ImportFailure(`${file} does not hold area ${stored.pulaId} as the database does: nothing was removed`);
    }
  }
  if ((await written.next()).done !== true) throw new ImportFailure(`${file} holds areas that the database does not`);
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
