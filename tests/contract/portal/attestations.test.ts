import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { attestationsAsJson } from "@/lib/data/attestations";
import { Prisma } from "@/lib/data/db";
import { countStatements } from "@/lib/data/statement-context";
import type { FieldYearRef } from "@/lib/domain/field-year";
import type { AttestationEdit } from "@/lib/domain/portal-edit";
import { getDeps } from "@/lib/runtime/deps";
import { fingerprintOf } from "@/lib/usecases/attestations/asked";
import { applyEdit } from "@/lib/usecases/portal/edits/apply-edit";
import { readFieldYear } from "@/lib/usecases/portal/read-field-year";
import { readSession } from "@/lib/usecases/portal/session";
import { edit, openBrowser, refusedEdit, type Browser } from "@/tests/contract/portal/edits-support";
import { ABOUT_UNREAD, questions, UNREAD } from "@/tests/contract/v2/attestations/support";
import { prepareSoundGround } from "@/tests/contract/v2/drift/support";
import { read, saved } from "@/tests/contract/v2/compliance/support";
import { check, sql, sqlAsOwner, type Body } from "@/tests/contract/v2/esa-check/support";
import { lock } from "@/tests/contract/v2/portal/support";
import { makeCaller, type Caller } from "@/tests/support/api";
import { daysFromNow } from "@/tests/support/days";
import { STRYAX } from "@/tests/support/requests";
import { editorOf } from "@/tests/support/selections";
import { isSpread } from "@/tests/support/spread";
import type { Connected } from "@/tests/support/soil-ground";

let caller: Caller;
let soil: Connected;
beforeAll(async () => {
  soil = await prepareSoundGround();
  caller = await makeCaller("speaking");
});
afterAll(() => soil.close());

interface Opened {
  id: string;
  questionId: string;
  browser: Browser;
  place: FieldYearRef;
  fingerprint: string;
}

async function opened(name: string, more: Body = {}, questionId = ABOUT_UNREAD): Promise<Opened> {
  const { id } = await saved(caller, { application_id: name, products: [UNREAD], ...more });
  const { fieldId, year } = await (await editorOf("speaking")).placeOf(id);
  const [row] = await sql<{ text: string }>(
    "speaking",
    `SELECT q->>'restsOn' AS text FROM application a JOIN assessment x
       ON x.provider_id = a.provider_id AND x.assessment_id = a.last_assessment_id, jsonb_array_elements(x.body->'questions') q
     WHERE a.application_event_id = $1 AND q->>'questionId' = $2`,
    [id, questionId],
  );
  return {
    ...{ id, questionId },
    browser: await openBrowser(caller, id),
    place: { fieldId, year, applicationEventId: id },
    fingerprint: fingerprintOf(row?.text ?? ""),
  };
}

const answering = (
  { place, questionId, fingerprint }: Opened,
  said: { answer: string; attestedBy: string } | null,
  baseAttestedAt: string | null = null,
) => ({ kind: "attestation", ...place, questionId, fingerprint, baseAttestedAt, said });

const NO = { answer: "no", attestedBy: "Jo Field" };
const answeredOf = async ({ id, questionId }: Opened) =>
  (await questions(caller, id)).find(({ question_id }) => question_id === questionId)?.answered ?? null;
const runoffOf = async ({ id }: Opened) => (await read(caller, id)).compliance.runoff;

