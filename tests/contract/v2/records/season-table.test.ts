import { randomUUID } from "node:crypto";
import { parse } from "csv-parse/sync";
import { afterAll, beforeAll, expect, it } from "vitest";
import { POST } from "@/app/api/v2/applications/[applicationEventId]/record/route";
import { POST as SIGN } from "@/app/api/v2/applications/[applicationEventId]/record/sign-off/route";
import { GET as SEASON } from "@/app/api/v2/records.csv/route";
import { saved } from "@/tests/contract/v2/compliance/support";
import { prepareSoundGround } from "@/tests/contract/v2/drift/support";
import { call, makeCaller, type Caller } from "@/tests/support/api";
import type { Connected } from "@/tests/support/soil-ground";

let caller: Caller;
let soil: Connected;
beforeAll(async () => {
  soil = await prepareSoundGround();
  caller = await makeCaller("season-table");
});
afterAll(() => soil.close());

const at = (id: string) => ({ params: { applicationEventId: id } });
const reading = (moment: string, clock: string) => ({
  entry_id: randomUUID(),
  kind: "reading",
  moment,
  read_at: `2026-06-15T${clock}:00-05:00`,
  written_at: `2026-06-15T${clock}:00-05:00`,
  wind_speed_mph: 7,
  wind_direction_deg: 210,
  temperature_f: 74,
});

async function rowsOf2026(): Promise<Record<string, string>[]> {
  const table = await (await call(SEASON, caller, { method: "GET", query: "year=2026" })).text();
  return parse<Record<string, string>>(table, { columns: true });
}

it("says what was added after the signature, beside the items as they were signed", async () => {
  const { id } = await saved(caller, {
    application_id: "corrected",
    provider_field_id: "corrected",
    application_date: "2026-05-15",
  });
  const [start, end] = [reading("start", "09:05"), reading("end", "12:00")];
  const send = (entries: unknown[]) => call(POST, caller, { body: { entries }, ...at(id) });
  await send([start, end]);
  await call(SIGN, caller, { body: { signed_by: "Jo Field", entries_seen: 2 }, ...at(id) });
  await send([{ ...reading("start", "09:05"), wind_speed_mph: 14, replaces: start.entry_id }]);
  const rows = (await rowsOf2026()).filter(({ application_id }) => application_id === "corrected");
  expect(rows.some(({ value }) => value?.includes("7 mph"))).toBe(true);
  for (const { added_after_signature } of rows) {
    expect(added_after_signature).toMatch(
      /^\d{4}-\d\d-\d\dT\S+Z Start 9:05 AM, .*14 mph.*; in place of: Start 9:05 AM, .*7 mph/u,
    );
  }
});

it("names the field as the record was signed, and as it is called now before that", async () => {
  const named = async (name: string, field_name: string) =>
    (
      await saved(caller, {
        application_id: name,
        provider_field_id: name,
        field_name,
        application_date: "2026-06-15",
      })
    ).id;
  for (const name of ["signed", "open"]) {
    const id = await named(name, "North 40");
    const entries = [reading("start", "09:05"), reading("end", "12:00")];
    expect((await call(POST, caller, { body: { entries }, ...at(id) })).status).toBe(200);
    if (name === "signed") {
      const signed = await call(SIGN, caller, { body: { signed_by: "Jo Field", entries_seen: 2 }, ...at(id) });
      expect(signed.status).toBe(200);
    }
    await named(name, "South 40");
  }
  const rows = (await rowsOf2026()).filter(({ application_id }) => application_id !== "corrected");
  expect(new Set(rows.map(({ application_id, field_name }) => `${application_id} ${field_name}`))).toEqual(
    new Set(["signed North 40", "open South 40"]),
  );
});
