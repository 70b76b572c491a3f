import { afterAll, beforeAll, expect, it } from "vitest";
import { asProvider } from "@/lib/data/db";
import { findGroupFields } from "@/lib/data/portal/group-fields";
import { findSeasonFields } from "@/lib/data/portal/season-fields";
import type { NotedApplication } from "@/lib/data/portal/noted-applications";
import type { FieldYearRef } from "@/lib/domain/field-year";
import { issueEffect } from "@/lib/domain/issues";
import type { ReportMark, ReportStatus } from "@/lib/domain/report";
import { listedStanding } from "@/lib/pages/portal/group-left";
import { standingInWords } from "@/lib/pages/portal/overview/standing-words";
import { composeReport } from "@/lib/pages/reports/document";
import { statusWord } from "@/lib/pages/reports/statuses";
import { getDeps } from "@/lib/runtime/deps";
import { issueMessage } from "@/lib/views/issues/issue-text";
import { scoreSaved } from "@/lib/usecases/applications/score-saved";
import { gatherReport } from "@/lib/usecases/reports/gather";
import { hashOfText } from "@/lib/usecases/portal/binding-limitations";
import { edit, openBrowser, selection } from "@/tests/contract/portal/edits-support";
import { give, questions, UNREAD } from "@/tests/contract/v2/attestations/support";
import { NEEDS_4, NEEDS_6, prepareGround, saved, TRAIT } from "@/tests/contract/v2/compliance/support";
import { compute, READY } from "@/tests/contract/v2/drift/support";
import { GROUND, sql, type Body } from "@/tests/contract/v2/esa-check/support";
import { makeCaller, type Caller } from "@/tests/support/api";
import { editorOf, MEASURES } from "@/tests/support/selections";
import type { Connected } from "@/tests/support/soil-ground";

const PROVIDER = "judged";
const GROUP = "season";
/** No figure of its label counts before someone finds it there. */
const FIGURES = {
  ...{
    application_date: "2026-06-01",
    crop: ["Soybeans"],
    crop_stage: "V4",
    droplet_size: "VC",
    boom_height: "low",
    gpa: 15,
  },
  products: [{ product_name: "Liberty ULTRA", epa_number: "7969-500", rate: 24, rate_unit: "fl oz/ac" }],
};
const TEXTS = ["Do not apply within 100 feet of open water.", "Do not apply when rain is expected."];

let caller: Caller;
let soil: Connected;

const plan = async (name: string, more: Body): Promise<string> =>
  (await saved(caller, { application_id: name, provider_field_id: name, provider_group_id: GROUP, ...more })).id;

async function placeOf(id: string): Promise<FieldYearRef> {
  const { fieldId, year } = await (await editorOf(PROVIDER)).placeOf(id);
  return { fieldId, year, applicationEventId: id };
}

/** Marks the texts of an application's area as read; `most`: no more of them. */
async function review(id: string, most: number): Promise<void> {
  const rows = await sql<{ id: number; text: string }>(
    PROVIDER,
    "SELECT limitation_id AS id, limitation AS text FROM limitation WHERE limitation = ANY($1) ORDER BY limitation_id",
    [TEXTS],
  );
  const [browser, place] = [await openBrowser(caller, id), await placeOf(id)];
  for (const { id: limitationId, text } of rows.slice(0, most)) {
    const of = { product: NEEDS_6.epa_number, pulaId: 121, limitationId, textHash: hashOfText(text) };
    await edit(browser, { kind: "reviewed", ...place, ...of, reviewed: true });
  }
}

async function answerAll(id: string, answer: string): Promise<void> {
  const asked = await questions(caller, id);
  await give(caller, id, Object.fromEntries(asked.map(({ question_id: question }) => [question, answer])));
}

/** Applications in every state that the season's reading leaves something out of. */
async function planAll(): Promise<void> {
  await plan("short", { products: [NEEDS_6] });
  await review(await plan("all texts read", { products: [NEEDS_6] }), 9);
  await review(await plan("one text read", { products: [NEEDS_6] }), 1);
  const closed = await plan("closed", READY);
  await edit(await openBrowser(caller, closed), selection(await placeOf(closed), MEASURES.noTill.subOptionId));
  await compute(caller, await plan("with wind", READY));
  const turned = await plan("wind before a claim", READY);
  await compute(caller, turned);
  await edit(await openBrowser(caller, turned), {
    ...{ kind: "drift_claim", ...(await placeOf(turned)), subOptionId: 505, base: null },
    claim: { customValue: null, notes: null },
  });
  const asked = await plan("asked, wind before a claim", { ...READY, products: [...READY.products, UNREAD] });
  await compute(caller, asked);
  await edit(await openBrowser(caller, asked), {
    ...{ kind: "drift_claim", ...(await placeOf(asked)), subOptionId: 505, base: null },
    claim: { customValue: null, notes: null },
  });
  await compute(caller, await plan("too much wind", READY), { wind_speed_mph: 40 });
  await plan("trait", { products: [TRAIT] });
  const twice = { provider_field_id: "trait twice", products: [TRAIT] };
  const first = await plan("trait, first time", twice);
  const one = MEASURES.traitOneApplication;
  await edit(await openBrowser(caller, first), { ...selection(await placeOf(first), one.subOptionId), ...one });
  await plan("trait, second time", twice);
  await plan("asked", { products: [UNREAD] });
  await answerAll(await plan("answered no", { products: [UNREAD] }), "no");
  await answerAll(await plan("answered yes", { products: [UNREAD] }), "yes");
  await answerAll(await plan("unknown to the applicator", { products: [UNREAD, NEEDS_4] }), "unknown");
  await plan("figures asked", FIGURES);
  await answerAll(await plan("figures confirmed", FIGURES), "yes");
  await plan("no such product", { products: [{ ...NEEDS_6, epa_number: "99999-9" }] });
  const moved = await plan("moved boundary", { products: [NEEDS_6] });
  await sql(PROVIDER, "UPDATE application SET boundary_hash = 'other' WHERE application_event_id = $1", [moved]);
}

