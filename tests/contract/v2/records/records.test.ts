import { createHash, randomUUID } from "node:crypto";
import { writeFileSync } from "node:fs";
import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { parse } from "csv-parse/sync";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { z } from "zod";
import { GET as PROOF } from "@/app/api/v2/applications/[applicationEventId]/record/proof/route";
import { GET, POST } from "@/app/api/v2/applications/[applicationEventId]/record/route";
import { POST as SIGN } from "@/app/api/v2/applications/[applicationEventId]/record/sign-off/route";
import { GET as SEASON } from "@/app/api/v2/records.csv/route";
import { VerifyAnswer } from "@/components/report/verify-answer";
import { applicationRecordResponse } from "@/lib/contracts/v2/application-record";
import { applicationRecordProof } from "@/lib/contracts/v2/record-proof";
import { getDeps } from "@/lib/runtime/deps";
import { verifyReport } from "@/lib/usecases/reports/verify-report";
import { purgeRecords } from "@/lib/usecases/records/purge-records";
import { archiveFieldOf, NEEDS_4, saved } from "@/tests/contract/v2/compliance/support";
import { compute, prepareSoundGround } from "@/tests/contract/v2/drift/support";
import { sql, type Body } from "@/tests/contract/v2/esa-check/support";
import { lock } from "@/tests/contract/v2/portal/support";
import { report } from "@/tests/contract/reports/support";
import { answer, call, makeCaller, refusal, type Caller } from "@/tests/support/api";
import { hasPoppler, lettersOf, wordsOf } from "@/tests/support/poppler";
import type { Connected } from "@/tests/support/soil-ground";

type Answer = z.output<typeof applicationRecordResponse>;

let caller: Caller;
let soil: Connected;
beforeAll(async () => {
  soil = await prepareSoundGround();
  caller = await makeCaller("recording");
});
afterAll(() => soil.close());

const STRYAX = {
  products: [
    { product_name: "Stryax", epa_number: "264-1241", rate: 22, rate_unit: "fl oz/ac" },
    {
      product_name: "Volatility reducing adjuvant",
      epa_number: null,
      rate: 40,
      rate_unit: "fl oz/ac",
      kind: "adjuvant",
    },
    {
      product_name: "Oil-emulsion drift reducing adjuvant",
      epa_number: null,
      rate: 0.3,
      rate_unit: "% v/v",
      kind: "adjuvant",
    },
  ],
  crop: ["Soybeans"],
  crop_stage: "V3",
  application_date: "2026-06-15",
  gpa: 15,
  droplet_size: "VC",
  boom_height: "low",
  nozzle: "TTI 11004",
  nozzle_pressure_psi: 40,
  forecast_high_f: 82,
  forecast_next_day_high_f: 84,
};

const at = (id: string) => ({ params: { applicationEventId: id } });
const read = async (id: string): Promise<Answer> =>
  answer(await call(GET, caller, { method: "GET", ...at(id) }), applicationRecordResponse);
const send = (id: string, entries: unknown[]): Promise<Response> =>
  call(POST, caller, { body: { entries }, ...at(id) });
const write = async (id: string, ...entries: unknown[]): Promise<Answer> =>
  answer(await send(id, entries), applicationRecordResponse);
const sendSignature = (id: string, seen: number, name = "Jo Field"): Promise<Response> =>
  call(SIGN, caller, { body: { signed_by: name, entries_seen: seen }, ...at(id) });

const entry = (more: Body) => ({ entry_id: randomUUID(), written_at: "2026-06-15T09:05:00-05:00", ...more });
const fact = (name: string, value: unknown, more: Body = {}) => entry({ kind: "fact", name, value, ...more });
const reading = (moment: string, clock: string, more: Body = {}) =>
  entry({
    kind: "reading",
    moment,
    read_at: `2026-06-15T${clock}:00-05:00`,
    wind_speed_mph: 7,
    wind_direction_deg: 210,
    temperature_f: 74,
    ...more,
  });

const label = ({ sets }: Answer) => {
  const [first] = sets;
  if (first === undefined) throw new Error("no set");
  return first;
};

