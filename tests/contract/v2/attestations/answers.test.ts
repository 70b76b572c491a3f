import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { setAttestationsCount } from "@/lib/usecases/operations/manage-providers";
import { getDeps } from "@/lib/runtime/deps";
import { ABOUT_UNREAD, give, questions, sendAnswers, UNREAD } from "@/tests/contract/v2/attestations/support";
import { NEEDS_4, read, saved } from "@/tests/contract/v2/compliance/support";
import { codesOf, compute, prepareSoundGround, READY } from "@/tests/contract/v2/drift/support";
import { check, sql, type Body } from "@/tests/contract/v2/esa-check/support";
import { lock } from "@/tests/contract/v2/portal/support";
import { BY_TEST, makeCaller, refusal, type Caller } from "@/tests/support/api";
import type { Connected } from "@/tests/support/soil-ground";

let caller: Caller;
let soil: Connected;
beforeAll(async () => {
  soil = await prepareSoundGround();
  caller = await makeCaller("attesting");
});
afterAll(() => soil.close());

const application = async (name: string, more: Body = {}): Promise<string> =>
  (await saved(caller, { application_id: name, products: [UNREAD], ...more })).id;

describe("the questions of an application", () => {
  it("ask about the label that no one has read, in plain words", async () => {
    expect(await questions(caller, await application("asked"))).toEqual([
      {
        question_id: ABOUT_UNREAD,
        kind: "label_has_esa_directions",
        product_index: 0,
        subject: "99001-3",
        text: "Open the DEMO Unread label. Does it tell you to visit Bulletins Live! Two or the Mitigation Menu?",
        help: expect.stringContaining("Endangered Species") as string,
        answers: ["yes", "no", "unknown"],
        answered: null,
      },
    ]);
  });

  it("are none where no answer hangs on one", async () => {
    expect(await questions(caller, await application("read", { products: [NEEDS_4] }))).toEqual([]);
  });

  it("leave out a product whose name is another product's", async () => {
    const products = [{ ...UNREAD, product_name: "Stryax" }];
    expect(await questions(caller, await application("mismatched", { products }))).toEqual([]);
  });
});

describe("an answer", () => {
  it("settles what no record knows, and stands in the answer with who gave it and when", async () => {
    const id = await application("settled");
    expect((await read(caller, id)).compliance.last_assessment?.status).toBe("indeterminate");
    const before = Date.now();
    const { compliance, questions: asked } = await give(caller, id, { [ABOUT_UNREAD]: "no" });
    expect(compliance.status).toBe("not_applicable");
    expect(compliance.issues.map(({ code }) => code)).toEqual(["ATTESTED"]);
    expect(compliance.issues[0]).toMatchObject({ effect: "informs", product_index: 0 });
    expect(compliance.issues[0]?.message).toContain("Jo Field");
    expect(compliance.runoff).toEqual([]);
    expect(compliance.attestations).toEqual([
      {
        question_id: ABOUT_UNREAD,
        kind: "label_has_esa_directions",
        question_version: 1,
        product_index: 0,
        subject: "99001-3",
        answer: "no",
        attested_by: "Jo Field",
        attested_at: expect.any(String) as string,
        label_date: null,
        application_revision: expect.any(Number) as number,
        counts: true,
      },
    ]);
    expect(Date.parse(compliance.attestations[0]?.attested_at ?? "")).toBeGreaterThanOrEqual(before - 1);
    expect(asked[0]?.answered).toMatchObject({ answer: "no", by: "Jo Field" });
    const later = await read(caller, id);
    expect(later.compliance.attestations).toEqual(compliance.attestations);
    // What the check found stays as it was found.
    expect(later.compliance.last_assessment?.status).toBe("indeterminate");
  });

  it("counts in a new check of the same application", async () => {
    const id = await application("rechecked");
    await give(caller, id, { [ABOUT_UNREAD]: "no" });
    const again = await check(caller, { application_id: "rechecked", products: [UNREAD] });
    expect(again.compliance.status).toBe("not_applicable");
    expect(again.compliance.issues.map(({ code }) => code)).toEqual(["ATTESTED"]);
    expect(again.compliance.attestations).toMatchObject([{ answer: "no", counts: true }]);
    const { compliance } = await read(caller, id);
    expect(compliance.last_assessment).toMatchObject({ status: "not_applicable" });
  });

  it.each(["yes", "unknown"])("“%s” leaves the application open", async (said) => {
    const id = await application(`open-${said}`);
    const { compliance } = await give(caller, id, { [ABOUT_UNREAD]: said });
    expect(compliance.status).toBe("indeterminate");
    expect(compliance.issues.map(({ code }) => code)).toContain("ESA_STATUS_UNKNOWN");
    expect(compliance.attestations).toMatchObject([{ answer: said }]);
  });

  it("takes another's place, and “I can't tell” gives the earlier answer of the application again", async () => {
    const id = await application("changed");
    const first = await give(caller, id, { [ABOUT_UNREAD]: "unknown" });
    await give(caller, id, { [ABOUT_UNREAD]: "no" });
    const last = await give(caller, id, { [ABOUT_UNREAD]: "unknown" }, "Kim Row");
    expect(last.compliance.status).toBe("indeterminate");
    expect(last.compliance.runoff).toEqual(first.compliance.runoff);
    expect(last.compliance.requirements).toEqual(first.compliance.requirements);
    expect(last.questions[0]?.answered).toMatchObject({ answer: "unknown", by: "Kim Row" });
    const history = await sql("attesting", "SELECT 1 FROM change_event WHERE application_event_id = $1", [id]);
    expect(history).toHaveLength(3);
  });

  it("that is sent again stays as it was given", async () => {
    const id = await application("again");
    const first = await give(caller, id, { [ABOUT_UNREAD]: "no" });
    const second = await give(caller, id, { [ABOUT_UNREAD]: "no" });
    expect(second).toEqual(first);
    const history = await sql("attesting", "SELECT 1 FROM change_event WHERE application_event_id = $1", [id]);
    expect(history).toHaveLength(1);
  });

  it("leaves the runoff points of the other products, and drift is computed without the open label", async () => {
    const id = await application("mixed", { ...READY, products: [NEEDS_4, UNREAD] });
    const open = await compute(caller, id);
    expect(open.compliance.drift.has_treatable_area).toBeNull();
    const { compliance } = await give(caller, id, { [ABOUT_UNREAD]: "no" });
    expect(compliance.runoff).toMatchObject([{ required_points: 4 }]);
    expect(compliance.issues.map(({ code }) => code)).toContain("DRIFT_CONDITIONS_UNVERIFIED");
    const computed = await compute(caller, id);
    expect(computed.compliance.drift.has_treatable_area).toBe(true);
    expect(codesOf(computed)).not.toContain("ESA_STATUS_UNKNOWN");
    expect(codesOf(computed)).toContain("ATTESTED");
    const taken = await give(caller, id, { [ABOUT_UNREAD]: "unknown" });
    expect(taken.compliance.status).toBe("indeterminate");
    expect(taken.compliance.issues.map(({ code }) => code)).toContain("ESA_STATUS_UNKNOWN");
  });

  it("falls when the label in hand is another", async () => {
    const id = await application("relabeled");
    await give(caller, id, { [ABOUT_UNREAD]: "no" });
    const products = [{ ...UNREAD, label_date: "2026-01-02" }];
    const again = await check(caller, { application_id: "relabeled", products });
    expect(again.compliance.status).toBe("indeterminate");
    expect(again.compliance.attestations).toEqual([]);
    expect((await questions(caller, id))[0]?.answered).toBeNull();
    await check(caller, { application_id: "relabeled", products: [UNREAD] });
    expect((await questions(caller, id))[0]?.answered).toMatchObject({ answer: "no" });
  });

  it("does not count where the provider only shows answers", async () => {
    const shown = await makeCaller("showing");
    const { db } = await getDeps();
    await setAttestationsCount({ db, by: BY_TEST }, "showing", false);
    const { id } = await saved(shown, { application_id: "shown", products: [UNREAD] });
    const { compliance } = await give(shown, id, { [ABOUT_UNREAD]: "no" });
    expect(compliance.status).toBe("indeterminate");
    expect(compliance.attestations).toMatchObject([{ answer: "no", counts: false }]);
    expect(compliance.issues.map(({ code }) => code)).not.toContain("ATTESTED");
    const again = await check(shown, { application_id: "shown", products: [UNREAD] });
    expect(again.compliance.status).toBe("indeterminate");
    expect(again.compliance.attestations).toMatchObject([{ counts: false }]);
  });
});

