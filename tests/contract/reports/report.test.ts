import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { getDeps } from "@/lib/runtime/deps";
import { issueReport } from "@/lib/usecases/reports/issue-report";
import { claimPractice } from "@/tests/support/portal-edits";
import { answerChecker, fetchDocument } from "@/tests/contract/openapi/documented";
import { NEEDS_4, prepareGround, saved, TRAIT } from "@/tests/contract/v2/compliance/support";
import { compute } from "@/tests/contract/v2/drift/support";
import { sql } from "@/tests/contract/v2/esa-check/support";
import { atTime, inSeconds } from "@/tests/contract/v2/portal/support";
import { askReport, report, waitLong } from "@/tests/contract/reports/support";
import { makeCaller, type Caller } from "@/tests/support/api";
import { addressesOf, hasPoppler, wordsOf } from "@/tests/support/poppler";
import { box } from "@/tests/support/reference-data";
import { editorOf, MEASURES } from "@/tests/support/selections";
import type { Connected } from "@/tests/support/soil-ground";
import { expectDeprecated } from "@/tests/support/v1";

const LIMITATION = "Keep 230 feet from Cahaba lily habitat. Made up for this test.";
const ADJUVANT = { product_name: "MSO", epa_number: null, rate: 16, rate_unit: "fl oz/ac" };
const PRODUCTS = [NEEDS_4, TRAIT, { ...NEEDS_4, product_name: "Łąka Őrség" }, ADJUVANT];
/** A practice of the drift menu: a hooded sprayer. */
const HOOD = 505;
const CHOSEN = new Date("2026-06-30T15:00:00.000Z");
const NOON = new Date("2026-07-01T12:00:00.000Z");

let caller: Caller;
let ground: Connected;
let id: string;

beforeAll(async () => {
  await waitLong();
  ground = await prepareGround(
    [{ pulaId: 7, eventName: "Cahaba Lily", codes: "T7", geometry: box(-87.3, 32.8, -87.2, 32.9) }],
    [{ pulaId: 7, registration: NEEDS_4.epa_number, code: "T7", limitation: LIMITATION }],
  );
  caller = await makeCaller("reports");
  const setup = { droplet_size: "VC", boom_height: "low", gpa: 15 };
  ({ id } = await saved(caller, { provider_field_id: "field 1", products: PRODUCTS, ...setup }));
  const editor = await editorOf("reports");
  await atTime(CHOSEN, async () => {
    await editor.select(await editor.placeOf(id), MEASURES.noTill, {
      implementationDate: "2026-04-02",
      notes: "Since 2019, Jörg",
    });
    await editor.noneApply(id);
  });
  await compute(caller, id, { wind_direction_deg: 225, wind_speed_mph: 8 });
  const pass = { deps: await getDeps(), providerId: "reports", actor: "grower@example.com" };
  await claimPractice(pass, {
    applicationEventId: id,
    subOptionId: HOOD,
    claim: { customValue: null, notes: "Hoods since May" },
  });
});
afterAll(async () => {
  await ground.close();
  await (await getDeps()).pdf.close();
});

const QUERY = { query: "year=2026" };

describe("a report", () => {
  it("is a file to keep, in both versions, with the same bytes at the same moment", async () => {
    await atTime(inSeconds(60), async () => {
      const first = await askReport(caller, "field 1", QUERY);
      expect(first.status).toBe(200);
      expect(Object.fromEntries(first.headers)).toMatchObject({
        "content-type": "application/pdf",
        "content-disposition": 'attachment; filename="home-quarter-runoff-2026.pdf"',
        "cache-control": "no-store",
        "x-content-type-options": "nosniff",
      });
      const bytes = Buffer.from(await first.arrayBuffer());
      expect(first.headers.get("content-length")).toBe(String(bytes.byteLength));
      expect(bytes.toString("latin1", 0, 5)).toBe("%PDF-");
      expect((await report(caller, "field 1", QUERY)).equals(bytes)).toBe(true);
      const old = await askReport(caller, "field 1", { ...QUERY, version: "v1" });
      expectDeprecated(old, "/api/v2/fields/field%201/reports/runoff");
      expect(Buffer.from(await old.arrayBuffer()).equals(bytes)).toBe(true);
    });
    // The first to ask starts the threads, which load their library behind all other work.
  }, 170_000);

  it.each(["v1", "v2"] as const)("of %s is what the document says, headers included", async (version) => {
    const path = `/api/${version}/fields/{provider_field_id}/reports/runoff`;
    const faultOf = answerChecker(await fetchDocument(), path, "get");
    expect(await faultOf(await askReport(caller, "field 1", { ...QUERY, version }))).toBeNull();
  });

  it("has the same record a day later, and another after any change of what it tells", async () => {
    const deps = await getDeps();
    const hashAt = (time: Date): Promise<string> =>
      atTime(time, async () => {
        const asked = { key: { providerFieldId: "field 1" }, year: 2026, kind: "runoff" } as const;
        return (await issueReport({ deps, providerId: "reports" }, asked)).hash;
      });
    const before = await hashAt(inSeconds(60));
    expect(await hashAt(inSeconds(86_400))).toBe(before);
    await sql("reports", "UPDATE measure_selection SET notes = notes || '!' WHERE sub_option_id = 210");
    const after = await hashAt(inSeconds(60));
    expect(after).not.toBe(before);
    await sql("reports", "UPDATE measure_selection SET notes = rtrim(notes, '!') WHERE sub_option_id = 210");
    expect(await hashAt(inSeconds(60))).toBe(before);
  });

  it("is given again as it was on an earlier day, byte for byte, and not for a day before the first", async () => {
    const day = (date: string) => ({ query: `as_of=${date}` });
    const on = (date: string) => new Date(`${date}T15:00:00Z`);
    await sql("reports", "UPDATE measure_selection SET notes = notes || '?' WHERE sub_option_id = 210");
    const then = await atTime(on("2026-07-10"), () => report(caller, "field 1", QUERY));
    await sql("reports", "UPDATE measure_selection SET notes = rtrim(notes, '?') || '#' WHERE sub_option_id = 210");
    const later = await atTime(on("2026-07-12"), () => report(caller, "field 1", QUERY));
    await sql("reports", "UPDATE measure_selection SET notes = rtrim(notes, '#') WHERE sub_option_id = 210");
    const response = await askReport(caller, "field 1", day("2026-07-11"));
    expect(response.headers.get("content-disposition")).toContain("home-quarter-runoff-2026-as-of-2026-07-11.pdf");
    expect(Buffer.from(await response.arrayBuffer()).equals(then)).toBe(true);
    expect((await report(caller, "field 1", day("2026-07-12"))).equals(later)).toBe(true);
    expect((await askReport(caller, "field 1", day("2026-01-01"))).status).toBe(404);
    expect((await askReport(caller, "field 1", day("2026-13-01"))).status).toBe(422);
    expect((await askReport(await makeCaller("reports-other"), "field 1", day("2026-07-11"))).status).toBe(404);
  });

  it("tells nothing of a year that holds nothing, and says so", async () => {
    const pdf = await report(caller, "field 1", { query: "year=2031" });
    if (hasPoppler) expect(wordsOf(pdf)).toContain("No application on this field is saved for 2031.");
  });
});

