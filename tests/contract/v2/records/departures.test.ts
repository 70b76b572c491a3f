import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { z } from "zod";
import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { GET as ADAPT } from "@/app/api/v2/applications/[applicationEventId]/record/adapt/route";
import { POST } from "@/app/api/v2/applications/[applicationEventId]/record/route";
import { POST as SIGN } from "@/app/api/v2/applications/[applicationEventId]/record/sign-off/route";
import { GET as SEASON } from "@/app/api/v2/records.csv/route";
import { VerifyAnswer } from "@/components/report/verify-answer";
import { applicationRecordResponse } from "@/lib/contracts/v2/application-record";
import { DEPARTURES } from "@/lib/domain/record-meaning";
import { getDeps } from "@/lib/runtime/deps";
import { inFormat } from "@/lib/usecases/reports/formats";
import { gatherReport } from "@/lib/usecases/reports/gather";
import { issueReport } from "@/lib/usecases/reports/issue-report";
import { verifyReport } from "@/lib/usecases/reports/verify-report";
import { give, questions } from "@/tests/contract/v2/attestations/support";
import { saved, TRAIT } from "@/tests/contract/v2/compliance/support";
import { compute, prepareSoundGround } from "@/tests/contract/v2/drift/support";
import { sql, type Body } from "@/tests/contract/v2/esa-check/support";
import { answer, call, makeCaller, type Caller } from "@/tests/support/api";
import type { Connected } from "@/tests/support/soil-ground";

/** What was made otherwise than it was checked is kept, and says so. */

let caller: Caller;
let soil: Connected;
beforeAll(async () => {
  soil = await prepareSoundGround();
  caller = await makeCaller("departing");
});
afterAll(() => soil.close());

const at = (id: string) => ({ params: { applicationEventId: id } });

async function write(id: string, ...entries: Body[]): Promise<z.output<typeof applicationRecordResponse>> {
  const body = {
    entries: entries.map((more) => ({ entry_id: randomUUID(), written_at: "2026-06-15T15:00:00Z", ...more })),
  };
  return answer(await call(POST, caller, { body, ...at(id) }), applicationRecordResponse);
}

const reading = (moment: string, readAt: string, more: Body = {}): Body => ({
  kind: "reading",
  moment,
  read_at: readAt,
  wind_speed_mph: 7,
  wind_direction_deg: 210,
  temperature_f: 74,
  ...more,
});

const application = async (name: string): Promise<string> =>
  (await saved(caller, { application_id: name, provider_field_id: name, application_date: "2026-06-15" })).id;