async function application(name: string, more: Body = {}): Promise<string> {
  return (await saved(caller, { ...STRYAX, application_id: name, provider_field_id: name, ...more })).id;
}

describe("the record of an application", () => {
  it("has the label's 24 items, and knows 14 of them from check and computation", async () => {
    const id = await application("known");
    await compute(caller, id, { wind_speed_mph: 8 });
    const found = await read(id);
    expect(label(found)).toMatchObject({ id: "label:264-1241@2026-02-06", total: 24, complete: 14, record_point: 1 });
    expect(found.sets.map((set) => set.id)).toEqual(["label:264-1241@2026-02-06", "federal"]);
    expect(found).toMatchObject({ signed: null, entries: [], due: { on: "2026-06-29" }, kept_until: "2028-06-15" });
    const location = label(found).items.find((item) => item.id === "location");
    expect(location?.values[0]).toEqual({ part: "location", source: "check", text: "Bibb, AL" });
  });

  it("states no amount that the computation's own rate speaks against, and asks for it", async () => {
    const id = await application("other-rate");
    const amount = async () => label(await read(id)).items.find((item) => item.id === "amount");
    await compute(caller, id, { wind_speed_mph: 8 });
    expect((await amount())?.values).toHaveLength(1);
    const lower = { product_index: 0, epa_number: "264-1241", rate: 11, rate_unit: "fl oz/ac" };
    await compute(caller, id, { wind_speed_mph: 8, rate_updates: [lower] });
    expect(await amount()).toMatchObject({ values: [], missing: ["amount_applied"] });
    const written = await write(id, fact("amount_applied", "3.4 gal"));
    expect(label(written).items.find((item) => item.id === "amount")?.values).toMatchObject([{ text: "3.4 gal" }]);
  });

  it("is asked of a label that no one has read for the federal record, and says whose list is missing", async () => {
    const found = await read(
      (await saved(caller, { application_id: "other", provider_field_id: "other", products: [NEEDS_4] })).id,
    );
    expect(found.sets).toMatchObject([{ id: "federal", binding: "unknown", total: 9 }]);
    expect(found.unread_labels).toHaveLength(1);
  });

  it("keeps what is written, flags what lies outside a limit, and keeps the same entry once", async () => {
    const id = await application("written");
    const windy = reading("start", "09:05", { wind_speed_mph: 12 });
    const first = await write(id, windy, fact("certificate_number", "IL-1"));
    expect(first.flags).toMatchObject([{ entry_id: windy.entry_id, product_name: "Stryax" }]);
    expect(first.flags[0]?.sent).toContain("12 mph");
    const again = await write(id, windy);
    expect(again.entries).toEqual(first.entries);
    const other = await refusal(await send(id, [fact("vra", "Fine"), { ...windy, wind_speed_mph: 19 }]), 422);
    expect(other.details).toMatchObject([
      { path: ["entries", 1, "entry_id"], message: expect.stringContaining("is kept with other words") as string },
    ]);
    expect((await read(id)).entries).toEqual(first.entries);
    const corrected = await write(id, reading("start", "09:05", { replaces: windy.entry_id }));
    expect(corrected.flags).toEqual([]);
    expect(corrected.entries.map((each) => each.entry_id)).toHaveLength(3);
  });

  it.each([
    ["a number as text", fact("area_treated_ac", "40"), "value", "must be a number"],
    ["a day that is none", fact("cleanout_on", "yesterday"), "value", "must be a day, YYYY-MM-DD"],
    ["a day that no calendar has", fact("cleanout_on", "2026-02-30"), "value", "must be a day, YYYY-MM-DD"],
    ["another timing", fact("timing", "later"), "value", "must be one of preemergence, postemergence"],
    ["a time without its offset", reading("start", "09:05", { read_at: "2026-06-15T09:05:00" }), "read_at", "offset"],
    ["an entry that replaces none", fact("receipts", "Office", { replaces: randomUUID() }), "replaces", "no entry"],
  ])("refuses %s, and says where", async (_title, wrong, member, message) => {
    const id = await application("refusing");
    const found = await refusal(await send(id, [fact("vra", "Fine"), wrong]), 422);
    expect(found.details).toMatchObject([
      { path: ["entries", 1, member], message: expect.stringContaining(message) as string },
    ]);
    expect((await read(id)).entries).toEqual([]);
  });

  it("is written although the portal is locked: the lock is on what was planned", async () => {
    const id = await application("locked");
    await lock(caller, id, true);
    expect((await write(id, fact("receipts", "Office"))).entries).toHaveLength(1);
  });
});

