import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { GET, POST } from "@/app/api/v2/applications/[applicationEventId]/record/route";
import { POST as SIGN } from "@/app/api/v2/applications/[applicationEventId]/record/sign-off/route";
import { applicationRecordResponse } from "@/lib/contracts/v2/application-record";
import { getDeps } from "@/lib/runtime/deps";
import { composeReport } from "@/lib/pages/reports/document";
import { canonicalJson, sha256Of } from "@/lib/usecases/canonical/canonical-json";
import { readTwin } from "@/lib/usecases/reports/twin";
import { verifyReport } from "@/lib/usecases/reports/verify-report";
import { inLanguage } from "@/lib/views/language";
import { verifyReportFile } from "@/scripts/verify";
import { report, waitLong } from "@/tests/contract/reports/support";
import { saved } from "@/tests/contract/v2/compliance/support";
import { prepareSoundGround } from "@/tests/contract/v2/drift/support";
import { sql } from "@/tests/contract/v2/esa-check/support";
import { answer, call, makeCaller, type Caller } from "@/tests/support/api";
import { attachedFiles } from "@/tests/support/pdf-signing";
import { hasPoppler, wordsOf } from "@/tests/support/poppler";
import type { Connected } from "@/tests/support/soil-ground";

/** Records and reports that were written before values had a meaning: they are read and verified as ever. */
const PROVIDER = "earlier-formats";
let caller: Caller;
let soil: Connected;
beforeAll(async () => {
  await waitLong();
  soil = await prepareSoundGround();
  caller = await makeCaller(PROVIDER);
});
afterAll(async () => {
  await soil.close();
  await (await getDeps()).pdf.close();
});

const at = (id: string) => ({ params: { applicationEventId: id } });
const read = async (id: string) =>
  answer(await call(GET, caller, { method: "GET", ...at(id) }), applicationRecordResponse);

const reading = (moment: "start" | "end", clock: string) => ({
  entry_id: randomUUID(),
  kind: "reading",
  moment,
  read_at: `2026-06-15T${clock}:00-05:00`,
  wind_speed_mph: 12,
  wind_direction_deg: 210,
  temperature_f: 77,
  written_at: `2026-06-15T${clock}:00-05:00`,
});

async function sprayed(name: string): Promise<string> {
  const { id } = await saved(caller, { provider_field_id: name, application_id: name, application_date: "2026-06-15" });
  await answer(
    await call(POST, caller, { body: { entries: [reading("start", "09:05"), reading("end", "12:00")] }, ...at(id) }),
    applicationRecordResponse,
  );
  return id;
}

/** The same JSON as the version before wrote it. */
function withoutMeanings(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutMeanings);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, member]) => (name === "meaning" ? [] : [[name, withoutMeanings(member)]])),
  );
}

const asFormat = (json: string, format: number): string =>
  canonicalJson({ ...(withoutMeanings(JSON.parse(json)) as object), format });

const IN_ENGLISH = "Sus valores se escribieron en inglés cuando se firmó.";

describe("what was written down before values had a meaning", () => {
  it("is read as it was signed, and verified by its hash", async () => {
    const id = await sprayed("signed-before");
    await answer(
      await call(SIGN, caller, { body: { signed_by: "Jo Field", entries_seen: 2 }, ...at(id) }),
      applicationRecordResponse,
    );
    const now = await read(id);
    const [row] = await sql<{ text: string }>(
      PROVIDER,
      "SELECT signed_record AS text FROM application_record WHERE application_event_id = $1",
      [id],
    );
    expect(JSON.parse(row?.text ?? "")).toMatchObject({ format: 3 });
    expect(row?.text).toContain('"kind":"wind"');
    const before = asFormat(row?.text ?? "", 2);
    expect(before).not.toContain('"kind":"wind"');
    await sql(null, "ALTER TABLE application_record DISABLE TRIGGER application_record_stays_signed");
    await sql(
      PROVIDER,
      "UPDATE application_record SET signed_record = $2, record_hash = $3 WHERE application_event_id = $1",
      [id, before, sha256Of(before)],
    );
    await sql(null, "ALTER TABLE application_record ENABLE TRIGGER application_record_stays_signed");
    const found = await read(id);
    expect({ ...found, signed: null }).toEqual({ ...now, signed: null });
    expect(await verifyReport(await getDeps(), sha256Of(before))).toMatchObject({
      state: "signed",
      about: { appliedOn: "2026-06-15" },
    });
  });

  it("gives a Spanish reader a note that its values are English, in a report that is verified as ever", async () => {
    const spanish = await report(caller, "signed-before", { query: "year=2026&language=es" });
    const record = attachedFiles(spanish).get("record.json")?.toString("utf8") ?? "";
    expect(JSON.parse(record)).toMatchObject({ format: 7 });
    expect(await verifyReportFile(spanish, [])).toMatchObject({ verdict: "unproven" });
    if (hasPoppler) expect(wordsOf(spanish)).toContain(IN_ENGLISH);

    const twin = await readTwin(await getDeps(), sha256Of(record));
    const log = (language: "en" | "es") =>
      inLanguage(language, () => twin && composeReport(twin.gathered).sections.find((section) => section.id === "log"));
    expect(log("es")?.blocks).toContainEqual({ kind: "text", text: IN_ENGLISH, tone: "quiet" });
    expect(JSON.stringify(log("es"))).toContain('"head":"Qué se registró","share":52,"holds":"english"');
    expect(JSON.stringify(log("en"))).not.toContain('"share":52,"holds":"english"');
  });

  it("is compared in a report of its format: unchanged, shown as a page, and changed once it is", async () => {
    const id = await sprayed("reported-before");
    const pdf = await report(caller, "reported-before", { query: "year=2026" });
    const record = attachedFiles(pdf).get("record.json")?.toString("utf8") ?? "";
    expect(JSON.parse(record)).toMatchObject({ format: 8 });
    const hash = sha256Of(record);
    const before = sha256Of(asFormat(record, 7));
    // As the version before gave it out.
    await sql(
      PROVIDER,
      `INSERT INTO report_issue
       SELECT (jsonb_populate_record(r, jsonb_build_object('record_hash', $2::text, 'record_format', 7))).*
       FROM report_issue r WHERE record_hash = $1`,
      [hash, before],
    );
    const deps = await getDeps();
    expect(await verifyReport(deps, before)).toMatchObject({ state: "current" });
    expect((await readTwin(deps, before))?.gathered.hash).toBe(before);
    const more = { entry_id: randomUUID(), kind: "fact", name: "receipts", value: "Office" };
    await answer(
      await call(POST, caller, {
        body: { entries: [{ ...more, written_at: "2026-06-15T13:00:00-05:00" }] },
        ...at(id),
      }),
      applicationRecordResponse,
    );
    expect(await verifyReport(deps, before)).toMatchObject({ state: "changed" });
    expect(await readTwin(deps, before)).toBeNull();
  });

  it("stays format 7 in a report without a record, so that its hash holds", async () => {
    await saved(caller, {
      provider_field_id: "no-record",
      application_id: "no-record",
      application_date: "2026-06-15",
    });
    const pdf = await report(caller, "no-record", { query: "year=2026" });
    expect(JSON.parse(attachedFiles(pdf).get("record.json")?.toString("utf8") ?? "")).toMatchObject({ format: 7 });
  });
});
