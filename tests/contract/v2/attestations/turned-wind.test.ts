import { afterAll, beforeAll, expect, it } from "vitest";
import { give, questions } from "@/tests/contract/v2/attestations/support";
import { read, saved } from "@/tests/contract/v2/compliance/support";
import { sql, sqlAsOwner } from "@/tests/contract/v2/esa-check/support";
import { compute, prepareSoundGround, READY } from "@/tests/contract/v2/drift/support";
import { edit, openBrowser, readLive, type Browser } from "@/tests/contract/portal/edits-support";
import { editorOf } from "@/tests/support/selections";
import { makeCaller, type Caller } from "@/tests/support/api";
import { STRYAX, STRYAX_ADJUVANTS } from "@/tests/support/requests";
import type { Connected } from "@/tests/support/soil-ground";

const ABOUT_CROP = "sensitive_crop_downwind:264-1241:sensitive-plants";

const ABOUT_WEBSITE = "label_website_checked:264-1241:website";

let caller: Caller;
let soil: Connected;
beforeAll(async () => {
  soil = await prepareSoundGround();
  caller = await makeCaller("turning");
});
afterAll(() => soil.close());

const application = async (name: string): Promise<string> =>
  (
    await saved(caller, {
      ...READY,
      application_id: name,
      provider_field_id: name,
      droplet_size: "C",
      products: [STRYAX, ...STRYAX_ADJUVANTS],
    })
  ).id;

/** How the conditions of the label stand in a wind: broken, blocking, or informing. */
async function conditionsIn(id: string, from: number): Promise<string> {
  const { issues } = (await compute(caller, id, { wind_direction_deg: from, temperature_f: 70, humidity_percent: 50 }))
    .compliance;
  if (issues.some(({ code }) => code === "WIND_OUTSIDE_LABEL_RANGE")) return "broken";
  return issues.find(({ code }) => code === "LABEL_CONDITIONS_NOT_CHECKED")?.effect ?? "none";
}

const say = async (id: string, from: number, said: string): Promise<void> => {
  await conditionsIn(id, from);
  await give(caller, id, { [ABOUT_CROP]: said });
};

/** Takes back the answer in force about the crop, in the portal. */
async function takeBack(id: string, browser: Browser) {
  const { fieldId, year } = await (await editorOf("turning")).placeOf(id);
  const said = (await read(caller, id)).compliance.attestations.find(({ question_id }) => question_id === ABOUT_CROP);
  const [{ fingerprint } = { fingerprint: "" }] = await sql<{ fingerprint: string }>(
    "turning",
    "SELECT fingerprint FROM attestation WHERE application_event_id = $1 AND starts_with(question_id, $2)",
    [id, ABOUT_CROP],
  );
  const edits = {
    kind: "attestation",
    fieldId,
    year,
    applicationEventId: id,
    questionId: ABOUT_CROP,
    fingerprint,
    said: null,
  };
  return edit(browser, { ...edits, baseAttestedAt: said?.attested_at });
}

it("a crop that lay downwind is not forgotten by a no about another wind", async () => {
  const id = await application("forgotten");
  await say(id, 235, "yes");
  expect(await conditionsIn(id, 235)).toBe("broken");
  await say(id, 55, "no");
  expect(await conditionsIn(id, 55)).toBe("informs");
  expect(await conditionsIn(id, 235)).toBe("blocks");
  expect(await conditionsIn(id, 237)).toBe("blocks");
  await conditionsIn(id, 235);
  expect((await questions(caller, id)).find((each) => each.question_id === ABOUT_CROP)?.answered).toBeNull();
  await give(caller, id, { [ABOUT_CROP]: "no" });
  expect(await conditionsIn(id, 235)).toBe("informs");
});

it("a yes that was corrected in its own wind blocks nothing later", async () => {
  const id = await application("corrected");
  await say(id, 235, "yes");
  await give(caller, id, { [ABOUT_CROP]: "no" });
  await say(id, 55, "no");
  expect(await conditionsIn(id, 235)).toBe("informs");
});

it("a no that is taken back leaves the yes about another wind, also when that is undone and made again, and does not come back", async () => {
  const id = await application("taken-back");
  const { fieldId, year } = await (await editorOf("turning")).placeOf(id);
  const place = { fieldId, year, applicationEventId: id };
  const browser = await openBrowser(caller, id);
  await say(id, 235, "yes");
  await say(id, 55, "no");
  const taken = await takeBack(id, browser);
  expect(await conditionsIn(id, 235)).toBe("broken");
  const undone = await edit(browser, { kind: "undo", ...place, changeId: taken.changeId });
  expect(await conditionsIn(id, 55)).toBe("informs");
  expect(await conditionsIn(id, 235)).toBe("blocks");
  await edit(browser, { kind: "redo", ...place, changeId: undone.changeId });
  expect(await conditionsIn(id, 235)).toBe("broken");
  await takeBack(id, browser);
  await conditionsIn(id, 55);
  expect((await questions(caller, id)).find((each) => each.question_id === ABOUT_CROP)?.answered).toBeNull();
});

