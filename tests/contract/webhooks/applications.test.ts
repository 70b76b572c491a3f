import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, it } from "vitest";
import { hashOfText } from "@/lib/usecases/portal/binding-limitations";
import { computeForPortal, previewDrift } from "@/lib/usecases/portal/preview-drift";
import { edit, openBrowser, refusedEdit } from "@/tests/contract/portal/edits-support";
import { NEEDS_6, prepareGround, saved } from "@/tests/contract/v2/compliance/support";
import { passOf, placeOf } from "@/tests/contract/v2/drift/portal";
import { compute, READY } from "@/tests/contract/v2/drift/support";
import { GROUND, sql } from "@/tests/contract/v2/esa-check/support";
import { lock } from "@/tests/contract/v2/portal/support";
import { startReceiver, type Receiver } from "@/tests/contract/webhooks/receiver";
import { allowReceiversHere, listeningAt, prepareQueue } from "@/tests/contract/webhooks/support";
import type { Connected } from "@/tests/support/soil-ground";

allowReceiversHere();

const TEXT = "Do not apply within 100 feet of open water.";
let soil: Connected;
let receiver: Receiver;
beforeAll(async () => {
  soil = await prepareGround(
    [{ pulaId: 121, geometry: GROUND }],
    [{ pulaId: 121, registration: NEEDS_6.epa_number, code: "ZZ1", limitation: TEXT }],
  );
  await prepareQueue();
  receiver = await startReceiver();
});
afterAll(async () => {
  await soil.close();
  await receiver.close();
});

const { signal } = new AbortController();
const AS_SAVED = { method: undefined, dropletSize: undefined, boomHeight: undefined, gpa: undefined, rateUpdates: [] };

it("a buffer computed in the portal sends a message, and one that is previewed, refused, or computed over the API sends none", async () => {
  const { caller, told } = await listeningAt(receiver, "told-buffer");
  const { id } = await saved(caller, { ...READY, application_id: "own" });
  await told();
  const { fieldId } = await placeOf(caller, id);
  const pass = await passOf(caller);
  const weather = { windDirectionDeg: 270, windSpeedMph: 8, temperatureF: null, humidityPercent: null };
  const request = { fieldId, applicationEventId: id, weather, setup: AS_SAVED, withWindRose: false };
  await previewDrift(pass, request);
  await compute(caller, id);
  await lock(caller, id, true);
  await expect(computeForPortal(pass, request, signal)).rejects.toMatchObject({ reason: "locked" });
  await lock(caller, id, false);
  expect(await told()).toEqual([]);
  const key = randomUUID();
  await computeForPortal(pass, { ...request, key }, signal);
  // A lost answer makes a page send it again.
  await computeForPortal(pass, { ...request, key }, signal);
  expect(await told()).toEqual([
    {
      type: "application.changed",
      timestamp: expect.any(String) as string,
      data: {
        reason: "drift_buffer",
        application_event_id: id,
        application_id: "own",
        account_id: "account-1",
      },
    },
  ]);
});

it("what is written into a record in the portal sends a message, and so does its signature", async () => {
  const { caller, told } = await listeningAt(receiver, "told-record");
  const { id } = await saved(caller, { application_id: "own" });
  const browser = await openBrowser(caller, id);
  const { fieldId, year } = await placeOf(caller, id);
  const place = { fieldId, year, applicationEventId: id };
  await told();
  const entry = (moment: "start" | "end", readAt: string) => ({
    kind: "record_entry",
    ...place,
    entry: {
      entryId: randomUUID(),
      replaces: null,
      writtenAt: "2026-06-15T17:05:00Z",
      statement: { kind: "reading", moment, readAt, windSpeedMph: 7, windDirectionDeg: 225, temperatureF: 74 },
    },
  });
  const sign = (entriesSeen: number) => ({ kind: "record_sign", ...place, signedBy: "Jo Field", entriesSeen });
  const message = (reason: string) => ({ type: "application.changed", data: { reason, application_event_id: id } });
  const start = entry("start", "2026-06-15T09:05:00-05:00");
  await edit(browser, start);
  await edit(browser, start);
  await edit(browser, entry("end", "2026-06-15T12:00:00-05:00"));
  expect(await told()).toMatchObject([message("record"), message("record")]);
  await refusedEdit(browser, sign(1), { status: 409 });
  expect(await told()).toEqual([]);
  await edit(browser, sign(2));
  await edit(browser, sign(2));
  expect(await told()).toMatchObject([message("signature")]);
});

it("a limitation that is marked as read, and no longer is, sends a message each, and a mark that is there already none", async () => {
  const { caller, told } = await listeningAt(receiver, "told-limitation");
  const { id } = await saved(caller, { application_id: "own", products: [NEEDS_6] });
  const browser = await openBrowser(caller, id);
  const { fieldId, year } = await placeOf(caller, id);
  const [row] = await sql<{ id: number }>(
    caller.providerId,
    "SELECT limitation_id AS id FROM limitation WHERE code = 'ZZ1'",
  );
  const mark = (reviewed: boolean) => ({
    kind: "reviewed",
    fieldId,
    year,
    applicationEventId: id,
    product: NEEDS_6.epa_number,
    pulaId: 121,
    limitationId: Number(row?.id),
    textHash: hashOfText(TEXT),
    reviewed,
  });
  await told();
  const message = { type: "application.changed", data: { reason: "limitation", application_event_id: id } };
  await edit(browser, mark(true));
  await edit(browser, mark(true));
  expect(await told()).toMatchObject([message]);
  await edit(browser, mark(false));
  await edit(browser, mark(false));
  expect(await told()).toMatchObject([message]);
});
