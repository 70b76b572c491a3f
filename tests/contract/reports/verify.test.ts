import { renderToStaticMarkup } from "react-dom/server";
import { createElement } from "react";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { VerifyAnswer } from "@/components/report/verify-answer";
import { GET as downloadOriginal } from "@/app/verify/[hash]/original.pdf/route";
import { getDeps } from "@/lib/runtime/deps";
import { issueReport } from "@/lib/usecases/reports/issue-report";
import { renderReport } from "@/lib/pages/reports/render-report";
import { previewReports } from "@/lib/pages/reports/previews";
import type { LogStanding } from "@/lib/domain/report";
import type { Verified } from "@/lib/domain/verified-report";
import { verifyReport } from "@/lib/usecases/reports/verify-report";
import { purgeOriginals } from "@/lib/usecases/records/purge-records";
import { waitLong } from "@/tests/contract/reports/support";
import { prepareGround, saved } from "@/tests/contract/v2/compliance/support";
import { sql } from "@/tests/contract/v2/esa-check/support";
import { atTime, setPortalEnd, inSeconds } from "@/tests/contract/v2/portal/support";
import { call, makeCaller } from "@/tests/support/api";
import type { Connected } from "@/tests/support/soil-ground";

let ground: Connected;
let id: string;
let hash: string;
let fieldId: string;

const ask = async () => verifyReport(await getDeps(), hash);
const issue = async (): Promise<string> => {
  const asked = { key: { providerFieldId: "field-1" }, year: 2026, kind: "runoff" } as const;
  return (await issueReport({ deps: await getDeps(), providerId: "verified" }, asked)).hash;
};

beforeAll(async () => {
  ground = await prepareGround();
  const caller = await makeCaller("verified");
  ({ id } = await saved(caller, { provider_field_id: "field-1" }));
  const [row] = await sql<{ field_id: string }>("verified", "SELECT field_id FROM field");
  fieldId = row?.field_id ?? "";
  hash = await issue();
});
afterAll(async () => {
  await ground.close();
  await (await getDeps()).pdf.close();
});

describe("a report's hash", () => {
  it("is known and unchanged as long as the record is, with the time it was first given out", async () => {
    const first = await ask();
    expect(first.state).toBe("current");
    await atTime(inSeconds(600), issue);
    expect(await ask()).toEqual(first);
  });

  it("is known and changed once anything in the record is another, and unchanged when that is taken back", async () => {
    await sql("verified", "UPDATE field SET field_name = 'Other quarter'");
    expect(await ask()).toMatchObject({ state: "changed", about: { fieldName: "Other quarter" }, changes: [] });
    await sql("verified", "UPDATE field SET field_name = 'Home quarter'");
    expect((await ask()).state).toBe("current");
  });

  it("is known and compared after the portal has closed, and not when the field is archived", async () => {
    await setPortalEnd("verified", id, inSeconds(-1));
    expect((await ask()).state).toBe("current");
    await setPortalEnd("verified", id, inSeconds(3600));
    await sql("verified", "UPDATE field SET archived_at = now()");
    expect((await ask()).state).toBe("uncompared");
    await sql("verified", "UPDATE field SET archived_at = NULL");
    expect((await ask()).state).toBe("current");
  });

  it("is not known when no report of it was given out, and a look at the portal's preview gives none out", async () => {
    expect((await verifyReport(await getDeps(), "0".repeat(64))).state).toBe("unknown");
    const count = () => sql<{ n: number }>("verified", "SELECT count(*)::int AS n FROM report_issue");
    const before = await count();
    const address = { grant: "g", fieldId, year: 2031, applicationEventId: null };
    await previewReports({ deps: await getDeps(), providerId: "verified" }, address);
    expect(await count()).toEqual(before);
  });

  it.each([
    "",
    "abc",
    "0".repeat(63),
    "0".repeat(65),
    "G".repeat(64),
    "A".repeat(64),
    "' OR true --",
    "../../etc/passwd",
  ])("is malformed as %j, which is never looked up", async (text) =>
    expect((await verifyReport(await getDeps(), text)).state).toBe("malformed"),
  );

  it("is kept apart by provider: the table shows its rows to their provider alone", async () => {
    await makeCaller("verified-neighbor");
    expect(await sql("verified-neighbor", "SELECT * FROM report_issue")).toEqual([]);
  });
});

