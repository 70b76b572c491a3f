import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { GET } from "@/app/api/v2/applications/[applicationEventId]/machine-files/route";
import { getProvider } from "@/lib/data/bulk/provider";
import { asProvider } from "@/lib/data/db";
import { getDeps } from "@/lib/runtime/deps";
import { readQuestions } from "@/lib/usecases/questions/answer-questions";
import { NEEDS_4, read, runoffOf, saved } from "@/tests/contract/v2/compliance/support";
import { compute, prepareClayGround, READY } from "@/tests/contract/v2/drift/support";
import { FAR_PULA, GROUND, sqlAsOwner, type Body } from "@/tests/contract/v2/esa-check/support";
import { loadPulas } from "@/tests/support/reference-data";
import { call, makeCaller, refusal, type Caller } from "@/tests/support/api";
import { askTool } from "@/tests/support/mcp";
import { editorOf, MEASURES, type Editor } from "@/tests/support/selections";
import type { Connected } from "@/tests/support/soil-ground";

/** Ground that earns 3 points by itself: tracking 1, county 2. */
let caller: Caller;
let editor: Editor;
let soil: Connected;
beforeAll(async () => {
  soil = await prepareClayGround();
  caller = await makeCaller("other-setup");
  editor = await editorOf("other-setup");
});
afterAll(() => soil.close());

const DM901_TEXT =
  "DEMO: This crop use is located within a PULA. Therefore, 5 ADDITIONAL points (for a total of 9 points) of runoff/erosion " +
  "mitigations must be achieved for this crop use using the Mitigation Menu. Made up for the demonstration; no such limitation exists.";

const file = (id: string): Promise<Response> =>
  call(GET, caller, { method: "GET", params: { applicationEventId: id }, query: "format=geojson" });

async function standingOf(id: string) {
  const deps = await getDeps();
  const provider = await asProvider(deps.db, "other-setup", (tx) => getProvider(tx, "other-setup"));
  return (await readQuestions({ deps, provider }, id)).standing.status;
}

async function planned(name: string, more: Body): Promise<string> {
  const body = { application_id: name, provider_field_id: name, ...READY, products: [NEEDS_4], ...more };
  return (await saved(caller, body)).id;
}

describe("an application that is computed in another setup than it was checked in", () => {
  it("stands by what that setup is asked for: an exemption of another method makes no machine file", async () => {
    const id = await planned("injected", { application_method: "Soil-Injection" });
    await editor.exempt(id, "soil_injection");
    expect((await compute(caller, id)).compliance.status).toBe("met");
    expect((await file(id)).status).toBe(200);

    const broadcast = await compute(caller, id, { application_method: "Broadcast-Ground" });
    expect(broadcast.compliance).toMatchObject({ status: "not_met", drift: { status: "met" } });
    expect(await standingOf(id)).toBe("not_met");
    expect((await refusal(await file(id), 409)).message).toContain("not_met");
    const { compliance } = await read(caller, id);
    expect(compliance.runoff).toMatchObject([{ status: "not_met", exempt: false, required_points: 4, gap: 1 }]);
    expect(compliance.requirements).toContainEqual(
      expect.objectContaining({ mitigation_type: "epa_runoff", required: true, required_points: 4, exempt: false }),
    );

    await editor.select(await editor.placeOf(id), MEASURES.noTill);
    expect(await standingOf(id)).toBe("met");
    expect(runoffOf(await read(caller, id))).toMatchObject({ status: "met" });
    expect((await file(id)).status).toBe(200);
  });

  it("and one that is checked again stands by the check", async () => {
    const id = await planned("again", { application_method: "Soil-Injection" });
    await editor.exempt(id, "soil_injection");
    await compute(caller, id, { application_method: "Broadcast-Ground" });
    expect(await standingOf(id)).toBe("not_met");
    await planned("again", { application_method: "Soil-Injection" });
    await compute(caller, id);
    expect(await standingOf(id)).toBe("met");
  });

  it("stands by newer areas that ask for more points, once it is computed on them", async () => {
    const id = await planned("newer-areas", {});
    await editor.select(await editor.placeOf(id), MEASURES.noTill);
    expect((await compute(caller, id)).compliance.status).toBe("met");
    expect(await standingOf(id)).toBe("met");
    const area = { pulaId: 901, geometry: GROUND };
    const text = DM901_TEXT;
    await loadPulas(
      [area, FAR_PULA],
      [{ pulaId: 901, registration: "99002-1", code: "DM901", limitation: text }],
      GROUND,
    );
    const answer = await compute(caller, id);
    expect(answer.compliance).toMatchObject({ status: "not_met", runoff: [{ required_points: 9, status: "not_met" }] });
    expect(await standingOf(id)).toBe("not_met");
    const { compliance } = await read(caller, id);
    expect(compliance.runoff).toMatchObject([{ status: "not_met", required_points: 9, label_required_points: 9 }]);
    expect(compliance.requirements).toContainEqual(
      expect.objectContaining({ mitigation_type: "epa_runoff", required_points: 9, label_required_points: 9 }),
    );
    // The computation said so: nothing has changed since.
    const { answer: changed } = await askTool(caller, "what_changed", { application_event_id: id });
    expect(changed).toMatchObject({ status_now: "not_met", issues_added: [], required_points: [] });
  });

  it("names a system that the computation alone found among its requirements", async () => {
    const id = await planned("found-later", {});
    await compute(caller, id);
    // As of a check outside any area, of a product whose label asks no points.
    await sqlAsOwner(
      "other-setup",
      "DELETE FROM requirement WHERE application_event_id = $1 AND mitigation_type = 'epa_runoff'",
      [id],
    );
    const { compliance } = await read(caller, id);
    expect(compliance.runoff).toMatchObject([{ mitigation_type: "epa_runoff", required_points: 9, status: "not_met" }]);
    expect(compliance.requirements).toContainEqual({
      mitigation_type: "epa_runoff",
      required: true,
      required_points: 9,
      exempt: false,
      label_required_points: 9,
      updated_at: compliance.drift.last_computation?.checked_at,
      runoff_exemption_claimed_at: null,
      runoff_exemption_reasons: null,
      drift_buffers: null,
    });
  });

  it("has points that no one knows where newer areas ask for a number that cannot be read, whatever was met when it was checked", async () => {
    await loadPulas([FAR_PULA], [], GROUND);
    const id = await planned("unread-areas", {});
    await editor.select(await editor.placeOf(id), MEASURES.noTill);
    const area = { pulaId: 902, geometry: GROUND };
    const text = DM901_TEXT.replace("5 ADDITIONAL points (for a total of 9 points)", "ADDITIONAL points");
    await loadPulas(
      [area, FAR_PULA],
      [{ pulaId: 902, registration: "99002-1", code: "DM777", limitation: text }],
      GROUND,
    );
    expect((await compute(caller, id)).compliance.runoff).toMatchObject([{ required_points: null }]);
    expect(await standingOf(id)).toBe("indeterminate");
    const { compliance } = await read(caller, id);
    expect(compliance.runoff).toMatchObject([{ status: "indeterminate", label_required_points: null, gap: null }]);
    expect(compliance.requirements).toContainEqual(
      expect.objectContaining({ mitigation_type: "epa_runoff", required: true, label_required_points: null }),
    );
  });
});
