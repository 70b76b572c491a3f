import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { getDeps } from "@/lib/runtime/deps";
import { askReport, report, waitLong } from "@/tests/contract/reports/support";
import { NEEDS_4, prepareGround, saved } from "@/tests/contract/v2/compliance/support";
import { atTime } from "@/tests/contract/v2/portal/support";
import { makeCaller, refusal, type Caller } from "@/tests/support/api";
import { hasPoppler, wordsOf } from "@/tests/support/poppler";
import type { Connected } from "@/tests/support/soil-ground";

const NOON = new Date("2026-07-01T12:00:00.000Z");
const LATER = new Date("2026-07-01T12:05:00.000Z");

let caller: Caller;
let ground: Connected;

beforeAll(async () => {
  await waitLong();
  ground = await prepareGround();
  caller = await makeCaller("reports-spanish");
  await saved(caller, { provider_field_id: "field-1", products: [NEEDS_4] });
});
afterAll(async () => {
  await ground.close();
  await (await getDeps()).pdf.close();
});

const asked = (language: string) => ({ query: `year=2026&language=${language}` });

describe("a report in Spanish", () => {
  it("says so in the file and in its words, and is about the same record", async () => {
    const [english, plain, spanish] = await atTime(NOON, async () => [
      await report(caller, "field-1", asked("en")),
      await report(caller, "field-1", { query: "year=2026" }),
      await report(caller, "field-1", asked("es")),
    ]);
    expect(plain.equals(english)).toBe(true);
    expect(english.toString("latin1")).toMatch(/\/Lang \(en-US\)/);
    expect(spanish.toString("latin1")).toMatch(/\/Lang \(es-US\)/);
    if (!hasPoppler) return;
    const [inEnglish, inSpanish] = [wordsOf(english), wordsOf(spanish)];
    expect(inSpanish).toContain("Informe de escorrentía 2026");
    expect(inSpanish).toContain("No es una autorización para aplicar");
    expect(inSpanish).toMatch(/Página 1 de \d/);
    expect(inSpanish).not.toContain("Runoff report");
    const hash = /Record SHA-256: ([0-9a-f]{64})/.exec(inEnglish)?.[1];
    expect(inSpanish).toContain(`SHA-256 del registro: ${hash}`);
  });

  it("is not kept where an English one was given out first for the record: the original stays as it was", async () => {
    const first = await atTime(LATER, () => report(caller, "field-1", { query: "as_of=2026-07-01&language=es" }));
    expect(first.toString("latin1")).toMatch(/\/Lang \(en-US\)/);
  });

  it.each(["fr", "ES", ""])("knows no language %j", async (language) => {
    const found = await refusal(await askReport(caller, "field-1", asked(language)), 422);
    expect(found.details?.[0]?.path).toEqual(["language"]);
  });
});