describe("the PDF that was given out first", () => {
  const make = async (year = 2026) => {
    const context = { deps: await getDeps(), providerId: "verified", signal: AbortSignal.timeout(240_000) };
    const { pdf } = await renderReport(context, { key: { providerFieldId: "field-1" }, kind: "runoff", year });
    return Buffer.from(pdf);
  };
  const hashIn = (pdf: Buffer) => /record sha-256 ([0-9a-f]{64})/.exec(pdf.toString("latin1"))?.[1] ?? "none";
  const download = (of: string) => call(downloadOriginal, null, { method: "GET", params: { hash: of } });
  const bytesOf = async (of: string) => Buffer.from(await (await download(of)).arrayBuffer());
  let first: Buffer;
  let of: string;

  beforeAll(async () => {
    await waitLong();
    await sql("verified", "UPDATE field SET field_name = 'Kept quarter'");
    first = await make();
    of = hashIn(first);
  }, 240_000);

  it("is handed out byte for byte to who holds the hash, as a file, whatever was given out or changed later", async () => {
    const later = await atTime(inSeconds(600), make);
    expect(hashIn(later)).toBe(of);
    expect(later.equals(first)).toBe(false);
    await sql("verified", "UPDATE field SET field_name = 'Other quarter'");
    const response = await download(of);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      "content-type": "application/pdf",
      "content-disposition": 'attachment; filename="other-quarter-runoff-2026.pdf"',
      "cache-control": "no-store",
      "x-content-type-options": "nosniff",
      "x-robots-tag": "noindex",
    });
    expect(Buffer.from(await response.arrayBuffer()).equals(first)).toBe(true);
    const verified = await verifyReport(await getDeps(), of);
    expect(verified).toMatchObject({ state: "changed", original: { bytes: first.length } });
    const html = renderToStaticMarkup(createElement(VerifyAnswer, { hash: of, verified }));
    expect(html).toContain(`href="/verify/${of}/original.pdf"`);
    await sql("verified", "UPDATE field SET field_name = 'Kept quarter'");
  });

  it("is handed out after the portal has closed, and not while the field is archived", async () => {
    await setPortalEnd("verified", id, inSeconds(-1));
    expect((await bytesOf(of)).equals(first)).toBe(true);
    await setPortalEnd("verified", id, inSeconds(3600));
    await sql("verified", "UPDATE field SET archived_at = now()");
    expect((await download(of)).status).toBe(404);
    expect(await verifyReport(await getDeps(), of)).toMatchObject({ state: "uncompared", original: null });
    await sql("verified", "UPDATE field SET archived_at = NULL");
  });

  it.each(["0".repeat(64), "abc", "../../etc/passwd", "' OR true --"])("is not there for %j", async (text) => {
    expect((await download(text)).status).toBe(404);
  });

  it("costs no one the report when it cannot be kept, and the next one is kept", async () => {
    await sql(null, "REVOKE INSERT ON report_original FROM hedgerow_app");
    const lost = await make(2027);
    await sql(null, "GRANT INSERT ON report_original TO hedgerow_app");
    expect((await download(hashIn(lost))).status).toBe(404);
    const next = await atTime(inSeconds(600), () => make(2027));
    expect((await bytesOf(hashIn(lost))).equals(next)).toBe(true);
  });

  it("is not kept where the operator turns that off, nor of a year whose time is over", async () => {
    const deps = await getDeps();
    const usual = deps.env;
    deps.env = { ...usual, REPORT_ORIGINALS: false };
    const off = await make(2028).finally(() => {
      deps.env = usual;
    });
    expect((await download(hashIn(off))).status).toBe(404);
    expect((await download(hashIn(await make(2015)))).status).toBe(404);
  });

  it("is kept apart by provider, never changed by the service, and forgotten a month after its last day", async () => {
    expect(await sql("verified-neighbor", "SELECT * FROM report_original")).toEqual([]);
    await expect(sql("verified", "UPDATE report_original SET pdf = ''")).rejects.toThrow("permission denied");
    await expect(sql("verified", "DELETE FROM report_original")).rejects.toThrow("permission denied");
    expect(await purgeOriginals(await getDeps())).toBe(0);
    await sql(null, "ALTER TABLE report_original NO FORCE ROW LEVEL SECURITY");
    await sql(null, "UPDATE report_original SET kept_until = current_date - 31 WHERE record_hash = $1", [of]);
    await sql(null, "ALTER TABLE report_original FORCE ROW LEVEL SECURITY");
    expect(await purgeOriginals(await getDeps())).toBe(1);
    expect((await download(of)).status).toBe(404);
    expect((await verifyReport(await getDeps(), of)).state).toBe("current");
    await sql("verified", "UPDATE field SET field_name = 'Home quarter'");
  });
});

