import { createHash } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { GET } from "@/app/portal/g/[grant]/[fieldId]/report/[file]/route";
import { getDeps } from "@/lib/runtime/deps";
import { findAnswerDays } from "@/lib/usecases/reports/answers";
import { openBrowser, type Browser } from "@/tests/contract/portal/edits-support";
import { askReport, report, waitLong } from "@/tests/contract/reports/support";
import { NEEDS_4, prepareGround, saved, TRAIT } from "@/tests/contract/v2/compliance/support";
import { sql } from "@/tests/contract/v2/esa-check/support";
import { atTime } from "@/tests/contract/v2/portal/support";
import { call, makeCaller, type Caller } from "@/tests/support/api";
import { attachedFiles } from "@/tests/support/pdf-signing";
import { hasPoppler, infoOf, pagesOf, wordsOf } from "@/tests/support/poppler";
import { box } from "@/tests/support/reference-data";
import type { Connected } from "@/tests/support/soil-ground";

const LIMITATION = "Keep 230 feet from Cahaba lily habitat. Made up for this test.";
const on = (day: string): Date => new Date(`${day}T15:00:00Z`);
const asOf = (day: string) => ({ query: `as_of=${day}` });

let caller: Caller;
let ground: Connected;
let browser: Browser;
let fieldId: string;

const checked = (day: string, products: object[]) =>
  atTime(on(day), () => saved(caller, { provider_field_id: "field 1", products }));

beforeAll(async () => {
  await waitLong();
  ground = await prepareGround(
    [{ pulaId: 7, eventName: "Cahaba Lily", codes: "T7", geometry: box(-87.3, 32.8, -87.2, 32.9) }],
    [{ pulaId: 7, registration: NEEDS_4.epa_number, code: "T7", limitation: LIMITATION }],
  );
  caller = await makeCaller("reprints");
  const { id } = await checked("2026-07-10", [NEEDS_4]);
  await checked("2026-07-12", [{ ...TRAIT, product_name: "DEMO Later" }]);
  browser = await openBrowser(caller, id);
  const [field] = await sql<{ field_id: string }>("reprints", "SELECT field_id FROM field");
  fieldId = field?.field_id ?? "";
});
afterAll(async () => {
  await ground.close();
  await (await getDeps()).pdf.close();
});

describe.skipIf(!hasPoppler)("answers that never had a report", () => {
  it("are printed again as they were in force at the end of a day, and say that they are", async () => {
    const response = await askReport(caller, "field 1", asOf("2026-07-11"));
    expect(response.status).toBe(200);
    expect(response.headers.get("content-disposition")).toContain("-runoff-2026-reprint-of-2026-07-11.pdf");
    const pdf = Buffer.from(await response.arrayBuffer());
    const words = wordsOf(pdf);
    for (const text of [
      "Reprint, answers of Jul 11, 2026: Runoff report 2026",
      "This is a reprint.",
      "What is not known of that day",
      "Jul 10, 2026",
      LIMITATION,
      "PULA 7, Cahaba Lily",
    ]) {
      expect(words).toContain(text);
    }
    expect(words).not.toContain("DEMO Later");
    for (const page of pagesOf(pdf)) expect(page.join(" ")).toContain("Reprint of the answers of Jul 11, 2026");
    expect(wordsOf(await report(caller, "field 1", asOf("2026-07-12")))).toContain("DEMO Later");
  });

  it("hold themselves as an attached file with the hash that is printed, and lead to no page that would not know them", async () => {
    const pdf = await report(caller, "field 1", asOf("2026-07-11"));
    const record = attachedFiles(pdf).get("record.json") ?? Buffer.alloc(0);
    const hash = createHash("sha256").update(record).digest("hex");
    expect(infoOf(pdf)).toContain(hash);
    expect(JSON.parse(record.toString("utf8"))).toMatchObject({ asOf: "2026-07-11", notAnswered: [] });
    expect(wordsOf(pdf)).not.toContain("/verify/");
    expect(await sql("reprints", "SELECT FROM report_issue")).toEqual([]);
  });

  it("are in Spanish where that is asked for", async () => {
    const words = wordsOf(await report(caller, "field 1", { query: "as_of=2026-07-11&language=es" }));
    for (const text of ["Reimpresión, respuestas del 11 jul 2026", "Lo que no se sabe de ese día", LIMITATION]) {
      expect(words).toContain(text);
    }
  });

  it("are not there before the first, nor for anyone else", async () => {
    expect((await askReport(caller, "field 1", asOf("2026-07-09"))).status).toBe(404);
    const other = await makeCaller("reprints-other");
    expect((await askReport(other, "field 1", asOf("2026-07-11"))).status).toBe(404);
  });

  it("are printed from the portal too, which lists their days", async () => {
    const context = { deps: await getDeps(), providerId: "reprints" };
    const days = await findAnswerDays(context, { fieldId, year: 2026 });
    expect(days).toEqual(["2026-07-12", "2026-07-10"]);
    const ask = (query: string) =>
      call(GET, null, {
        method: "GET",
        params: { grant: browser.grant, fieldId, file: "runoff.pdf" },
        query,
        headers: { Cookie: browser.cookie },
      });
    const response = await ask("year=2026&as_of=2026-07-10");
    expect(response.headers.get("content-disposition")).toContain("-reprint-of-2026-07-10.pdf");
    expect(wordsOf(Buffer.from(await response.arrayBuffer()))).toContain("This is a reprint.");
    expect((await ask("year=2026&as_of=yesterday")).status).toBe(422);
  });

  it("give way to a report that was given out with them, until something was answered again", async () => {
    const given = await atTime(on("2026-07-13"), () => report(caller, "field 1", { query: "year=2026" }));
    expect((await report(caller, "field 1", asOf("2026-07-13"))).equals(given)).toBe(true);
    await checked("2026-07-14", [NEEDS_4]);
    expect((await report(caller, "field 1", asOf("2026-07-13"))).equals(given)).toBe(true);
    expect(wordsOf(await report(caller, "field 1", asOf("2026-07-14")))).toContain("This is a reprint.");
  });
});
