import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { v7 as uuidv7 } from "uuid";
import { archiveFieldOf, NEEDS_6, prepareGround, saved } from "@/tests/contract/v2/compliance/support";
import { sql } from "@/tests/contract/v2/esa-check/support";
import type { FieldYearRef } from "@/lib/domain/field-year";
import {
  askLive,
  edit,
  measureOf,
  openBrowser,
  readLive,
  refusedEdit,
  selection,
  sendEdit,
  written,
  type Browser,
} from "@/tests/contract/portal/edits-support";
import { atTime, inSeconds, setProvider } from "@/tests/contract/v2/portal/support";
import { makeCaller, type Caller } from "@/tests/support/api";
import { editorOf, MEASURES } from "@/tests/support/selections";
import type { Connected } from "@/tests/support/soil-ground";

let caller: Caller;
let soil: Connected;
let browser: Browser;
let place: FieldYearRef;
const NO_TILL = MEASURES.noTill.subOptionId;

async function placeOf(providerId: string, id: string): Promise<FieldYearRef> {
  const { fieldId, year } = await (await editorOf(providerId)).placeOf(id);
  return { fieldId, year, applicationEventId: id };
}

beforeAll(async () => {
  soil = await prepareGround();
  caller = await makeCaller("farm");
  const { id } = await saved(caller, { application_id: "one", products: [NEEDS_6] });
  place = await placeOf("farm", id);
  browser = await openBrowser(caller, id);
});
afterAll(() => soil.close());

/** Edits saved so far, over all providers that the row-level rules let the test see. */
const changes = async (providerId: string): Promise<number> => {
  const [row] = await sql<{ count: number }>(providerId, "SELECT count(*)::int AS count FROM change_event");
  return row?.count ?? -1;
};

describe("a write from elsewhere is refused before it is read", () => {
  it.each([
    ["another site", { "Sec-Fetch-Site": "cross-site" }, 403],
    ["a sibling host", { "Sec-Fetch-Site": "same-site" }, 403],
    ["an address that was typed", { "Sec-Fetch-Site": "none" }, 403],
  ])("from %s", async (_title, headers, status) => {
    const before = await changes("farm");
    const found = await refusedEdit(browser, selection(place, NO_TILL), { status, headers });
    expect(found.error.code).toBe("FOREIGN_PAGE");
    expect(await changes("farm")).toBe(before);
  });

  it.each(["text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x"])(
    "as a form can send it: %s",
    async (type) => {
      const raw = JSON.stringify(selection(place, NO_TILL));
      const response = await sendEdit(browser, undefined, { raw, headers: { "Content-Type": type } });
      expect(response.status).toBe(415);
    },
  );

  it("with an origin that is not ours, where the browser does not say what kind of request it is", async () => {
    const headers = { "Sec-Fetch-Site": "", Origin: "https://evil.example" };
    const response = await sendEdit(browser, selection(place, NO_TILL), { headers });
    expect(response.status).toBe(403);
  });
});

