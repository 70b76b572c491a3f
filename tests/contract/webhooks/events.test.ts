import { v7 as uuidv7 } from "uuid";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { asProvider } from "@/lib/data/db";
import { recordChange } from "@/lib/data/portal/changes";
import { getDeps } from "@/lib/runtime/deps";
import { bulkBody, prepareBulk, runJob, status, submit } from "@/tests/contract/v2/bulk/support";
import { passOf, placeOf } from "@/tests/contract/v2/drift/portal";
import { check, sql } from "@/tests/contract/v2/esa-check/support";
import { lock } from "@/tests/contract/v2/portal/support";
import { startReceiver, type Receiver } from "@/tests/contract/webhooks/receiver";
import { allowReceiversHere, listeningAt, logOf } from "@/tests/contract/webhooks/support";
import { makeCaller, type Caller } from "@/tests/support/api";
import { markDownslope, saveDrawnFeature, undoChange } from "@/tests/support/portal-edits";
import { NO_ESA, squareField, STRYAX } from "@/tests/support/requests";
import { editorOf, MEASURES, refusedEdit } from "@/tests/support/selections";

allowReceiversHere();

let receiver: Receiver;
beforeAll(async () => {
  await prepareBulk();
  receiver = await startReceiver();
});
afterAll(() => receiver.close());

const listening = (providerId: string) => listeningAt(receiver, providerId);

/** A product with pests of its own: the submission's top level has none then. */
const PEST_OF_ITS_OWN = { ...STRYAX, pest: ["waterhemp"] };

const applicationOf = async (caller: Caller, more: Record<string, unknown> = {}): Promise<string> =>
  (await check(caller, more)).application_event_id ?? "";

describe("the end of a bulk job", () => {
  it("is sent once, with ids, state and counts and nothing else", async () => {
    const { caller, told } = await listening("told-job");
    const { job_id: jobId } = await submit(
      caller,
      bulkBody(caller.providerId, 2, {
        user_email: "grower@example.org",
        pest: undefined,
        products: [PEST_OF_ITS_OWN],
      }),
    );
    expect(await told()).toEqual([]);
    await runJob(caller, jobId, 2);
    const [event, ...others] = await told();
    expect(others).toEqual([]);
    expect(event).toEqual({
      type: "bulk_job.completed",
      timestamp: expect.any(String) as string,
      data: {
        job_id: jobId,
        account_id: "account-1",
        provider_group_id: "group-1",
        status: "completed",
        total_items: 2,
        succeeded: 2,
        failed: 0,
      },
    });
    expect(event?.timestamp).toBe((await status(caller, jobId)).completed_at);
    for (const secret of ["grower@", "portal", "coordinates", "-87.9"]) {
      expect(receiver.received[0]?.body).not.toContain(secret);
    }
  });

  it("tells of failures, and of a job that is complete at birth", async () => {
    const { caller, told } = await listening("told-ends");
    const { job_id: born } = await submit(caller, bulkBody(caller.providerId, 3, { products: [NO_ESA] }));
    expect(await told()).toMatchObject([{ data: { job_id: born, status: "completed", succeeded: 3, failed: 0 } }]);
    await check(caller, { application_id: "first", provider_field_id: "application-0", account_id: "account-9" });
    const { job_id: jobId } = await submit(caller, bulkBody(caller.providerId, 2));
    await runJob(caller, jobId, 2);
    expect(await told()).toMatchObject([{ data: { status: "completed_with_errors", succeeded: 1, failed: 1 } }]);
  });
});

