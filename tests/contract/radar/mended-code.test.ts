import { readFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { GET as getRechecks } from "@/app/api/v2/rechecks/route";
import { recheckListResponse } from "@/lib/contracts/v2/rechecks";
import { CHECK_RULES } from "@/lib/domain/versions";
import { OWN_RELEASE, releaseOf } from "@/lib/rulebook/table-changes";
import { RELEASED_TABLES } from "@/lib/rulebook/table-files";
import { getDeps } from "@/lib/runtime/deps";
import { sweepRadar } from "@/lib/usecases/radar/sweep-radar";
import { rows } from "@/tests/contract/imports/support";
import { portalLine } from "@/tests/contract/radar/support";
import { ABOUT_UNREAD, give, UNREAD, withMeasures } from "@/tests/contract/v2/attestations/support";
import { NEEDS_4, NEEDS_6, saved, TRAIT } from "@/tests/contract/v2/compliance/support";
import { compute, prepareSoundGround, READY } from "@/tests/contract/v2/drift/support";
import { sqlAsOwner, type Body } from "@/tests/contract/v2/esa-check/support";
import { prepareQueue } from "@/tests/contract/webhooks/support";
import { answer, call, makeCaller, type Caller } from "@/tests/support/api";
import { daysFromNow } from "@/tests/support/days";
import { STRYAX } from "@/tests/support/requests";
import { MEASURES } from "@/tests/support/selections";
import type { Connected } from "@/tests/support/soil-ground";

const day = daysFromNow();
/** No one has read its label of that day: its figures wait to be found on it. */
const LIBERTY = { product_name: "Liberty ULTRA", epa_number: "7969-500", rate: 24, rate_unit: "fl oz/ac" };
const COUNTY = "county_forbidden_by_label:62719-695:other-counties";
const NOZZLE = "nozzle_on_list:62719-695:nozzles";
const EARLIER = releaseOf(RELEASED_TABLES, CHECK_RULES - 1);
const CHANGED = /^EPA's runoff points or the rules we apply changed on \w+ \d+, \d{4}: check again$/;

let caller: Caller;
let soil: Connected;

async function save(name: string, more: Body): Promise<string> {
  const own = { application_id: name, provider_field_id: name, application_date: day(20) };
  return (await saved(caller, { ...own, ...more })).id;
}

const sweep = async (release = OWN_RELEASE) => sweepRadar(await getDeps(), undefined, { release });
const listed = async () =>
  (await answer(await call(getRechecks, caller, { method: "GET" }), recheckListResponse)).rechecks;
/** As code saved it that asked for fewer points. */
const lowerPoints = (id: string) =>
  sqlAsOwner(
    caller.providerId,
    `UPDATE requirement SET required_points = required_points - 1
     WHERE application_event_id = '${id}' AND required_points IS NOT NULL`,
  );

/** As code saved them that did not find what blocks, and asked for a narrower buffer. */
const forgetIssues = (id: string) =>
  sqlAsOwner(
    caller.providerId,
    `UPDATE assessment SET body = jsonb_set(body, '{issues}', '[]') WHERE application_event_id = '${id}'`,
  );
const narrow = (id: string) =>
  sqlAsOwner(
    caller.providerId,
    `UPDATE requirement SET drift_configuration =
       regexp_replace(drift_configuration::text, '("distanceFt": )[0-9.]+', '\\15', 'g')::jsonb
     WHERE application_event_id = '${id}' AND drift_configuration IS NOT NULL`,
  );

const putBehind = (id: string, path: string, value: string) =>
  sqlAsOwner(
    caller.providerId,
    `UPDATE assessment SET body = jsonb_set(body, '{${path}}', '${value}', false) WHERE application_event_id = '${id}'`,
  );

/** As code saved it that would have asked for fewer points once the applicator answers. */
const lowerBehind = (id: string, path: string) => putBehind(id, path, "1");

/** As code saved it that asked what today's does not, and whose answers would count. */
const askedAs = (id: string, other: string) =>
  sqlAsOwner(
    caller.providerId,
    `UPDATE assessment SET body = body || (SELECT jsonb_build_object('questions', body->'questions',
       'whenConfirmed', jsonb_set(body->'whenConfirmed', '{unjudged}', '[]')) FROM assessment WHERE application_event_id = '${other}')
     WHERE application_event_id = '${id}'`,
  );

/** As code saved it by which a yes about the county left nothing open. */
const openNothing = (id: string) => putBehind(id, "questions,0,effects,yes,opens", "[]");

/** As code saved it that asked the same otherwise: in other words, of more entries of the mix, or of earlier days as well. */
const askOtherwise = (id: string, members: object) =>
  sqlAsOwner(
    caller.providerId,
    `UPDATE assessment SET body = jsonb_set(body, '{questions}',
       (SELECT jsonb_agg(asked || '${JSON.stringify(members)}') FROM jsonb_array_elements(body->'questions') asked))
     WHERE application_event_id = '${id}'`,
  );

/** The last statement of the migration, as it finds a database that has data. */
const NOTES_AN_EARLIER_ONE = readFileSync("prisma/migrations/20261202100000_check_rules/migration.sql", "utf8")
  .split(";")
  .filter((statement) => statement.includes("INSERT INTO"))
  .join(";");

/** Those that a check of today answers otherwise than was saved. */
const STALE = [
  ...["asked before", "asked in other words", "asked of earlier days", "asked of more entries", "behind a label"],
  ...["behind figures", "blocked", "county left open", "lowered", "narrow"],
];

let lowered: string;
let past: string;
beforeAll(async () => {
  await prepareQueue();
  soil = await prepareSoundGround();
  caller = await makeCaller("mended-code");
  await sweep(EARLIER);
  lowered = await save("lowered", { products: [NEEDS_4] });
  past = await save("past", { products: [NEEDS_4], application_date: day(-20) });
  // Nothing of these is another by today's code, however much was saved beside the check.
  await save("points", { products: [NEEDS_6] });
  await save("trait", { products: [TRAIT] });
  await save("mix", {
    products: [NEEDS_4, { product_name: "Unheard Of", epa_number: "1-2", rate: 1, rate_unit: "lb/ac" }],
  });
  const unread = await save("answered", { products: [UNREAD] });
  await give(caller, unread, { [ABOUT_UNREAD]: "no" });
  for (const answers of [null, { [COUNTY]: "no", [NOZZLE]: "yes" }]) {
    const own = { application_id: `enlist ${answers === null ? "open" : "answered"}`, application_date: day(20) };
    const sent = { ...own, products: [TRAIT], nozzle: "TTI 11004", droplet_size: "UC" };
    const id = await withMeasures(caller, sent, [MEASURES.traitResidueTillage, MEASURES.traitCoverCrop]);
    await compute(caller, id);
    if (answers === null) continue;
    await give(caller, id, answers);
    await compute(caller, id);
  }
  const computed = await save("computed", READY);
  await compute(caller, computed);
  await lowerPoints(lowered);
  await lowerPoints(past);
  const behindLabel = [NEEDS_4, UNREAD];
  await save("beside a label", { products: behindLabel });
  await lowerBehind(await save("behind a label", { products: behindLabel }), "settledTargets,0,points");
  const behindFigures = [NEEDS_4, LIBERTY];
  const besideFigures = await save("beside figures", { products: behindFigures });
  await askedAs(await save("asked before", { products: [NEEDS_4] }), besideFigures);
  await openNothing(await save("county left open", { products: [TRAIT] }));
  await askOtherwise(await save("asked in other words", { products: [TRAIT] }), { version: 0 });
  await askOtherwise(await save("asked of more entries", { products: [TRAIT] }), { entries: [0, 1] });
  await askOtherwise(await save("asked of earlier days", { products: [STRYAX] }), { keptFrom: "2020-01-01" });
  await save("asked as today", { products: [STRYAX] });
  // A buffer by air is not that of the check by ground, also where figures are still to be confirmed.
  await compute(caller, await save("beside figures, computed by air", { products: behindFigures }), {
    application_method: "Broadcast-Air",
  });
  const confirmed = "whenConfirmed,requirements,0,requiredPoints";
  await lowerBehind(await save("behind figures", { products: behindFigures }), confirmed);
  await forgetIssues(await save("blocked", { products: [UNREAD] }));
  await narrow(await save("narrow", { products: [TRAIT] }));
});
afterAll(() => soil.close());

describe("a release whose code checks by other rules", () => {
  it("answers by other rules than one with the same tables", () => {
    expect(EARLIER.digest).not.toBe(OWN_RELEASE.digest);
    expect(releaseOf(RELEASED_TABLES).digest).toBe(OWN_RELEASE.digest);
  });

  it("finds the planned applications whose saved answer it would not give, and no others", async () => {
    expect(await sweep()).toEqual({ runs: 1, rechecks: STALE.length });
    const found = await listed();
    expect(found.map(({ application_id: id }) => id).toSorted()).toEqual(STALE);
    expect(found).toMatchObject(STALE.map(() => ({ reason: "data_changed", data_set: "tables" })));
    expect(found.find(({ application_id: id }) => id === "blocked")).toMatchObject({
      issues_removed: [],
      status_after: "indeterminate",
    });
    expect(found.find(({ application_id: id }) => id === "blocked")?.issues_added).not.toEqual([]);
    const [run] = await rows("SELECT rechecks, failed, problem FROM radar_run WHERE kind = 'tables'");
    expect(run).toEqual({ rechecks: STALE.length, failed: 0, problem: null });
  });

  it("says so in the portal, also before a worker has come to it", async () => {
    expect(await portalLine(caller, lowered)).toMatch(CHANGED);
    await rows(`UPDATE radar_run SET finished_at = NULL, reached = NULL WHERE kind = 'tables'`);
    await sqlAsOwner(caller.providerId, "DELETE FROM recheck");
    expect(await portalLine(caller, lowered)).toMatch(CHANGED);
    expect(await portalLine(caller, past)).toBeNull();
    expect(await sweep()).toEqual({ runs: 1, rechecks: STALE.length });
  });

  it("compares with what an installation said that noted no release, once it is upgraded", async () => {
    await sqlAsOwner(caller.providerId, "DELETE FROM recheck");
    await rows("WITH runs AS (DELETE FROM radar_run RETURNING 1) SELECT count(*) FROM runs");
    await rows("WITH gone AS (DELETE FROM rule_release RETURNING 1) SELECT count(*) FROM gone");
    for (const _ of ["migrated", "and once more"]) await rows(NOTES_AN_EARLIER_ONE);
    expect(await rows("SELECT digest, check_rules FROM rule_release")).toEqual([
      { digest: "not-noted", check_rules: 0 },
    ]);
    expect(await sweep()).toEqual({ runs: 1, rechecks: STALE.length });
    expect((await listed())[0]?.version_before).toBe(`${day(0)}-not-noted`);
    expect(await rows("SELECT problem FROM radar_run WHERE kind = 'tables'")).toEqual([{ problem: null }]);
  });

  it("asks for nothing more once the application was checked again", async () => {
    await save("lowered", { products: [NEEDS_4] });
    expect((await listed()).map(({ application_id: id }) => id).toSorted()).toEqual(
      STALE.filter((name) => name !== "lowered"),
    );
    expect(await portalLine(caller, lowered)).toBeNull();
  });
});
