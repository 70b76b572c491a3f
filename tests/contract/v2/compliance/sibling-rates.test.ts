import { expect, it } from "vitest";
import { read, runoffOf, type RunoffEntry } from "@/tests/contract/v2/compliance/support";
import { compute } from "@/tests/contract/v2/drift/support";
import type { Body } from "@/tests/contract/v2/esa-check/support";
import { STRYAX } from "@/tests/support/requests";
import { plannedYear } from "@/tests/contract/v2/compliance/year-support";
import { editorOf, MEASURES } from "@/tests/support/selections";

/** The ground gives five points; a year's total of at least 30 % below the label's maximum gives two more. */
const GROUND = 5;
const LOWER = GROUND + 2;
/** Stryax: at most 44 fl oz in a year, and 30 % less are 30.8. */
const AT = (rate: number, more: Body = {}): Body => ({ ...STRYAX, rate, ...more });

const { caller, save, choose } = plannedYear("sibling-rates");

const pointsOf = ({ runoff }: { runoff: RunoffEntry[] }): number | undefined =>
  runoff.find(({ mitigation_type: type }) => type === "epa_runoff")?.earned_points;
const readPoints = async (id: string): Promise<number> => runoffOf(await read(caller(), id)).earned_points;

async function chosen(products: Body[]): Promise<string> {
  const { id } = await save("first", products);
  await choose(id, MEASURES.annualRate30Lower);
  expect(await readPoints(id)).toBe(LOWER);
  return id;
}

it("a lower yearly total earns nothing once saved applications come to more together", async () => {
  const first = await chosen([AT(22)]);
  const second = await save("second", [AT(22)], { application_date: "2026-07-01" });
  expect(pointsOf(second.answer.compliance)).toBe(GROUND);
  expect([await readPoints(first), await readPoints(second.id)]).toEqual([GROUND, GROUND]);
  expect(pointsOf((await compute(caller(), first)).compliance)).toBe(GROUND);
  expect(pointsOf((await save("first", [AT(22)])).answer.compliance)).toBe(GROUND);
});

it("another brand of the ingredient counts as well", async () => {
  const first = await chosen([AT(22)]);
  const engenia = { product_name: "Engenia", epa_number: "7969-507", rate: 12.8, rate_unit: "fl oz/ac" };
  await save("second", [engenia], { application_date: "2026-07-01" });
  expect(await readPoints(first)).toBe(GROUND);
});

it("a saved amount that no one knows may be all that the label allows", async () => {
  const first = await chosen([AT(11)]);
  const tavium = { product_name: "Tavium", epa_number: "100-1623", rate: 56, rate_unit: "fl oz/ac" };
  const second = await save("second", [AT(11), tavium], { application_date: "2026-07-01" });
  expect(await readPoints(first)).toBe(GROUND);
  expect(pointsOf((await compute(caller(), first)).compliance)).toBe(GROUND);
  await save("second", [AT(11)], { application_date: "2026-07-01" });
  expect([await readPoints(first), await readPoints(second.id)]).toEqual([LOWER, LOWER]);
});

it("it goes on earning while saved applications stay below it together", async () => {
  const first = await chosen([AT(22)]);
  const second = await save("second", [AT(8.8)], { application_date: "2026-07-01" });
  expect([await readPoints(first), pointsOf(second.answer.compliance)]).toEqual([LOWER, LOWER]);
});

it("what the request says of the year stands for what is saved of earlier days, and not of later ones", async () => {
  await save("earlier", [AT(22)], { application_date: "2026-05-01" });
  const first = await chosen([AT(22, { rate_used_this_year: 0 })]);
  await save("later", [AT(22)], { application_date: "2026-07-01" });
  expect(await readPoints(first)).toBe(GROUND);
});

it("the portal refuses to choose it where saved applications come to more together", async () => {
  const { id } = await save("first", [AT(22)]);
  await save("second", [AT(22)]);
  const editor = await editorOf("sibling-rates");
  const refused = editor.select(await editor.placeOf(id), MEASURES.annualRate30Lower);
  await expect(refused).rejects.toMatchObject({ reason: "contradicts_rate" });
});

const notChecked = ({ answer }: Awaited<ReturnType<typeof save>>) =>
  answer.compliance.issues.find(({ code }) => code === "LABEL_CONDITIONS_NOT_CHECKED");

it("a yearly maximum that saved applications of earlier days leave no room for is open until the request says what the year had", async () => {
  await save("may", [AT(22)], { application_date: "2026-05-01" });
  const second = await save("june", [AT(22)], { application_date: "2026-06-01" });
  expect(notChecked(second)?.effect).toBe("informs");
  expect(notChecked(second)?.message).not.toContain("saved applications");
  const third = await save("july", [AT(22)], { application_date: "2026-07-01" });
  expect(notChecked(third)?.message).toContain("not kept if earlier saved applications were made");
  expect(notChecked(third)?.effect).toBe("blocks");
  // The day before all of them is not theirs to fill.
  const first = await save("april", [AT(22)], { application_date: "2026-04-01" });
  expect(notChecked(first)?.message).not.toContain("saved applications");
  const said = AT(22, { rate_used_this_year: 22, applications_this_year: 1 });
  const answered = await save("july", [said], { application_date: "2026-07-01" });
  expect(answered.answer.compliance.unjudged.map(({ rule_id: id }) => id)).not.toContain(
    "product:264-1241:condition:annual-rate",
  );
});

it("a saved application counts at the rate that it was last computed with, where that is higher", async () => {
  const may = await save("may", [AT(11)], { application_date: "2026-05-01" });
  const first = await chosen([AT(11)]);
  const update = { product_index: 0, epa_number: "264-1241", rate: 22, rate_unit: "fl oz/ac" };
  await compute(caller(), may.id, { rate_updates: [update] });
  expect(await readPoints(first)).toBe(GROUND);
  await compute(caller(), may.id);
  expect(await readPoints(first)).toBe(LOWER);
});

it("a rate that was computed in another measure takes nothing off what was checked", async () => {
  const first = await chosen([AT(11)]);
  const may = await save("may", [AT(22)], { application_date: "2026-05-01" });
  expect(await readPoints(first)).toBe(GROUND);
  const update = { product_index: 0, epa_number: "264-1241", rate: 0.1, rate_unit: "lb/ac" };
  await compute(caller(), may.id, { rate_updates: [update] });
  expect(await readPoints(first)).toBe(GROUND);
});

it("what a saved application said of the year before it stands for later ones that say nothing", async () => {
  await save("may", [AT(22, { rate_used_this_year: 22 })], { application_date: "2026-05-01" });
  const second = await save("june", [AT(22)], { application_date: "2026-06-01" });
  expect(notChecked(second)?.effect).toBe("blocks");
});

it("an amount of the year that was said by a volume no one said stays unknown where a computation says one", async () => {
  const byVolume = { rate_unit: "fl oz/100 gal", rate_used_this_year: 100, applications_this_year: 1 };
  const { id } = await save("june", [AT(100, byVolume)], { gpa: undefined });
  const { compliance } = await compute(caller(), id, { gpa: 15 });
  expect(compliance.issues).toContainEqual(
    expect.objectContaining({ code: "LABEL_CONDITIONS_NOT_CHECKED", effect: "blocks" }),
  );
});
