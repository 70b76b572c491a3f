import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, it } from "vitest";
import { GET as getRechecks } from "@/app/api/v2/rechecks/route";
import { recheckListResponse } from "@/lib/contracts/v2/rechecks";
import { recheckSuggestedEvent } from "@/lib/contracts/v2/webhooks";
import { asProvider } from "@/lib/data/db";
import { noteSeenLabels } from "@/lib/data/imports/refreshes";
import { putEndings } from "@/lib/data/radar/endings";
import { lockNewerLabels } from "@/lib/data/radar/planned";
import { daysAfter } from "@/lib/domain/calendar";
import { withClient } from "@/lib/imports/switch";
import { getDeps } from "@/lib/runtime/deps";
import { announceNewerLabels } from "@/lib/usecases/radar/announce-newer-labels";
import { rows } from "@/tests/contract/imports/support";
import { ownerUrl } from "@/tests/support/owner-connections";
import { portalLine } from "@/tests/contract/radar/support";
import { read, saved } from "@/tests/contract/v2/compliance/support";
import { loadGround, sql } from "@/tests/contract/v2/esa-check/support";
import { allowReceiversHere, prepareQueue, subscribe } from "@/tests/contract/webhooks/support";
import { answer, call, makeCaller, type Caller } from "@/tests/support/api";
import { daysFromNow } from "@/tests/support/days";

allowReceiversHere();

const inDays = daysFromNow();
const NUMBER = "264-1241";
const STRYAX = { product_name: "Stryax", epa_number: NUMBER, rate: 22, rate_unit: "fl oz/ac" };
const OTHER = { product_name: "DEMO Runoff Only", epa_number: "99002-5", rate: 16, rate_unit: "fl oz/ac" };

let caller: Caller;
const ids = new Map<string, string>();
const save = async (name: string, more: Record<string, unknown> = {}): Promise<void> => {
  const application = { application_id: name, application_date: inDays(20), products: [STRYAX], ...more };
  ids.set(name, (await saved(caller, application)).id);
};
const idOf = (name: string): string => ids.get(name) ?? "";
/** What the monthly look at EPA's list of labels does where it finds a newer one. */
const see = async (labelDate: string, registration = NUMBER): Promise<void> => {
  const label = { registration, labelDate, file: "a.pdf" };
  await withClient(ownerUrl(), (client) => noteSeenLabels(client, [label]));
  (await getDeps()).caches.products.clear();
};
const announce = async (settledForMs = 0) => announceNewerLabels(await getDeps(), undefined, { settledForMs });
const listed = async () =>
  (await answer(await call(getRechecks, caller, { method: "GET" }), recheckListResponse)).rechecks;
const named = async (): Promise<string[]> => (await listed()).map(({ application_id: name }) => name).sort();

const issuesOf = async (name: string): Promise<string[]> =>
  (
    await sql<{ code: string }>(
      caller.providerId,
      `SELECT jsonb_array_elements(s.body->'issues')->>'code' AS code
       FROM application a JOIN assessment s ON s.provider_id = a.provider_id AND s.assessment_id = a.last_assessment_id
       WHERE a.application_event_id = $1`,
      [idOf(name)],
    )
  ).map(({ code }) => code);

const SEEN = inDays(-3);

beforeAll(async () => {
  await prepareQueue();
  await loadGround();
  caller = await makeCaller("radar-newer-labels");
  await subscribe(caller.providerId, "https://example.com/hook", ["application.recheck_suggested"]);
  const [held] = await rows<{ day: string }>(
    "SELECT record->'editions'->-1->>'labelDate' AS day FROM catalogue_product WHERE registration = $1",
    [NUMBER],
  );
  await save("goes by it");
  await save("is left");
  await save("holds the earlier one", { products: [{ ...STRYAX, label_date: held?.day }] });
  await save("other product", { products: [OTHER] });
  await save("past", { application_date: inDays(-5) });
});

