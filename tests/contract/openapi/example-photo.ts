import { asProvider } from "@/lib/data/db";
import { getDeps } from "@/lib/runtime/deps";
import { keepPhoto } from "@/lib/usecases/records/keep-photo";
import { PHOTO } from "@/tests/contract/openapi/example-requests";
import type { Caller } from "@/tests/support/api";
import { photoOfField } from "@/tests/support/photos";

const AT = "2026-06-15T09:10:00-05:00";

/** The photo that the examples ask for. Photos are added in the portal alone, so no request of the examples makes it. */
export async function addExamplePhoto({ providerId }: Caller, applicationEventId: string): Promise<void> {
  const deps = await getDeps();
  const photo = { entryId: PHOTO, writtenAt: AT, takenAt: AT, caption: "Nozzles", place: null };
  const jpeg = (await photoOfField()).toString("base64");
  await asProvider(deps.db, providerId, (tx) =>
    keepPhoto(tx, { deps, provider: { providerId } }, applicationEventId, { ...photo, jpeg }),
  );
}
