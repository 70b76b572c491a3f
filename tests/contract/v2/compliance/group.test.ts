import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { creditSourceSchema } from "@/lib/contracts/vocabulary/measures";
import { sql } from "@/tests/contract/v2/esa-check/support";
import {
  archiveFieldOf,
  creditedIds,
  getGroupCompliance,
  NEEDS_4,
  NEEDS_6,
  prepareGround,
  read,
  readGroup,
  runoffOf,
  saved,
} from "@/tests/contract/v2/compliance/support";
import { makeCaller, type Caller } from "@/tests/support/api";
import { editorOf, MEASURES, type Editor } from "@/tests/support/selections";
import type { Connected } from "@/tests/support/soil-ground";

const OF_ACCOUNT = "account_id=account-1";

let caller: Caller;
let editor: Editor;
let soil: Connected;
beforeAll(async () => {
  soil = await prepareGround();
  caller = await makeCaller("reader");
  editor = await editorOf("reader");
});
afterAll(() => soil.close());

const member = async (group: string, name: string, more: Record<string, unknown> = {}): Promise<string> =>
  (await saved(caller, { application_id: name, provider_group_id: group, products: [NEEDS_6], ...more })).id;

describe("a group", () => {
  it("lists each application exactly as a single read does, in order of reference, with the total", async () => {
    const ids: string[] = [];
    for (const name of ["a", "b", "c"]) ids.push(await member("three", `three-${name}`));
    const found = await readGroup(caller, "three", OF_ACCOUNT);
    expect(found).toMatchObject({
      account_id: "account-1",
      provider_group_id: "three",
      total: 3,
      offset: 0,
      limit: 50,
      next_offset: null,
    });
    expect(found.applications.map((each) => each.application_event_id)).toEqual(ids);
    expect(found.applications).toEqual(await Promise.all(ids.map((id) => read(caller, id))));
    expect(Object.keys(found).sort()).toEqual([
      "account_id",
      "applications",
      "limit",
      "next_offset",
      "offset",
      "provider_group_id",
      "retrieved_at",
      "success",
      "total",
    ]);
  });

  it("pages: next_offset leads on and is null on the last page, past the end is empty with the total kept", async () => {
    const ids: string[] = [];
    for (const name of ["1", "2", "3", "4", "5"]) ids.push(await member("five", `five-${name}`));
    const pages = [];
    for (const offset of [0, 2, 4])
      pages.push(await readGroup(caller, "five", `${OF_ACCOUNT}&limit=2&offset=${offset}`));
    expect(pages.map(({ next_offset }) => next_offset)).toEqual([2, 4, null]);
    expect(pages.map(({ applications }) => applications.map((each) => each.application_event_id))).toEqual([
      ids.slice(0, 2),
      ids.slice(2, 4),
      ids.slice(4),
    ]);
    const exact = await readGroup(caller, "five", `${OF_ACCOUNT}&limit=5`);
    expect(exact.next_offset).toBeNull();
    for (const offset of [5, 6, 1_000_000]) {
      const beyond = await readGroup(caller, "five", `${OF_ACCOUNT}&limit=2&offset=${offset}`);
      expect(beyond).toMatchObject({ total: 5, offset, limit: 2, next_offset: null, applications: [] });
    }
  });

  it("is of one account: the same group name in another account is another group", async () => {
    const first = await member("everyone", "everyone-1");
    const second = await member("everyone", "everyone-2", { account_id: "account-2" });
    const mine = await readGroup(caller, "everyone", OF_ACCOUNT);
    const theirs = await readGroup(caller, "everyone", "account_id=account-2");
    expect(mine.applications.map((each) => each.application_event_id)).toEqual([first]);
    expect(theirs.applications.map((each) => each.application_event_id)).toEqual([second]);
  });

  it.each(["with spaces & signs", "a/b", "ümläut", "100%", "a+b"])("may be named %j", async (name) => {
    const account = `account ${name}`;
    const id = await member(name, `named ${name}`, { account_id: account });
    const found = await readGroup(caller, name, new URLSearchParams({ account_id: account }).toString());
    expect(found).toMatchObject({ provider_group_id: name, account_id: account, total: 1 });
    expect(found.applications[0]?.application_event_id).toBe(id);
  });

  it("leaves out applications on archived fields, in list and total", async () => {
    const kept = await member("some-archived", "kept");
    const gone = await member("some-archived", "gone");
    await archiveFieldOf("reader", gone);
    const found = await readGroup(caller, "some-archived", OF_ACCOUNT);
    expect(found.total).toBe(1);
    expect(found.applications.map((each) => each.application_event_id)).toEqual([kept]);
    await archiveFieldOf("reader", gone, false);
    expect((await readGroup(caller, "some-archived", OF_ACCOUNT)).total).toBe(2);
  });

  it("loses an application that a check moves to another group, and keeps one whose check names none", async () => {
    const moved = await member("before", "moving");
    const staying = await member("before", "staying");
    await saved(caller, { application_id: "moving", provider_group_id: "after", products: [NEEDS_6] });
    await saved(caller, { application_id: "staying", products: [NEEDS_6] });
    const before = await readGroup(caller, "before", OF_ACCOUNT);
    expect(before.applications.map((each) => each.application_event_id)).toEqual([staying]);
    const after = await readGroup(caller, "after", OF_ACCOUNT);
    expect(after.applications.map((each) => each.application_event_id)).toEqual([moved]);
  });

  it("holds pending applications too, with nothing required said of them", async () => {
    const id = await member("with-pending", "pending-member");
    await sql("reader", "DELETE FROM requirement WHERE application_event_id = $1", [id]);
    await sql(
      "reader",
      `UPDATE application SET processing_status = 'pending', last_assessment_id = NULL, last_assessed_at = NULL
       WHERE application_event_id = $1`,
      [id],
    );
    const [found] = (await readGroup(caller, "with-pending", OF_ACCOUNT)).applications;
    expect(found).toMatchObject({
      processing_status: "pending",
      compliance: { requirements: [], runoff: [], last_assessment: null },
    });
  });

  it("has no verdict of its own, whatever its members' are", async () => {
    await member("verdictless", "verdictless-1", { products: [NEEDS_4] });
    await member("verdictless", "verdictless-2");
    const response = await getGroupCompliance(caller, "verdictless", OF_ACCOUNT);
    const body = (await response.json()) as Record<string, unknown>;
    expect(body).not.toHaveProperty("status");
    expect(body).not.toHaveProperty("compliance");
  });
});

