import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { countStatements } from "@/lib/data/statement-context";
import type { OverallStatus } from "@/lib/domain/compliance";
import type { OverviewView } from "@/lib/views/portal/overview";
import { getDeps } from "@/lib/runtime/deps";
import { overviewView } from "@/lib/pages/portal/overview/overview";
import { recentChanges } from "@/lib/pages/portal/overview/recent-changes";
import { openFieldYear } from "@/lib/usecases/portal/field-year";
import { edit, fieldOf, openBrowser, selection, type Browser } from "@/tests/contract/portal/edits-support";
import { NEEDS_4, NEEDS_6, prepareGround, read, saved, TRAIT } from "@/tests/contract/v2/compliance/support";
import { sql } from "@/tests/contract/v2/esa-check/support";
import { lock } from "@/tests/contract/v2/portal/support";
import { makeCaller, type Caller } from "@/tests/support/api";
import { MEASURES } from "@/tests/support/selections";
import { STRYAX } from "@/tests/support/requests";
import type { Connected } from "@/tests/support/soil-ground";

let caller: Caller;
let soil: Connected;
beforeAll(async () => {
  soil = await prepareGround();
  caller = await makeCaller("viewed");
});
afterAll(() => soil.close());

/** The overview as its page is made: session, place, words, changes. */
async function openOverview({ grant, cookie }: Browser, fieldId: string) {
  const deps = await getDeps();
  const asked = { grant, cookie: cookie.slice(cookie.indexOf("=") + 1), fieldId };
  const opened = await openFieldYear(deps, asked, { applicationEventId: null, year: null });
  if (opened === null) throw new Error("the session does not stand");
  const { session, place } = opened;
  return { view: overviewView(session, place), changes: recentChanges(session, place) };
}

const WEIGHT: Record<OverallStatus, number> = { not_met: 0, indeterminate: 1, met: 2, not_applicable: 2 };

/** Neither the parts nor the last check of the compliance answer are worse than the overview says. */
async function expectNoMoreCheerful(view: OverviewView, id: string): Promise<void> {
  const { compliance } = await read(caller, id);
  const statuses = compliance.runoff.map(({ status }) => status);
  const blocking = view.issues.filter(({ standing }) => standing !== "not_applicable").map(({ code }) => code);
  for (const status of statuses) expect(WEIGHT[view.standing]).toBeLessThanOrEqual(WEIGHT[status]);
  for (const found of compliance.last_assessment?.issues ?? []) {
    if (!found.code.startsWith("RUNOFF_") && found.code !== "SOIL_UNAVAILABLE") {
      expect(view.issues.map(({ code }) => code)).toContain(found.code);
    }
  }
  if (blocking.length > 0) expect(WEIGHT[view.standing]).toBeLessThan(2);
}

describe("the overview", () => {
  it.each([
    ["points that are short", "short", [NEEDS_6]],
    ["points that are nearly there", "near", [NEEDS_4]],
    ["a trait program", "trait", [TRAIT]],
    ["a product that no one knows", "unknown", [{ ...NEEDS_6, epa_number: "99999-9" }]],
    ["two products", "two", [NEEDS_4, TRAIT]],
  ])("with %s is never better than the compliance answer", async (_title, name, products) => {
    const { id } = await saved(caller, { application_id: name, provider_field_id: name, products });
    const { view } = await openOverview(await openBrowser(caller, id), await fieldOf("viewed", id));
    await expectNoMoreCheerful(view, id);
    expect(`${view.headline} ${view.reason}`).not.toMatch(/clear|complian/i);
  });

  it("says below the points that are short how many there are, not again that something is not met", async () => {
    const { id } = await saved(caller, { application_id: "so-far", provider_field_id: "so-far", products: [NEEDS_6] });
    const { view } = await openOverview(await openBrowser(caller, id), await fieldOf("viewed", id));
    const [, gap = ""] = /^(\d+) runoff points? short$/.exec(view.headline) ?? [];
    const [, earned = "", needed = ""] = /^You have (\d+) points? and need (\d+)\./.exec(view.reason) ?? [];
    expect(Number(needed) - Number(earned), view.reason).toBe(Number(gap));
    expect(view.reason).not.toContain("not met");
  });

  it("names a next step only where a page can do something about what stands in the way", async () => {
    const nextOf = async (name: string, more: Record<string, unknown>, isLocked = false) => {
      const { id } = await saved(caller, { application_id: name, provider_field_id: name, ...more });
      const browser = await openBrowser(caller, id);
      if (isLocked) await lock(caller, id, true);
      return (await openOverview(browser, await fieldOf("viewed", id))).view.next?.page ?? null;
    };
    expect(await nextOf("short", { products: [NEEDS_6] })).toBe("measures");
    expect(await nextOf("short-locked", { products: [NEEDS_6] }, true)).toBe("report");
    expect(await nextOf("thin", { products: [NEEDS_4], gpa: 5 })).toBe("drift");
    expect(await nextOf("bare", { products: [STRYAX], droplet_size: "C" })).toBeNull();
  });

  it("follows an edit at once, and lists it among the changes", async () => {
    const { id } = await saved(caller, { application_id: "edited", provider_field_id: "edited", products: [NEEDS_6] });
    const fieldId = await fieldOf("viewed", id);
    const browser = await openBrowser(caller, id);
    const before = await openOverview(browser, fieldId);
    expect([before.view.standing, before.view.headline, before.changes.changes]).toEqual([
      "not_met",
      "3 runoff points short",
      [],
    ]);
    const place = { fieldId, year: 2026, applicationEventId: id };
    await edit(browser, selection(place, MEASURES.noTill.subOptionId));
    const after = await openOverview(browser, fieldId);
    expect(after.view.headline).not.toBe(before.view.headline);
    expect(after.changes).toMatchObject({ hasMore: false, year: 2026 });
    expect(after.changes.changes.map(({ actor }) => actor)).toEqual(["this session"]);
    expect(after.changes.allHref).toMatch(/\/measures\?application=[0-9a-f-]{36}#changes$/);
    await expectNoMoreCheerful(after.view, id);
  });

  it("of an application whose check is not done says that nothing is known, and not that nothing is asked", async () => {
    const { id } = await saved(caller, { application_id: "open", provider_field_id: "open", products: [NEEDS_4] });
    const fieldId = await fieldOf("viewed", id);
    await sql("viewed", "UPDATE application SET processing_status = 'pending' WHERE application_event_id = $1", [id]);
    await sql("viewed", "DELETE FROM requirement WHERE application_event_id = $1", [id]);
    const { view } = await openOverview(await openBrowser(caller, id), fieldId);
    expect(view).toMatchObject({ standing: "indeterminate", headline: "The check is not complete", next: null });
    const open = view.steps.filter(({ page }) => page !== "report");
    expect(open.map(({ standing }) => standing)).toEqual(open.map(() => "indeterminate"));
  });

  it("asks the database the same few things however many applications the field has", async () => {
    const { id } = await saved(caller, { application_id: "s-0", provider_field_id: "s", products: [NEEDS_4] });
    const fieldId = await fieldOf("viewed", id);
    const browser = await openBrowser(caller, id);
    const counted = async () => {
      const count = { statements: 0 };
      await countStatements(count, () => openOverview(browser, fieldId));
      return count.statements;
    };
    const one = await counted();
    for (const name of ["s-1", "s-2"]) {
      await saved(caller, { application_id: name, provider_field_id: "s", products: [NEEDS_4] });
    }
    expect(await counted()).toBe(one);
    expect(one).toBe(3);
  });
});
