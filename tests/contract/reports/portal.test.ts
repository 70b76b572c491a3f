import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import pino from "pino";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { GET } from "@/app/portal/g/[grant]/[fieldId]/report/[file]/route";
import { EarlierReports } from "@/components/report/earlier-reports";
import { pdfFailureOf } from "@/lib/gateways/pdf/renderer";
import { getDeps } from "@/lib/runtime/deps";
import { setBranding } from "@/lib/usecases/operations/set-branding";
import { findEarlierReports } from "@/lib/usecases/reports/originals";
import { openBrowser, type Browser } from "@/tests/contract/portal/edits-support";
import { THREADS, waitLong, withRenderer } from "@/tests/contract/reports/support";
import { prepareGround, saved } from "@/tests/contract/v2/compliance/support";
import { sql } from "@/tests/contract/v2/esa-check/support";
import { readLogLines } from "@/tests/support/log-lines";
import { BY_TEST, call, makeCaller } from "@/tests/support/api";
import type { Connected } from "@/tests/support/soil-ground";

let browser: Browser;
let ground: Connected;
let fieldId: string;
let otherFieldId: string;

beforeAll(async () => {
  await waitLong();
  ground = await prepareGround();
  const caller = await makeCaller("report-portal");
  const { id } = await saved(caller, { provider_field_id: "mine" });
  await saved(caller, { provider_field_id: "other", application_id: "application-2" });
  const fields = await sql<{ field_id: string; provider_field_id: string }>(
    "report-portal",
    "SELECT field_id, provider_field_id FROM field",
  );
  const idOf = (name: string) => fields.find((field) => field.provider_field_id === name)?.field_id ?? "";
  [fieldId, otherFieldId] = [idOf("mine"), idOf("other")];
  browser = await openBrowser(caller, id);
});
afterAll(async () => {
  await ground.close();
  await (await getDeps()).pdf.close();
});

interface Asked {
  file?: string;
  field?: string;
  query?: string;
  headers?: Record<string, string>;
}

const ask = ({ file = "runoff.pdf", field = fieldId, query = "year=2026", headers = {} }: Asked = {}) =>
  call(GET, null, {
    method: "GET",
    params: { grant: browser.grant, fieldId: field, file },
    query,
    headers: { Cookie: browser.cookie, ...headers },
  });
const codeOf = async (response: Response): Promise<string> =>
  ((await response.json()) as { error: { code: string } }).error.code;

describe("the report of a portal session", () => {
  it.each(["runoff", "trait"])("is a file (%s)", async (kind) => {
    const response = await ask({ file: `${kind}.pdf` });
    expect(response.status).toBe(200);
    const named = new RegExp(`^attachment; filename="[a-z0-9]+(-[a-z0-9]+)*-2026-${kind}\\.pdf"$`);
    expect(response.headers.get("content-disposition")).toMatch(named);
    expect(response.headers.get("cache-control")).toBe("no-store");
  });

  it("is listed for its field and year as it was given out", async () => {
    const context = { deps: await getDeps(), providerId: "report-portal" };
    const made = await findEarlierReports(context, { fieldId, year: 2026 });
    expect(made.map(({ kind }) => kind).toSorted()).toEqual(["runoff", "trait"]);
    expect(await findEarlierReports(context, { fieldId: otherFieldId, year: 2026 })).toEqual([]);
    expect(await findEarlierReports(context, { fieldId, year: 2025 })).toEqual([]);
    const html = renderToStaticMarkup(createElement(EarlierReports, { earlier: made }));
    for (const { recordHash } of made) expect(html).toContain(`/verify/${recordHash}/original.pdf`);
  });

  it("is not given out without the session, nor for a field that the session does not hold", async () => {
    const strangers = await ask({ headers: { Cookie: "hedgerow-portal=made-up" } });
    expect([strangers.status, await codeOf(strangers)]).toEqual([401, "UNAUTHORIZED"]);
    const others = await ask({ field: otherFieldId });
    expect(others.status).toBeGreaterThanOrEqual(401);
    expect(others.headers.get("content-type")).toContain("application/json");
  });

  it.each([
    [{ file: "soil.pdf" }, 404],
    [{ file: "runoff" }, 404],
    [{ field: "1" }, 404],
    [{ query: "year=1899" }, 422],
    [{ query: "year=soon" }, 422],
  ])("refuses %j", async (asked, status) => {
    expect((await ask(asked)).status).toBe(status);
  });

  it("leads someone in a browser back to the page when it was not made, and tells a program the status", async () => {
    await withRenderer({ workerFile: THREADS.failing }, async () => {
      const led = await ask({ headers: { Accept: "text/html,application/xhtml+xml" } });
      expect(led.status).toBe(303);
      expect(led.headers.get("location")).toMatch(/\?year=2026&pdf=late$/);
      const told = await ask();
      expect([told.status, await codeOf(told)]).toEqual([502, "INVALID_REPORT"]);
    });
  });
});

