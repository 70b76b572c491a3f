import { expect, it } from "vitest";
import { read, readGroup, runoffOf, TRAIT, type RunoffEntry } from "@/tests/contract/v2/compliance/support";
import { openBrowser, readLive } from "@/tests/contract/portal/edits-support";
import { compute } from "@/tests/contract/v2/drift/support";
import type { Body } from "@/tests/contract/v2/esa-check/support";
import { plannedYear } from "@/tests/contract/v2/compliance/year-support";
import { editorOf, MEASURES } from "@/tests/support/selections";

/** The Enlist menu gives four points for one application of the product in a year, and two for two. */
const ONE = MEASURES.traitOneApplication;

const { caller, group: groupId, save: saveWith, choose } = plannedYear("siblings");

const save = (name: string, more: Body = {}) => saveWith(name, [TRAIT], more);
const traitOf = ({ runoff }: { runoff: RunoffEntry[] }) => {
  const entry = runoff.find(({ mitigation_type: type }) => type === "trait_runoff");
  return [entry?.earned_points, entry?.status];
};
const readTrait = async (id: string) => {
  const { earned_points: points, status } = runoffOf(await read(caller(), id), "trait_runoff");
  return [points, status];
};
type Compliance = Awaited<ReturnType<typeof save>>["answer"]["compliance"];
/** Whether a set that would close the gap has the points for one application of the year. */
const isOffered = ({ gap_advice: advice }: Compliance): boolean =>
  advice.some(({ sets }) =>
    sets.some(({ measures }) => measures.some((each) => each.sub_option_id === ONE.subOptionId)),
  );
/** The same of the portal. */
async function isOfferedTo(applicationEventId: string): Promise<boolean> {
  const place = await (await editorOf("siblings")).placeOf(applicationEventId);
  const { advice } = await readLive(await openBrowser(caller(), applicationEventId), { ...place, applicationEventId });
  return advice.some(({ sets }) => sets.some(({ measures }) => measures.some(({ id }) => id === ONE.subOptionId)));
}
/** Chosen while the field has one application, as an applicator does in spring. */
async function chosen(): Promise<string> {
  const { id } = await save("first");
  await choose(id, ONE);
  expect(await readTrait(id)).toEqual([4, "met"]);
  return id;
}

it("the points for one application of the year are gone for both once a second one is saved", async () => {
  const first = await chosen();
  const second = await save("second", { application_date: "2026-07-01" });
  expect(traitOf(second.answer.compliance)).toEqual([0, "not_met"]);
  expect([await readTrait(first), await readTrait(second.id)]).toEqual([
    [0, "not_met"],
    [0, "not_met"],
  ]);
  const group = await readGroup(caller(), groupId(), "account_id=account-1");
  expect(group.applications.map(({ compliance }) => traitOf(compliance))).toEqual([
    [0, "not_met"],
    [0, "not_met"],
  ]);
  expect(traitOf((await compute(caller(), first)).compliance)).toEqual([0, "not_met"]);
  expect(traitOf((await save("first")).answer.compliance)).toEqual([0, "not_met"]);
});

it.each<[string, Body]>([
  [
    "of another product",
    { products: [{ product_name: "DEMO Tiered", epa_number: "99002-1", rate: 1, rate_unit: "lb/ac" }] },
  ],
  ["of another year", { application_date: "2027-06-01" }],
  ["on another field", { provider_field_id: "elsewhere" }],
])("they stay with a second application %s", async (_, more) => {
  const first = await chosen();
  await save("second", more);
  expect(await readTrait(first)).toEqual([4, "met"]);
  expect(traitOf((await save("first")).answer.compliance)).toEqual([4, "met"]);
});

it("an application of another product of the program is one of the year's", async () => {
  const first = await chosen();
  const duo = { product_name: "Enlist Duo", epa_number: "62719-649", rate: 4, rate_unit: "pt/ac" };
  const second = await save("second", { products: [duo] });
  expect([traitOf(second.answer.compliance)[0], await readTrait(first)]).toEqual([0, [0, "not_met"]]);
});

it("what the request says of the year goes before what is saved", async () => {
  const first = await chosen();
  await save("replaced by the first one");
  await save("first", { products: [{ ...TRAIT, applications_this_year: 0 }] });
  expect(await readTrait(first)).toEqual([4, "met"]);
});

it("the portal refuses to choose it where two are saved", async () => {
  const { id } = await save("first");
  await save("second");
  const editor = await editorOf("siblings");
  const refused = editor.select(await editor.placeOf(id), ONE);
  await expect(refused).rejects.toMatchObject({ reason: "contradicts_applications" });
});

it("it is offered while one is saved, and to neither of two", async () => {
  const first = await save("first");
  expect(isOffered(first.answer.compliance)).toBe(true);
  expect(await isOfferedTo(first.id)).toBe(true);
  expect(isOffered((await save("second")).answer.compliance)).toBe(false);
  expect(await isOfferedTo(first.id)).toBe(false);
  expect(isOffered((await save("first")).answer.compliance)).toBe(false);
});

it("the days between two applications reach over the turn of the year, and the year's points do not", async () => {
  const december = await save("december", { application_date: "2026-12-28" });
  const editor = await editorOf("siblings");
  await editor.select(await editor.placeOf(december.id), ONE);
  const january = await save("january", { application_date: "2027-01-03" });
  const notChecked = ({ compliance }: { compliance: Compliance }) =>
    compliance.issues.find(({ code }) => code === "LABEL_CONDITIONS_NOT_CHECKED");
  expect(notChecked(january.answer)?.message).toContain("not kept if earlier saved applications were made");
  expect(notChecked(await compute(caller(), january.id))?.message).toContain("not kept if earlier saved");
  expect(notChecked((await save("later", { application_date: "2027-01-15" })).answer)?.message).not.toContain("saved");
  expect(await readTrait(december.id)).toEqual([4, "met"]);
  const alone = await save("first of its field", { application_date: "2027-01-09", provider_field_id: "far away" });
  expect(notChecked(alone.answer)?.message).not.toContain("saved applications");
});
