import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { v7 as uuidv7 } from "uuid";
import { GET as readApplication } from "@/app/api/v2/applications/[applicationEventId]/compliance/route";
import { POST as grantAccess } from "@/app/api/v2/applications/[applicationEventId]/portal-access/route";
import { PUT as lockApplication } from "@/app/api/v2/applications/[applicationEventId]/portal-lock/route";
import { GET as readGroup } from "@/app/api/v2/groups/[providerGroupId]/compliance/route";
import type { Handler } from "@/lib/http/api/route";
import { bytesOf, NEEDS_6, prepareGround, read, runoffOf, saved } from "@/tests/contract/v2/compliance/support";
import { check, refusedCheck, rowCounts, sql, whileChecking } from "@/tests/contract/v2/esa-check/support";
import { makeCaller, refusal, type Caller, type Sent } from "@/tests/support/api";
import { programOf } from "@/tests/support/program";
import { editorOf, MEASURES } from "@/tests/support/selections";
import type { Connected } from "@/tests/support/soil-ground";

interface Ended {
  code: number | null;
  out: string;
  err: string;
}

const ROOT = fileURLToPath(new URL("../../../..", import.meta.url));

/** The operator's command, in a process of its own, against this file's database. */
function field(...args: string[]): Promise<Ended> {
  const child = spawn(process.execPath, [...programOf("field"), ...args], { cwd: ROOT });
  let out = "";
  let err = "";
  child.stdout.on("data", (chunk: Buffer) => (out += chunk.toString()));
  child.stderr.on("data", (chunk: Buffer) => (err += chunk.toString()));
  return new Promise((resolve, reject) => {
    child.on("error", reject);
    child.on("close", (code) => resolve({ code, out, err }));
  });
}

/** The command, which has to succeed. */
async function done(...args: string[]): Promise<string> {
  const ended = await field(...args);
  expect(ended, ended.err).toMatchObject({ code: 0 });
  return ended.out;
}

let caller: Caller;
let soil: Connected;
beforeAll(async () => {
  soil = await prepareGround();
  caller = await makeCaller("farm");
  await makeCaller("neighbor");
});
afterAll(() => soil.close());

const fieldIds = async (providerFieldId: string): Promise<string[]> => {
  const rows = await sql<{ field_id: string }>(
    "farm",
    "SELECT field_id FROM field WHERE provider_field_id = $1 ORDER BY field_id",
    [providerFieldId],
  );
  return rows.map((row) => row.field_id);
};

describe("archiving a field", () => {
  it("makes its applications the same 404 as none on every route, and restoring brings them back whole", async () => {
    const group = { provider_group_id: "attic" };
    const { id } = await saved(caller, { application_id: "attic", products: [NEEDS_6], ...group });
    const editor = await editorOf("farm");
    await editor.select(await editor.placeOf(id), MEASURES.noTill, { notes: "Kept" });
    const before = await read(caller, id);
    const counts = await rowCounts("farm");

    const said = await done("archive", "farm", "attic");
    expect(said).toMatch(/^archived\n/);
    expect(said).toContain((await fieldIds("attic"))[0]);
    expect(await rowCounts("farm")).toEqual(counts);

    const routes: [Handler, Sent][] = [
      [readApplication, { method: "GET" }],
      [readApplication, { method: "GET", query: "include_geometry=true" }],
      [lockApplication, { method: "PUT", body: { locked: true } }],
      [grantAccess, { method: "POST" }],
    ];
    for (const [handler, sent] of routes) {
      const none = await bytesOf(handler, caller, { ...sent, params: { applicationEventId: uuidv7() } });
      expect(none).toMatchObject({ status: 404 });
      expect(await bytesOf(handler, caller, { ...sent, params: { applicationEventId: id } })).toEqual(none);
    }
    const listing: Sent = { method: "GET", query: "account_id=account-1" };
    const noGroup = await bytesOf(readGroup, caller, { ...listing, params: { providerGroupId: "no-one" } });
    expect(await bytesOf(readGroup, caller, { ...listing, params: { providerGroupId: "attic" } })).toEqual(noGroup);

    expect(await done("restore", "farm", "attic")).toMatch(/^restored\n/);
    expect(await read(caller, id)).toEqual(before);
  });

  it("lets the same provider field id make a new field, which has nothing of the old one", async () => {
    const wanted = { provider_field_id: "again", products: [NEEDS_6] };
    const { id: old } = await saved(caller, { ...wanted, application_id: "old" });
    const editor = await editorOf("farm");
    await editor.select(await editor.placeOf(old), MEASURES.noTill);
    await done("archive", "farm", "again");
    const { id: fresh } = await saved(caller, { ...wanted, application_id: "old" });
    expect(fresh).not.toBe(old);
    expect(runoffOf(await read(caller, fresh))).toMatchObject({ earned_points: 3, status: "not_met" });
    expect(await fieldIds("again")).toHaveLength(2);
  });

  it("while a check works on the field makes the check FIELD_CHANGED, and the check saves nothing", async () => {
    const wanted = { application_id: "in-flight", products: [NEEDS_6] };
    const { answer } = await saved(caller, wanted);
    const counts = await rowCounts("farm");
    const response = await whileChecking(caller, wanted, () => done("archive", "farm", "in-flight"));
    expect(response.headers.get("retry-after")).toBe("5");
    expect(await refusal(response, 409)).toMatchObject({ code: "FIELD_CHANGED", retryable: true });
    expect(await rowCounts("farm")).toEqual(counts);
    await done("restore", "farm", "in-flight");
    const kept = await read(caller, answer.application_event_id ?? "");
    expect(kept.compliance.last_assessment?.calculated_at).toBe(answer.compliance.calculated_at);
  });
});