it("what was said while another edition of the label stood before this one holds, and is taken back as well", async () => {
  const id = await application("edition");
  const { fieldId, year } = await (await editorOf("turning")).placeOf(id);
  const browser = await openBrowser(caller, id);
  await say(id, 235, "yes");
  // As it was asked beside an entry by another label, which is taken out since.
  await sqlAsOwner(
    caller.providerId,
    `UPDATE attestation SET question_id = question_id || ':2026-08-01' WHERE application_event_id = '${id}'`,
  );
  expect(await conditionsIn(id, 235)).toBe("broken");
  const taken = await takeBack(id, browser);
  expect((await questions(caller, id)).find((each) => each.question_id === ABOUT_CROP)?.answered).toBeNull();
  expect(await conditionsIn(id, 235)).toBe("informs");
  await edit(browser, { kind: "undo", fieldId, year, applicationEventId: id, changeId: taken.changeId });
  expect(await conditionsIn(id, 235)).toBe("broken");
  await give(caller, id, { [ABOUT_CROP]: "no" });
  expect(await conditionsIn(id, 235)).toBe("informs");
});

it("a no about the website of a day still blocks a check of that day after a yes about another", async () => {
  const checkOn = async (application_date: string) => {
    const { id, answer } = await saved(caller, {
      ...READY,
      application_id: "website",
      provider_field_id: "website",
      application_date,
      droplet_size: "C",
      products: [STRYAX, ...STRYAX_ADJUVANTS],
    });
    const found = answer.compliance.issues.find(({ code }) => code === "LABEL_CONDITIONS_NOT_CHECKED");
    return { id, effect: found?.effect };
  };
  const { id } = await checkOn("2026-06-15");
  await give(caller, id, { [ABOUT_WEBSITE]: "no" });
  await checkOn("2026-06-16");
  await give(caller, id, { [ABOUT_WEBSITE]: "yes" });
  expect((await checkOn("2026-06-16")).effect).toBe("informs");
  expect((await checkOn("2026-06-15")).effect).toBe("blocks");
});

it("a yes that was undone blocks nothing later, and one that was made again does", async () => {
  const id = await application("undone");
  const { fieldId, year } = await (await editorOf("turning")).placeOf(id);
  const place = { fieldId, year, applicationEventId: id };
  const browser = await openBrowser(caller, id);
  await say(id, 235, "yes");
  const [yes] = (await readLive(browser, place)).changes;
  const undone = await edit(browser, { kind: "undo", ...place, changeId: yes?.changeId });
  await say(id, 55, "no");
  expect(await conditionsIn(id, 235)).toBe("informs");
  const [no] = (await readLive(browser, place)).changes;
  await edit(browser, { kind: "undo", ...place, changeId: no?.changeId });
  await edit(browser, { kind: "redo", ...place, changeId: undone.changeId });
  expect(await conditionsIn(id, 235)).toBe("broken");
  await say(id, 55, "no");
  expect(await conditionsIn(id, 235)).toBe("blocks");
});

it("a yes that “I can't tell” took the place of is open, in its own wind and in others, until it is denied or taken back", async () => {
  const id = await application("not-sure");
  await say(id, 235, "yes");
  const unsure = await give(caller, id, { [ABOUT_CROP]: "unknown" }, "Kim Row");
  expect(unsure.compliance.issues.find(({ code }) => code === "LABEL_CONDITIONS_NOT_CHECKED")?.effect).toBe("blocks");
  expect(await conditionsIn(id, 235)).toBe("blocks");
  expect(await conditionsIn(id, 55)).toBe("blocks");
  await say(id, 235, "no");
  expect(await conditionsIn(id, 235)).toBe("informs");
  await say(id, 235, "yes");
  await give(caller, id, { [ABOUT_CROP]: "unknown" });
  await takeBack(id, await openBrowser(caller, id));
  expect(await conditionsIn(id, 235)).toBe("informs");
});

it("a no that “I can't tell” took the place of does not come back when that is taken back", async () => {
  const id = await application("no-return");
  await say(id, 235, "no");
  await give(caller, id, { [ABOUT_CROP]: "unknown" });
  await takeBack(id, await openBrowser(caller, id));
  expect((await questions(caller, id)).find((each) => each.question_id === ABOUT_CROP)?.answered).toBeNull();
});

it("a no that “I can't tell” ended does not stand again once a no about another wind is taken back", async () => {
  const id = await application("ended");
  await say(id, 235, "no");
  await give(caller, id, { [ABOUT_CROP]: "unknown" }, "Kim Row");
  await say(id, 55, "no");
  await takeBack(id, await openBrowser(caller, id));
  await conditionsIn(id, 235);
  const asked = (await questions(caller, id)).find((each) => each.question_id === ABOUT_CROP);
  expect(asked?.answered).toMatchObject({ answer: "unknown", by: "Kim Row" });
});