describe("two applications on one field and year", () => {
  it("share selections, and differ in targets and in what their products rule out", async () => {
    const field = { provider_field_id: "shared", provider_group_id: "pair" };
    const { id: four } = await saved(caller, { ...field, application_id: "needs-4", products: [NEEDS_4] });
    const { id: six } = await saved(caller, { ...field, application_id: "needs-6", products: [NEEDS_6] });
    await editor.select(await editor.placeOf(four), MEASURES.wetlands);
    await editor.select(await editor.placeOf(six), MEASURES.contourFarming);

    const { applications } = await readGroup(caller, "pair", OF_ACCOUNT);
    const [of4, of6] = applications.map((each) => runoffOf(each));
    if (of4 === undefined || of6 === undefined) throw new Error("two entries were expected");
    const ids = (entry: typeof of4) => entry.selected_measures.map((each) => each.sub_option_id);
    // What is credited stands among what is selected, the bonus too.
    expect(ids(of4)).toEqual([10, 24, 28, 212, 231, 242]);
    expect(ids(of6)).toEqual([10, 24, 28, 212, 231]);
    // It follows from what was chosen in the portal, and no one chose it by itself.
    expect(of4.selected_measures.find((each) => each.sub_option_id === 242)).toMatchObject({
      source: "portal",
      credited: true,
      reason: null,
    });
    expect(creditSourceSchema.meta()?.description).toMatch(/`portal`.*the bonus for two kinds of measures/s);

    // Tracking 1, county 2, sandy soil 2, contour farming 2, wetlands 2 or 3, and 1 for measures of two kinds.
    expect(of4).toMatchObject({ required_points: 4, earned_points: 10, gap: 0, status: "met" });
    expect(creditedIds(of4)).toEqual([10, 24, 28, 212, 231, 242]);
    expect(of6).toMatchObject({ required_points: 6, earned_points: 5, gap: 1, status: "not_met" });
    expect(creditedIds(of6)).toEqual([10, 24, 212]);
    const refused = of6.selected_measures.filter((each) => !each.credited);
    expect(refused.map(({ sub_option_id, reason }) => [sub_option_id, reason])).toEqual([
      [28, "PRODUCT_RESTRICTED"],
      [231, "PRODUCT_RESTRICTED"],
    ]);
  });

  it("are each exempt or not by themselves", async () => {
    const field = { provider_field_id: "exempt-one", provider_group_id: "exempt-pair", products: [NEEDS_6] };
    const { id } = await saved(caller, { ...field, application_id: "exempt-a" });
    await saved(caller, { ...field, application_id: "exempt-b" });
    await editor.exempt(id, "perimeter_berm");
    const { applications } = await readGroup(caller, "exempt-pair", OF_ACCOUNT);
    expect(applications.map((each) => runoffOf(each).status)).toEqual(["met", "not_met"]);
    expect(applications.map((each) => runoffOf(each).exempt)).toEqual([true, false]);
  });
});
