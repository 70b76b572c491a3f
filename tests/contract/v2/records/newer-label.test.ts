import { randomUUID } from "node:crypto";
import { afterAll, afterEach, beforeAll, expect, it } from "vitest";
import type { z } from "zod";
import { GET, POST } from "@/app/api/v2/applications/[applicationEventId]/record/route";
import { applicationRecordResponse } from "@/lib/contracts/v2/application-record";
import { noteSeenLabels } from "@/lib/data/imports/refreshes";
import { withClient } from "@/lib/imports/switch";
import { getDeps } from "@/lib/runtime/deps";
import { rows } from "@/tests/contract/imports/support";
import { saved } from "@/tests/contract/v2/compliance/support";
import { prepareSoundGround } from "@/tests/contract/v2/drift/support";
import { answer, call, makeCaller, type Caller } from "@/tests/support/api";
import { ownerUrl } from "@/tests/support/owner-connections";
import { STRYAX, STRYAX_ADJUVANTS } from "@/tests/support/requests";
import type { Connected } from "@/tests/support/soil-ground";

/** A newer label that no one has read takes nothing back of what a record says by the one before it. */

let caller: Caller;
let soil: Connected;
beforeAll(async () => {
  soil = await prepareSoundGround();
  caller = await makeCaller("newer-label-records");
});
afterEach(() => forget());
afterAll(() => soil.close());

async function forget(): Promise<void> {
  await rows("DELETE FROM seen_label");
  (await getDeps()).caches.products.clear();
}

async function see(): Promise<void> {
  const label = { registration: STRYAX.epa_number, labelDate: "2026-05-20", file: "a.pdf" };
  await withClient(ownerUrl(), (client) => noteSeenLabels(client, [label]));
  (await getDeps()).caches.products.clear();
}

const entry = (more: Record<string, unknown>) => ({
  entry_id: randomUUID(),
  written_at: "2026-06-15T09:05:00-05:00",
  ...more,
});

async function written(name: string): Promise<{ id: string; found: z.output<typeof applicationRecordResponse> }> {
  const { id } = await saved(caller, {
    ...{ application_id: name, provider_field_id: name, application_date: "2026-06-15" },
    ...{ products: [STRYAX, ...STRYAX_ADJUVANTS], gpa: 15, boom_height: "low" },
  });
  const air = { wind_speed_mph: 14, wind_direction_deg: 210, temperature_f: 74 };
  const entries = [
    entry({ kind: "reading", moment: "start", read_at: "2026-06-15T09:00:00-05:00", ...air }),
    entry({ kind: "fact", name: "boom_height_in", value: 40 }),
  ];
  const response = await call(POST, caller, { body: { entries }, params: { applicationEventId: id } });
  return { id, found: await answer(response, applicationRecordResponse) };
}

it("what was outside its limits stays so, its items stay asked for, and the newer one counts as unread", async () => {
  const { id, found } = await written("windy");
  expect(found.flags.map(({ sent }) => sent)).toEqual(
    expect.arrayContaining([expect.stringContaining("14 mph"), "40"]),
  );
  expect(found.sets.map((set) => set.id)).toContain(`label:${STRYAX.epa_number}@2026-02-06`);
  expect(found.unread_labels).toEqual([]);
  await see();
  const now = await answer(
    await call(GET, caller, { method: "GET", params: { applicationEventId: id } }),
    applicationRecordResponse,
  );
  expect(now).toEqual({ ...found, unread_labels: [STRYAX.product_name] });
});