describe("a field that changed", () => {
  it("is sent with the applications that read differently now", async () => {
    const { caller, told } = await listening("told-field");
    const [first, second, other] = [
      await applicationOf(caller, { application_id: "first", provider_field_id: "home" }),
      await applicationOf(caller, { application_id: "second", provider_field_id: "home" }),
      await applicationOf(caller, {
        application_id: "other-year",
        provider_field_id: "home",
        application_date: "2027-06-15",
      }),
    ];
    expect(await told()).toEqual([]);
    const grower = await editorOf(caller.providerId);
    const place = await grower.placeOf(first);
    const { changeId } = await grower.select(place, MEASURES.noTill);
    const common = { account_id: "account-1", provider_field_id: "home" };
    const both = [first, second].sort();
    const selected = { type: "field.changed", data: { ...common, reason: "selection", year: 2026 } };
    expect(await told()).toMatchObject([{ ...selected, data: { ...selected.data, application_event_ids: both } }]);
    await grower.undo(changeId);
    expect(await told()).toMatchObject([selected]);
    await grower.exempt(second, "perimeter_berm");
    expect(await told()).toMatchObject([{ data: { ...common, reason: "exemption", application_event_ids: [second] } }]);
    await check(caller, { application_id: "first", provider_field_id: "home" });
    expect(await told()).toEqual([]);
    await check(caller, {
      application_id: "first",
      provider_field_id: "home",
      field_boundary: squareField(-87.25, 32.89, 0.003),
    });
    const all = [first, second, other].sort();
    expect(await told()).toMatchObject([
      { data: { ...common, reason: "boundary", year: null, application_event_ids: all } },
    ]);
  });

  it("is sent with the applications of every year where ground beside it was drawn, or edges were marked", async () => {
    const { caller, told } = await listening("told-ground");
    const first = await applicationOf(caller, { provider_field_id: "home" });
    const next = { application_id: "next-year", provider_field_id: "home", application_date: "2027-06-15" };
    const ids = [first, await applicationOf(caller, next)].sort();
    const { fieldId, year, boundaryHash } = await placeOf(caller, first);
    const pass = await passOf(caller);
    const { geometry } = squareField(-87.251, 32.89, 0.001);
    const drawing = { category: "road", label: null, geometry } as const;
    const data = { account_id: "account-1", provider_field_id: "home", year: null, application_event_ids: ids };
    const { changeId } = await saveDrawnFeature(pass, { fieldId, year, featureId: uuidv7(), drawing });
    expect(await told()).toMatchObject([{ data: { ...data, reason: "drawn_feature" } }]);
    await undoChange(pass, changeId);
    expect(await told()).toMatchObject([{ data: { ...data, reason: "drawn_feature" } }]);
    await markDownslope(pass, { fieldId, year, boundaryHash, edges: [{ partIndex: 0, ringIndex: 0, edgeIndex: 0 }] });
    expect(await told()).toMatchObject([{ data: { ...data, reason: "downslope" } }]);
  });

  it("sends no event when the edit was refused, undone with its transaction, or shows in no answer", async () => {
    const { caller, told } = await listening("told-nothing");
    const id = await applicationOf(caller);
    const grower = await editorOf(caller.providerId);
    const place = await grower.placeOf(id);
    await lock(caller, id, true);
    expect(await refusedEdit(grower.select(place, MEASURES.noTill))).toBe("locked");
    const { db } = await getDeps();
    const change = {
      changeId: "00000000-0000-4000-8000-000000000001",
      ...place,
      applicationEventId: null,
      kind: "selection",
      actor: "no-one",
      changedAt: new Date(),
      before: null,
      after: null,
    } as const;
    const undone = asProvider(db, caller.providerId, async (tx) => {
      await recordChange(tx, caller.providerId, change);
      throw new Error("undone");
    });
    await expect(undone).rejects.toThrow("undone");
    expect(await logOf(caller.providerId)).toEqual([]);
    await asProvider(db, caller.providerId, (tx) =>
      recordChange(tx, caller.providerId, { ...change, kind: "reviewed" }),
    );
    expect(await told()).toEqual([]);
  });

  it("costs a provider without an endpoint nothing but the look", async () => {
    const caller = await makeCaller("told-no-one");
    const grower = await editorOf(caller.providerId);
    await grower.select(await grower.placeOf(await applicationOf(caller)), MEASURES.noTill);
    const [rows] = await sql<{ rows: number }>(caller.providerId, "SELECT count(*)::int AS rows FROM webhook_delivery");
    expect(rows?.rows).toBe(0);
  });
});
