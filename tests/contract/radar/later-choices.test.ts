import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { getDeps } from "@/lib/runtime/deps";
import { sweepRadar } from "@/lib/usecases/radar/sweep-radar";
import { loadDemoLabels, portalLine, switchLabels } from "@/tests/contract/radar/support";
import { ABOUT_UNREAD, give, UNREAD } from "@/tests/contract/v2/attestations/support";
import { NEEDS_4, NEEDS_6, prepareGround, read, saved } from "@/tests/contract/v2/compliance/support";
import { loadCounties, GROUND, sql } from "@/tests/contract/v2/esa-check/support";
import { prepareQueue } from "@/tests/contract/webhooks/support";
import { makeCaller, type Caller } from "@/tests/support/api";
import { daysFromNow } from "@/tests/support/days";
import { editorOf } from "@/tests/support/selections";
import type { Connected } from "@/tests/support/soil-ground";

/**
 * What an applicator may say of a planned application after a switch, and what was saved by the set before then counts: points that an
 * exemption held back, or an answer about another product of the mix.
 */
const inDays = daysFromNow();
const RUNOFF_ONLY = { product_name: "DEMO Runoff Only", epa_number: "99002-5", rate: 16, rate_unit: "fl oz/ac" };
/** No one has read its label of that day: its figures wait to be found on it. */
const LIBERTY = { product_name: "Liberty ULTRA", epa_number: "7969-500", rate: 24, rate_unit: "fl oz/ac" };
const FIGURES = "figures_on_label:7969-500";

/** The label of the product without a buffer asks for 8 points in place of 3; another says otherwise what no one can judge. */
const eightPoints = (text: string): string => {
  const at = text.indexOf('"registration": "99002-5"');
  const before = text.slice(0, at).replace("at most 4 lb per acre in a season", "at most 3 lb per acre in a season");
  return before + text.slice(at).replace('"points": 3', '"points": 8');
};

let caller: Caller;
let soil: Connected;
const ids = new Map<string, string>();
const idOf = (name: string): string => ids.get(name) ?? "";
const save = async (name: string, products: unknown[]): Promise<void> => {
  const sent = { application_id: name, provider_field_id: name, application_date: inDays(20), products };
  ids.set(name, (await saved(caller, { ...sent, gpa: 15, droplet_size: "VC", boom_height: "low" })).id);
};
const announced = async (): Promise<string[]> =>
  (
    await sql<{ name: string }>(
      caller.providerId,
      "SELECT DISTINCT application_id AS name FROM recheck JOIN application USING (provider_id, application_event_id) ORDER BY 1",
    )
  ).map(({ name }) => name);
const targetOf = async (name: string) => (await read(caller, idOf(name))).compliance.runoff[0]?.required_points;

beforeAll(async () => {
  await prepareQueue();
  soil = await prepareGround();
  await loadDemoLabels("three points", (text) => text);
  await loadDemoLabels("eight points", eightPoints);
  await switchLabels("three points");
  caller = await makeCaller("radar-later");
  await save("exempt", [RUNOFF_ONLY]);
  await (await editorOf(caller.providerId)).exempt(idOf("exempt"), "perimeter_berm");
  await save("beside an unread label", [RUNOFF_ONLY, UNREAD]);
  await save("beside figures", [RUNOFF_ONLY, LIBERTY]);
  await save("to check oneself", [NEEDS_4]);
  await save("unread alone", [UNREAD]);
  await save("short", [NEEDS_6]);
  await sweepRadar(await getDeps());
  await switchLabels("eight points");
});
afterAll(() => soil.close());

describe("a label that asks for more, or otherwise", () => {
  it("is announced where the answer does not show it yet", async () => {
    const told = ["beside an unread label", "beside figures", "exempt", "to check oneself"];
    for (const name of told) {
      expect(await portalLine(caller, idOf(name)), name).toMatch(/labels changed on .*: check again$/);
    }
    await sweepRadar(await getDeps());
    expect(await announced()).toEqual(told);
  });

  it("counts by the set of the last check once they show, which the portal says above the answer", async () => {
    await (await editorOf(caller.providerId)).noneApply(idOf("exempt"));
    await give(caller, idOf("beside an unread label"), { [ABOUT_UNREAD]: "no" });
    await give(caller, idOf("beside figures"), { [FIGURES]: "yes" });
    for (const name of ["exempt", "beside an unread label", "beside figures"]) {
      expect(await targetOf(name), name).toBe(3);
      expect(await portalLine(caller, idOf(name)), name).toMatch(/labels changed on .*: check again$/);
    }
    expect(await portalLine(caller, idOf("unread alone"))).toBeNull();
  });
});

describe("a map of counties", () => {
  it("is announced where it takes points that were too few anyway, and not where it gives some", async () => {
    expect((await read(caller, idOf("short"))).compliance.runoff).toMatchObject([{ status: "not_met" }]);
    // Of no points, in place of two; then of two again.
    await loadCounties([{ geoId: "01009", name: "Blount", geometry: GROUND }]);
    expect(await portalLine(caller, idOf("short"))).toMatch(/^The map of counties changed on .*: check again$/);
    await sweepRadar(await getDeps());
    expect(await announced()).toContain("short");
    const wasTold =
      "SELECT count(*)::int AS count FROM recheck JOIN application USING (provider_id, application_event_id) WHERE application_id = 'short'";
    const told = await sql(caller.providerId, wasTold);
    await save("short", [NEEDS_6]);
    await loadCounties([{ geoId: "01007", name: "Bibb", geometry: GROUND }]);
    await sweepRadar(await getDeps());
    expect(await sql(caller.providerId, wasTold)).toEqual(told);
  });
});