describe.skipIf(!hasPoppler)("the runoff report", () => {
  let words: string;
  beforeAll(async () => {
    words = await atTime(NOON, async () => {
      await sql("reports", "UPDATE field SET portal_expires_at = '2030-01-01'");
      return wordsOf(await report(caller, "field 1", QUERY));
    });
  });

  it.each([
    ["whose it is and when it was made", ["Runoff report 2026", "Home quarter", "Jul 1, 2026, 7:00 AM CDT"]],
    ["where the field lies, by whose clock", ["Alabama", "Bibb, AL", "32.8920° N", "41 acres", "America/Chicago"]],
    ["who chose what, and when", ["Farm software, Jun 30, 2026, 10:00 AM CDT"]],
    ["what of EPA's areas was found", ["EPA's areas on this field", "PULA 7, Cahaba Lily"]],
    ["which tier made 100 ft into 70", ["70 ft in place of 100 ft", "the wind, 8 mph, is within 5 to 10 mph"]],
    ["the application with its products", ["Jun 15, 2026", "Łąka Őrség", "DEMO Tiered", "Enlist One", "15 gal/ac"]],
    ["what the applicator must check, by product", ["What you must check yourself", "Where it stands"]],
    ["each limitation whole, with its area", [LIMITATION, "T7: PULA 7, Cahaba Lily", "Not marked as read"]],
    ["measures with date, notes and where they come from", ["Apr 2, 2026", "Since 2019, Jörg", "From the county"]],
    ["what was said of exemptions", ["answered “None apply”"]],
    ["the soil", ["Hydrologic soil group", "Dominant group"]],
    ["the drift computation with its wind and edges", ["8 mph from 225°, southwest", "Buffer by edge", "Downwind"]],
    ["adjuvants as they were judged", ["Adjuvants", "methylated seed oil"]],
    ["practices recorded after the computation", ["recorded in the portal (not verified)", "Hoods since May"]],
    ["what its rules rest on, and whether that was compared", ["Regulatory references", "Compared by a second reader"]],
    ["the data sets it used", ["PULA data", "County data", "Product rules"]],
    ["how to verify it", ["Record SHA-256:", "http://localhost:3000/verify/", "Scan to verify record"]],
    ["that it is not a clearance", ["It is not a clearance to apply"]],
  ])("tells %s", (_, texts) => {
    for (const text of texts) expect(words).toContain(text);
  });

  it("names its sources as documents, never as files of a repository", () => {
    expect(words).not.toMatch(/\bcommit [0-9a-f]{7}|\.jsx?\b|data\/products/);
  });

  it("leads to the page that verifies it", async () => {
    expect(addressesOf(await report(caller, "field 1", QUERY))).toContainEqual(
      expect.stringMatching(/^http:\/\/localhost:3000\/verify\/[0-9a-f]{64}$/),
    );
  });

  it("leaves the trait program to its own report, which tells nothing of drift or EPA's points", async () => {
    const trait = wordsOf(await report(caller, "field 1", { ...QUERY, kind: "trait" }));
    expect(trait).toContain("Trait program report 2026");
    expect(trait).toContain("Trait program runoff credits");
    expect(trait).toContain(LIMITATION);
    expect(trait).not.toMatch(/EPA runoff points|Spray drift|Exemption claims/);
    // What EPA's automatic credits rest on.
    expect(trait).not.toContain("County runoff vulnerability classes");
    expect(words).toContain("County runoff vulnerability classes");
    expect(words).not.toContain("Trait program runoff credits");
  });
});