/** Anyone who holds the hash learns that it was signed and what came since, and neither by whom nor what it says. */
async function verifies(hash: string): Promise<void> {
  const found = await verifyReport(await getDeps(), hash);
  expect(found).toMatchObject({
    state: "signed",
    log: { state: "logged" },
    about: { appliedOn: "2026-06-15", total: 24 },
    additions: [{ what: "corrected", count: 2 }],
  });
  const html = renderToStaticMarkup(createElement(VerifyAnswer, { hash, verified: found }));
  expect(html).toMatch(/Signed, with additions since.*of 24 items.*What came after the signature/s);
  for (const secret of ["Jo Field", "recording", "account-1", "Stryax"]) expect(html).not.toContain(secret);
  const was = await sql<{ signed_record: string }>(
    caller.providerId,
    "SELECT signed_record FROM application_record WHERE record_hash = $1",
    [hash],
  );
  const put = (text: string) =>
    sql(caller.providerId, "UPDATE application_record SET signed_record = $2 WHERE record_hash = $1", [hash, text]);
  await sql(null, "ALTER TABLE application_record DISABLE TRIGGER application_record_stays_signed");
  await put(was[0]?.signed_record.replace("2026-06-15", "2026-06-14") ?? "");
  expect(await verifyReport(await getDeps(), hash)).toMatchObject({ state: "altered", about: null });
  await put(was[0]?.signed_record ?? "");
  await sql(null, "ALTER TABLE application_record ENABLE TRIGGER application_record_stays_signed");
}

