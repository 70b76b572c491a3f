import { createHash, randomUUID } from "node:crypto";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { GET as PHOTO } from "@/app/api/v2/applications/[applicationEventId]/record/photos/[entryId]/route";
import { asProvider } from "@/lib/data/db";
import { photosOf } from "@/lib/domain/application-record";
import type { FieldYearRef } from "@/lib/domain/field-year";
import { MOST_RECORD_PHOTOS, type SentPhoto } from "@/lib/domain/record-photo";
import { getDeps } from "@/lib/runtime/deps";
import { purgeRecords } from "@/lib/usecases/records/purge-records";
import { readRecord } from "@/lib/usecases/records/read-record";
import { edit, openBrowser, refusedEdit, type Browser } from "@/tests/contract/portal/edits-support";
import { report } from "@/tests/contract/reports/support";
import { prepareGround, saved } from "@/tests/contract/v2/compliance/support";
import { sql } from "@/tests/contract/v2/esa-check/support";
import { call, makeCaller, type Caller } from "@/tests/support/api";
import { photoOfField } from "@/tests/support/photos";
import { hasPoppler, imagesOf, lettersOf } from "@/tests/support/poppler";
import { editorOf } from "@/tests/support/selections";
import type { Connected } from "@/tests/support/soil-ground";

let soil: Connected;
let farm: Caller;
let page: Browser;
let own: FieldYearRef & { applicationEventId: string };
beforeAll(async () => {
  soil = await prepareGround();
  farm = await makeCaller("photographing");
  const { id } = await saved(farm, { application_id: "photos", provider_field_id: "photos" });
  page = await openBrowser(farm, id);
  const { fieldId, year } = await (await editorOf("photographing")).placeOf(id);
  own = { fieldId, year, applicationEventId: id };
});
afterAll(() => soil.close());

const photo = async (more: Partial<SentPhoto> = {}) => ({
  kind: "record_photo",
  ...own,
  photo: {
    entryId: randomUUID(),
    writtenAt: "2026-06-15T14:05:00Z",
    takenAt: "2026-06-15T09:05:00-05:00",
    caption: "Nozzles",
    place: null,
    jpeg: (await photoOfField()).toString("base64"),
    ...more,
  },
});
const entry = (statement: unknown, replaces: string | null = null) => ({
  kind: "record_entry",
  ...own,
  entry: { entryId: randomUUID(), replaces, writtenAt: "2026-06-15T14:06:00Z", statement },
});
const air = { windSpeedMph: 7, windDirectionDeg: 225, temperatureF: 74 };
const reading = (moment: "start" | "end", clock: string) =>
  entry({ kind: "reading", moment, readAt: `${new Date().getUTCFullYear() - 4}-06-15T${clock}:00-05:00`, ...air });
const strike = (entryId: string) => entry({ kind: "strike", reason: "Recorded by mistake" }, entryId);
const picture = (entryId: string, caller: Caller = farm) =>
  call(PHOTO, caller, { method: "GET", params: { applicationEventId: own.applicationEventId, entryId } });
const groundNow = async () =>
  (await readRecord({ deps: await getDeps(), provider: farm }, own.applicationEventId)).ground;
const photosNow = async () => photosOf((await groundNow()).entries);

describe("photos of a record", () => {
  it("is kept once, named by the hash of what is given out, and holds no place but one that is wanted", async () => {
    const sent = await photo();
    await edit(page, sent);
    await edit(page, sent);
    const placed = await photo({ caption: "Edge", place: { lat: 33.2, lon: -87.1 } });
    await edit(page, placed);
    const [first, second, ...others] = await photosNow();
    expect(others).toEqual([]);
    expect([first?.place, second?.place]).toEqual([null, { lat: 33.2, lon: -87.1 }]);
    const answered = await picture(sent.photo.entryId);
    const bytes = Buffer.from(await answered.arrayBuffer());
    expect(answered.headers.get("content-type")).toBe("image/jpeg");
    expect(createHash("sha256").update(bytes).digest("hex")).toBe(first?.sha256);
    expect((await sharp(bytes).metadata()).exif).toBeUndefined();
    const stranger = await makeCaller("stranger");
    expect((await picture(sent.photo.entryId, stranger)).status).toBe(404);
  });

  it("is gone once it was taken out, and does not come back when it is sent again", async () => {
    const sent = await photo({ caption: "By mistake" });
    await edit(page, sent);
    await edit(page, strike(sent.photo.entryId));
    await edit(page, sent);
    expect(await photosNow()).toHaveLength(2);
    expect((await picture(sent.photo.entryId)).status).toBe(404);
  });

  it("refuses what is no picture, and more than a record may have", async () => {
    const broken = await photo({ jpeg: Buffer.from("no picture").toString("base64") });
    expect((await refusedEdit(page, broken, { status: 422 })).error.code).toBe("INVALID_PHOTO");
    for (let more = 2; more < MOST_RECORD_PHOTOS; more += 1) await edit(page, await photo({ caption: `No. ${more}` }));
    expect((await refusedEdit(page, await photo(), { status: 422 })).error.code).toBe("TOO_MANY_PHOTOS");
    expect(await photosNow()).toHaveLength(MOST_RECORD_PHOTOS);
  });

  it("is locked by the signature, stands in the report, and goes with the record", async () => {
    await edit(page, reading("start", "09:05"));
    await edit(page, reading("end", "12:00"));
    const entriesSeen = (await groundNow()).entries.length;
    await edit(page, { kind: "record_sign", ...own, signedBy: "Jo Field", entriesSeen });
    const [first] = await photosNow();
    expect((await groundNow()).signature?.signedRecord).toContain(first?.sha256);
    await edit(page, strike(first?.entryId ?? ""));
    // Signed, it stays, and what was said of it since stands beside it.
    expect((await photosNow())[0]?.entryId).toBe(first?.entryId);
    expect((await picture(first?.entryId ?? "")).status).toBe(200);
    const owned = (await getDeps()).db;
    await expect(asProvider(owned, farm.providerId, (tx) => tx.$executeRaw`DELETE FROM record_photo`)).rejects.toThrow(
      "a photo of a signed record stays",
    );
    await expect(
      asProvider(owned, farm.providerId, (tx) => tx.$executeRaw`UPDATE record_photo SET picture = ''`),
    ).rejects.toThrow("permission denied");
    const pdf = await report(farm, "photos", { query: `year=${own.year}` });
    if (hasPoppler) {
      expect(lettersOf(pdf)).toContain(first?.sha256);
      expect(imagesOf(pdf).length).toBeGreaterThanOrEqual(MOST_RECORD_PHOTOS);
    }
    await sql(farm.providerId, "UPDATE application_record SET kept_until = current_date - 31");
    await purgeRecords(await getDeps());
    expect(await sql(farm.providerId, "SELECT 1 FROM record_photo")).toEqual([]);
  });
});