describe("a session", () => {
  it("that is missing, another grant's or altered is 401", async () => {
    const other = await openBrowser(caller, place.applicationEventId ?? "");
    const forged = `${browser.cookie.slice(0, -3)}AAA`;
    for (const cookie of ["", "hedgerow-portal=x", other.cookie, forged]) {
      await refusedEdit({ ...browser, cookie }, selection(place, NO_TILL), { status: 401 });
      expect((await askLive({ ...browser, cookie }, place)).status).toBe(401);
    }
  });

  it("that expired, or whose provider revoked its links or switched the portal off, edits nothing", async () => {
    const before = await changes("farm");
    const month = 31 * 86_400;
    const late = await atTime(inSeconds(month), () => sendEdit(browser, selection(place, NO_TILL)));
    expect(late.status).toBe(401);
    for (const [column, to, back] of [
      ["link_generation", 2, 1],
      ["portal_enabled", false, true],
    ] as const) {
      await setProvider("farm", column, to);
      await refusedEdit(browser, selection(place, NO_TILL), { status: 401 });
      await setProvider("farm", column, back);
    }
    expect(await changes("farm")).toBe(before);
  });

  it("edits its own field alone: any other is 404, in the same words as one that does not exist", async () => {
    const second = await saved(caller, { application_id: "two", products: [NEEDS_6] });
    const stranger = await makeCaller("stranger");
    const theirs = await saved(stranger, { application_id: "theirs", products: [NEEDS_6] });
    const elsewhere = [
      await placeOf("farm", second.id),
      await placeOf("stranger", theirs.id),
      { ...place, fieldId: uuidv7() },
      { ...place, applicationEventId: second.id },
      { ...place, applicationEventId: theirs.id },
      { ...place, year: 2031 },
    ];
    const answers = await Promise.all(
      elsewhere.map(async (there) => refusedEdit(browser, selection(there, NO_TILL), { status: 404 })),
    );
    expect(new Set(answers.map((each) => JSON.stringify(each))).size).toBe(1);
    const exemption = {
      kind: "exemption",
      ...place,
      applicationEventId: theirs.id,
      baseAnsweredAt: null,
      reasons: [],
    };
    await refusedEdit(browser, exemption, { status: 404 });
    expect((await askLive(browser, elsewhere[1] ?? place)).status).toBe(404);
    expect(await changes("stranger")).toBe(0);
  });

  it("cannot undo what another provider's session changed", async () => {
    const stranger = await makeCaller("undone");
    const theirs = await saved(stranger, { application_id: "theirs", products: [NEEDS_6] });
    const there = await placeOf("undone", theirs.id);
    const { changeId } = await edit(await openBrowser(stranger, theirs.id), selection(there, NO_TILL));
    await refusedEdit(browser, { kind: "undo", ...place, changeId }, { status: 404 });
    expect(await changes("undone")).toBe(1);
  });

  it("of an archived field is over", async () => {
    const { id } = await saved(caller, { application_id: "archived", products: [NEEDS_6] });
    const there = await placeOf("farm", id);
    const gone = await openBrowser(caller, id);
    await archiveFieldOf("farm", id);
    await refusedEdit(gone, selection(there, NO_TILL), { status: 404 });
    await archiveFieldOf("farm", id, false);
    await edit(gone, selection(there, NO_TILL));
  });
});

describe("what is no edit is 422 and writes nothing", () => {
  const good = () => selection(place, NO_TILL);
  it.each([
    ["no object", []],
    ["no kind", {}],
    ["an unknown kind", { kind: "everything" }],
    ["an unknown member", { ...selection({ fieldId: uuidv7(), year: 2026, applicationEventId: null }, 1), more: 1 }],
  ])("%s", async (_title, body) => {
    await refusedEdit(browser, body, { status: 422 });
  });

  it("a date that does not exist, notes that are too long or hold control characters, a year out of range", async () => {
    const before = await changes("farm");
    for (const body of [
      { ...good(), selection: written(null, "2026-02-30") },
      { ...good(), selection: written(null, "1899-12-31") },
      { ...good(), selection: written("x".repeat(2001)) },
      { ...good(), selection: written("a\u0000b") },
      { ...good(), selection: written("") },
      { ...good(), selection: "yes" },
      { ...good(), system: "drift" },
      { ...good(), year: 1800 },
      { ...good(), fieldId: "x" },
    ]) {
      await refusedEdit(browser, body, { status: 422 });
    }
    expect(await changes("farm")).toBe(before);
  });

  it("though lines of notes are kept as they were written", async () => {
    const notes = "North part\nfrom the ditch";
    const { live } = await edit(browser, { ...good(), selection: written(notes) });
    expect(measureOf(live, NO_TILL).notes).toBe(notes);
    expect(measureOf(await readLive(browser, place), NO_TILL).notes).toBe(notes);
  });
});