describe("a signature", () => {
  it("locks the record with its hash, and what comes later stands beside it", async () => {
    const id = await application("signed");
    const start = reading("start", "09:05");
    await write(id, start, reading("refill", "10:20"), fact("receipts", "Office"), reading("end", "12:00"));
    const early = await refusal(await sendSignature(id, 3), 422);
    expect(early.details).toMatchObject([{ path: ["entries_seen"], message: expect.stringContaining("4") as string }]);
    const signed = await answer(await sendSignature(id, 4), applicationRecordResponse);
    expect(signed.signed).toMatchObject({ by: "Jo Field" });

    // The hash is of the very text that is kept.
    const [row] = await sql<{ record_hash: string; signed_record: string }>(
      "recording",
      "SELECT record_hash, signed_record FROM application_record WHERE application_event_id = $1",
      [id],
    );
    expect(
      createHash("sha256")
        .update(row?.signed_record ?? "")
        .digest("hex"),
    ).toBe(signed.signed?.record_hash);
    // What was signed is proved, and nothing that came later.
    const proof = await answer(
      await call(PROOF, caller, { method: "GET", ...at(id) }),
      applicationRecordProof.response,
    );
    expect(proof).toMatchObject({ record_hash: signed.signed?.record_hash, log_state: "logged", jws: null });

    const later = await write(id, fact("receipts", "Truck"), reading("start", "09:15", { replaces: start.entry_id }));
    expect({ ...later, entries: [] }).toEqual({ ...signed, entries: [] });
    expect(later.entries.slice(4)).toMatchObject([
      { is_addition: true, statement: { value: "Truck" }, was: { value: "Office" } },
      { is_addition: true, replaces: start.entry_id, was: { moment: "start", read_at: "2026-06-15T09:05:00-05:00" } },
    ]);
    await verifies(signed.signed?.record_hash ?? "");
    // The same signature again changes nothing; another name is refused.
    expect(await answer(await sendSignature(id, 6), applicationRecordResponse)).toEqual(later);
    expect((await refusal(await sendSignature(id, 6, "Kim Row"), 422)).details).toMatchObject([
      { path: ["signed_by"] },
    ]);
    // A check of other products leaves it as it was signed.
    await application("signed", { products: [STRYAX.products[0]] });
    expect({ ...(await read(id)), entries: [] }).toEqual({ ...signed, entries: [] });
  });

  it.skipIf(!hasPoppler)("stands in the runoff report, with what was signed and what was added", async () => {
    const id = await application("reported");
    await write(
      id,
      reading("start", "09:05", { wind_speed_mph: 12 }),
      reading("end", "12:00"),
      fact("receipts", "Office"),
    );
    const signed = await answer(await sendSignature(id, 3), applicationRecordResponse);
    await write(id, fact("receipts", "Truck"));
    const pdf = await report(caller, "reported", { query: "year=2026" });
    if (process.env.E2E_SHOTS !== undefined) writeFileSync(`${process.env.E2E_SHOTS}/record.pdf`, pdf);
    const words = wordsOf(pdf);
    expect(words).toContain("Record of application");
    expect(words).toContain(`${label(signed).complete} of 24 items (Record of the Stryax label)`);
    expect(words).toContain("Wind from 3 to 10 mph at boom height.");
    expect(words).toContain("Where the receipts are kept: Truck");
    expect(lettersOf(pdf)).toContain(signed.signed?.record_hash);
  });

  it("takes a start and an end", async () => {
    const id = await application("half");
    await write(id, reading("start", "09:05"));
    const found = await refusal(await sendSignature(id, 1), 422);
    const message =
      "The record cannot be signed yet: it has no reading with the `moment` `end`. Add entries of kind `reading`, then sign.";
    expect(found.message).toBe(message);
    expect(found.details).toMatchObject([{ path: ["entries_seen"], message }]);
  });

  it("and entries cannot be written over", async () => {
    const id = await application("frozen");
    await write(id, reading("start", "09:05"), reading("end", "12:00"));
    await answer(await sendSignature(id, 2), applicationRecordResponse);
    const change = (statement: string) => sql("recording", `${statement} WHERE application_event_id = $1`, [id]);
    await expect(change("UPDATE application_record SET signed_by = 'Kim'")).rejects.toThrow("not changed");
    await expect(change("UPDATE record_entry SET statement = '{}'")).rejects.toThrow("permission denied");
    await expect(change("DELETE FROM record_entry")).rejects.toThrow("permission denied");
    await expect(change("DELETE FROM application_record")).rejects.toThrow("permission denied");
  });
});

describe("the season's table", () => {
  const season = async (query: string, who = caller): Promise<Record<string, string>[]> => {
    const response = await call(SEASON, who, { method: "GET", query });
    expect(response.status).toBe(200);
    expect(response.headers.get("content-type")).toBe("text/csv; charset=utf-8");
    expect(response.headers.get("content-disposition")).toBe('attachment; filename="records-2026.csv"');
    return parse(await response.text(), { columns: true });
  };

  it("has a row for each item, runs no formula, and holds one account and year where asked", async () => {
    const id = await application("bulk", { account_id: "acre", field_name: '=HYPERLINK("http://x")' });
    await write(id, fact("applicator_name", '+1-800 "Jo" Field'), reading("start", "09:05"));
    await application("unwritten", { account_id: "acre" });
    const rows = await season("year=2026&account_id=acre");
    expect(rows).toHaveLength(24 + 1 + 9);
    expect(new Set(rows.map((row) => row.field_name))).toEqual(new Set(['\'=HYPERLINK("http://x")']));
    expect(rows[0]).toMatchObject({
      item_no: "1",
      value: '\'+1-800 "Jo" Field',
      source: "typed",
      kept_until: "2028-06-15",
    });
    expect(rows.some((row) => Object.values(row).some((cell) => /^[=+\-@\t\r]/.test(cell)))).toBe(false);
    expect(await season("year=2026&account_id=acre&offset=1")).toEqual([]);
    expect(await season("year=2026&account_id=none-there")).toEqual([]);
    const other = await makeCaller("not-recording");
    expect(await season("year=2026", other)).toEqual([]);
  });

  it("is of the year in which they were made, also where they were checked for another", async () => {
    const at = async (year: number) => {
      const response = await call(SEASON, caller, { method: "GET", query: `year=${year}&account_id=eve` });
      const rows: Record<string, string>[] = parse(await response.text(), { columns: true });
      return [...new Set(rows.map((row) => `${row.application_id} ${row.applied_on}`))];
    };
    const eve = { account_id: "eve", application_date: "2026-12-31" };
    const [late, planned] = [await application("late", eve), await application("planned", eve)];
    // The evening of New Year's Eve at the field, as UTC tells it.
    const onEve = reading("start", "09:05", { read_at: "2027-01-01T01:00:00Z" });
    await write(late, onEve);
    await write(planned, fact("receipts", "Office"));
    expect([await at(2026), await at(2027)]).toEqual([["late 2026-12-31", "planned 2026-12-31"], []]);
    await write(late, reading("start", "09:05", { read_at: "2027-01-01T09:00:00-06:00", replaces: onEve.entry_id }));
    expect([await at(2026), await at(2027)]).toEqual([["planned 2026-12-31"], ["late 2027-01-01"]]);
    await write(late, reading("end", "09:05", { read_at: "2027-01-01T11:00:00-06:00" }));
    await answer(await sendSignature(late, 3), applicationRecordResponse);
    await write(late, reading("start", "09:05", { read_at: "2026-12-30T09:00:00-06:00" }));
    expect([await at(2026), await at(2027)]).toEqual([["planned 2026-12-31"], ["late 2027-01-01"]]);
  });
});