describe("a failure of the renderer", () => {
  it("is known by its name, whichever copy of the code it comes from", () => {
    const foreign = Object.assign(new Error("not rendered"), { name: "PdfError", failure: "timed_out" });
    expect(pdfFailureOf(foreign)).toBe("timed_out");
    expect(pdfFailureOf(Object.assign(new Error("?"), { name: "PdfError", failure: "rained off" }))).toBeNull();
    expect(pdfFailureOf(new Error("something else"))).toBeNull();
  });
});

describe("a logo that was stored as it came", () => {
  const pictureOf = (size: number): Promise<Buffer> =>
    sharp({ create: { width: size, height: size, channels: 3, background: "#226644" } })
      .png({ compressionLevel: 9 })
      .toBuffer();

  it.each([
    ["of 5,600 by 5,600 pixels", "bomb", () => pictureOf(5600)],
    ["that ends early", "short", async () => (await pictureOf(600)).subarray(0, 120)],
  ])("%s is left out of the report", async (_name, hash, make) => {
    const bytes = new Uint8Array(await make());
    await setBranding({ db: (await getDeps()).db, by: BY_TEST }, "report-portal", {
      logo: { bytes, type: "image/png", hash },
    });
    const response = await ask();
    expect(response.status).toBe(200);
    expect(Buffer.from(await response.arrayBuffer()).toString("latin1")).not.toContain("/Subtype /Image");
  });

  it("and cannot be drawn though it can be read costs no one the report, and has a line in the log", async () => {
    const deps = await getDeps();
    const written: string[] = [];
    const usual = deps.log;
    deps.log = pino(
      { base: null, timestamp: pino.stdTimeFunctions.isoTime },
      { write: (line: string) => void written.push(line) },
    );
    const bytes = new Uint8Array(await pictureOf(40));
    const logo = { bytes, type: "image/png", hash: "undrawn" } as const;
    await setBranding({ db: deps.db, by: BY_TEST }, "report-portal", { logo });
    const broken = {
      bytes: new Uint8Array(Buffer.from("\x89PNG\r\n\x1a\npicture", "latin1")),
      type: "image/png" as const,
    };
    deps.caches.logos.set("report-portal/undrawn", Promise.resolve(broken));
    try {
      const response = await ask();
      expect(response.status).toBe(200);
      expect(Buffer.from(await response.arrayBuffer()).toString("latin1")).not.toContain("/Subtype /Image");
    } finally {
      deps.log = usual;
    }
    const read = readLogLines(written.join(""));
    expect(read.strays).toEqual([]);
    expect(read.lines.filter(({ level }) => level > 30)).toMatchObject([
      { level: 40, provider: "report-portal", msg: "a part of a report could not be drawn and is left out" },
    ]);
  });

  it("of 2,800 by 2,800 pixels is drawn from a small copy", async () => {
    const bytes = new Uint8Array(await pictureOf(2800));
    await setBranding({ db: (await getDeps()).db, by: BY_TEST }, "report-portal", {
      logo: { bytes, type: "image/png", hash: "large" },
    });
    const response = await ask();
    const pdf = Buffer.from(await response.arrayBuffer()).toString("latin1");
    expect(pdf).toContain("/Subtype /Image");
    expect(pdf).toMatch(/\/Width 160\b/);
  });
});