describe("restoring a field beside a live one of the same id", () => {
  it("makes two, which a check answers with 409 DUPLICATE_FIELD until one of them is archived", async () => {
    const wanted = { provider_field_id: "twin", products: [NEEDS_6] };
    const { id: first } = await saved(caller, { ...wanted, application_id: "twin-1" });
    await done("archive", "farm", "twin");
    const { id: second } = await saved(caller, { ...wanted, application_id: "twin-2" });
    const restored = await field("restore", "farm", "twin");
    expect(restored.code).toBe(0);
    expect(restored.err, "the command says what it has led to").toContain("DUPLICATE_FIELD");

    const counts = await rowCounts("farm");
    for (const application of ["twin-1", "twin-2", "twin-3"]) {
      const found = await refusedCheck(caller, 409, { ...wanted, application_id: application });
      expect(found).toMatchObject({ code: "DUPLICATE_FIELD", retryable: false });
    }
    expect(await rowCounts("farm")).toEqual(counts);
    // Both can be read: each is named by its own reference.
    expect((await read(caller, first)).application_id).toBe("twin-1");
    expect((await read(caller, second)).application_id).toBe("twin-2");

    const refused = await field("archive", "farm", "twin");
    const ids = await fieldIds("twin");
    expect(refused.code).toBe(1);
    for (const id of ids) expect(refused.err).toContain(id);
    expect(refused.err).toContain("--field-id");
    expect(refused.err).not.toMatch(/\n\s+at /);

    const [older = ""] = ids;
    await done("archive", "farm", "twin", "--field-id", older);
    const again = await check(caller, { ...wanted, application_id: "twin-2" });
    expect(again.application_event_id).toBe(second);
  });

  it("makes two live applications of one id where it had another field since: 409 DUPLICATE_APPLICATION", async () => {
    const wanted = { application_id: "doubled", products: [NEEDS_6] };
    await saved(caller, { ...wanted, provider_field_id: "double-a" });
    await done("archive", "farm", "double-a");
    await saved(caller, { ...wanted, provider_field_id: "double-b" });
    await done("restore", "farm", "double-a");
    for (const providerFieldId of ["double-a", "double-b"]) {
      const found = await refusedCheck(caller, 409, { ...wanted, provider_field_id: providerFieldId });
      expect(found).toMatchObject({ code: "DUPLICATE_APPLICATION", retryable: false });
    }
  });
});

describe("the command refuses with one line and exit code 1, and changes nothing", () => {
  it.each([
    ["a field that is none", ["archive", "farm", "no-such-field"], /no such field to archive/],
    ["a live field to restore", ["restore", "farm", "plain"], /no such field to restore/],
    ["another provider's field", ["archive", "neighbor", "plain"], /no such field to archive/],
    ["a provider that is none", ["archive", "no-one", "plain"], /no such field to archive/],
    ["a row of another field", ["archive", "farm", "plain", "--field-id", uuidv7()], /no such field to archive/],
  ])("%s", async (_title, args, said) => {
    const { id } = await saved(caller, { application_id: "plain", products: [NEEDS_6] });
    const ended = await field(...args);
    expect(ended.code).toBe(1);
    expect(ended.err.trim()).toMatch(said);
    expect(ended.err.trim().split("\n")).toHaveLength(1);
    expect((await read(caller, id)).application_id).toBe("plain");
  });
});
