import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { v7 as uuidv7 } from "uuid";
import { GET as readApplication } from "@/app/api/v2/applications/[applicationEventId]/compliance/route";
import {
  GET as attestations,
  POST as answerQuestions,
} from "@/app/api/v2/applications/[applicationEventId]/attestations/route";
import { POST as grantAccess } from "@/app/api/v2/applications/[applicationEventId]/portal-access/route";
import { PUT as lockApplication } from "@/app/api/v2/applications/[applicationEventId]/portal-lock/route";
import { GET as readRecord, POST as addEntries } from "@/app/api/v2/applications/[applicationEventId]/record/route";
import { POST as signRecord } from "@/app/api/v2/applications/[applicationEventId]/record/sign-off/route";
import { GET as readGroup } from "@/app/api/v2/groups/[providerGroupId]/compliance/route";
import { PUT as lockGroup } from "@/app/api/v2/groups/[providerGroupId]/portal-lock/route";
import type { Handler } from "@/lib/http/api/route";
import { archiveFieldOf, bytesOf, prepareGround, read, saved } from "@/tests/contract/v2/compliance/support";
import { call, makeCaller, refusal, type Caller, type Sent } from "@/tests/support/api";
import type { Connected } from "@/tests/support/soil-ground";

let owner: Caller;
let other: Caller;
let soil: Connected;
let mine: string;
let archived: string;
beforeAll(async () => {
  soil = await prepareGround();
  owner = await makeCaller("owner");
  other = await makeCaller("other");
  mine = (await saved(owner, { application_id: "mine", provider_group_id: "group" })).id;
  archived = (await saved(owner, { application_id: "archived", provider_group_id: "attic" })).id;
  await archiveFieldOf("owner", archived);
});
afterAll(() => soil.close());

const RECORD_ENTRY = {
  kind: "fact",
  entry_id: "0198f000-0000-7000-8000-000000000001",
  written_at: "2026-06-15T12:00:00Z",
  name: "receipts",
  value: "Office",
};

const OF_AN_APPLICATION: [string, Handler, Sent][] = [
  ["reading it", readApplication, { method: "GET" }],
  ["reading it with geometry", readApplication, { method: "GET", query: "include_geometry=true" }],
  ["locking its portal", lockApplication, { method: "PUT", body: { locked: true } }],
  ["unlocking its portal", lockApplication, { method: "PUT", body: { locked: false } }],
  ["asking its questions", attestations, { method: "GET" }],
  [
    "answering its questions",
    answerQuestions,
    { method: "POST", body: { answers: [{ question_id: "any", answer: "no" }], attested_by: "Jo Field" } },
  ],
  ["reading its record", readRecord, { method: "GET" }],
  ["writing into its record", addEntries, { method: "POST", body: { entries: [RECORD_ENTRY] } }],
  ["signing its record", signRecord, { method: "POST", body: { signed_by: "Jo Field", entries_seen: 0 } }],
  ["asking for a portal link", grantAccess, { method: "POST", body: {} }],
];

describe.each(OF_AN_APPLICATION)("an application that is none of the caller's: %s", (_title, handler, sent) => {
  const at = (id: string): Sent => ({ ...sent, params: { applicationEventId: id } });

  it("is 404 APPLICATION_NOT_FOUND where there is none", async () => {
    const found = await refusal(await call(handler, other, at(uuidv7())), 404);
    expect(found).toMatchObject({ code: "APPLICATION_NOT_FOUND", retryable: false });
  });

  it("is the same bytes for another provider's, for one on an archived field and for none", async () => {
    const none = await bytesOf(handler, other, at(uuidv7()));
    expect(await bytesOf(handler, other, at(mine))).toEqual(none);
    expect(await bytesOf(handler, owner, at(archived))).toEqual(none);
    expect(await bytesOf(handler, owner, at(mine.replace(/.$/, (last) => (last === "0" ? "1" : "0"))))).toEqual(none);
  });
});

const OF_A_GROUP: [string, Handler, (accountId: string) => Sent][] = [
  ["reading it", readGroup, (accountId) => ({ method: "GET", query: `account_id=${accountId}` })],
  ["reading past its end", readGroup, (accountId) => ({ method: "GET", query: `account_id=${accountId}&offset=50` })],
  ["locking it", lockGroup, (accountId) => ({ method: "PUT", body: { account_id: accountId, locked: true } })],
  ["unlocking it", lockGroup, (accountId) => ({ method: "PUT", body: { account_id: accountId, locked: false } })],
];

describe.each(OF_A_GROUP)("a group that is none of the caller's: %s", (_title, handler, sentTo) => {
  const at = (group: string, accountId = "account-1"): Sent => ({
    ...sentTo(accountId),
    params: { providerGroupId: group },
  });

  it("is 404 GROUP_NOT_FOUND where there is none", async () => {
    const found = await refusal(await call(handler, owner, at("no-one")), 404);
    expect(found).toMatchObject({ code: "GROUP_NOT_FOUND", retryable: false });
  });

  it("is the same bytes for another provider's, another account's, one all of whose fields are archived, and none", async () => {
    const none = await bytesOf(handler, owner, at("no-one"));
    expect(await bytesOf(handler, other, at("group"))).toEqual(none);
    expect(await bytesOf(handler, owner, at("group", "account-2"))).toEqual(none);
    expect(await bytesOf(handler, owner, at("attic"))).toEqual(none);
    expect(await bytesOf(handler, owner, at("Group"))).toEqual(none);
  });
});

describe("what was asked for in vain", () => {
  it("was not changed: the owner's application has no lock", async () => {
    expect((await read(owner, mine)).portal_locked_at).toBeNull();
  });

  it("comes back as it was when the field is restored", async () => {
    const { id, answer } = await saved(owner, { application_id: "there-and-back" });
    await archiveFieldOf("owner", id);
    await refusal(await call(readApplication, owner, { method: "GET", params: { applicationEventId: id } }), 404);
    await archiveFieldOf("owner", id, false);
    const found = await read(owner, id);
    expect(found.compliance.last_assessment?.calculated_at).toBe(answer.compliance.calculated_at);
  });
});
