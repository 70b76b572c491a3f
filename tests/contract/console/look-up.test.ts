import pg from "pg";
import { afterAll, beforeAll, expect, it } from "vitest";
import { POST as postDrift } from "@/app/api/v2/applications/[applicationEventId]/drift-buffer/compute/route";
import { POST as postCheck } from "@/app/api/v2/esa-check/route";
import { POST as postField } from "@/app/api/v2/process-field/route";
import { esaCheckResponse } from "@/lib/contracts/v2/esa-check";
import { getDeps } from "@/lib/runtime/deps";
import { asPasted, lookUp, lookUpRequest } from "@/lib/usecases/operations/look-up";
import { readDataSets } from "@/lib/usecases/operations/read-reference";
import { WEST_WIND } from "@/tests/contract/v2/drift/support";
import { NEEDS_6, prepareGround, saved } from "@/tests/contract/v2/compliance/support";
import { answer, call, makeCaller } from "@/tests/support/api";
import { checkBody } from "@/tests/support/requests";
import { isSpread } from "@/tests/support/spread";
import type { Connected } from "@/tests/support/soil-ground";

const NOTHING = { applications: [], emptyFields: [] };
let soil: Connected;
let eventId: string;

beforeAll(async () => {
  soil = await prepareGround();
  const caller = await makeCaller("looked-up");
  await makeCaller("other");
  const names = { application_id: "spring-7", provider_field_id: "north-40" };
  eventId = (await saved(caller, { products: [NEEDS_6], ...names })).id;
  await saved(caller, { products: [NEEDS_6], ...names });
});
afterAll(() => soil.close());

it("an application is found by any of its ids, with each answer it was given, newest first", async () => {
  const { db } = await getDeps();
  const [first] = (await lookUp(db, "looked-up", eventId)).applications;
  expect(first?.application).toMatchObject({ applicationId: "spring-7", providerFieldId: "north-40" });
  const times = first?.answers.map(({ calculatedAt }) => calculatedAt.getTime()) ?? [];
  expect(times).toHaveLength(2);
  expect(times).toEqual(times.toSorted((a, b) => b - a));
  for (const id of ["spring-7", "north-40", first?.application.fieldId ?? "", eventId.toUpperCase()]) {
    expect(await lookUp(db, "looked-up", id), id).toEqual({ applications: [first], emptyFields: [] });
  }
});

it("an id is found as it was pasted, in capital letters and with blanks, and an account by its applications", async () => {
  const { db } = await getDeps();
  const [first] = (await lookUp(db, "looked-up", eventId)).applications;
  const accountId = first?.application.accountId ?? "";
  for (const id of ["SPRING-7", "North-40", accountId, accountId.toUpperCase()]) {
    expect(await lookUp(db, "looked-up", id), id).toEqual({ applications: [first], emptyFields: [] });
  }
  expect(asPasted(` "${eventId}",\n`)).toBe(eventId);
  expect(await lookUp(db, "looked-up", "spring_7"), "no character stands for another").toEqual(NOTHING);
});

it("a field that was processed and not yet checked is found by its own ids and by its account's", async () => {
  const { db } = await getDeps();
  const caller = await makeCaller("processed");
  const names = { account_id: "acct-9", provider_field_id: "south-9", field_name: "South nine" };
  const body = { provider_id: "processed", field_boundary: checkBody("processed").field_boundary, ...names };
  expect((await call(postField, caller, { body })).status).toBe(200);
  const { applications, emptyFields } = await lookUp(db, "processed", "south-9");
  expect(applications).toEqual([]);
  expect(emptyFields).toMatchObject([{ fieldName: "South nine", accountId: "acct-9", archivedAt: null }]);
  for (const id of ["SOUTH-9", "acct-9", emptyFields[0]?.fieldId.toUpperCase() ?? ""])
    expect(await lookUp(db, "processed", id), id).toEqual({ applications, emptyFields });
  await saved(caller, { products: [NEEDS_6], ...names });
  const checked = await lookUp(db, "processed", "acct-9");
  expect([checked.applications.length, checked.emptyFields.length]).toEqual([1, 0]);
});

it("an answered request leads to its application and its answer, with no row of its own", async () => {
  const { db } = await getDeps();
  const caller = await makeCaller("asked-by-id");
  const sent = { headers: { "X-Request-ID": "trace-0815" } };
  const body = checkBody(caller.providerId, { products: [NEEDS_6] });
  const checked = await answer(await call(postCheck, caller, { body, ...sent }), esaCheckResponse);
  const applicationEventId = checked.application_event_id ?? "";
  const params = { applicationEventId };
  expect((await call(postDrift, caller, { params, body: WEST_WIND, ...sent })).status).toBe(200);
  const { answered, refused } = await lookUpRequest(db, "TRACE-0815");
  expect(refused).toEqual([]);
  const [looked] = (await lookUp(db, "asked-by-id", applicationEventId)).applications;
  const own = { providerId: "asked-by-id", applicationEventId };
  expect(answered).toEqual(looked?.answers.map((each) => ({ ...each, ...own })));
  expect(answered).toHaveLength(2);
});

// Shards know nothing of their few rows, and take any index that names the provider.
it.skipIf(isSpread)("a request id is looked up by an index", async () => {
  const owner = new pg.Client({ connectionString: process.env.DATABASE_DIRECT_URL });
  await owner.connect();
  await owner.query("SET enable_seqscan = off");
  const plan = await owner.query("EXPLAIN SELECT FROM assessment WHERE request_id = 'trace-0815'");
  await owner.end();
  expect(JSON.stringify(plan.rows)).toContain("request_id_idx");
});

it("an id names nothing of another provider, and half an id nothing at all", async () => {
  const { db } = await getDeps();
  expect(await lookUp(db, "other", eventId)).toEqual(NOTHING);
  expect(await lookUp(db, "other", "north-40")).toEqual(NOTHING);
  expect(await lookUp(db, "looked-up", "north")).toEqual(NOTHING);
});

it("each data set is listed with its part and its age", async () => {
  const deps = await getDeps();
  const later = { ...deps, clock: () => new Date(deps.clock().getTime() + 3.5 * 86_400_000) };
  const sets = await readDataSets(later);
  expect(sets.filter(({ role }) => role === "active").map(({ kind }) => kind)).toContain("pula");
  expect(sets.every(({ ageDays }) => ageDays === 3)).toBe(true);
});