describe("answers that are refused", () => {
  it("name the question that is not asked", async () => {
    const id = await application("unasked");
    const response = await sendAnswers(caller, id, {
      answers: [
        { question_id: ABOUT_UNREAD, answer: "no" },
        { question_id: "label_has_esa_directions:1-1", answer: "no" },
      ],
      attested_by: "Jo Field",
    });
    const found = await refusal(response, 422);
    expect(found).toMatchObject({
      code: "INVALID_REQUEST",
      message: "`answers.1.question_id` is not a question of this application; read its questions again.",
      details: [
        {
          path: ["answers", 1, "question_id"],
          pointer: "/answers/1/question_id",
          code: "custom",
          message: "`answers.1.question_id` is not a question of this application; read its questions again.",
        },
      ],
    });
    // All or none.
    expect((await questions(caller, id))[0]?.answered).toBeNull();
  });

  it.each([
    ["no answer", { answers: [], attested_by: "Jo Field" }],
    ["an answer of another kind", { answers: [{ question_id: ABOUT_UNREAD, answer: "maybe" }], attested_by: "Jo" }],
    ["no name", { answers: [{ question_id: ABOUT_UNREAD, answer: "no" }] }],
    ["a name without a letter", { answers: [{ question_id: ABOUT_UNREAD, answer: "no" }], attested_by: " - " }],
    [
      "a question twice",
      {
        answers: [
          { question_id: ABOUT_UNREAD, answer: "no" },
          { question_id: ABOUT_UNREAD, answer: "yes" },
        ],
        attested_by: "Jo Field",
      },
    ],
  ])("for %s", async (_, body) => {
    const id = await application("invalid");
    expect(await refusal(await sendAnswers(caller, id, body), 422)).toMatchObject({ code: "INVALID_REQUEST" });
  });

  it("while the application is locked, and reading goes on", async () => {
    const id = await application("locked");
    await lock(caller, id, true);
    const body = { answers: [{ question_id: ABOUT_UNREAD, answer: "no" }], attested_by: "Jo Field" };
    expect(await refusal(await sendAnswers(caller, id, body), 423)).toMatchObject({ code: "LOCKED", retryable: false });
    expect(await questions(caller, id)).toHaveLength(1);
    await lock(caller, id, false);
    await give(caller, id, { [ABOUT_UNREAD]: "no" });
  });
});