describe("a label that EPA lists and no one has entered", () => {
  it("is announced to those whose planned application went by the one before it, once and not before the note has settled", async () => {
    const before = await read(caller, idOf("goes by it"));
    expect(await announce()).toEqual({ labels: 0, announced: 0 });
    await see(SEEN);
    expect(await announce(60_000)).toEqual({ labels: 0, announced: 0 });
    await withClient(ownerUrl(), async (other) => {
      expect(await lockNewerLabels(other)).toBe(true);
      expect(await announce()).toEqual({ labels: 0, announced: 0 });
    });
    const runs = await Promise.all([announce(), announce()]);
    expect(runs.reduce((sum, { announced }) => sum + announced, 0)).toBe(2);
    expect(await announce()).toEqual({ labels: 0, announced: 0 });
    expect(await named()).toEqual(["goes by it", "is left"]);
    expect(await read(caller, idOf("goes by it"))).toEqual(before);

    const told = await sql<{ payload: unknown }>(
      caller.providerId,
      "SELECT payload FROM webhook_delivery WHERE event_type = 'application.recheck_suggested'",
    );
    expect(told).toHaveLength(2);
    for (const { payload } of told)
      expect(recheckSuggestedEvent.parse(payload).data).toMatchObject({ reason: "newer_label", registration: NUMBER });
  });

  it("is said in the portal until the next check, which leaves open what the newer one asks", async () => {
    expect((await listed())[0]).toMatchObject({ reason: "newer_label", open: true, ends_on: daysAfter(SEEN, -1) });
    expect(await portalLine(caller, idOf("goes by it"))).toMatch(
      /^A newer label of a product \(EPA Reg\. No\. 264-1241\) came out on \w+ \d+, \d{4}: check again$/,
    );
    expect(await portalLine(caller, idOf("holds the earlier one"))).toBeNull();
    await save("goes by it");
    expect(await portalLine(caller, idOf("goes by it"))).toBeNull();
    expect(await issuesOf("goes by it")).toContain("RUNOFF_REQUIREMENT_UNRESOLVED");
    expect(await issuesOf("is left")).not.toContain("RUNOFF_REQUIREMENT_UNRESOLVED");
    expect(await named()).toEqual(["is left"]);
  });

  it("is announced again where a newer one still is seen, and not of one that binds only after the day", async () => {
    await see(inDays(30));
    expect(await announce()).toEqual({ labels: 1, announced: 0 });
    await see(inDays(31));
    await sql(caller.providerId, "UPDATE application SET application_date = $2 WHERE application_event_id = $1", [
      idOf("is left"),
      inDays(40),
    ]);
    expect(await announce()).toEqual({ labels: 1, announced: 1 });
    expect(await named()).toEqual(["is left"]);
  });

  it("is announced to the others where the products of some cannot be looked up, and to those as open", async () => {
    const day = inDays(45);
    await save("is sound", { application_date: day });
    await save("is unreadable", { application_date: day });
    await sql(
      caller.providerId,
      `UPDATE application SET products = jsonb_set(products, '{0,rate}', '"much"') WHERE application_event_id = $1`,
      [idOf("is unreadable")],
    );
    const spoil = (editions: unknown) =>
      rows(`UPDATE catalogue_product SET record = jsonb_set(record, '{editions}', $1::jsonb) WHERE registration = $2`, [
        JSON.stringify(editions),
        OTHER.epa_number,
      ]);
    await spoil("none");
    await see(inDays(32));
    await see(SEEN, OTHER.epa_number);
    expect(await announce()).toEqual({ labels: 2, announced: 4 });
    await spoil([]);
    expect(await named()).toEqual(["is left", "is sound", "is unreadable", "other product"]);
    expect(await announce()).toEqual({ labels: 0, announced: 0 });
  });

  it("is announced to the others where an application was erased since they were listed", async () => {
    const end = { reason: "newer_label", registration: NUMBER, endsOn: inDays(1) } as const;
    const found = [randomUUID(), idOf("other product")].map((applicationEventId) => ({ ...end, applicationEventId }));
    const { db } = await getDeps();
    const kept = await asProvider(db, caller.providerId, (tx) => putEndings(tx, caller.providerId, found));
    expect(kept).toBe(1);
    expect(await named()).toContain("other product");
  });
});
