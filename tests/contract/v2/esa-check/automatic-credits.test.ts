import { beforeAll, describe, expect, it } from "vitest";
import { read, runoffOf } from "@/tests/contract/v2/compliance/support";
import { check, loadGround, sql, type CheckAnswer } from "@/tests/contract/v2/esa-check/support";
import { atTime, subOptionsIn } from "@/tests/contract/v2/fields/support";
import { makeCaller, type Caller } from "@/tests/support/api";

const PROVIDER = "credits";
/** Bibb County: 2 points. What the ground does not give is the credit of 6. */
const [MEDIUM, VERY_LOW, TRACKING] = [10, 9, 24];

let caller: Caller;
beforeAll(async () => {
  await loadGround();
  caller = await makeCaller(PROVIDER);
});

const rows = (year = 2026) =>
  sql<{ sub_option_id: number; source: string; day: string | null }>(
    PROVIDER,
    `SELECT sub_option_id, source, to_char(implementation_date, 'YYYY-MM-DD') AS day
     FROM measure_selection WHERE year = $1 ORDER BY sub_option_id`,
    [year],
  );

/** A row that no part of the service writes. */
const writeByHand = (subOptionId: number) =>
  sql(
    PROVIDER,
    `INSERT INTO measure_selection (provider_id, field_id, year, system, sub_option_id, source)
     SELECT provider_id, field_id, 2026, 'epa_runoff', $1, 'portal' FROM field
     ON CONFLICT (provider_id, field_id, year, system, sub_option_id) DO UPDATE SET source = 'portal', notes = NULL`,
    [subOptionId],
  );

const measuresOf = (found: CheckAnswer) =>
  Object.fromEntries(
    (found.compliance.runoff[0]?.selected_measures ?? []).map(({ sub_option_id: id, source, reason }) => [
      id,
      { source, reason },
    ]),
  );

describe("an automatic credit", () => {
  it("is shown with the day it was first given, in a later check's answer as in its row", async () => {
    const first = await atTime("2026-03-01T12:00:00Z", () => check(caller, { include_mitigations: true }));
    const later = await atTime("2026-05-20T12:00:00Z", () => check(caller, { include_mitigations: true }));
    for (const found of [first, later]) {
      const credit = subOptionsIn(found.compliance.mitigation_options ?? []).find(({ id }) => id === MEDIUM);
      expect(credit).toMatchObject({ selected: true, implementation_date: "2026-03-01", notes: "County: Bibb" });
    }
    expect(await rows()).toContainEqual({ sub_option_id: MEDIUM, source: "county", day: "2026-03-01" });
  });

  it("that is saved as someone's choice earns nothing in a reading, and in a check only what the ground gives", async () => {
    const { application_event_id: id = "" } = await check(caller);
    await writeByHand(MEDIUM);
    await writeByHand(VERY_LOW);
    const entry = runoffOf(await read(caller, id));
    expect(entry.credited_measures.map(({ sub_option_id: credited }) => credited)).toEqual([TRACKING]);

    expect(measuresOf(await check(caller))).toEqual({
      [VERY_LOW]: { source: "portal", reason: "NOT_DERIVED" },
      [MEDIUM]: { source: "county", reason: null },
      [TRACKING]: { source: "always", reason: null },
    });
    expect((await rows()).map(({ sub_option_id, source }) => [sub_option_id, source])).toEqual([
      [VERY_LOW, "portal"],
      [MEDIUM, "county"],
      [TRACKING, "always"],
    ]);
    expect(runoffOf(await read(caller, id)).earned_points).toBe(entry.earned_points + 2);
  });
});