describe("a record of another day than the application was checked for", () => {
  it("says so in the API, in the season's table, and for other programs", async () => {
    const id = await application("other-day");
    const found = await write(id, reading("start", "2026-06-18T09:05:00-05:00"));
    expect(found.applied_on).toBe("2026-06-18");
    const sent = "start 2026-06-18 09:05 (UTC-05:00), checked for 2026-06-15";
    expect(found.flags).toEqual([
      { entry_id: found.entries[0]?.entry_id, limit: DEPARTURES.day, product_name: null, sent },
    ]);
    const told = `${sent}: ${DEPARTURES.day}`;
    const table = await call(SEASON, caller, { method: "GET", query: "year=2026" });
    expect(await table.text()).toContain(told);
    const adapt = await call(ADAPT, caller, { method: "GET", ...at(id) });
    expect(await adapt.text()).toContain(told);
    const right = await write(
      id,
      reading("start", "2026-06-15T09:05:00-05:00", { replaces: found.entries[0]?.entry_id }),
    );
    expect(right).toMatchObject({ applied_on: "2026-06-15", flags: [] });
  });

  it("says so to who verifies a report of it, or what was signed, and not what", async () => {
    const id = await application("verified-day");
    await write(id, reading("start", "2026-06-18T09:05:00-05:00"), reading("end", "2026-06-18T11:05:00-05:00"));
    const deps = await getDeps();
    const asked = { key: { providerFieldId: "verified-day" }, year: 2026, kind: "runoff" } as const;
    const { hash } = await issueReport({ deps, providerId: caller.providerId }, asked);
    const body = { signed_by: "Jo Field", entries_seen: 2 };
    const { signed } = await answer(await call(SIGN, caller, { body, ...at(id) }), applicationRecordResponse);
    const told =
      /What was done.*2 lines of the record say that something was outside a limit, or not as it was checked/s;
    for (const number of [
      (await issueReport({ deps, providerId: caller.providerId }, asked)).hash,
      signed?.record_hash,
    ]) {
      const verified = await verifyReport(deps, number ?? "");
      expect(renderToStaticMarkup(createElement(VerifyAnswer, { hash: number ?? "", verified }))).toMatch(told);
    }
    expect((await verifyReport(deps, hash)).state).toBe("changed");
  });

  it.each([7, 8])("says so of a report of format %i too, whose record has no such lines", async (format) => {
    const id = await application(`format-${format}`);
    await write(id, reading("start", "2026-06-18T09:05:00-05:00"), reading("end", "2026-06-18T11:05:00-05:00"));
    const deps = await getDeps();
    const asked = { key: { providerFieldId: `format-${format}` }, year: 2026, kind: "runoff" } as const;
    const { hash } = await issueReport({ deps, providerId: caller.providerId }, asked);
    const gathered = await gatherReport({ deps, providerId: caller.providerId }, asked, { withFigure: false });
    const before = inFormat(gathered, format)?.hash ?? "";
    expect(before).not.toBe(hash);
    // As the version of then gave it out.
    await sql(
      caller.providerId,
      `INSERT INTO report_issue
       SELECT (jsonb_populate_record(r, jsonb_build_object('record_hash', $2::text, 'record_format', $3::int))).*
       FROM report_issue r WHERE record_hash = $1`,
      [hash, before, format],
    );
    expect(await verifyReport(deps, before)).toMatchObject({ state: "current", doneOtherwise: 2 });
  });

  it("is judged for the days since the last application on its own day", async () => {
    const products = [{ ...TRAIT, applications_this_year: 1, last_applied_on: "2026-06-01" }];
    const { id } = await saved(caller, { application_id: "interval", provider_field_id: "interval", products });
    const flagsOn = async (entry: Body) => (await write(id, entry)).flags.map(({ limit }) => limit);
    const tooSoon = "At least 12 days between applications.";
    const start = { ...reading("start", "2026-06-15T09:05:00-05:00"), entry_id: randomUUID() };
    expect(await flagsOn(start)).not.toContain(tooSoon);
    const earlier = reading("start", "2026-06-12T09:05:00-05:00", { replaces: start.entry_id });
    expect(await flagsOn(earlier)).toContain(tooSoon);
  });

  it("takes the day by the clock of the field, whatever offset was sent", async () => {
    const id = await application("utc-evening");
    const found = await write(id, reading("start", "2026-06-16T00:30:00Z"), reading("end", "2026-06-16T02:30:00Z"));
    expect(found).toMatchObject({ applied_on: "2026-06-15", due: { on: "2026-06-29" } });
    expect(found.flags.map(({ limit }) => limit)).not.toContain(DEPARTURES.day);
    const day = found.sets.flatMap(({ items }) => items.flatMap(({ values }) => values));
    expect(day.find(({ part }) => part === "application_date")?.text).toBe("2026-06-15");
  });
});

describe("a record of other work than its buffer was worked out for", () => {
  it("says so of wind and ground", async () => {
    const id = await application("other-work");
    await compute(caller, id, { wind_direction_deg: 210, wind_speed_mph: 7 });
    const turned = reading("start", "2026-06-15T09:05:00-05:00", { wind_direction_deg: 30 });
    const found = await write(id, turned, { kind: "fact", name: "area_treated_ac", value: 100_000 });
    expect(found.flags).toEqual([
      expect.objectContaining({
        limit: DEPARTURES.windSide,
        sent: "start 2026-06-15 09:05 (UTC-05:00): 7 mph, 30°, worked out for 7 mph, 210°",
      }),
      expect.objectContaining({ limit: DEPARTURES.field }),
    ]);
  });
});

describe("a label whose figures no one had read", () => {
  it("flags a record by them once the applicator found them on the label", async () => {
    const liberty = { product_name: "Liberty ULTRA", epa_number: "7969-500", rate: 24, rate_unit: "fl oz/ac" };
    const { id } = await saved(caller, {
      ...{ application_id: "figures", provider_field_id: "figures", application_date: "2026-06-15" },
      ...{ products: [liberty], crop_stage: "V4", droplet_size: "VC", boom_height: "low", gpa: 15 },
    });
    const flagged = async (...entries: Body[]) =>
      (await write(id, ...entries)).flags.map(({ limit, product_name: name }) => `${name}: ${limit}`);
    const start = reading("start", "2026-06-15T09:05:00-05:00", { wind_speed_mph: 18 });
    const boom = { kind: "fact", name: "boom_height_in", value: 40 };
    const wind = "Liberty ULTRA: Wind of at most 15 mph.";
    const higher = `null: ${DEPARTURES.boom}`;
    expect(await flagged(start, boom)).toEqual([higher, wind]);
    const asked = await questions(caller, id);
    expect(asked.map(({ question_id: question }) => question)).toEqual(["figures_on_label:7969-500"]);
    const answerAll = (said: string) =>
      give(caller, id, Object.fromEntries(asked.map(({ question_id: question }) => [question, said])));
    const height = "Liberty ULTRA: Boom at most 24 inches above the target or canopy.";
    await answerAll("yes");
    expect(await flagged(boom)).toEqual([wind, height]);
    await answerAll("no");
    expect(await flagged(boom)).toEqual([higher, wind]);
  });
});
