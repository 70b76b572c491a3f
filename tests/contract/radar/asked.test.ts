import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { getDeps } from "@/lib/runtime/deps";
import { sweepRadar } from "@/lib/usecases/radar/sweep-radar";
import { loadDemoLabels, portalLine, switchLabels } from "@/tests/contract/radar/support";
import { give, questions } from "@/tests/contract/v2/attestations/support";
import { NEEDS_4, NEEDS_6, prepareGround, saved, TRAIT } from "@/tests/contract/v2/compliance/support";
import { check, GROUND, loadCounties, sql, type Body } from "@/tests/contract/v2/esa-check/support";
import { prepareQueue } from "@/tests/contract/webhooks/support";
import { makeCaller, type Caller } from "@/tests/support/api";
import { daysFromNow } from "@/tests/support/days";
import type { Connected } from "@/tests/support/soil-ground";

/**
 * The label of a product has a direction that no one has read, and asks the applicator about it; the next set says the same in the same words,
 * and asks nothing. Nothing in the answers shows it as long as no one has answered.
 */
const inDays = daysFromNow();
const RUNOFF_ONLY = { product_name: "DEMO Runoff Only", epa_number: "99002-5", rate: 16, rate_unit: "fl oz/ac" };
const ABOUT_WEBSITE = "label_website_checked:99002-5:website";

const direction = (asks: boolean): string =>
  JSON.stringify({
    ...{ id: "website", kind: "unread", text: "Check the website of the product before each application." },
    ...(asks ? { asks: "label_website_checked" } : {}),
    ...{ evidence: "specification", cite: ["DEMO"] },
  });
const withDirection =
  (asks: boolean) =>
  (text: string): string => {
    const at = text.indexOf('"registration": "99002-5"');
    return text.slice(0, at) + text.slice(at).replace('"limits": [', `"conditions": [${direction(asks)}], "limits": [`);
  };

let caller: Caller;
let soil: Connected;
const ids = new Map<string, string>();
const idOf = (name: string): string => ids.get(name) ?? "";
const sent = (name: string, products: unknown[]): Body => ({
  ...{ application_id: name, provider_field_id: name, application_date: inDays(5), products },
  ...{ gpa: 15, droplet_size: "VC", boom_height: "low" },
});
const save = async (name: string, products: unknown[]): Promise<void> => {
  ids.set(name, (await saved(caller, sent(name, products))).id);
};
const announced = async (): Promise<string[]> =>
  (
    await sql<{ name: string }>(
      caller.providerId,
      "SELECT DISTINCT application_id AS name FROM recheck JOIN application USING (provider_id, application_event_id) ORDER BY 1",
    )
  ).map(({ name }) => name);
const blockingOf = (issues: readonly { code: string; effect: string }[]): string[] =>
  issues.filter(({ code, effect }) => effect === "blocks" && code !== "DATA_SET_STALE").map(({ code }) => code);

beforeAll(async () => {
  await prepareQueue();
  soil = await prepareGround();
  await loadDemoLabels("asks", withDirection(true));
  await loadDemoLabels("asks nothing", withDirection(false));
  await switchLabels("asks");
  caller = await makeCaller("radar-asked");
  await save("not answered", [RUNOFF_ONLY]);
  await save("answered", [RUNOFF_ONLY]);
  await save("another product", [NEEDS_4]);
  expect((await questions(caller, idOf("not answered"))).map(({ question_id }) => question_id)).toEqual([
    ABOUT_WEBSITE,
  ]);
  await give(caller, idOf("answered"), { [ABOUT_WEBSITE]: "yes" });
  await sweepRadar(await getDeps());
  await switchLabels("asks nothing");
});
afterAll(() => soil.close());

describe("a set of labels that asks nothing of what the one before it asked", () => {
  it("is announced where an answer counts, and where one that is still to come would", async () => {
    const told = ["answered", "not answered"];
    for (const name of told) {
      expect(await portalLine(caller, idOf(name)), name).toMatch(/labels changed on .*: check again$/);
    }
    expect(await portalLine(caller, idOf("another product"))).toBeNull();
    await sweepRadar(await getDeps());
    expect(await announced()).toEqual(told);
  });

  it("leaves the direction open in the next check, whatever was answered meanwhile", async () => {
    const answered = await give(caller, idOf("not answered"), { [ABOUT_WEBSITE]: "yes" });
    expect(blockingOf(answered.compliance.issues)).toEqual([]);
    const { compliance } = await check(caller, sent("not answered", [RUNOFF_ONLY]));
    expect(blockingOf(compliance.issues)).toEqual(["LABEL_CONDITIONS_NOT_CHECKED"]);
  });
});

describe("a set of labels that asks again", () => {
  it("is announced where an answer counts again, and not where the direction was open and is", async () => {
    await save("open", [RUNOFF_ONLY]);
    await sweepRadar(await getDeps());
    await switchLabels("asks");
    expect(await portalLine(caller, idOf("not answered"))).toMatch(/labels changed on .*: check again$/);
    expect(await portalLine(caller, idOf("open"))).toBeNull();
  });
});

describe("a map of counties that puts a field into another one", () => {
  it("is announced where the label leaves counties to the applicator, who would answer about the other", async () => {
    await save("asked about its county", [TRAIT]);
    await save("asked about none", [NEEDS_6]);
    await sweepRadar(await getDeps());
    await loadCounties([{ geoId: "01009", name: "Blount", geometry: GROUND }]);
    // It has fewer points of the county's in any case.
    expect(await portalLine(caller, idOf("asked about none"))).toMatch(/map of counties changed on .*: check again$/);
    for (const name of ["asked about its county", "asked about none"])
      await save(name, name.endsWith("none") ? [NEEDS_6] : [TRAIT]);
    await sweepRadar(await getDeps());
    await loadCounties([{ geoId: "01007", name: "Bibb", geometry: GROUND }]);
    expect(await portalLine(caller, idOf("asked about none"))).toBeNull();
    expect(await portalLine(caller, idOf("asked about its county"))).toMatch(
      /map of counties changed on .*: check again$/,
    );
  });
});
