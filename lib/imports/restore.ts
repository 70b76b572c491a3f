import { rm } from "node:fs/promises";
import { readArchive } from "@/lib/data/imports/archive-file";
import { findArchiveFile, forgetArchive, putAreaBack } from "@/lib/data/imports/archives";
import { addArchivePartitions } from "@/lib/data/imports/partitions";
import { type ImportClient, runStep } from "@/lib/data/imports/sets";

/** The ground of an archived set is in the database again. False: it was there. */
export async function restoreSet(client: ImportClient, dataSetId: number): Promise<boolean> {
  const file = await findArchiveFile(client, dataSetId);
  if (file === null) return false;
  await runStep(client, false, async () => {
    await addArchivePartitions(client, dataSetId);
    for await (const area of readArchive(file)) await putAreaBack(client, dataSetId, area);
    await forgetArchive(client, dataSetId);
  });
  await rm(file);
  return true;
}
