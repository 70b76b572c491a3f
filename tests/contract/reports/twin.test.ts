import { renderToStaticMarkup } from "react-dom/server";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import TwinPage from "@/app/verify/[hash]/report/page";
import { composeReport } from "@/lib/pages/reports/document";
import { getDeps } from "@/lib/runtime/deps";
import { readTwin } from "@/lib/usecases/reports/twin";
import { report, waitLong } from "@/tests/contract/reports/support";
import { NEEDS_4, prepareGround, saved } from "@/tests/contract/v2/compliance/support";
import { sql } from "@/tests/contract/v2/esa-check/support";
import { makeCaller, type Caller } from "@/tests/support/api";
import { addressesOf, hasPoppler } from "@/tests/support/poppler";
import type { Connected } from "@/tests/support/soil-ground";

let ground: Connected;
let pdf: Buffer;
let hash: string;
let caller: Caller;

const pageOf = async (of: string): Promise<string> =>
  renderToStaticMarkup(await TwinPage({ params: Promise.resolve({ hash: of }) }));

beforeAll(async () => {
  await waitLong();
  ground = await prepareGround();
  caller = await makeCaller("twins");
  await saved(caller, { provider_field_id: "field 1", products: [NEEDS_4] });
  pdf = await report(caller, "field 1", { query: "year=2026" });
  const [issued] = await sql<{ record_hash: string }>("twins", "SELECT record_hash FROM report_issue");
  hash = issued?.record_hash ?? "";
});
afterAll(async () => {
  await ground.close();
  await (await getDeps()).pdf.close();
});

describe("the page that a report's PDF leads to", () => {
  it.skipIf(!hasPoppler)("is named in the PDF by the record's number alone: no session and no grant", () => {
    const addresses = addressesOf(pdf).map((address) => new URL(address).pathname);
    expect(addresses).toContain(`/verify/${hash}/report`);
    expect(addresses.filter((path) => !path.startsWith(`/verify/${hash}`))).toEqual([]);
  });

  it("says every section of the report without a session, and leads to the original", async () => {
    const twin = await readTwin(await getDeps(), hash);
    if (twin === null) throw new Error("no twin");
    const html = await pageOf(hash);
    for (const { id, heading } of composeReport(twin.gathered).sections) {
      expect(html).toContain(`id="report-${id}"`);
      expect(html).toContain(heading.replaceAll("'", "&#x27;"));
    }
    expect(html).toContain(`href="/verify/${hash}/original.pdf"`);
    expect(html).not.toContain("/portal/");
  });

  it("offers no PDF where none is kept", async () => {
    const deps = await getDeps();
    const usual = deps.env;
    deps.env = { ...usual, REPORT_ORIGINALS: false };
    await report(caller, "field 1", { query: "year=2027" }).finally(() => {
      deps.env = usual;
    });
    const [issued] = await sql<{ record_hash: string }>(
      "twins",
      "SELECT record_hash FROM report_issue WHERE year = 2027",
    );
    const html = await pageOf(issued?.record_hash ?? "");
    expect(html).toContain("<h1>");
    expect(html).not.toContain("original.pdf");
  });

  it("shows nothing of a record that has changed, of an archived field, or of a number that no one knows", async () => {
    await sql("twins", "UPDATE field SET field_name = 'Other quarter'");
    const changed = await pageOf(hash);
    expect(changed).toContain("This report is not shown as a page");
    expect(changed).not.toContain("Other quarter");
    await sql("twins", "UPDATE field SET field_name = 'Home quarter', archived_at = now()");
    expect(await pageOf(hash)).toContain("This report is not shown as a page");
    await sql("twins", "UPDATE field SET archived_at = NULL");
    expect(await pageOf(hash)).not.toContain("This report is not shown as a page");
    for (const other of ["0".repeat(64), "../x", `${hash}0`]) {
      expect(await pageOf(other)).toContain("This report is not shown as a page");
    }
  });
});
