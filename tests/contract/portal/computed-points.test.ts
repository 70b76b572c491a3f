import { afterAll, beforeAll, expect, it } from "vitest";
import { overviewView } from "@/lib/pages/portal/overview/overview";
import { seasonStart } from "@/lib/pages/portal/season";
import { getDeps } from "@/lib/runtime/deps";
import { openFieldYear, type Opened } from "@/lib/usecases/portal/field-year";
import { edit, openBrowser, readLive, selection, tallyOf, type Browser } from "@/tests/contract/portal/edits-support";
import { NEEDS_4, saved } from "@/tests/contract/v2/compliance/support";
import { compute, prepareClayGround, READY } from "@/tests/contract/v2/drift/support";
import { placeOf } from "@/tests/contract/v2/drift/portal";
import { makeCaller, type Caller } from "@/tests/support/api";
import { askTool } from "@/tests/support/mcp";
import { editorOf, MEASURES } from "@/tests/support/selections";
import { cellIn } from "@/tests/support/season-cells";
import type { Connected } from "@/tests/support/soil-ground";

/** Ground that earns 3 points by itself: tracking 1, county 2. */
let caller: Caller;
let soil: Connected;
beforeAll(async () => {
  soil = await prepareClayGround();
  caller = await makeCaller("computed-points");
});
afterAll(() => soil.close());

async function openPage({ grant, cookie }: Browser, fieldId: string): Promise<Opened> {
  const asked = { grant, cookie: cookie.slice(cookie.indexOf("=") + 1), fieldId };
  const opened = await openFieldYear(await getDeps(), asked, { applicationEventId: null, year: null });
  if (opened === null) throw new Error("the session does not stand");
  return opened;
}

it("says on every page of the portal, and to assistants, that points are short by the setup of the last computation, and how to mend it", async () => {
  const { id } = await saved(caller, {
    ...READY,
    provider_group_id: "season",
    products: [NEEDS_4],
    application_method: "Soil-Injection",
  });
  await (await editorOf("computed-points")).exempt(id, "soil_injection");
  const { compliance } = await compute(caller, id, { application_method: "Broadcast-Ground" });
  expect(compliance.runoff).toMatchObject([{ status: "not_met", gap: 1 }]);

  const browser = await openBrowser(caller, id);
  const { fieldId, year } = await placeOf(caller, id);
  const { session, place } = await openPage(browser, fieldId);
  const view = overviewView(session, place);
  expect(view.headline).toBe("1 runoff point short");
  const step = view.steps.find(({ page }) => page === "measures");
  expect(step).toMatchObject({ standing: "not_met", points: { earned: 3, required: 4 } });
  expect(view.steps.find(({ page }) => page === "exemptions")?.standing).toBe("not_applicable");
  expect(view.next).toMatchObject({ page: "measures" });

  const ref = { fieldId, year, applicationEventId: id };
  const live = await readLive(browser, ref);
  expect(tallyOf(live)).toMatchObject({ state: "not_met", earned: 3, required: 4, gap: 1 });
  expect(live.advice).not.toEqual([]);

  const { answer: gap } = await askTool(caller, "close_gap", { application_event_id: id });
  expect(gap).toMatchObject({ runoff: [{ status: "not_met", gap: 1 }], gap_advice: [{ gap: 1 }] });

  const season = await seasonStart(session, year);
  if (!("view" in season)) throw new Error(`led to ${season.listHref}`);
  expect(cellIn(season.view, season.view.rows[0]?.cells[0])?.words).toBe("1 short");
  expect(season.view.lacks.map(({ points }) => points)).toEqual([1]);

  const { live: after } = await edit(browser, selection(ref, MEASURES.noTill.subOptionId));
  expect(tallyOf(after).state).not.toBe("not_met");
});