describe("an answer given in the portal", () => {
  it("is one transaction, which reads back too", async () => {
    const at = await opened("counted");
    const { grant, cookie } = at.browser;
    const session = await readSession(await getDeps(), { grant, cookie: cookie.replace("hedgerow-portal=", "") });
    if (session === null) throw new Error("no session");
    // Products are looked up once a minute: the edit finds them there.
    await readFieldYear(session.pass, at.place);
    const edit: AttestationEdit = {
      ...at.place,
      kind: "attestation",
      applicationEventId: at.id,
      questionId: ABOUT_UNREAD,
      fingerprint: at.fingerprint,
      baseAttestedAt: null,
      said: { answer: "no", attestedBy: "Jo Field" },
    };
    const count = { statements: 0, messages: [] as string[] };
    const { changeId } = await countStatements(count, () => applyEdit(session, edit));
    expect(changeId).not.toBeNull();
    expect(count.messages.filter((message) => message === "BEGIN")).toHaveLength(1);
    expect(count.messages.at(-1)).toBe("COMMIT");
    expect(count.messages.length, count.messages.join("\n")).toBe(12);
  });

  it("is saved, stands in the history, and is undone and made again", async () => {
    const at = await opened("told");
    const before = await runoffOf(at);
    const { changeId, live } = await edit(at.browser, answering(at, NO));
    expect(await answeredOf(at)).toMatchObject({ answer: "no", by: "Jo Field" });
    expect(await runoffOf(at)).toEqual([]);
    expect(live.changes[0]).toMatchObject({
      text: "Jo Field said of 99001-3: the label has no ESA directions",
      canUndo: true,
    });
    const undone = await edit(at.browser, { kind: "undo", ...at.place, changeId });
    expect(await answeredOf(at)).toBeNull();
    expect(await runoffOf(at)).toEqual(before);
    await edit(at.browser, { kind: "redo", ...at.place, changeId: undone.changeId });
    expect(await answeredOf(at)).toMatchObject({ answer: "no", by: "Jo Field" });
  });

  it("about a bulletin stands in the history as it was asked: beyond what is listed, where limitations bind in any case", async () => {
    const at = await opened("besides");
    // The question of the check as one about a bulletin, of which DC125 binds the product in any case.
    await sqlAsOwner(
      "speaking",
      `UPDATE assessment x SET body = jsonb_set(jsonb_set(x.body, '{questions,0,kind}', '"bulletin_limits_product"'),
                                                '{questions,0,particulars,besides}', '["DC125"]')
       FROM application a WHERE a.provider_id = 'speaking' AND a.application_event_id = $1
         AND x.provider_id = a.provider_id AND x.assessment_id = a.last_assessment_id`,
      [at.id],
    );
    const text = "Jo Field said of 99001-3: the bulletin does not limit the product beyond what is listed";
    const { changeId, live } = await edit(at.browser, answering(at, NO));
    expect(live.changes[0]?.text).toBe(text);
    const undone = await edit(at.browser, { kind: "undo", ...at.place, changeId });
    const again = await edit(at.browser, { kind: "redo", ...at.place, changeId: undone.changeId });
    expect(again.live.changes[0]?.text).toBe(text);
  });

  it("is taken back by name, and an answer that is sent again is saved once", async () => {
    const at = await opened("replayed");
    const first = await edit(at.browser, answering(at, NO));
    expect((await edit(at.browser, answering(at, NO))).changeId).toBeNull();
    const said = await answeredOf(at);
    expect(first.changeId).not.toBeNull();
    await edit(at.browser, answering(at, null, said?.at ?? null));
    expect(await answeredOf(at)).toBeNull();
    expect((await edit(at.browser, answering(at, null, said?.at ?? null))).changeId).toBeNull();
  });

  it("is refused while the application is locked", async () => {
    const at = await opened("shut");
    await lock(caller, at.id, true);
    const { error } = await refusedEdit(at.browser, answering(at, NO), { status: 423 });
    expect(error.code).toBe("LOCKED");
    expect(await answeredOf(at)).toBeNull();
    await lock(caller, at.id, false);
    const { changeId } = await edit(at.browser, answering(at, NO));
    await lock(caller, at.id, true);
    await refusedEdit(at.browser, { kind: "undo", ...at.place, changeId }, { status: 423 });
    expect(await answeredOf(at)).toMatchObject({ answer: "no" });
  });

  it("is refused where someone else has answered since", async () => {
    const at = await opened("raced");
    await edit(at.browser, answering(at, { answer: "yes", attestedBy: "Kim Row" }));
    const { error } = await refusedEdit(at.browser, answering(at, NO), { status: 409 });
    expect(error.code).toBe("CHANGED");
    expect(await answeredOf(at)).toMatchObject({ answer: "yes", by: "Kim Row" });
  });

  describe("that waited for a network", () => {
    const HOUR_MS = 3_600_000;
    const DAY_MS = 24 * HOUR_MS;
    const YES = { answer: "yes", attestedBy: "Jo Field" };
    const inDays = daysFromNow();
    /** Of an application in some days that was made some days ago: its label asks to look at a website within seven days before. */
    const asked = async (name: string, { made, day }: { made: number; day: number }): Promise<Opened> => {
      const at = await opened(
        name,
        { provider_field_id: name, products: [STRYAX], application_date: inDays(day) },
        "label_website_checked:264-1241:website",
      );
      await sqlAsOwner("speaking", "UPDATE application SET created_at = $2 WHERE application_event_id = $1", [
        at.id,
        new Date(Date.now() - made * DAY_MS),
      ]);
      return at;
    };
    const waited = (at: Opened, saidMsAgo: number, base: string | null = null, said = YES) => ({
      ...answering(at, said, base),
      saidMsAgo,
    });
    const expectSaidDaysAgo = async (at: Opened, days: number): Promise<void> => {
      const agoMs = Date.now() - Date.parse((await answeredOf(at))?.at ?? "");
      expect(agoMs).toBeGreaterThanOrEqual(days * DAY_MS);
      expect(agoMs).toBeLessThan(days * DAY_MS + HOUR_MS);
    };

    it("counts from when it was said, where it counts for some days", async () => {
      const at = await asked("waited", { made: 9, day: 1 });
      await edit(at.browser, waited(at, 5 * DAY_MS));
      await expectSaidDaysAgo(at, 5);
    });

    it("is asked again where those days are over", async () => {
      const at = await asked("waited-too-long", { made: 9, day: 5 });
      await edit(at.browser, waited(at, 5 * DAY_MS));
      expect(await answeredOf(at)).toBeNull();
      await edit(at.browser, waited(at, 0));
      expect(await answeredOf(at)).toMatchObject({ answer: "yes" });
    });

    it("that stands however early it was said counts from its arrival, against all that was said before", async () => {
      const at = await asked("waited-against", { made: 9, day: 1 });
      await edit(at.browser, waited(at, 5 * DAY_MS, null, NO));
      await expectSaidDaysAgo(at, 0);
    });

    it("is no older than its application, whatever a clock says", async () => {
      const at = await asked("waited-young", { made: 2, day: 1 });
      await edit(at.browser, waited(at, 20_000 * DAY_MS));
      await expectSaidDaysAgo(at, 2);
    });

    it("is refused where an answer was given and taken back since", async () => {
      const at = await asked("waited-over", { made: 9, day: 1 });
      await edit(at.browser, answering(at, { answer: "no", attestedBy: "Kim Row" }));
      await edit(at.browser, answering(at, null, (await answeredOf(at))?.at ?? null));
      const { error } = await refusedEdit(at.browser, waited(at, DAY_MS), { status: 409 });
      expect(error.code).toBe("CHANGED");
      expect(await answeredOf(at)).toBeNull();
      await edit(at.browser, waited(at, 0));
      expect(await answeredOf(at)).toMatchObject({ answer: "yes" });
    });

    it("is later than the answer that its editor saw", async () => {
      const at = await asked("waited-after", { made: 9, day: 1 });
      await edit(at.browser, answering(at, { answer: "no", attestedBy: "Kim Row" }));
      const seen = (await answeredOf(at))?.at ?? "";
      await edit(at.browser, waited(at, DAY_MS, seen));
      const after = await answeredOf(at);
      expect(after).toMatchObject({ answer: "yes" });
      expect(Date.parse(after?.at ?? "")).toBeGreaterThan(Date.parse(seen));
    });
  });

  it("is refused about other facts than it was given about, and about what is not asked", async () => {
    const at = await opened("moved");
    await check(caller, { application_id: "moved", products: [{ ...UNREAD, label_date: "2026-01-02" }] });
    const { error } = await refusedEdit(at.browser, answering(at, NO), { status: 409 });
    expect(error.code).toBe("CHANGED");
    await refusedEdit(at.browser, { ...answering(at, NO), questionId: "nozzle_on_list:1-1:any" }, { status: 404 });
    expect(await answeredOf(at)).toBeNull();
  });

  it("is not another session's to give", async () => {
    const at = await opened("foreign");
    const other = await opened("elsewhere", {
      application_id: "elsewhere",
      provider_field_id: "another-field",
    });
    await refusedEdit(other.browser, answering(at, NO), { status: 404 });
    expect(await answeredOf(at)).toBeNull();
  });
});

// Shards know nothing of their few rows, and take any index that names the provider.
it.skipIf(isSpread)("what was answered before is found without all that was ever chosen for the field", async () => {
  const { id } = await opened("chosen-much", { provider_field_id: "chosen-much" });
  await sqlAsOwner(
    "speaking",
    `INSERT INTO change_event (provider_id, change_id, field_id, application_event_id, year, kind, actor)
     SELECT a.provider_id, gen_random_uuid(), a.field_id, a.application_event_id, 2026, 'selection', 'someone'
     FROM application a, generate_series(1, 2000) WHERE a.application_event_id = $1`,
    [id],
  );
  await sqlAsOwner("speaking", "ANALYZE change_event");
  const { text, values } = Prisma.sql`
    EXPLAIN SELECT ${attestationsAsJson(Prisma.sql`a`)} FROM application a
    WHERE a.provider_id = 'speaking' AND a.application_event_id = ${id}::uuid`;
  expect(JSON.stringify(await sqlAsOwner("speaking", text, values))).toContain("change_event_answer_idx");
});