beforeAll(async () => {
  soil = await prepareGround(
    [{ pulaId: 121, geometry: GROUND }],
    TEXTS.map((limitation, index) => ({
      ...{ pulaId: 121, registration: NEEDS_6.epa_number, code: `ZZ${index + 1}`, limitation },
    })),
  );
  caller = await makeCaller(PROVIDER);
  await planAll();
});
afterAll(() => soil.close());

/** What a cell and the picks of a season are made of. */
async function judge(applications: readonly NotedApplication[]) {
  const scored = await scoreSaved(
    await getDeps(),
    applications.map(({ saved: each }) => each),
  );
  return scored.map((each, index) => {
    const notes = applications[index]?.notes ?? { dataVersions: null, reviews: [], driftChangedAt: null };
    const standing = standingInWords(each, notes, "");
    const { status, drift, isChecked, isDriftOutdated, issues } = standing.now;
    return {
      id: each.saved.applicationId,
      ...{ status, drift, isChecked, isDriftOutdated, issues },
      ...{
        isAllRead: standing.isAllRead,
        isDone: standing.isDone,
        headline: standing.headline,
        reason: standing.reason,
      },
      left: listedStanding(each, { notes, outdated: undefined, provider: "" }).left,
      runoff: each.runoff,
      selections: each.saved.selections,
      products: each.saved.products,
    };
  });
}

const MARKS: readonly (readonly ReportMark[])[] = [["short"], ["open"], ["met", "none"]];
const rankOf = (mark: ReportMark): number => MARKS.findIndex((alike) => alike.includes(mark));

/** The findings of a field's report for a year. */
async function reported(fieldId: string, year: number): Promise<ReportStatus[]> {
  const asked = { key: { fieldId }, year, kind: "runoff" } as const;
  const context = { deps: await getDeps(), providerId: PROVIDER };
  const { sections } = composeReport(await gatherReport(context, asked, { withFigure: false }));
  const blocks = sections.find(({ id }) => id === "standing")?.blocks ?? [];
  return blocks.flatMap((block) => (block.kind === "statuses" ? block.statuses : []));
}

it("stands in a report as in the portal: what was changed since is not found met", async () => {
  const { db, clock } = await getDeps();
  const group = { accountId: "account-1", providerGroupId: GROUP, now: clock() };
  const slice = { search: "", wholeUpTo: 100, offset: 0, limit: 100 };
  const { fields } = await asProvider(db, PROVIDER, (tx) => findGroupFields(tx, PROVIDER, group, slice));
  const since: string[] = [];
  for (const { fieldId, applications } of fields) {
    const judged = await judge(applications);
    const year = Number(applications[0]?.saved.applicationDate.slice(0, 4));
    const statuses = await reported(fieldId, year);
    const worst = Math.min(...statuses.map(({ mark }) => rankOf(mark)));
    const portal = Math.min(...judged.map(({ status }) => rankOf(statusWord(status).mark)));
    expect([judged[0]?.id, worst]).toEqual([judged[0]?.id, portal]);
    // Whatever else is open: a buffer that has to be worked out again is not left as it was found.
    const open = judged.flatMap(({ issues }) => issues.filter((each) => issueEffect(each) !== "none"));
    expect(statuses.flatMap(({ lines }) => lines)).toEqual(
      expect.arrayContaining(open.map((each) => issueMessage(each))),
    );
    if (statuses.some(({ title }) => title.startsWith("Where it stands now"))) since.push(judged[0]?.id ?? "");
  }
  // That of the trait: the second time was saved after the check of the first.
  expect(since.toSorted()).toEqual(["asked, wind before a claim", "trait, second time", "wind before a claim"]);
});

it("judges every application alike by what the season reads and by all that is saved of it", async () => {
  const { db, clock } = await getDeps();
  const group = { accountId: "account-1", providerGroupId: GROUP, now: clock() };
  const slice = { search: "", wholeUpTo: 100, offset: 0, limit: 100 };
  const [whole, season] = await asProvider(db, caller.providerId, async (tx) => [
    await findGroupFields(tx, caller.providerId, group, slice),
    await findSeasonFields(tx, caller.providerId, group, { year: null, limit: 100 }),
  ]);
  expect(season.fields.map(({ fieldId }) => fieldId)).toEqual(whole.fields.map(({ fieldId }) => fieldId));
  const byAll = await judge(whole.fields.flatMap(({ applications }) => applications));
  const bySeason = await judge(season.fields.flatMap(({ applications }) => applications));
  expect(bySeason).toEqual(byAll);
  // The states are really there.
  expect(new Set(byAll.flatMap(({ left }) => left))).toEqual(
    new Set(["check", "points", "wind", "questions", "texts", "nothing"]),
  );
  expect(byAll.filter(({ isAllRead }) => isAllRead).map(({ id }) => id)).toEqual(["all texts read"]);
  expect(byAll.filter(({ isDriftOutdated }) => isDriftOutdated).map(({ id }) => id)).toEqual([
    ...["wind before a claim", "asked, wind before a claim"],
  ]);
});