describe("the page that answers for a hash", () => {
  const STATES = ["current", "changed", "uncompared", "ended", "unknown", "malformed"] as const;

  const firstIssuedAt = new Date("2026-07-01T12:00:00Z");
  const about = { fieldName: "Home quarter", year: 2026, kind: "runoff" } as const;
  const log: LogStanding = { state: "absent" };
  const original = { madeAt: firstIssuedAt, pdfSha256: "0".repeat(64), bytes: 61_566 };
  const answers: Record<Exclude<Verified["state"], "signed" | "altered">, Verified> = {
    current: { state: "current", firstIssuedAt, original, log, about, standing: "not_met", doneOtherwise: 0 },
    changed: {
      state: "changed",
      firstIssuedAt,
      original: null,
      log,
      about,
      changes: [{ what: "selection", at: new Date("2026-07-03T09:30:00Z") }],
    },
    uncompared: { state: "uncompared", firstIssuedAt, original: null, log },
    ended: { state: "ended", log },
    unknown: { state: "unknown" },
    malformed: { state: "malformed" },
  };

  it("names what changed since the report, each with its last time", () => {
    const html = renderToStaticMarkup(createElement(VerifyAnswer, { hash, verified: answers.changed }));
    expect(html).toContain("Runoff measures, last on 2026-07-03 09:30 UTC");
    expect(html).not.toContain("Standing of this record");
  });

  it.each(STATES)("says %s in words, with the line that no result is a clearance", (state) => {
    const verified = answers[state];
    const html = renderToStaticMarkup(createElement(VerifyAnswer, { hash, verified }));
    expect(html).toContain("Verify a report");
    expect(html).toMatch(/never a clearance/i);
    expect(html.includes("2026-07-01 12:00 UTC")).toBe("firstIssuedAt" in verified);
  });

  it("shows the field, the year and where the record stands, and nothing of provider, account or application", async () => {
    const html = renderToStaticMarkup(createElement(VerifyAnswer, { hash, verified: await ask() }));
    expect(html).toMatch(/Runoff report 2026.*Home quarter.*Standing of this record.*(Not met|Not settled)/s);
    for (const secret of ["verified", "field-1", "account-1", "application-1", fieldId, id, "Stryax"]) {
      expect(html.replaceAll(hash, "")).not.toContain(secret);
    }
  });

  it("shows an endless number cut short, and as text", () => {
    const html = renderToStaticMarkup(
      createElement(VerifyAnswer, { hash: `<script>${"x".repeat(5000)}`, verified: { state: "malformed" } }),
    );
    expect(html).not.toContain("<script>");
    expect(html.length).toBeLessThan(4000);
  });
});