describe("a record is forgotten", () => {
  it("a month after the last day that a rule asks for, and not before", async () => {
    const [gone, kept] = [await application("gone"), await application("kept")];
    const longAgo = (clock: string) => ({ read_at: `${new Date().getUTCFullYear() - 4}-06-15T${clock}:00-05:00` });
    for (const id of [gone, kept]) {
      await write(id, reading("start", "09:05", longAgo("09:05")), reading("end", "12:00", longAgo("12:00")));
    }
    await answer(await sendSignature(gone, 2), applicationRecordResponse);
    const until = (id: string, days: number) =>
      sql(
        "recording",
        `UPDATE application_record SET kept_until = current_date - ${days} WHERE application_event_id = $1`,
        [id],
      );
    await until(gone, 31);
    await until(kept, 30);
    expect(await purgeRecords(await getDeps())).toBe(1);
    expect((await read(gone)).entries).toEqual([]);
    expect((await read(kept)).entries).toHaveLength(2);
  });

  it("not by the day that its rules named while it was written, where they name a later one now", async () => {
    const deps = await getDeps();
    const days = (count: number) => new Date(Date.now() + count * 86_400_000).toISOString().slice(0, 10);
    const [moved, archived, past] = [
      await application("moved"),
      await application("put-by"),
      await application("past"),
    ];
    for (const id of [moved, archived, past]) {
      await write(id, fact("receipts", "Office"));
      await sql(
        "recording",
        "UPDATE application_record SET kept_until = current_date - 31 WHERE application_event_id = $1",
        [id],
      );
    }
    // Checked again for a later day than the one that its record was begun for, and no entry since.
    for (const id of [moved, archived]) {
      await sql("recording", "UPDATE application SET application_date = $2::date WHERE application_event_id = $1", [
        id,
        days(-100),
      ]);
    }
    await sql("recording", "UPDATE application SET application_date = $2::date WHERE application_event_id = $1", [
      past,
      days(-3 * 366),
    ]);
    await archiveFieldOf("recording", archived);
    expect(await purgeRecords(deps)).toBe(1);
    await archiveFieldOf("recording", archived, false);
    for (const id of [moved, archived]) expect((await read(id)).entries).toHaveLength(1);
    expect((await read(past)).entries).toEqual([]);
    const [row] = await sql<{ kept: string }>(
      "recording",
      "SELECT kept_until::text AS kept FROM application_record WHERE application_event_id = $1",
      [moved],
    );
    expect(row?.kept).toBe((await read(moved)).kept_until);
  });
});
